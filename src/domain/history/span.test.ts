import { expect, test } from 'vitest'
import { addDays, type CalendarDate, toInstant } from '#contract/time.ts'
import { collectedPart, countedDays, diffSpan, historySpan } from './span.ts'

const NOW = toInstant('2026-11-19T00:00:00Z')
const day = (text: string) => text as CalendarDate
const ENDED = day('2026-11-18')

test.each([
  [{}, '2026-10-20', '2026-11-18'],
  [{ to: day('2026-01-10') }, '2025-12-12', '2026-01-10'],
  [{ from: day('2026-11-18') }, '2026-11-18', '2026-11-18'],
  [{ from: addDays(ENDED, -399) }, addDays(ENDED, -399), '2026-11-18'],
  [{ to: day('2027-01-01') }, '2026-12-03', '2027-01-01'],
])('a history of %j is from %s to %s', (asked, from, to) => {
  expect(historySpan(asked, NOW)).toEqual({ from, to })
})

test.each([
  [{ from: addDays(ENDED, -400) }],
  [{ from: day('2026-11-19') }],
  [{ from: day('2026-02-01'), to: day('2026-01-31') }],
])('a history of %j is refused', (asked) => {
  expect(historySpan(asked, NOW)).toMatchObject({ parameter: 'from' })
})

test('a comparison is of days at most 400 apart, in order [contract limit diff-days]', () => {
  const to = ENDED
  expect(diffSpan({ from: addDays(to, -400), to })).toMatchObject({ to })
  expect(diffSpan({ from: to, to })).toMatchObject({ to })
  expect(diffSpan({ from: addDays(to, -401), to })).toMatchObject({ parameter: 'from' })
  expect(diffSpan({ from: addDays(to, 1), to })).toMatchObject({ parameter: 'from' })
})

test.each([
  ['before the span', '2026-10-31', '2026-11-01'],
  ['on its first day', '2026-11-01', '2026-11-01'],
  ['within it', '2026-11-04', '2026-11-04'],
  ['on its last day', '2026-11-10', '2026-11-10'],
  ['after it', '2026-11-11', '2026-11-10'],
])('events of a span that was collected from a day %s count from there', (_, collectedFrom, from) => {
  const span = { from: day('2026-11-01'), to: day('2026-11-10') }
  expect(countedDays(span, day(collectedFrom))).toEqual({ from, to: '2026-11-10' })
})

test.each([
  [null, 'unavailable'],
  ['2026-11-11', 'unavailable'],
  ['2026-11-10', 'partial'],
  ['2026-11-02', 'partial'],
  ['2026-11-01', 'available'],
])('a span of ten days, collected from %s, is %s', (collectedFrom, state) => {
  const span = { from: day('2026-11-01'), to: day('2026-11-10') }
  expect(collectedPart(span, collectedFrom as CalendarDate | null)).toBe(state)
})
