import { expect, test } from 'vitest'
import { wordsOf } from './parts.ts'

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
])('the names of the API in %j are code', (text, codes) => {
  expect(codesIn(text)).toEqual(codes)
  const said = wordsOf(text).map((word) => (typeof word === 'object' && 'code' in word ? word.code : word))
  expect(said.join('')).toBe(text.replaceAll('`', ''))
})
