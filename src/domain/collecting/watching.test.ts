import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import type { BuildEvidence } from '#domain/evidence.ts'
import {
  day,
  MS,
  repositoryOf,
  shipOf,
  sourceOf,
  streamOf,
  unevenRepository,
  unreadStream,
} from '#test/build-evidence.ts'
import { builderReading, covers, isReadable } from './watching.ts'

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

const cases: [string, BuildEvidence, number, string, boolean][] = [
  ['no source', { sources: [], ships: [] }, 10, 'NO_SOURCE', false],
  ['a repository just read', { sources: [repositoryOf('repo', READ)], ships: [] }, 10.1, 'MEASURED', true],
  [
    'read often, and within the hour',
    { sources: [repositoryOf('repo', { ...READ, stream: { cadenceMs: 60_000 } })], ships: [] },
    10.04,
    'MEASURED',
    true,
  ],
  [
    'read more than three cadences ago',
    { sources: [repositoryOf('repo', READ)], ships: [] },
    10.2,
    'STALE',
    true,
  ],
  ['lapsed, nothing tried since', { sources: [repositoryOf('repo', READ)], ships: [] }, 14, 'STALE', false],
  [
    'lapsed and failing',
    { sources: [repositoryOf('repo', { ...READ, stream: FAILING })], ships: [] },
    14,
    'SOURCE_UNAVAILABLE',
    false,
  ],
  [
    'attached, not yet asked',
    { sources: [sourceOf('repo', 'github_repository')], ships: [] },
    10,
    'NOT_ENOUGH_YET',
    false,
  ],
  [
    'asked, never answered',
    {
      sources: [
        { ...sourceOf('repo', 'github_repository'), streams: [unreadStream('releases', 'rate_limited')] },
      ],
      ships: [],
    },
    1,
    'SOURCE_UNAVAILABLE',
    false,
  ],
  [
    'asked, answered with what cannot be read',
    {
      sources: [{ ...sourceOf('repo', 'github_repository'), streams: [unreadStream('releases', 'error')] }],
      ships: [],
    },
    1,
    'ERROR',
    false,
  ],
  [
    'context only',
    { sources: [repositoryOf('repo', { ...READ, counted: false, notCountedReason: 'a fork' })], ships: [] },
    10,
    'NO_SOURCE',
    false,
  ],
  [
    'one of two unreadable',
    {
      sources: [repositoryOf('a', { from: 0, okTo: 2, stream: FAILING }), repositoryOf('b', READ)],
      ships: [],
    },
    10,
    'SOURCE_UNAVAILABLE',
    false,
  ],
  [
    'one of two without streams yet',
    { sources: [repositoryOf('a', READ), sourceOf('b', 'github_repository')], ships: [] },
    10,
    'NOT_ENOUGH_YET',
    false,
  ],
  [
    'its commits never read',
    { sources: [unevenRepository({ releases: READ, commits: null })], ships: [] },
    10,
    'NOT_ENOUGH_YET',
    false,
  ],
  [
    'its releases no longer read',
    { sources: [unevenRepository({ releases: { from: 0, okTo: 5 }, commits: READ })], ships: [] },
    10,
    'STALE',
    false,
  ],
  [
    'one of two whose releases alone are gone',
    {
      sources: [
        {
          ...sourceOf('a', 'github_repository'),
          streams: [streamOf('releases', { ...READ, lastOutcome: 'missing' }), unreadStream('commits')],
        },
        repositoryOf('b', READ),
      ],
      ships: [],
    },
    10,
    'MEASURED',
    true,
  ],
  [
    'an unread stream that is not of code',
    {
      sources: [
        {
          ...repositoryOf('repo', READ),
          streams: [...repositoryOf('repo', READ).streams, unreadStream('repository', 'error')],
        },
      ],
      ships: [],
    },
    10,
    'MEASURED',
    true,
  ],
  ['one of two gone for good', { sources: [gone, repositoryOf('b', READ)], ships: [] }, 10, 'MEASURED', true],
  ['the only one gone', { sources: [gone], ships: [] }, 14, 'SOURCE_UNAVAILABLE', false],
  ['on-chain only, silent', { sources: [deployer], ships: [] }, 10, 'NO_SOURCE', false],
  ['on-chain only, showing a deployment', { sources: [deployer], ships: [deployment] }, 10, 'MEASURED', true],
  [
    'on-chain only, an unread stream that is not of the chain',
    {
      sources: [{ ...deployer, streams: [...deployer.streams, unreadStream('metadata', 'error')] }],
      ships: [deployment],
    },
    10,
    'MEASURED',
    true,
  ],
  [
    'on-chain only, a deployment that the project alone reports',
    { sources: [deployer], ships: [{ ...deployment, backing: 'self-reported' }] },
    10,
    'NO_SOURCE',
    false,
  ],
  [
    'on-chain only, a deployment of another source',
    { sources: [deployer], ships: [{ ...deployment, sourceId: 'source:other' }] },
    10,
    'NO_SOURCE',
    false,
  ],
  [
    'on-chain only, its deployment withdrawn',
    { sources: [deployer], ships: [{ ...deployment, withdrawn: true }] },
    10,
    'NO_SOURCE',
    false,
  ],
  [
    'on-chain only, its deployment long ago',
    { sources: [deployer], ships: [deployment] },
    36,
    'NO_SOURCE',
    false,
  ],
]
test.each(cases)('readBuilders: %s', (_, evidence, at, state, readable) => {
  expect(builderReading(evidence, day(at))).toMatchObject({ state, readable, suspended: false })
})

