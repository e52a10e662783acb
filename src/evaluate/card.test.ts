import { expect, test } from 'vitest'
import type { RecordedShip, Signal, Source } from '#domain/evidence.ts'
import {
  codeWeekShipOf,
  day,
  repositoryOf,
  repositoryWithShips,
  selfReported,
  shipOf,
  sourceOf,
  streamOf,
  unreadStream,
} from '#test/given/build-evidence.ts'
import { buildCard } from './card.ts'

const BUILDING: Signal = {
  id: 'signal:building',
  kind: 'accelerating',
  group: 'building',
  title: 'Shipping faster',
  windowFrom: day(0),
  windowTo: day(30),
  evidence: ['ship:a'],
  detectedAt: day(30),
  endedAt: null,
}
const signal = (id: string, rest: Partial<Signal>): Signal => ({ ...BUILDING, id: `signal:${id}`, ...rest })
const market = signal('market', { kind: 'liquidity_rose', group: 'market', windowTo: day(39) })
const ended = signal('ended', { kind: 'slowing', windowTo: day(38), endedAt: day(39) })
const launch = signal('launch', { kind: 'launch', group: 'launch', windowTo: day(37) })

const CASES: [string, readonly Signal[], string | null][] = [
  ['the newest of two', [BUILDING, launch], 'signal:launch'],
  ['no market signal, however new', [BUILDING, market], 'signal:building'],
  ['the first id of two that ended at once', [signal('b', {}), signal('a', {}), signal('c', {})], 'signal:a'],
  ['no signal that ended', [ended, BUILDING], 'signal:building'],
  ['unknown with market signals alone', [market], null],
  ['unknown without a signal', [], null],
]
test.each(CASES)('the latest signal of a card is %s', (_, signals, id) => {
  const evidence = repositoryWithShips({ from: 0, okTo: 40 }, [39])
  const { latestSignal } = buildCard({ evidence, signals }, day(40))
  if (id === null) expect(latestSignal).toEqual({ kind: 'UNKNOWN', reason: 'NOT_ENOUGH_YET' })
  else expect(latestSignal).toMatchObject({ value: { id } })
})

const READ = { from: 0, okTo: 40 }
const URL = 'https://github.com/owner/repo'
const repo = repositoryOf('repo', { ...READ, url: URL })
const deployer = sourceOf('deployer', 'deployer')
const onChain = { sourceId: 'source:deployer', contract: null } as const
const cardOf = (
  ships: readonly RecordedShip[],
  sources: readonly Source[] = [repo, deployer],
  kind?: 'art',
) => buildCard({ evidence: { sources, ships, ...(kind && { kind }) }, signals: [] }, day(40))

test('the latest signal of a card has its kind, title and window, and cites itself', () => {
  const { latestSignal } = buildCard(
    { evidence: { sources: [repo], ships: [] }, signals: [BUILDING] },
    day(40),
  )
  expect(latestSignal).toMatchObject({
    evidence: ['signal:building'],
    value: {
      id: 'signal:building',
      kind: 'accelerating',
      title: 'Shipping faster',
      windowFrom: day(0),
      windowTo: day(30),
    },
  })
})

test.each<[string, RecordedShip, 'latestRelease' | 'latestDeployment' | 'latestMeaningfulShip', boolean]>([
  ['a release is the latest release', shipOf('a', 30), 'latestRelease', true],
  ['a release is the latest meaningful ship', shipOf('a', 30), 'latestMeaningfulShip', true],
  ['a prerelease is no release', shipOf('a', 30, { kind: 'prerelease' }), 'latestRelease', false],
  ['a deployment is no release', shipOf('a', 30, { kind: 'deployment', ...onChain }), 'latestRelease', false],
  ['a deployment', shipOf('a', 30, { kind: 'deployment', ...onChain }), 'latestDeployment', true],
  ['an upgrade is a deployment', shipOf('a', 30, { kind: 'upgrade', ...onChain }), 'latestDeployment', true],
  ['a release is no deployment', shipOf('a', 30), 'latestDeployment', false],
])('on a card %s', (_, ship, field, isShown) => {
  const claim = cardOf([ship])[field]
  if (!isShown) return expect(claim).toEqual({ kind: 'UNKNOWN', reason: 'NOT_ENOUGH_YET' })
  const { id, kind, title, url, version, occurredAt, codeWeek } = ship
  expect(claim).toMatchObject({ kind: 'DERIVED', evidence: ['ship:a'] })
  expect(claim).toHaveProperty('value', { id, kind, title, url, version, occurredAt, codeWeek })
})

test('the newest release of a card comes first, and one without a source has the reason of building', () => {
  const { latestRelease, latestMeaningfulShip } = cardOf([shipOf('a', 30), shipOf('b', 31)])
  expect([latestRelease, latestMeaningfulShip]).toMatchObject([
    { value: { id: 'ship:b' } },
    { value: { id: 'ship:b' } },
  ])
  const unread = cardOf([], [])
  expect([unread.latestRelease, unread.latestDeployment, unread.latestMeaningfulShip]).toEqual(
    Array.from({ length: 3 }, () => ({ kind: 'UNKNOWN', reason: 'NO_SOURCE' })),
  )
})

