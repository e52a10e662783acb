import { expect, test } from 'vitest'
import type { ActivityStatus } from '#contract/enums.ts'
import type { BuildEvidence } from '#domain/evidence.ts'
import {
  building,
  day,
  repositoryOf,
  repositoryWithShips,
  shipOf,
  sourceOf,
  streamOf,
  uncounted,
  unevenRepository,
  unreadStream,
} from '#test/given/build-evidence.ts'
import { type ActivityState, activityStatus } from './activity.ts'

const NOW = 200
const READ = { from: 0, okTo: NOW }
const repo = repositoryOf('repo', READ)
const deployer = { ...sourceOf('deployer', 'deployer'), streams: [streamOf('deployments', READ)] }
const lapsedDeployer = {
  ...sourceOf('deployer', 'deployer'),
  streams: [streamOf('deployments', { from: 0, okTo: 190 })],
}
const deployment = (at: number) => shipOf('d', at, { kind: 'deployment', sourceId: 'source:deployer' })
const outage = {
  providerOutageSince: day(199.9),
  failingSince: day(199.9),
  lastOutcome: 'rate_limited' as const,
}
const of = (...ages: readonly number[]) =>
  repositoryWithShips(
    READ,
    ages.map((age) => NOW - age),
  )

const FIRST: [string, BuildEvidence, string][] = [
  ['a ship 7 days old', of(7), 'SHIPPING'],
  ['a ship past 7 days', of(7.01), 'ACTIVE'],
  ['a ship 30 days old', of(30), 'ACTIVE'],
  ['a ship past 30 days', of(30.01), 'QUIET'],
  ['two ships in 45 days', of(40, 44), 'ACTIVE'],
  ['two ships, one past 45 days', of(40, 45.01), 'QUIET'],
  ['a ship 60 days old', of(60), 'QUIET'],
  ['a ship past 60 days', of(60.01), 'DORMANT'],
  ['a ship dated some hours ahead', of(-0.5), 'SHIPPING'],
  ['no source', building([]), 'NO_SOURCE'],
  ['only a context source', building([uncounted(repo, 'a fork')]), 'NO_SOURCE'],
  ['no ship, watched for 60 days', building([repo]), 'DORMANT'],
  ['no ship, watched for less', building([repositoryOf('repo', { from: 141, okTo: NOW })]), 'NOT_ENOUGH_YET'],
  ['attached, not yet read', building([{ ...repo, streams: [unreadStream('releases')] }]), 'NOT_ENOUGH_YET'],
  [
    'asked, never answered',
    building([{ ...repo, streams: [unreadStream('releases', 'unavailable')] }]),
    'SOURCE_UNAVAILABLE',
  ],
  [
    'silence older than the listing reaches',
    repositoryWithShips({ from: 170, okTo: NOW }, [160]),
    'NOT_ENOUGH_YET',
  ],
  ['silence the listing covers', repositoryWithShips({ from: 139, okTo: NOW }, [100]), 'DORMANT'],
  [
    'a ship is proof even when no source can be read',
    repositoryWithShips({ from: 0, okTo: 180 }, [190]),
    'ACTIVE',
  ],
  ['the last reading was before day 30', repositoryWithShips({ from: 0, okTo: 198 }, [169]), 'STALE'],
  ['the last reading was before day 60', repositoryWithShips({ from: 0, okTo: 198 }, [139]), 'QUIET'],
  [
    'silence while the whole provider fails',
    repositoryWithShips({ ...READ, stream: outage }, [100]),
    'SOURCE_UNAVAILABLE',
  ],
  ['on-chain only, a recent deployment', building([deployer], deployment(190)), 'ACTIVE'],
  ['on-chain silence proves nothing', building([deployer], deployment(150)), 'NO_SOURCE'],
  [
    'a deployment counts although the repository is silent',
    building([repo, deployer], shipOf('a', 150), deployment(195)),
    'SHIPPING',
  ],
  [
    'silence while on-chain sources are no longer read',
    building([repo, lapsedDeployer], shipOf('a', 20)),
    'SOURCE_UNAVAILABLE',
  ],
  [
    'one of two repositories unread',
    building([repo, repositoryOf('b', { from: 0, okTo: 190 })], shipOf('a', 20)),
    'STALE',
  ],
  [
    'silence that the commits do not cover',
    building([unevenRepository({ releases: READ, commits: { from: 170, okTo: NOW } })]),
    'NOT_ENOUGH_YET',
  ],
  [
    'silence that the releases do not cover',
    building([unevenRepository({ releases: { from: 170, okTo: NOW }, commits: READ })]),
    'NOT_ENOUGH_YET',
  ],
  [
    'silence of a repository whose commits were never read',
    building([unevenRepository({ releases: READ, commits: null })], shipOf('a', 100)),
    'NOT_ENOUGH_YET',
  ],
  [
    'silence of a repository whose releases are no longer read',
    building([unevenRepository({ releases: { from: 0, okTo: 190 }, commits: READ })], shipOf('a', 100)),
    'STALE',
  ],
  ['on-chain only, a deployment dated days ahead', building([deployer], deployment(205)), 'NO_SOURCE'],
  ['a withdrawn ship does not count', building([repo], shipOf('a', 199, { withdrawn: true })), 'DORMANT'],
]
test.each(FIRST)(
  'first conclusion: %s [contract activity status SHIPPING|ACTIVE|QUIET|DORMANT|UNKNOWN]',
  (_, evidence, expected) => {
    const { claim, status, since } = activityStatus({ evidence, previous: null }, day(NOW))
    expect(claim.kind === 'UNKNOWN' ? claim.reason : claim.value.status).toBe(expected)
    expect(claim.kind === 'UNKNOWN' ? 'UNKNOWN' : claim.value.status).toBe(status)
    expect(since).toBe(day(NOW))
  },
)

