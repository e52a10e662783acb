import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import type { BuildEvidence, Stream } from '#domain/evidence.ts'
import {
  building,
  day,
  MS,
  repositoryOf,
  shipOf,
  sourceOf,
  streamOf,
  uncounted,
  unevenRepository,
  unreadStream,
} from '#test/given/build-evidence.ts'
import {
  builderReading,
  buildingReadUpTo,
  covers,
  isCutOffAfter,
  isReadable,
  stateOfStreams,
} from './watching.ts'

const READ = { from: 0, okTo: 10 }
const FAILING = { failingSince: day(10.1), lastOutcome: 'unavailable' as const }

test.each([
  ['72 h after an hourly stream was read', streamOf('x', READ), 13, true],
  ['just past 72 h', streamOf('x', READ), 13.01, false],
  [
    'three cadences after a two-day stream was read',
    streamOf('x', { ...READ, cadenceMs: 48 * HOUR_MS }),
    16,
    true,
  ],
  ['never read', unreadStream('x', 'rate_limited'), 10, false],
])('isReadable: %s', (_, stream, at, expected) => {
  expect(isReadable(stream, day(at))).toBe(expected)
})

test.each([
  ['exactly 72 h after an hourly stream was read', streamOf('x', READ), 13, [true, true, false]],
  [
    'exactly 72 h after a daily stream was read',
    streamOf('x', { ...READ, cadenceMs: 24 * HOUR_MS }),
    13,
    [true, true, false],
  ],
  [
    'exactly three cadences after a two-day stream was read',
    streamOf('x', { ...READ, cadenceMs: 48 * HOUR_MS }),
    16,
    [true, true, false],
  ],
  ['of a stream that was never read', unreadStream('x'), 0, [false, false, false]],
])('isReadable, to the millisecond: %s', (_, stream, at, expected) => {
  expect([-MS, 0, MS].map((off) => isReadable(stream, day(at + off)))).toEqual(expected)
})

test.each([
  ['inside the listing', streamOf('x', READ), 2, 9, true],
  [
    'an outage inside, closed by one good reading of a listing',
    streamOf('x', { ...READ, coversFrom: day(-90) }),
    -60,
    10,
    true,
  ],
  ['older than the listing reaches', streamOf('x', READ), -1, 9, false],
  ['past the last good reading', streamOf('x', READ), 2, 11, false],
  [
    'an empty listing covers from its first reading',
    streamOf('x', { ...READ, coversFrom: null }),
    0,
    10,
    true,
  ],
  ['an empty listing covers nothing before', streamOf('x', { ...READ, coversFrom: null }), -1, 10, false],
  ['never read', unreadStream('x'), 2, 3, false],
])('covers: %s', (_, stream, from, to, expected) => {
  expect(covers(stream, { from: day(from), to: day(to) })).toBe(expected)
})

const deployer = { ...sourceOf('deployer', 'deployer'), streams: [streamOf('deployments', READ)] }
const deployment = shipOf('d', 5, { kind: 'deployment', sourceId: 'source:deployer' })
const gone = repositoryOf('gone', { ...READ, stream: { lastOutcome: 'missing', failingSince: day(9) } })