test('readBuilders reports when a whole provider fails', () => {
  const sources = [repositoryOf('repo', { ...READ, stream: { providerOutageSince: day(9) } })]
  expect(builderReading({ sources, ships: [] }, day(10)).suspended).toBe(true)
})

test.each<[string, (off: number) => BuildEvidence, number, readonly [string, string, string]]>([
  [
    'MEASURED until exactly three cadences after a stream of every six hours was read',
    (off) => ({
      sources: [repositoryOf('repo', { from: 0, okTo: 9.25 - off, stream: { cadenceMs: 6 * HOUR_MS } })],
      ships: [],
    }),
    10,
    ['MEASURED', 'MEASURED', 'STALE'],
  ],
  [
    'MEASURED until exactly an hour after a stream of every minute was read',
    (off) => ({
      sources: [repositoryOf('repo', { from: 0, okTo: 10 - 1 / 24 - off, stream: { cadenceMs: 60_000 } })],
      ships: [],
    }),
    10,
    ['MEASURED', 'MEASURED', 'STALE'],
  ],
  [
    'measured on-chain until exactly 30 days after the deployment',
    (off) => ({
      sources: [{ ...deployer, streams: [streamOf('deployments', { from: 0, okTo: 40 })] }],
      ships: [{ ...deployment, occurredAt: day(10 - off) }],
    }),
    40,
    ['MEASURED', 'MEASURED', 'NO_SOURCE'],
  ],
  ['without a source', () => ({ sources: [], ships: [] }), 10, ['NO_SOURCE', 'NO_SOURCE', 'NO_SOURCE']],
])('readBuilders, to the millisecond: %s', (_, evidenceAt, at, expected) => {
  expect([-MS, 0, MS].map((off) => builderReading(evidenceAt(off), day(at)).state)).toEqual(expected)
})

test.each([
  ['read lately', deployer, 10, false],
  ['read before and no longer', deployer, 13.1, true],
  ['never read', { ...deployer, streams: [unreadStream('deployments')] }, 13.1, false],
  ['not counted', { ...deployer, counted: false, notCountedReason: 'a factory' }, 13.1, false],
])('readBuilders: an on-chain source %s', (_, chain, at, lapsed) => {
  const sources = [repositoryOf('repo', { from: 0, okTo: at }), chain]
  expect(builderReading({ sources, ships: [] }, day(at)).chainLapsed).toBe(lapsed)
})