/** Evaluates each day with the evidence known by then and returns the status by day. */
function follow(
  evidenceAt: (at: number) => BuildEvidence,
  days: readonly number[],
): Record<string, ActivityStatus> {
  let previous: ActivityState | null = null
  const statuses: Record<string, ActivityStatus> = {}
  for (const at of days) {
    previous = activityStatus({ evidence: evidenceAt(at), previous }, day(at))
    statuses[at] = previous.status
  }
  return statuses
}

const readUpTo = (okTo: number, ships: readonly number[], stream = {}) =>
  repositoryWithShips({ from: -120, okTo, attached: -120, stream }, ships)

test('worked example a: SHIPPING from day 0, ACTIVE at the first run after day 8', () => {
  expect(follow((at) => readUpTo(at, [0]), [0, 6.9, 7.5, 8, 8.1])).toEqual({
    0: 'SHIPPING',
    6.9: 'SHIPPING',
    7.5: 'SHIPPING',
    8: 'SHIPPING',
    8.1: 'ACTIVE',
  })
})

test('a late reading of a ship moves the status up to that of now, not of a day ago', () => {
  const previous = { status: 'QUIET', since: day(-10) } as const
  expect(activityStatus({ evidence: readUpTo(7.5, [-40, 0]), previous }, day(7.5)).status).toBe('ACTIVE')
})

test('worked example b: an outage from day 28 to 40 makes UNKNOWN, never QUIET, until a reading confirms', () => {
  const days = [27, 29, 30.5, 31, 31.1, 39, 41, 41.1]
  const readAt = (at: number) => (at >= 41 ? at : Math.min(at, 28))
  expect(follow((at) => readUpTo(readAt(at), [0]), days)).toEqual({
    27: 'ACTIVE',
    29: 'ACTIVE',
    30.5: 'ACTIVE',
    31: 'ACTIVE',
    31.1: 'UNKNOWN',
    39: 'UNKNOWN',
    41: 'QUIET',
    41.1: 'QUIET',
  })
})

test('worked example b, other end: the reading of day 41 shows a release of day 33', () => {
  const at = (now: number) => (now < 41 ? readUpTo(28, [0]) : readUpTo(now, [0, 33]))
  expect(follow(at, [29, 35, 41])).toEqual({ 29: 'ACTIVE', 35: 'UNKNOWN', 41: 'ACTIVE' })
})

test('worked example c: an archived repository is DORMANT and reported as archived', () => {
  const evidence = building([{ ...repo, archived: true }], shipOf('a', NOW - 90))
  const conclusion = activityStatus({ evidence, previous: null }, day(NOW))
  expect(conclusion.status).toBe('DORMANT')
  expect(conclusion.inputs).toMatchObject({ sources: [{ id: 'source:repo', archived: true }] })
})