const fails = { failingSince: day(30), lastOutcome: 'unavailable' } as const
const deploys = (read: Parameters<typeof streamOf>[1]) => ({
  ...sourceOf('deployer', 'deployer'),
  streams: [streamOf('deployments', { ...read, provider: 'chain' })],
})
test.each<[string, readonly Source[], string]>([
  ['has no source without a deployer, while the repository is read', [repo], 'NO_SOURCE'],
  [
    'was read, while the repository fails',
    [repositoryOf('repo', { from: 0, okTo: 30, stream: fails }), deploys(READ)],
    'NOT_ENOUGH_YET',
  ],
  ['was read too long ago, while the repository is read', [repo, deploys({ from: 0, okTo: 30 })], 'STALE'],
])('the latest deployment of a card %s', (_, sources, reason) => {
  expect(cardOf([], sources).latestDeployment).toEqual({ kind: 'UNKNOWN', reason })
})

const unread = {
  ...sourceOf('repo', 'github_repository'),
  streams: [unreadStream('releases', 'unavailable')],
}
const gone = repositoryOf('repo', { from: 0, okTo: 30, url: URL, stream: { lastOutcome: 'missing' } })
const READ_URL = { kind: 'FACT', value: URL, observedAt: day(40), evidence: ['source:repo'] }
test.each<[string, readonly Source[], unknown]>([
  ['the one of the repository that was read', [repo], READ_URL],
  ['the one that was read, of two', [{ ...unread, id: 'source:a' }, repo], READ_URL],
  [
    'the one of a repository of which another stream was never read',
    [{ ...repo, streams: [streamOf('tags', { from: 0, okTo: 0, lastOkAt: null }), ...repo.streams] }],
    READ_URL,
  ],
  ['unknown while no address was recorded', [{ ...repo, url: null }], { reason: 'NOT_ENOUGH_YET' }],
  ['unknown while the repository was not read', [unread], { reason: 'SOURCE_UNAVAILABLE' }],
  [
    'unknown before the repository was asked',
    [{ ...unread, streams: [unreadStream('releases')] }],
    { reason: 'NOT_ENOUGH_YET' },
  ],
  [
    'unknown while the host refuses',
    [{ ...unread, streams: [unreadStream('commits', 'error')] }],
    { reason: 'ERROR' },
  ],
  ['unknown once the repository is missing', [gone], { reason: 'SOURCE_UNAVAILABLE' }],
  ['the one that is there, of two', [{ ...gone, id: 'source:a' }, repo], READ_URL],
  ['unknown without a repository', [sourceOf('site', 'website')], { reason: 'NO_SOURCE' }],
  ['unknown with one that is not counted', [{ ...repo, counted: false }], { reason: 'NO_SOURCE' }],
  ['unknown with one that only the project names', [selfReported(repo)], { reason: 'NO_SOURCE' }],
])('the address of a card’s repository is %s', (_, sources, expected) => {
  expect(cardOf([], sources).repositoryUrl).toMatchObject(expected as object)
})

test.each<[string, readonly RecordedShip[], readonly Source[], unknown]>([
  ['the newest week', [codeWeekShipOf('a', 20), codeWeekShipOf('b', 30)], [repo], { ship: { id: 'ship:b' } }],
  ['unknown without a week', [shipOf('a', 30)], [repo], 'NOT_ENOUGH_YET'],
  ['unknown without a repository', [codeWeekShipOf('a', 30)], [deployer], 'NO_SOURCE'],
])('the last code activity of a card is %s', (_, ships, sources, expected) => {
  const { lastCodeActivity: claim } = cardOf(ships, sources)
  if (claim.kind === 'UNKNOWN') return expect(claim.reason).toBe(expected)
  expect(claim.value).toMatchObject(expected as object)
  expect(claim.evidence).toEqual(['ship:b', 'ship:a', 'source:repo'])
})

test('the last code activity of a card says where its commits end while the repository fails', () => {
  const failing = { failingSince: day(39), lastOutcome: 'unavailable' } as const
  const sources = [repositoryOf('repo', { from: 0, okTo: 39, stream: failing })]
  expect(cardOf([codeWeekShipOf('a', 30)], sources).lastCodeActivity).toMatchObject({ asOf: day(39) })
  expect(cardOf([codeWeekShipOf('a', 30)]).lastCodeActivity).not.toHaveProperty('asOf')
})

test.each([
  ['code that is read', [repo], undefined, true],
  [
    'a deployer that was never read',
    [repo, { ...deployer, streams: [unreadStream('deployments')] }],
    undefined,
    true,
  ],
  ['no source', [], undefined, false],
  ['a deployer alone whose ship does not count', [deploys(READ)], undefined, false],
  ['work that is not code', [repo], 'art', false],
] as const)('activity of a card with %s is measured or not', (_, sources, kind, isMeasured) => {
  const copy = shipOf('d', 39, { sourceId: 'source:deployer', kind: 'deployment', changes: 'identical' })
  expect(cardOf([copy], sources, kind).activityMeasured).toBe(isMeasured)
})