/** A repository whose stream never answered. */
const askedFor = (stream: string, outcome: Stream['lastOutcome']) => ({
  ...sourceOf('repo', 'github_repository'),
  streams: [unreadStream(stream, outcome)],
})
/** The state and whether it is readable, on day 10 or on the day given. */
const cases: [string, BuildEvidence, string, boolean, number?][] = [
  ['no source', building([]), 'NO_SOURCE', false],
  ['a repository just read', building([repositoryOf('repo', READ)]), 'MEASURED', true, 10.1],
  [
    'read often, and within the hour',
    building([repositoryOf('repo', { ...READ, stream: { cadenceMs: 60_000 } })]),
    'MEASURED',
    true,
    10.04,
  ],
  ['read more than three cadences ago', building([repositoryOf('repo', READ)]), 'STALE', true, 10.2],
  ['lapsed, nothing tried since', building([repositoryOf('repo', READ)]), 'STALE', false, 14],
  [
    'lapsed and failing',
    building([repositoryOf('repo', { ...READ, stream: FAILING })]),
    'SOURCE_UNAVAILABLE',
    false,
    14,
  ],
  ['attached, not yet asked', building([sourceOf('repo', 'github_repository')]), 'NOT_ENOUGH_YET', false],
  ['asked, never answered', building([askedFor('releases', 'rate_limited')]), 'SOURCE_UNAVAILABLE', false, 1],
  ['asked, answered with what cannot be read', building([askedFor('releases', 'error')]), 'ERROR', false, 1],
  ['context only', building([uncounted(repositoryOf('repo', READ), 'a fork')]), 'NO_SOURCE', false],
  [
    'one of two unreadable',
    building([repositoryOf('a', { from: 0, okTo: 2, stream: FAILING }), repositoryOf('b', READ)]),
    'SOURCE_UNAVAILABLE',
    false,
  ],
  [
    'one of two without streams yet',
    building([repositoryOf('a', READ), sourceOf('b', 'github_repository')]),
    'NOT_ENOUGH_YET',
    false,
  ],
  [
    'its commits never read',
    building([unevenRepository({ releases: READ, commits: null })]),
    'NOT_ENOUGH_YET',
    false,
  ],
  [
    'its releases no longer read',
    building([unevenRepository({ releases: { from: 0, okTo: 5 }, commits: READ })]),
    'STALE',
    false,
  ],
  [
    'one of two whose releases alone are gone',
    building([
      {
        ...sourceOf('a', 'github_repository'),
        streams: [streamOf('releases', { ...READ, lastOutcome: 'missing' }), unreadStream('commits')],
      },
      repositoryOf('b', READ),
    ]),
    'MEASURED',
    true,
  ],
  [
    'an unread stream that is not of code',
    building([
      {
        ...repositoryOf('repo', READ),
        streams: [...repositoryOf('repo', READ).streams, unreadStream('repository', 'error')],
      },
    ]),
    'MEASURED',
    true,
  ],
  ['one of two gone for good', building([gone, repositoryOf('b', READ)]), 'MEASURED', true],
  ['the only one gone', building([gone]), 'SOURCE_UNAVAILABLE', false, 14],
  ['on-chain only, silent', building([deployer]), 'NO_SOURCE', false],
  ['on-chain only, showing a deployment', building([deployer], deployment), 'MEASURED', true],
  [
    'on-chain only, an unread stream that is not of the chain',
    building(
      [{ ...deployer, streams: [...deployer.streams, unreadStream('metadata', 'error')] }],
      deployment,
    ),
    'MEASURED',
    true,
  ],
  [
    'on-chain only, a deployment that the project alone reports',
    building([deployer], { ...deployment, backing: 'self-reported' }),
    'NO_SOURCE',
    false,
  ],
  [
    'on-chain only, a deployment of another source',
    building([deployer], { ...deployment, sourceId: 'source:other' }),
    'NO_SOURCE',
    false,
  ],
  [
    'on-chain only, its deployment withdrawn',
    building([deployer], { ...deployment, withdrawn: true }),
    'NO_SOURCE',
    false,
  ],
  ['on-chain only, its deployment long ago', building([deployer], deployment), 'NO_SOURCE', false, 36],
]
test.each(cases)('readBuilders: %s', (_, evidence, state, readable, at = 10) => {
  expect(builderReading(evidence, day(at))).toMatchObject({ state, readable, suspended: false })
})

test('readBuilders reports when a whole provider fails', () => {
  const sources = [repositoryOf('repo', { ...READ, stream: { providerOutageSince: day(9) } })]
  expect(builderReading(building(sources), day(10)).suspended).toBe(true)
})

