import { expect, test } from 'vitest'
import { code, firstSentence, joined, wordsOf } from './parts.ts'

/** The words that are code. */
const codesIn = (text: string) =>
  wordsOf(text).flatMap((word) => (typeof word === 'object' && 'code' in word ? [word.code] : []))

test.each([
  ['Follow nextCursor, never a timestamp.', ['nextCursor']],
  ['HELD: it builds more; NOT_MEASURED: `reason` says why.', ['NOT_MEASURED', 'reason']],
  ['A market_integrity.event is never pushed.', ['market_integrity.event']],
  ['Contract as <chainId>:<address>, at /api/evidence/{slugOrId}?a=what_changed.', []],
  ['In UTC, from GitHub, with whsec_ in base64, at most 2,048 characters.', []],
  ['`after` or before', ['after']],
  ['NOT_ENOUGH_YET and meaningfulShips30dTotal are names.', ['NOT_ENOUGH_YET', 'meaningfulShips30dTotal']],
])('the names of the API in %j are code', (text, codes) => {
  expect(codesIn(text)).toEqual(codes)
  const said = wordsOf(text).map((word) => (typeof word === 'object' && 'code' in word ? word.code : word))
  expect(said.join('')).toBe(text.replaceAll('`', ''))
})

test.each([
  ['One sentence.', 'One sentence.', ''],
  ['The first. The second. A third.', 'The first.', 'The second. A third.'],
  ['Of svc.example. `limit` is next.', 'Of svc.example.', '`limit` is next.'],
  ['By RFC 9116, e.g. here, v1.2.', 'By RFC 9116, e.g. here, v1.2.', ''],
])('the first sentence of %j is %j', (text, lead, rest) => {
  expect(firstSentence(text)).toEqual({ lead, rest })
})

test('words are joined by commas or by the given words', () => {
  expect(joined([code('a'), 'b', 'c'])).toEqual([{ code: 'a' }, ', ', 'b', ', ', 'c'])
  expect(joined(['a', 'b'], ' or ')).toEqual(['a', ' or ', 'b'])
  expect(joined([])).toEqual([])
})

test('a text of the contract has no empty words', () => {
  expect(wordsOf('`a``b` nextCursor')).toEqual([{ code: 'a' }, { code: 'b' }, ' ', { code: 'nextCursor' }])
})
