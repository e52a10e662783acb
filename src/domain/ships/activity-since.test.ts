import { expect, test } from 'vitest'
import type { ActivityStatus } from '#contract/enums.ts'
import type { BuildEvidence } from '#domain/evidence.ts'
import { day, repositoryWithShips } from '#test/given/build-evidence.ts'
import { type ActivityState, activityStatus } from './activity.ts'

/** A repository that was read until day `okTo`, with ships on these days. */
const readUpTo = (okTo: number, ...ships: readonly number[]) =>
  repositoryWithShips({ from: -120, okTo, attached: -120 }, ships)

type Step = readonly [at: number, evidence: BuildEvidence, status: ActivityStatus, since: number]

/** Evaluates each step after the one before it. */
function follow(steps: readonly Step[]) {
  let previous: ActivityState | null = null
  return steps.map(([at, evidence]) => {
    const concluded = activityStatus({ evidence, previous }, day(at))
    previous = concluded
    return [concluded.status, concluded.since]
  })
}

/** The `since` of a status in words, and evaluations that show it. */
const CASES: readonly (readonly [string, readonly Step[]])[] = [
  [
    'is the first evaluation, and stays while the status stands',
    [
      [0, readUpTo(0, -70), 'DORMANT', 0],
      [1, readUpTo(1, -70), 'DORMANT', 0],
    ],
  ],
  [
    'stays when the status is found again after an outage',
    [
      [0, readUpTo(0, -70), 'DORMANT', 0],
      [5, readUpTo(0, -70), 'UNKNOWN', 5],
      [6, readUpTo(0, -70), 'UNKNOWN', 5],
      [7, readUpTo(7, -70), 'DORMANT', 0],
      [8, readUpTo(8, -70), 'DORMANT', 0],
    ],
  ],
  [
    'stays when an unconfirmed move down is taken back',
    [
      [0, readUpTo(0, 0), 'SHIPPING', 0],
      [9, readUpTo(5, 0), 'ACTIVE', 9],
      [10, readUpTo(10, 0, 9.5), 'SHIPPING', 0],
    ],
  ],
  [
    'stays through an unconfirmed and an unknown status',
    [
      [0, readUpTo(0, 0), 'SHIPPING', 0],
      [9, readUpTo(5, 0), 'ACTIVE', 9],
      [40, readUpTo(5, 0), 'UNKNOWN', 40],
      [41, readUpTo(41, 0, 38), 'SHIPPING', 0],
    ],
  ],
  [
    'is that of an unconfirmed status once it is confirmed',
    [
      [0, readUpTo(0, 0), 'SHIPPING', 0],
      [9, readUpTo(5, 0), 'ACTIVE', 9],
      [10, readUpTo(10, 0), 'ACTIVE', 9],
    ],
  ],
  [
    'is the first evaluation of another status after an outage',
    [
      [28, readUpTo(28, 0), 'ACTIVE', 28],
      [40, readUpTo(28, 0), 'UNKNOWN', 40],
      [41, readUpTo(41, 0), 'QUIET', 41],
    ],
  ],
  [
    'is not that of an unconfirmed status before an outage',
    [
      [0, readUpTo(0, 0), 'SHIPPING', 0],
      [9, readUpTo(5, 0), 'ACTIVE', 9],
      [40, readUpTo(5, 0), 'UNKNOWN', 40],
      [41, readUpTo(41, 0, 20), 'ACTIVE', 41],
    ],
  ],
]
test.each(CASES)('`since` of a status %s', (_, steps) => {
  expect(follow(steps)).toEqual(steps.map(([, , status, since]) => [status, day(since)]))
})