test.each<[string, (off: number) => BuildEvidence, number, readonly [string, string, string]]>([
  [
    'MEASURED until exactly three cadences after a stream of every six hours was read',
    (off) =>
      building([repositoryOf('repo', { from: 0, okTo: 9.25 - off, stream: { cadenceMs: 6 * HOUR_MS } })]),
    10,
    ['MEASURED', 'MEASURED', 'STALE'],
  ],
  [
    'MEASURED until exactly an hour after a stream of every minute was read',
    (off) =>
      building([repositoryOf('repo', { from: 0, okTo: 10 - 1 / 24 - off, stream: { cadenceMs: 60_000 } })]),
    10,
    ['MEASURED', 'MEASURED', 'STALE'],
  ],
  [
    'measured on-chain until exactly 30 days after the deployment',
    (off) =>
      building([{ ...deployer, streams: [streamOf('deployments', { from: 0, okTo: 40 })] }], {
        ...deployment,
        occurredAt: day(10 - off),
      }),
    40,
    ['MEASURED', 'MEASURED', 'NO_SOURCE'],
  ],
  [
    'measured on-chain until exactly 30 days before a deployment that is dated ahead',
    (off) => building([deployer], { ...deployment, occurredAt: day(40 + off) }),
    10,
    ['MEASURED', 'MEASURED', 'NO_SOURCE'],
  ],
  ['without a source', () => building([]), 10, ['NO_SOURCE', 'NO_SOURCE', 'NO_SOURCE']],
])('readBuilders, to the millisecond: %s', (_, evidenceAt, at, expected) => {
  expect([-MS, 0, MS].map((off) => builderReading(evidenceAt(off), day(at)).state)).toEqual(expected)
})

test.each([
  ['read lately', deployer, 10, false],
  ['read before and no longer', deployer, 13.1, true],
  ['never read', { ...deployer, streams: [unreadStream('deployments')] }, 13.1, false],
  ['not counted', uncounted(deployer, 'a factory'), 13.1, false],
  [
    'read before it was found to be of another project',
    { ...deployer, streams: [streamOf('deployments', { ...READ, lastOutcome: 'disallowed' })] },
    13.1,
    false,
  ],
])('readBuilders: an on-chain source %s', (_, chain, at, lapsed) => {
  const sources = [repositoryOf('repo', { from: 0, okTo: at }), chain]
  expect(builderReading(building(sources), day(at)).chainLapsed).toBe(lapsed)
})

test.each<[string, Stream, number, boolean[]]>([
  [
    'that is cut off, after its coverage alone',
    streamOf('x', { ...READ, isCutOff: true }),
    0,
    [true, false, false],
  ],
  ['that is not', streamOf('x', READ), 0, [false, false, false]],
  [
    'that is cut off, and says not from when',
    streamOf('x', { from: 1, okTo: 10, coversFrom: null, isCutOff: true }),
    1,
    [true, false, false],
  ],
  ['that was never read', { ...unreadStream('x'), isCutOff: true }, 0, [false, false, false]],
])('[R40] ships may be missing of a stream %s', (_, stream, at, expected) => {
  expect([-MS, 0, MS].map((off) => isCutOffAfter(stream, day(at + off)))).toEqual(expected)
})

test('the state of several streams is that of the least readable one, and of none it is not read yet', () => {
  const read = streamOf('x', READ)
  const failing = { ...streamOf('y', READ), ...FAILING }
  expect(stateOfStreams([read, read], day(10))).toEqual({ state: 'MEASURED', readable: true })
  expect(stateOfStreams([read, unreadStream('y', 'unavailable')], day(10)).readable).toBe(false)
  expect(stateOfStreams([read, failing], day(20))).toMatchObject({ readable: false })
  expect(stateOfStreams([], day(10))).toEqual({ state: 'NOT_ENOUGH_YET', readable: false })
})

test.each([
  [
    'is that of the stream that was read least',
    [streamOf('commits', READ)],
    [streamOf('upgrades', { from: 0, okTo: 8 })],
    8,
  ],
  [
    'leaves out a stream that was never read',
    [streamOf('commits', READ)],
    [unreadStream('upgrades', 'error')],
    10,
  ],
  ['is unknown before a first reading', [unreadStream('commits')], [unreadStream('upgrades', 'error')], null],
])('the time up to which building was read %s', (_, streams, chain, at) => {
  expect(buildingReadUpTo({ streams, chain })).toBe(at === null ? null : day(at))
})

test.each(['contract', 'token'] as const)('upgrades of a %s show building on the chain', (kind) => {
  const proxy = { ...sourceOf('proxy', kind), streams: [streamOf('upgrades', READ)] }
  expect(builderReading(building([proxy]), day(10)).chain).toEqual(proxy.streams)
})
