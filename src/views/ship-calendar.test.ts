import { expect, test } from 'vitest'
import type { TimelineEntry } from '#contract/shapes/timeline.ts'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import { shipCalendar } from './ship-calendar.ts'

const NOW = toInstant('2026-11-24T12:00:00Z')
const ENTRY = { at: toInstant('2026-11-20T09:00:00Z'), evidenceId: 'ship:1', displayTitle: 'v1' }
const UNREAD = { from: undefined, to: undefined }

function daysOf(of: { watched?: typeof UNREAD | object; listedFrom?: string; ships?: readonly object[] }) {
  const { weeks } = shipCalendar(
    {
      entries: (of.ships ?? []) as readonly TimelineEntry[],
      watched: (of.watched ?? UNREAD) as typeof UNREAD,
      listedFrom: of.listedFrom === undefined ? undefined : toInstant(of.listedFrom),
    },
    NOW,
  )
  return { weeks, stateOn: new Map(weeks.flat().map(({ day, state }) => [day, state])) }
}
const on = (day: string) => day as CalendarDate

test('the days are those of 52 weeks and of this week, each from a Monday, to today', () => {
  const { weeks } = daysOf({})
  expect(weeks).toHaveLength(53)
  expect(weeks.flat()).toHaveLength(7 * 52 + 2)
  expect([weeks[0]?.[0]?.day, weeks.at(-1)?.at(-1)?.day]).toEqual(['2025-11-24', '2026-11-24'])
  expect(weeks.slice(0, 52).every((days) => days.length === 7)).toBe(true)
})

test('a day with a ship has it; without a known reading every other day is unread', () => {
  const { weeks, stateOn } = daysOf({ ships: [ENTRY] })
  expect(weeks.flat().filter(({ state }) => state !== 'unread')).toEqual([
    { day: '2026-11-20', state: 'shipped', ships: [{ id: 'ship:1', title: 'v1' }] },
  ])
  expect(stateOn.get(on('2026-11-19'))).toBe('unread')
})

test('only days that were read from beginning to end are silent', () => {
  const watched = { from: toInstant('2026-11-10T05:00:00Z'), to: toInstant('2026-11-14T05:00:00Z') }
  const { stateOn } = daysOf({ watched })
  const read = [...stateOn].flatMap(([day, state]) => (state === 'silent' ? [day] : []))
  expect(read).toEqual(['2026-11-11', '2026-11-12', '2026-11-13'])
})

test('days before the first listed ship are unread: earlier ships may be left out', () => {
  const watched = { from: toInstant('2026-11-01T05:00:00Z'), to: toInstant('2026-11-14T05:00:00Z') }
  const { stateOn } = daysOf({ watched, listedFrom: '2026-11-12T08:00:00Z' })
  expect([...stateOn].filter(([, state]) => state === 'silent')).toEqual([['2026-11-13', 'silent']])
})
