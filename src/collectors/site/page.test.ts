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
  ['policy and their values', `<dl><dt>Token</dt><dd>${address}</dd></dl>`, ['Token', address]],
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

test.each([
  ['an end tag of the page', '<html><body><div><p>a</body></html>', false],
  ['space and a comment after the end', '<html><body><p>a</p></body></html>\n<!-- x', false],
  ['elements whose end tag may be left out', '<html lang=en><body><h1>T</h1><ul><li>a<li>b</ul><p>c', false],
  ['a table that ends', '<body><table><tr><td>a</table>', false],
  ['a drawing', '<body><p>a</p><svg><path/></svg>', false],
  ['an open element', '<!doctype html><html><body><main><p>a</p>', true],
  ['an open element inside one that may stay open', '<body><ul><li><a href="/x">a', true],
  ['an open table', '<body><table><tr><td>a', true],
  ['an open script', '<body><p>a</p><script>var a = 1', true],
  ['half a tag', '<body><p>a</p><hr cla', true],
  ['half a comment', '<body><p>a</p><!-- b', true],
  ['half a head', '<!doctype html><html><head><title>a</title><style>b', true],
] as const)('[R30] a page that ends with %s, cut: %s', (_, body, cut) => {
  expect(parsePage({ body, url })).toMatchObject({ cut })
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

const refreshOf = (...metas: readonly string[]) =>
  parsePage({ body: `<!doctype html><html><head>${metas.join('')}</head><body></body></html>`, url })
    ?.refreshesTo
const refresh = (content: string) => `<meta http-equiv="refresh" content="${content}">`

test.each([
  ['at once', refresh('0; url=/en/'), 'https://lumen.example/en/'],
  ['in five seconds', refresh('5;URL=../en'), 'https://lumen.example/en'],
  ['with quotes', refresh("0; url='/en/#top'"), 'https://lumen.example/en/#top'],
  ['without url=', refresh('0 /en/'), 'https://lumen.example/en/'],
  ['with a fraction and a comma', refresh('0.5,url=/en/'), 'https://lumen.example/en/'],
  ['in capitals', '<META HTTP-EQUIV=Refresh CONTENT="0;url=/en/">', 'https://lumen.example/en/'],
  ['to another site', refresh('0;url=https://parked.example/'), 'https://parked.example/'],
  ['in six seconds', refresh('6; url=/en/'), undefined],
  ['of the page itself', refresh('0; url=https://lumen.example/docs/#a'), undefined],
  ['without an address', refresh('3'), undefined],
  ['that is malformed', refresh('; url=/en/'), undefined],
  ['to no address', refresh('0; url=https://'), undefined],
  ['for browsers without scripts', `<noscript>${refresh('0; url=/plain')}</noscript>`, undefined],
  ['after another', refresh('30; url=/late') + refresh('0; url=/en/'), undefined],
])('a refresh %s', (_, meta, expected) => {
  expect(refreshOf(meta)).toBe(expected)
})

test.each([
  ['a path', '<base href="/app/">', 'https://lumen.example/app/team'],
  ['an address', '<base target="_self"><base href="https://cdn.example/a/b">', 'https://cdn.example/a/team'],
  ['two', '<base href="/one/"><base href="/two/">', 'https://lumen.example/one/team'],
  ['another scheme', '<base href="data:text/plain,x">', 'https://lumen.example/docs/team'],
  ['no address', '<base href="https://">', 'https://lumen.example/docs/team'],
  [
    'another scheme first',
    '<base href="javascript:0"><base href="/two/">',
    'https://lumen.example/docs/team',
  ],
])('links are relative to the base of the page: %s', (_, base, expected) => {
  const page = parsePage({
    body: `<html><head>${base}<meta http-equiv="refresh" content="0; url=team"></head><a href="team">t</a></html>`,
    url,
  })
  expect(page).toMatchObject({ links: [expected], refreshesTo: expected })
})
