import { expect, test } from 'vitest'
import type { EstablishedBy } from '#contract/enums.ts'
import { dateOf } from '#contract/time.ts'
import type { BuildEvidence } from '#domain/evidence.ts'
import {
  codeWeekShipOf,
  day,
  repositoryOf,
  shipOf,
  sourceOf,
  streamOf,
  unreadStream,
  weekOf,
} from '#test/build-evidence.ts'
import { researchLevel } from './research-level.ts'

const READ = { from: 0, okTo: 10 }
const repo = repositoryOf('repo', READ)
const unread = sourceOf('repo', 'github_repository')
const deployer = { ...sourceOf('deployer', 'deployer'), streams: [streamOf('deployments', READ)] }
const ship = shipOf('a', 5)
/** A week with work on three days. */
const week = (rest: Parameters<typeof weekOf>[1] = {}) =>
  codeWeekShipOf('week', 2, { codeWeek: weekOf(2, { byDay: THREE_DAYS, ...rest }) })
const THREE_DAYS = Object.fromEntries([1, 2, 3].map((at) => [dateOf(day(at)), 1])) as never

const CASES: [string, BuildEvidence, string, readonly string[]][] = [
  ['a token alone', { sources: [], ships: [] }, 'INDEXED', ['source:token']],
  ['a repository not yet read', { sources: [unread], ships: [] }, 'INDEXED', ['source:token']],
  [
    'a repository asked in vain',
    { sources: [{ ...unread, streams: [unreadStream('releases', 'unavailable')] }], ships: [week()] },
    'INDEXED',
    ['source:token'],
  ],
  [
    '[R126] verified ships of three days: the oldest three are cited',
    { sources: [repo], ships: [3, 4, 6, 7].map((at) => shipOf(`d${at}`, at)) },
    'VERIFIED_BUILDER',
    ['ship:d3', 'ship:d4', 'ship:d6', 'source:repo'],
  ],
  [
    '[R126] verified ships of two days',
    { sources: [repo], ships: [3, 4].map((at) => shipOf(`d${at}`, at)) },
    'RESEARCHED',
    ['source:repo'],
  ],
  [
    '[R126] three verified ships of one day, on three repositories',
    { sources: [repo], ships: [1, 2, 3].map((n) => shipOf(`r${n}`, 3, { origin: `${n}` })) },
    'RESEARCHED',
    ['source:repo'],
  ],
  [
    '[R126] a week with work on three days',
    { sources: [repo], ships: [week()] },
    'VERIFIED_BUILDER',
    ['ship:week', 'source:repo'],
  ],
  [
    '[R126] a week that was not read',
    { sources: [repo], ships: [week({ substance: 'not_fully_read' })] },
    'RESEARCHED',
    ['source:repo'],
  ],
  [
    '[R126] a release that was not read, beside two days of work',
    { sources: [repo], ships: [shipOf('a', 1), shipOf('b', 2), shipOf('c', 3, { changes: 'not_read' })] },
    'RESEARCHED',
    ['source:repo'],
  ],
  [
    'a repository nobody corroborated',
    { sources: [{ ...repo, establishedBy: 'self_reported' }], ships: [week()] },
    'INDEXED',
    ['source:token'],
  ],
  [
    'a context-only repository',
    { sources: [{ ...repo, counted: false, notCountedReason: 'a fork' }], ships: [week()] },
    'INDEXED',
    ['source:token'],
  ],
  [
    'on-chain evidence alone',
    { sources: [deployer], ships: [shipOf('a', 5, { kind: 'deployment', sourceId: 'source:deployer' })] },
    'INDEXED',
    ['source:token'],
  ],
  ['a corroborated repository without ships', { sources: [repo], ships: [] }, 'RESEARCHED', ['source:repo']],
  [
    'ships that are linked, not verified',
    { sources: [repo], ships: [{ ...week(), backing: 'source-linked' }] },
    'RESEARCHED',
    ['source:repo'],
  ],
  ['one verified ship', { sources: [repo], ships: [ship] }, 'RESEARCHED', ['source:repo']],
  [
    'verified work of long ago: silence lowers nothing',
    { sources: [repo], ships: [-900, -899, -898].map((at) => shipOf(`d${at}`, at)) },
    'VERIFIED_BUILDER',
    ['ship:d-900', 'ship:d-899', 'ship:d-898', 'source:repo'],
  ],
  [
    'a repository that went away: its ships stand',
    {
      sources: [
        repositoryOf('repo', { from: 0, okTo: 1, stream: { lastOutcome: 'missing', failingSince: day(1) } }),
      ],
      ships: [week()],
    },
    'VERIFIED_BUILDER',
    ['ship:week', 'source:repo'],
  ],
  [
    'the verified work withdrawn',
    { sources: [repo], ships: [{ ...week(), withdrawn: true }] },
    'RESEARCHED',
    ['source:repo'],
  ],
  [
    'a verified week behind another of its days',
    { sources: [repo], ships: [{ ...week(), id: 'ship:z', backing: 'source-linked' }, week()] },
    'VERIFIED_BUILDER',
    ['ship:week', 'source:repo'],
  ],
]
test.each(CASES)(
  'researchLevel: %s [contract research level INDEXED|RESEARCHED|VERIFIED_BUILDER]',
  (_, evidence, level, grounds) => {
    const { claim } = researchLevel({ evidence, tokenSourceId: 'source:token' }, day(10))
    expect(claim).toMatchObject({ kind: 'DERIVED', value: level, evidence: grounds })
  },
)

