import { expect, test } from 'vitest'
import { sourceUrl } from './source-url.ts'
import { sourceFacts, sourceWords } from './source-words.ts'

test.each([
  ['plain words', 'v1.2 is out', 'v1.2 is out'],
  ['line ends and tabs', ' a\r\n\tb ', 'a b'],
  ['control characters', 'a\u0000b\u0007\u009bc', 'a b c'],
  ['direction characters', '\u202egnp.exe\u2066x\u2069', 'gnp.exe x'],
  ['invisible characters', 'a\u200bb\u{e0041}c\ufeff', 'a b c'],
  ['half a pair', 'a\ud83d', 'a\ufffd'],
  ['an emoji of several parts', '👩‍🚀', '👩‍🚀'],
  ['nothing to read', '\u202e\u0000 ', '(no readable words)'],
  ['no words', '', '(no readable words)'],
])('%s', (_, text, expected) => {
  expect(sourceWords(text)).toBe(expected)
})

test('never cuts the 300th character in half', () => {
  expect([...sourceWords('😀'.repeat(400))]).toEqual([...Array<string>(299).fill('😀'), '…'])
})

test('cleans the texts of facts and leaves structure, nulls and numbers unchanged', () => {
  expect(sourceFacts({ a: null, b: 0, c: false, d: ['x\u0000y', { e: 'f\u202e' }], g: {} })).toEqual({
    a: null,
    b: 0,
    c: false,
    d: ['x y', { e: 'f' }],
    g: {},
  })
})

test.each([
  [null, null],
  ['https://a.example/x', 'https://a.example/x'],
  ['HTTP://A.example', 'http://a.example/'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['/relative', null],
  ['', null],
  [`https://a.example/${'x'.repeat(2048)}`, null],
])('the address %s is followed as %s', (text, expected) => {
  expect(sourceUrl(text)).toBe(expected)
})
