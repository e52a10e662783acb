import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ActivityStatus } from '#contract/enums.ts'
import { day, repositoryOf, shipOf } from '#test/given/build-evidence.ts'
import { type ActivityState, activityStatus } from './activity.ts'
import { ACTIVITY_WORDS, partnerStatus } from './activity-words.ts'

test.each([
  ['SHIPPING', 'active'],
  ['ACTIVE', 'active'],
  ['RESUMED', 'active'],
  ['QUIET', 'stale'],
  ['DORMANT', 'dormant'],
  ['UNKNOWN', 'unknown'],
] as const)(
  '%s is %s for partners [contract activity status SHIPPING|ACTIVE|QUIET|DORMANT|RESUMED|UNKNOWN] [contract partner status active|stale|dormant|unknown]',
  (status, expected) => {
    expect(partnerStatus(status)).toBe(expected)
  },
)

test.each(ActivityStatus.enum)(
  '%s has a label of its own and one sentence of help, without the word abandoned [contract Partner Card svc_status_label|svc_status_help]',
  (status) => {
    const { label, help } = ACTIVITY_WORDS[status]
    expect(ActivityStatus.enum.filter((other) => ACTIVITY_WORDS[other].label === label)).toEqual([status])
    expect(help).toMatch(/^[A-Z][^.]+\.$/)
    expect(`${label} ${help}`).not.toMatch(/abandon|inactive|price/i)
  },
)

/** The facts that each sentence states: the days of all ships, the day of the last reading, and today. */
type Said = (days: {
  readonly ships: readonly number[]
  readonly readTo: number
  readonly now: number
}) => boolean
const newest = (ships: readonly number[]) => Math.max(...ships)
const uncounted = ({ readTo, now }: { readTo: number; now: number }) => Math.max(1, now - readTo)
const SAID: Readonly<Record<ActivityStatus, Said>> = {
  SHIPPING: (days) => days.now - newest(days.ships) - uncounted(days) <= 7,
  ACTIVE: (days) => {
    const ages = days.ships.map((ship) => days.now - ship - uncounted(days)).toSorted((a, b) => a - b)
    return ages.slice(0, 1).some((age) => age <= 30) || ages.slice(1, 2).some((age) => age <= 45)
  },
  RESUMED: ({ ships, now }) =>
    ships.some((ship) => {
      const earlier = ships.filter((other) => other < ship)
      return now - ship <= 14 && earlier.length > 0 && ship - newest(earlier) >= 60
    }),
  QUIET: ({ ships, readTo }) => readTo - newest(ships) > 30,
  DORMANT: ({ ships, readTo }) => readTo - newest(ships) > 60,
  UNKNOWN: () => true,
}

test('[R74] the sentence of a status is true of every day that has the status', () => {
  const facts = fc.record({
    ships: fc.uniqueArray(fc.nat(180), { minLength: 1, maxLength: 6 }),
    unread: fc.array(fc.record({ from: fc.nat(180), days: fc.integer({ min: 1, max: 9 }) }), {
      maxLength: 3,
    }),
    step: fc.constantFrom(0.25, 0.5, 1),
  })
  fc.assert(
    fc.property(facts, ({ ships, unread, step }) => {
      let previous: ActivityState | null = null
      for (let now = 100, readTo = 0; now < 180; now += step) {
        if (!unread.some(({ from, days }) => from <= now && now < from + days)) readTo = now
        const known = ships.filter((ship) => ship <= readTo)
        const evidence = {
          sources: [repositoryOf('repo', { from: 0, okTo: readTo })],
          ships: known.map((ship) => shipOf(String(ship), ship)),
        }
        const concluded = activityStatus({ evidence, previous }, day(now))
        previous = concluded
        expect(SAID[concluded.status]({ ships: known, readTo, now }), `${concluded.status} on ${now}`).toBe(
          true,
        )
      }
    }),
    { numRuns: 80 },
  )
})
