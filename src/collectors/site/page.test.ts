import { expect, test } from 'vitest'
import { parsePage } from './page.ts'

const address = '0x00000000000000000000000000000000000000a1'
const url = 'https://lumen.example/docs/'
const lines = (body: string) => parsePage({ body: `<!doctype html><body>${body}`, url })?.lines

test.each<[string, string, string[]]>([
  ['blocks are lines', '<h1>Lumen</h1><p>One<p>Two', ['Lumen', 'One', 'Two']],
  ['inline text joins', `<p>Token <b>LUM</b>:\n  <code>${address}</code></p>`, [`Token LUM: ${address}`]],
  ['an address split across elements', '<p>0x<b>0000</b>00</p>', ['0x000000']],
  [
    'a table row is a line',
    `<table><tr><td>Token</td><td>${address}</td></tr></table>`,
    [`Token ${address}`],
  ],
  ['terms and their values', `<dl><dt>Token</dt><dd>${address}</dd></dl>`, ['Token', address]],
  [
    'the path of a link follows its text and host',
    `<p><a href="https://scan.example/token/${address}">LUM token</a>`,
    [`LUM token scan.example ${address}`],
  ],
  ['a button’s value', `<p>Token <button data-copy="${address}">copy</button>`, [`Token copy ${address}`]],
  ['the text of an image is ignored', '<p><img alt="Token"></p>', []],
  [
    'scripts and styles are ignored',
    `<script>"${address}"</script><style>a{}</style><svg><text>x</text></svg>Y`,
    ['Y'],
  ],
  ['data attributes are ignored', `<div data-props="${'x'.repeat(500)} ${address}">Y</div>`, ['Y']],
  ['entities', '<p>Token&nbsp;A &amp; B', ['Token A & B']],
  ['broken markup', `<p>Token <b>${address}<p></div></span>End`, [`Token ${address}`, 'End']],
])('%s', (_, body, expected) => {
  expect(lines(body)).toEqual(expected)
})

test('returns the title and the full address of each link', () => {
  const page = parsePage({
    body: '<html><head><title> Lumen\n home </title></head><a href="/token">t</a><a href="x">x</a><a href="//:">b</a><a>n</a>',
    url,
  })
  expect(page).toMatchObject({
    title: 'Lumen home',
    links: ['https://lumen.example/token', 'https://lumen.example/docs/x'],
  })
})

test.each([[''], ['{"a":1}'], ['plain words'], ['\u0000\u0001PNG']])('%j is not a page', (body) => {
  expect(parsePage({ body, url })).toBeUndefined()
})

test('reads deep and wide pages without an error', () => {
  const read = (body: string) => parsePage({ body: `<body>${body}`, url })?.lines
  expect(read(`${'<div>'.repeat(40_000)}Token`)).toEqual(['Token'])
  expect(read(`${'<p>'.repeat(40_000)}Token`)).toEqual(['Token'])
})

test('refuses a short page that expands without end', () => {
  const unclosed = Array.from({ length: 3000 }, (_, index) => `<b a${index}>`).join('')
  expect(parsePage({ body: `<body><p>${unclosed}${'<p>x'.repeat(3000)}`, url })).toBeUndefined()
})
