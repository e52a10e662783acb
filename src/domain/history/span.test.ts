import { expect, test } from 'vitest'
import { addDays, type CalendarDate, toInstant } from '#contract/time.ts'
import { collectedPart, countedDays, countedTime, diffSpan, historySpan } from './span.ts'

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

test('a comparison is of days at most 400 apart [contract limit diff-days]', () => {
  const to = ENDED
  expect(diffSpan({ from: addDays(to, -400), to })).toMatchObject({ to })
  expect(diffSpan({ from: to, to })).toMatchObject({ to })
  expect(diffSpan({ from: addDays(to, -401), to })).toMatchObject({ parameter: 'from' })
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
  [null, '2026-11-19T00:00:00Z', 'unavailable', 'NOT_RECORDED'],
  ['2026-11-11', '2026-11-19T00:00:00Z', 'unavailable', 'NOT_RECORDED'],
  ['2026-11-11', null, 'unavailable', 'NOT_RECORDED'],
  ['2026-11-10', '2026-11-19T00:00:00Z', 'partial', '2026-11-10T00:00:00.000Z to 2026-11-10T23:59:59.999Z'],
  ['2026-11-02', '2026-11-19T00:00:00Z', 'partial', '2026-11-02T00:00:00.000Z to 2026-11-10T23:59:59.999Z'],
  ['2026-11-01', '2026-11-19T00:00:00Z', 'available', '2026-11-01T00:00:00.000Z to 2026-11-10T23:59:59.999Z'],
  [
    '2026-11-01',
    '2026-11-10T23:59:59.999Z',
    'available',
    '2026-11-01T00:00:00.000Z to 2026-11-10T23:59:59.999Z',
  ],
  ['2026-11-01', '2026-11-10T23:55:00Z', 'partial', '2026-11-01T00:00:00.000Z to 2026-11-10T23:55:00.000Z'],
  [
    '2026-11-01',
    '2026-11-01T00:00:00.001Z',
    'partial',
    '2026-11-01T00:00:00.000Z to 2026-11-01T00:00:00.001Z',
  ],
  ['2026-11-01', '2026-11-01T00:00:00Z', 'unavailable', 'NOT_ENOUGH_YET'],
  ['2026-10-01', '2026-10-31T23:26:54Z', 'unavailable', 'NOT_ENOUGH_YET'],
  ['2026-11-04', '2026-11-03T12:00:00Z', 'unavailable', 'NOT_ENOUGH_YET'],
  ['2026-11-01', null, 'unavailable', 'NOT_ENOUGH_YET'],
])('ten days from 1 November, collected from %s to %s, are %s: %s', (from, to, state, counted) => {
  const span = { from: day('2026-11-01'), to: day('2026-11-10') }
  const collected = { from: from as CalendarDate | null, to: to === null ? null : toInstant(to) }
  expect(collectedPart(span, collected)).toBe(state)
  const time = countedTime(span, collected)
  expect(typeof time === 'string' ? time : `${time.from} to ${time.to}`).toBe(counted)
})
