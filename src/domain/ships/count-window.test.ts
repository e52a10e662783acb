import { expect, test } from 'vitest'
import { HOUR_MS, type Instant } from '#contract/time.ts'
import type { BuildEvidence } from '#domain/evidence.ts'
import {
  building,
  codeWeekShipOf,
  day,
  MS,
  repositoryOf,
  selfReported,
  shipOf,
  sourceOf,
  streamOf,
  uncounted,
  unreadStream,
  weekOf,
} from '#test/given/build-evidence.ts'
import { meaningfulShips30d } from './ships.ts'

const NOW = day(20)
const outage = { failingSince: day(18), lastOutcome: 'unavailable' as const }
const failing = repositoryOf('repo', { from: -20, okTo: 18, stream: outage })
const healthy = repositoryOf('repo', { from: -20, okTo: 20 })
const deployer = (okTo: number) => ({
  ...sourceOf('deployer', 'deployer'),
  streams: [streamOf('deployments', { from: -20, okTo })],
})
const cutOff = (from: number, okTo = 20) => ({
  ...sourceOf('deployer', 'deployer'),
  streams: [streamOf('deployments', { from, okTo, isCutOff: true })],
})
const launched = (from: number) => ({
  ...sourceOf('deployer', 'deployer'),
  streams: [streamOf('deployments', { from, okTo: 20 })],
})
const unreadDeployer = { ...sourceOf('deployer', 'deployer'), streams: [unreadStream('deployments')] }
const young = repositoryOf('repo', { from: 5, okTo: 20 })
const ofWeek = (at: number, partial: boolean) =>
  codeWeekShipOf('week', at, { codeWeek: weekOf(at, { partial }) })
const windows: [string, BuildEvidence, unknown, Instant | undefined][] = [
  ['read just now', building([healthy], shipOf('a', 19.5)), 1, undefined],
  ['read three cadences ago', building([repositoryOf('repo', { from: 0, okTo: 19.875 })]), 0, undefined],
  [
    '[R55] a silent repository that was read more than three hours ago, and is read daily',
    building(
      [repositoryOf('repo', { from: -90, okTo: 19.87, stream: { cadenceMs: 24 * HOUR_MS } })],
      shipOf('a', 19.9),
    ),
    0,
    day(19.87),
  ],
  [
    'a silent repository that was read three hours ago, and is read daily',
    building([repositoryOf('repo', { from: -90, okTo: 19.875, stream: { cadenceMs: 24 * HOUR_MS } })]),
    0,
    undefined,
  ],
  [
    'read longer ago, though nothing failed',
    building([repositoryOf('repo', { from: -20, okTo: 19 })], shipOf('a', 19.5)),
    0,
    day(19),
  ],
  [
    'failing: a later ship of another source is outside',
    building(
      [failing, sourceOf('npm', 'npm_package')],
      shipOf('a', 17),
      shipOf('b', 19.5, { sourceId: 'source:npm' }),
    ),
    1,
    day(18),
  ],
  ['failing: a ship 31 days before now is inside', building([failing], shipOf('a', -11)), 1, day(18)],
  [
    'the provider fails, though this source was read later',
    building([repositoryOf('repo', { from: -20, okTo: 20, stream: { providerOutageSince: day(19) } })]),
    0,
    day(19),
  ],
  ['a deployer that is behind', building([healthy, deployer(19)], shipOf('a', 19.5)), 0, day(19)],
  [
    'a deployer that is no longer read',
    building([healthy, deployer(10)], shipOf('a', 19.5)),
    'SOURCE_UNAVAILABLE',
    undefined,
  ],
  ['a deployer that was never read', building([healthy, unreadDeployer]), 'NOT_ENOUGH_YET', undefined],
  [
    'a deployer that was never read, with a ship elsewhere',
    building([healthy, unreadDeployer], shipOf('a', 19.5)),
    1,
    undefined,
  ],
  [
    '[R40] a deployer that is cut off before the window',
    building([healthy, cutOff(-11)], shipOf('a', 19.5)),
    1,
    undefined,
  ],
  ['[R40] a deployer that is cut off at its start', building([healthy, cutOff(-10)]), 0, undefined],
  [
    '[R40] a deployer that is cut off a millisecond after its start',
    building([healthy, cutOff(-10 + MS)]),
    'NOT_ENOUGH_YET',
    undefined,
  ],
  [
    '[R40] a deployer that is cut off, with a ship elsewhere',
    building([healthy, cutOff(18)], shipOf('a', 19.5)),
    'NOT_ENOUGH_YET',
    undefined,
  ],
  [
    '[R40] a deployer that is cut off at the start of the 30 days before its last reading',
    building([healthy, cutOff(-11, 19)]),
    0,
    day(19),
  ],
  [
    '[R40] a deployer that is cut off a millisecond later',
    building([healthy, cutOff(-11 + MS, 19)]),
    'NOT_ENOUGH_YET',
    undefined,
  ],
  [
    '[R40] a deployer that is cut off and no longer read',
    building([healthy, cutOff(-20, 10)]),
    'SOURCE_UNAVAILABLE',
    undefined,
  ],
  ['[R40] a deployer that was read from its launch on', building([healthy, launched(18)]), 0, undefined],
  [
    '[R40] a deployer that is cut off and not counted',
    building([healthy, uncounted(cutOff(18), 'a factory')]),
    0,
    undefined,
  ],
  [
    '[R40] a deployer that is cut off and self-reported',
    building([healthy, selfReported(cutOff(18))]),
    0,
    undefined,
  ],
  [
    'a commit listing that is cut off inside the window',
    building([young], ofWeek(5, true)),
    'NOT_ENOUGH_YET',
    undefined,
  ],
  [
    'a commit listing that was read back to the start of a week inside the window',
    building([repositoryOf('repo', { from: 6.5, okTo: 20 })]),
    'NOT_ENOUGH_YET',
    undefined,
  ],
  ['a repository younger than the window', building([young], ofWeek(5, false)), 1, undefined],
  ['a later week that is a minimum', building([young], ofWeek(12, true)), 1, undefined],
  [
    'a commit listing that was read back exactly to the start of the window',
    building([repositoryOf('repo', { from: -10, okTo: 20 })], ofWeek(-10, true)),
    0,
    undefined,
  ],
  [
    'a listing that is cut off before the window',
    building([repositoryOf('repo', { from: -20, okTo: 20 })], ofWeek(-20, true)),
    0,
    undefined,
  ],
]
test.each(windows)('[R61] the 30 days end with the last complete reading: %s', (_, evidence, count, asOf) => {
  const ships = meaningfulShips30d(evidence, NOW)
  expect(ships.kind === 'UNKNOWN' ? ships.reason : ships.value).toBe(count)
  expect(ships.kind === 'DERIVED' ? ships.asOf : undefined).toBe(asOf)
})
