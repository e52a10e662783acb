import { expect, test } from 'vitest'
import type { Instant } from '#contract/time.ts'
import { countEnd, endWords } from './counts.ts'

const [EARLIER, NOW] = ['2026-11-17T12:00:00.000Z', '2026-11-19T12:00:00.000Z'] as [Instant, Instant]

test.each([
  ['before the evaluation', EARLIER, `, to ${EARLIER}`, EARLIER],
  ['with the evaluation', NOW, '', undefined],
  ['at an unknown time', undefined, '', undefined],
])('a count that ends %s says where it ends, or nothing', (_, to, words, end) => {
  expect([endWords(to, NOW), countEnd(to, NOW)]).toEqual([words, end])
})

test('a count without an end says nothing before the first evaluation either', () => {
  expect([endWords(null, undefined), endWords(null, null), endWords(undefined, null)]).toEqual(['', '', ''])
})