test('worked example d: a repository attached today is SHIPPING, not RESUMED', () => {
  const sources = [repositoryOf('repo', { from: NOW, okTo: NOW, stream: { coversFrom: day(0) } })]
  const evidence = building(sources, shipOf('a', 100), shipOf('b', 198))
  expect(activityStatus({ evidence, previous: null }, day(NOW)).status).toBe('SHIPPING')
})

test('[case 9] a limit on all repositories for 6 hours moves nothing', () => {
  const failing = {
    providerOutageSince: day(28),
    failingSince: day(28),
    lastOutcome: 'rate_limited' as const,
  }
  for (const shipped of [27, 0, -20, -40]) {
    const before = activityStatus({ evidence: readUpTo(28, [shipped]), previous: null }, day(28))
    const evidence = readUpTo(28, [shipped], failing)
    const during = activityStatus({ evidence, previous: before }, day(28.25))
    expect(during).toMatchObject({ status: before.status, since: before.since })
  }
})

test('[case 10] the same with 29.9 days of silence before it is ACTIVE while readable, then UNKNOWN', () => {
  const failing = {
    providerOutageSince: day(29.9),
    failingSince: day(29.9),
    lastOutcome: 'rate_limited' as const,
  }
  const at = (now: number) => readUpTo(Math.min(now, 29.9), [0], now < 29.9 ? {} : failing)
  expect(follow(at, [29, 30.1, 31.5, 32.8, 33])).toEqual({
    29: 'ACTIVE',
    30.1: 'ACTIVE',
    31.5: 'ACTIVE',
    32.8: 'ACTIVE',
    33: 'UNKNOWN',
  })
})

test('[case 7] a withdrawn ship changes the status at once', () => {
  const at = (now: number) =>
    building(readUpTo(now, []).sources, shipOf('old', -56.9), shipOf('deleted', 3, { withdrawn: now >= 5 }))
  expect(follow(at, [4.5, 4.9, 5])).toEqual({ 4.5: 'SHIPPING', 4.9: 'SHIPPING', 5: 'DORMANT' })
  const { claim, confirmed } = activityStatus(
    { evidence: at(5), previous: { status: 'SHIPPING', since: day(4.5) } },
    day(5),
  )
  expect(claim).toMatchObject({ evidence: ['ship:old', 'source:repo'] })
  expect(confirmed).toBe(true)
})

test('[case 10] a ship of last week: while unreadable, the status is that of the ship alone, unconfirmed', () => {
  const previous = { status: 'SHIPPING', since: day(0) } as const
  const conclusion = activityStatus({ evidence: readUpTo(5, [0]), previous }, day(9))
  expect(conclusion).toMatchObject({ status: 'ACTIVE', confirmed: false, since: day(9) })
  expect(activityStatus({ evidence: readUpTo(9, [0]), previous }, day(9)).confirmed).toBe(true)
  const unconfirmed = { status: 'ACTIVE', since: day(9), confirmed: false } as const
  expect(activityStatus({ evidence: readUpTo(5, [0]), previous: unconfirmed }, day(10)).confirmed).toBe(false)
  expect(activityStatus({ evidence: readUpTo(10, [0]), previous: unconfirmed }, day(10))).toMatchObject({
    status: 'ACTIVE',
    confirmed: true,
    since: day(9),
  })
})

test('an unconfirmed status is confirmed by the first reading after its boundary', () => {
  const previous = { status: 'ACTIVE', since: day(9) } as const
  expect(activityStatus({ evidence: readUpTo(5, [0]), previous }, day(10)).confirmed).toBe(true)
})

test('a move begins the new status at its evaluation', () => {
  const previous = { status: 'ACTIVE', since: day(3) } as const
  expect(activityStatus({ evidence: readUpTo(50, [0]), previous }, day(50))).toMatchObject({
    status: 'QUIET',
    since: day(50),
  })
})

test('names unread sources as unknown inputs [contract explanation unknownInputs]', () => {
  const evidence = building([repositoryOf('b', { from: 0, okTo: 190 })])
  expect(activityStatus({ evidence, previous: null }, day(NOW)).unknownInputs).toEqual([
    { input: 'source:b', reason: 'STALE' },
  ])
  expect(activityStatus({ evidence: of(1), previous: null }, day(NOW)).unknownInputs).toEqual([])
  expect(
    activityStatus({ evidence: { sources: [], ships: [] }, previous: null }, day(NOW)).unknownInputs,
  ).toEqual([{ input: 'sources', reason: 'NO_SOURCE' }])
})
