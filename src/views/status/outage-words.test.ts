import { expect, test } from 'vitest'
import { addMs, type CalendarDate, DAY_MS, toInstant } from '#contract/time.ts'
import type { OutageCalendar } from './outage-calendar.ts'
import { newestOutages, noOutageWords, outagesMarkdown } from './outage-words.ts'

const AT = toInstant('2026-11-20T10:00:00Z')
const [FIRST, TODAY] = ['2026-08-23' as CalendarDate, '2026-11-20' as CalendarDate]
const calendarOf = (
  state: OutageCalendar['days'][number]['state'],
  over: Partial<OutageCalendar> = {},
): OutageCalendar => ({
  provider: 'github',
  recordedFrom: AT,
  days: [{ from: FIRST, to: TODAY, state }],
  newest: [],
  ...over,
})
const outage = (daysAgo: number) => ({ beganAt: addMs(AT, -daysAgo * DAY_MS), endedAt: AT })

test.each<[string, readonly OutageCalendar[], string]>([
  [
    'every day was judged',
    [calendarOf('no_outage'), calendarOf('no_outage', { provider: 'chain' })],
    'No outage is recorded in these days.',
  ],
  [
    'a day of one provider is unknown',
    [calendarOf('no_outage'), calendarOf('not_judged', { provider: 'chain' })],
    'No outage is recorded in these days. A day that is unknown can have had one.',
  ],
  [
    'nothing was judged yet',
    [calendarOf('not_recorded', { recordedFrom: null })],
    'Whether a provider failed in these days is not known, because no judgement is recorded yet.',
  ],
])('says that no outage is recorded, where %s', (_, calendars, expected) => {
  expect(noOutageWords(calendars)).toBe(expected)
  expect(outagesMarkdown(calendars)).toContain(expected)
})

test('names the ten newest outages of all providers, the newest first', () => {
  const calendars = [
    calendarOf('outage', { newest: [1, 4, 7, 10, 13, 16].map(outage) }),
    calendarOf('outage', { provider: 'chain', newest: [2, 5, 8, 11, 14, 17].map(outage) }),
  ]
  const named = newestOutages(calendars)
  expect(named.map(({ beganAt }) => beganAt)).toEqual(
    [1, 2, 4, 5, 7, 8, 10, 11, 13, 14].map((days) => outage(days).beganAt),
  )
  expect(named.slice(0, 3).map(({ provider, calendar, place }) => [provider, calendar, place])).toEqual([
    ['github', 0, 0],
    ['chain', 1, 0],
    ['github', 0, 1],
  ])
  expect(outagesMarkdown(calendars).filter((line) => line.includes('failed from'))).toHaveLength(10)
})
