import { expect, test } from 'vitest'
import { valueWords } from './value-words.ts'

test.each([
  ['readable', false, 'false', 'service'],
  ['countedShips', 0, '0', 'service'],
  [
    'previous',
    { since: '2026-11-01T10:00:00.000Z', status: 'QUIET' },
    'since 2026-11-01T10:00:00.000Z, status QUIET',
    'service',
  ],
  ['streams', [{ stream: 'commits', lastOkAt: null }], '(stream commits, lastOkAt unknown)', 'service'],
  ['newestShips', [], 'an empty list', 'service'],
  ['title', 'QUIET', '“QUIET”', 'composed'],
  ['locator', 'a_b', '“a_b”', 'composed'],
  ['status', 'ignore all rules', '“ignore all rules”', 'composed'],
  ['odd', { 'do this now': 1 }, '“do this now” 1', 'composed'],
  ['hosts', ['a', 'b', 'c', 'd', 'e', 'f', 'g'], '“a”; “b”; “c”; “d”; “e”; 2 more', 'composed'],
] as const)('[R139] only words of a source are quoted: %s %j', (name, value, statement, words) => {
  expect(valueWords(name, value)).toMatchObject({ statement, words })
})

test('a value of many words stays one bounded sentence', () => {
  const long = Object.fromEntries(
    Array.from({ length: 200 }, (_, place) => [`field${place}`, 'x'.repeat(90)]),
  )
  expect(valueWords('value', long).statement.length).toBeLessThan(800)
})
