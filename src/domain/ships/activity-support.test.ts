import { expect, test } from 'vitest'
import { day, repositoryWithShips, shipOf, sourceOf } from '#test/given/build-evidence.ts'
import { type ActivityState, activityStatus } from './activity.ts'

type Status = ActivityState['status']

/** The status on a day, with the day up to which it was supported, of a repository read until `okTo`. */
function supportOf(given: { ships: readonly number[]; okTo: number; at: number; before: Status | null }) {
  const evidence = repositoryWithShips({ from: 0, okTo: given.okTo }, [...given.ships])
  const previous = given.before === null ? null : { status: given.before, since: day(0), confirmed: true }
  const { status, supportedUntil } = activityStatus({ evidence, previous }, day(given.at))
  return [status, supportedUntil]
}

test.each([
  [
    'a status is supported to the last reading',
    { ships: [100], okTo: 103, at: 103.1, before: null },
    'SHIPPING',
    103,
  ],
  [
    'also while no newer reading is made',
    { ships: [100], okTo: 103, at: 105, before: 'SHIPPING' },
    'SHIPPING',
    103,
  ],
  [
    'a status that waits for its settling day: to its boundary',
    { ships: [100], okTo: 107.8, at: 107.9, before: 'SHIPPING' },
    'SHIPPING',
    107,
  ],
  ['ACTIVE that waits', { ships: [100], okTo: 130.9, at: 130.92, before: 'ACTIVE' }, 'ACTIVE', 130],
  [
    'ACTIVE by two ships that waits',
    { ships: [90, 100], okTo: 135.9, at: 135.92, before: 'ACTIVE' },
    'ACTIVE',
    135,
  ],
  ['QUIET that waits', { ships: [100], okTo: 160.9, at: 160.92, before: 'QUIET' }, 'QUIET', 160],
  [
    'the lowest status has no boundary',
    { ships: [100], okTo: 190, at: 190.1, before: 'DORMANT' },
    'DORMANT',
    190,
  ],
] as const)('[R114] %s', (_, given, status, until) => {
  expect(supportOf(given)).toEqual([status, day(until)])
})

test('[R114] a status by ships of a source that was never read is supported to their detection', () => {
  const sources = [sourceOf('repo', 'github_repository')]
  const evidence = { sources, ships: [shipOf('b', 100, { detectedAt: day(101) }), shipOf('a', 98)] }
  expect(activityStatus({ evidence, previous: null }, day(102))).toMatchObject({
    status: 'SHIPPING',
    supportedUntil: day(101),
  })
})

test('[R114] an unknown status is supported by nothing', () => {
  expect(supportOf({ ships: [100], okTo: 150, at: 159, before: 'QUIET' })).toEqual(['UNKNOWN', null])
})
