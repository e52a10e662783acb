import fc from 'fast-check'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import type { DossierStatement } from '#contract/shapes/dossier.ts'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import { sourceUrl } from '../project/source-url.ts'
import {
  outcomeWords,
  sourceFacts,
  sourcePlace,
  sourcesInOrder,
  sourceWords,
  statementsInOrder,
} from './sources.ts'

test.each([
  ['plain words', 'v1.2 is out', 'v1.2 is out'],
  ['a shortened address', 'Upgraded 0x9009…7eee', 'Upgraded 0x9009…7eee'],
  ['spaces beside an ellipsis', ' 0x9009…  b… ', '0x9009… b…'],
  ['line ends and tabs', ' a\r\n\tb ', 'a b'],
  ['control characters', 'a\u0000b\u0007\u009bc', 'a b c'],
  ['direction characters', '\u202egnp.exe\u2066x\u2069', 'gnp.exe x'],
  ['invisible characters', 'a\u200bb\u{e0041}c\ufeff', 'a b c'],
  ['half a pair', 'a\ud83d', 'a\ufffd'],
  ['an emoji of several parts', '👩‍🚀', '👩‍🚀'],
  ['nothing to read', '\u202e\u0000 ', '(no readable words)'],
  ['[R106] blank letters', '\u3164\u2800', '(no readable words)'],
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
  ['market', 'geckoterminal:0x4c36', 'GeckoTerminal, 0x4c36'],
  ['explorer', 'elsewhere:0x4c36', 'elsewhere, 0x4c36'],
  ['locker', '0x19ca:0x4c36', '0x19ca, for the token 0x4c36'],
  ['contract', '0x8710', '0x8710'],
  ['website', 'https://lumen.example', 'https://lumen.example'],
] as const)('the place of a source of the kind %s at %s reads %s', (kind, locator, words) => {
  expect(sourcePlace({ kind, locator })).toBe(words)
})

test('statements are listed by their day, the newest first, and those without a day last', () => {
  const days = ['2026-10-01', undefined, '2026-11-01', '2026-09-01'] as CalendarDate[]
  const statements = days.map((statedOn) => ({ statedOn }))
  expect(statementsInOrder(statements).map(({ statedOn }) => statedOn)).toEqual([
    '2026-11-01',
    '2026-10-01',
    '2026-09-01',
    undefined,
  ])
})

test('sources that count are listed first, then by kind and by provider', () => {
  const listed = [
    { kind: 'explorer', locator: 'sourcify:0x1', counted: false },
    { kind: 'token', locator: '0x1', counted: true },
    { kind: 'market', locator: 'geckoterminal:0x1', counted: false },
    { kind: 'explorer', locator: 'blockscout:0x1', counted: false },
    { kind: 'market', locator: 'dexscreener:0x1', counted: false },
    { kind: 'github_repository', locator: 'a/b', counted: true },
  ] as const
  expect(sourcesInOrder(listed).map(({ locator }) => locator)).toEqual([
    'a/b',
    '0x1',
    'dexscreener:0x1',
    'geckoterminal:0x1',
    'blockscout:0x1',
    'sourcify:0x1',
  ])
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

const ADDRESS = Type.String({ format: 'uri' })
test.each([
  ['https://a.example/v[1].0', 'https://a.example/v%5B1%5D.0'],
  ['https://a.example/x y?q=a b#c d', 'https://a.example/x%20y?q=a%20b#c%20d'],
  ['https://a.example/100%', 'https://a.example/100%25'],
  ['https://a.example/%zz%2', 'https://a.example/%25zz%252'],
  ['https://a.example/%2f%C3%A9', 'https://a.example/%2f%C3%A9'],
  ['https://a.example/{x}|y^z`"', 'https://a.example/%7Bx%7D%7Cy%5Ez%60%22'],
  ['https://a.example/?a[]=1&b=\\|', 'https://a.example/?a%5B%5D=1&b=%5C%7C'],
  ['https://a.example/#a#b[c]', 'https://a.example/#a%23b%5Bc%5D'],
  ['https://a.example/é/ÿ', 'https://a.example/%C3%A9/%C3%BF'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
  ['http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/'],
  ['https://a{b}.example/', null],
  ['https://a"b.example/', null],
  ['https://user:secret@a.example/', null],
  ['https://github.com@a.example/', null],
  ['http://[::1', null],
  ['http://', null],
  ['https:a.example', 'https://a.example/'],
  [' javascript:alert(1)', null],
  ['java\nscript:alert(1)', null],
  ['vbscript:x', null],
])('[R98] the address %s is shown as %s', (text, expected) => {
  expect(sourceUrl(text)).toBe(expected)
  expect(expected === null || Value.Check(ADDRESS, expected)).toBe(true)
})

test('[R98] whatever a source writes, the address is null or fits the contract, and stays the same when read again', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(fc.constantFrom('http://', 'https://'), fc.webAuthority()).map((parts) => parts.join('')),
    fc.string().map((rest) => `https://a.example/${rest}`),
    fc.string().map((host) => `http://${host}/x`),
  )
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = sourceUrl(text)
      if (shown === null) return
      expect(Value.Check(ADDRESS, shown)).toBe(true)
      expect(sourceUrl(shown)).toBe(shown)
    }),
    { numRuns: 2_000 },
  )
})

test('recorded facts are shown to a depth of six', () => {
  const nested = (depth: number): object => (depth === 0 ? { end: 1 } : { a: nested(depth - 1) })
  expect(sourceFacts({ v: nested(5) })).toEqual({ v: nested(5) })
  const cut = { a: { a: { a: { a: { a: { a: null } } } } } }
  expect(sourceFacts({ v: nested(6) })).toEqual({ v: cut })
  expect(sourceFacts({ v: [[[[[[['x']]]]]]] })).toEqual({ v: [[[[[[null]]]]]] })
})

type Checked = Pick<DossierStatement, 'kind' | 'by' | 'outcome'>
test.each<[Checked, string | undefined]>([
  [{ kind: 'token_signed', by: 'signature', outcome: 'verified' }, 'outcome: verified'],
  [{ kind: 'token_signed', by: 'signature', outcome: 'another_account' }, 'outcome: another account'],
  [{ kind: 'token_signed', by: 'signature' }, 'not checked yet'],
  [{ kind: 'token_signed', by: 'operator' }, undefined],
  [{ kind: 'token_deploy_record', by: 'repository', outcome: 'missing' }, 'outcome: missing'],
  [{ kind: 'token_deploy_record', by: 'repository' }, 'not checked yet'],
  [{ kind: 'token_named', by: 'repository' }, undefined],
  [{ kind: 'token_named', by: 'site' }, undefined],
])('what the check of a statement found: %j is %j', (checked, words) => {
  const observedAt = toInstant('2026-11-20T10:00:00Z')
  expect(outcomeWords({ id: 'claim:1', statement: 'Ours', observedAt, ...checked })).toBe(words)
})