test('researchLevel: is unknown without a source and a token [contract coverage state NOT_RESEARCHED]', () => {
  const { claim, supportedUntil } = researchLevel(
    { evidence: { sources: [], ships: [] }, tokenSourceId: null },
    day(10),
  )
  expect(claim).toEqual({ kind: 'UNKNOWN', reason: 'NOT_RESEARCHED' })
  expect(supportedUntil).toBeNull()
})

test('researchLevel: is supported now, because silence does not lower it', () => {
  const evidence = { sources: [], ships: [] }
  const { supportedUntil } = researchLevel({ evidence, tokenSourceId: 'source:token' }, day(10))
  expect(supportedUntil).toBe(day(10))
})

test.each([
  ['github_repository', ['source:one']],
  ['website', ['source:one']],
  ['npm_package', ['source:one']],
  ['token', []],
  ['market', []],
] as const)('researchLevel: an unread source of the kind %s is an unknown input: %j', (kind, inputs) => {
  const evidence = { sources: [sourceOf('one', kind)], ships: [] }
  const { unknownInputs } = researchLevel({ evidence, tokenSourceId: 'source:token' }, day(10))
  expect(unknownInputs.map(({ input }) => input)).toEqual(inputs)
})

test('researchLevel names the public sources that were never read and gives its counts', () => {
  const evidence = {
    sources: [repo, { ...unread, id: 'source:b' as const }, sourceOf('d', 'deployer')],
    ships: [ship],
  }
  const { inputs, unknownInputs } = researchLevel({ evidence, tokenSourceId: null }, day(10))
  expect(unknownInputs).toEqual([{ input: 'source:b', reason: 'NOT_ENOUGH_YET' }])
  expect(inputs).toEqual({ corroboratedSources: ['source:repo'], verifiedShips: 1, workDays: 1 })
})

test('researchLevel: INDEXED cites an unread source when there is no token', () => {
  const { claim } = researchLevel(
    { evidence: { sources: [unread], ships: [] }, tokenSourceId: null },
    day(10),
  )
  expect(claim).toMatchObject({ value: 'INDEXED', evidence: ['source:repo'] })
})

/** Every way of establishing a source: a corroborated one makes a read repository research. */
const ESTABLISHED: Readonly<Record<EstablishedBy, boolean>> = {
  mutual: true,
  site_link: true,
  repository_homepage: true,
  deployer_signature: true,
  operator_review: true,
  self_reported: false,
  token_identity: false,
}
test.each(Object.entries(ESTABLISHED))(
  'researchLevel: a repository established by %s',
  (by, corroborates) => {
    const source = { ...repo, establishedBy: by as EstablishedBy }
    const { claim } = researchLevel(
      { evidence: { sources: [source], ships: [] }, tokenSourceId: null },
      day(10),
    )
    expect(claim).toMatchObject({ value: corroborates ? 'RESEARCHED' : 'INDEXED' })
  },
)
