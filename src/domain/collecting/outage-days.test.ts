import { expect, test } from 'vitest'
import { addDays, type CalendarDate, type Instant, toInstant } from '#contract/time.ts'
import { firstOutageDay, OUTAGE_DAYS, type OutageRecord, outageDays } from './outage-days.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const TODAY = '2026-11-20' as CalendarDate

const at = (day: number, time = '12:00:00') => toInstant(`2026-11-${day}T${time}Z`)
const outage = (beganAt: Instant, endedAt: Instant | null) => ({ beganAt, endedAt })
const judged = (day: number, newest: ReturnType<typeof outage> | null = null) => ({
  day: `2026-11-${day}` as CalendarDate,
  outage: newest,
})
const recordOf = (over: Partial<OutageRecord> = {}): OutageRecord => ({
  provider: 'github',
  recordedFrom: at(15),
  days: [15, 16, 17, 18, 19, 20].map((day) => judged(day)),
  outages: [],
  ...over,
})
/** The states of 14 to 20 November, in the letters of the table. */
const LETTERS = { outage: 'X', no_outage: '.', not_judged: '?', not_recorded: '-' }
const week = (record: OutageRecord | undefined, outageSince: Instant | null = null) =>
  outageDays({ record, outageSince }, { now: NOW })
    .slice(-7)
    .map(({ state }) => LETTERS[state])
    .join('')

const inOutage = (beganAt: Instant, endedAt: Instant | null, ...days: readonly number[]) =>
  recordOf({
    days: [15, 16, 17, 18, 19, 20]
      .filter((day) => days.length === 0 || days.includes(day))
      .map((day) => {
        const began = beganAt < `2026-11-${day + 1}`
        return judged(day, began ? outage(beganAt, endedAt) : null)
      }),
  })

test.each<[string, OutageRecord | undefined, Instant | null, string]>([
  ['nothing is recorded: every day is unknown', undefined, null, '-------'],
  ['nothing is recorded, and an outage runs: today alone is known', undefined, at(17), '------X'],
  ['judged on every day, without an outage', recordOf(), null, '-......'],
  ['an outage within a day', inOutage(at(17, '01:00:00'), at(17, '02:00:00')), null, '-..X...'],
  ['an outage across midnight marks both days', inOutage(at(17), at(18)), null, '-..XX..'],
  [
    'an outage that ended with the day before marks that day alone',
    inOutage(at(17), at(18, '00:00:00')),
    null,
    '-..X...',
  ],
  [
    'an outage that began and ended at midnight marks its day',
    inOutage(at(18, '00:00:00'), at(18, '00:00:00')),
    null,
    '-...X..',
  ],
  ['an outage of three days', inOutage(at(16), at(19)), null, '-.XXXX.'],
  [
    'a day inside an outage without a judgement is unknown',
    inOutage(at(16), at(19), 15, 16, 17, 19, 20),
    null,
    '-.XX?X.',
  ],
  ['days without a judgement', recordOf({ days: [judged(15), judged(19)] }), null, '-.???.?'],
  ['a running outage marks today, judged or not', inOutage(at(18), null, 15, 18), at(18), '-.??X?X'],
  [
    'an outage whose end no judgement noticed marks the judged days alone',
    inOutage(at(17), null, 15, 16, 17),
    null,
    '-..X???',
  ],
  [
    'an outage that began before the first judgement: the days before it are not recorded',
    inOutage(at(14), at(16)),
    null,
    '-XX....',
  ],
  [
    'recorded since before the calendar',
    recordOf({ recordedFrom: toInstant('2026-01-01T00:00:00Z') }),
    null,
    '?......',
  ],
  ['recorded from later today: no day is', recordOf({ recordedFrom: NOW, days: [] }), null, '------?'],
])('%s', (_, record, outageSince, expected) => {
  expect(week(record, outageSince)).toBe(expected)
})

test('has the last 90 days, today included, the oldest first', () => {
  const days = outageDays({ record: undefined, outageSince: null }, { now: NOW }).map(({ day }) => day)
  expect(days).toHaveLength(OUTAGE_DAYS)
  expect([days[0], days.at(-1)]).toEqual([addDays(TODAY, -89), TODAY])
  expect(days[0]).toBe(firstOutageDay(NOW))
})

test('takes a day by UTC', () => {
  const days = outageDays(
    { record: undefined, outageSince: null },
    { now: toInstant('2026-11-20T00:00:00Z') },
  )
  expect(days.at(-1)?.day).toBe(TODAY)
})
