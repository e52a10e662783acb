import { expect, test } from 'vitest'
import type { EstablishedBy, ResearchLevel } from '#contract/enums.ts'
import { dateOf } from '#contract/time.ts'
import type { BuildEvidence } from '#domain/evidence.ts'
import {
  building,
  codeWeekShipOf,
  day,
  repositoryOf,
  selfReported,
  shipOf,
  sourceOf,
  streamOf,
  uncounted,
  unreadStream,
  weekOf,
} from '#test/given/build-evidence.ts'
import { researchLevel } from './research-level.ts'

const READ = { from: 0, okTo: 10 }
const repo = repositoryOf('repo', READ)
const unread = sourceOf('repo', 'github_repository')
const deployer = { ...sourceOf('deployer', 'deployer'), streams: [streamOf('deployments', READ)] }
const ship = shipOf('a', 5)
const shipsOn = (...days: readonly number[]) => days.map((at) => shipOf(`d${at}`, at))
/** A week with work on three days. */
const week = (rest: Parameters<typeof weekOf>[1] = {}) =>
  codeWeekShipOf('week', 2, { codeWeek: weekOf(2, { byDay: THREE_DAYS, ...rest }) })
const THREE_DAYS = Object.fromEntries([1, 2, 3].map((at) => [dateOf(day(at)), 1])) as never

/** The level, with the ships that a verified builder cites. */
const CASES: [string, BuildEvidence, ResearchLevel, string[]?][] = [
  ['a token alone', building([]), 'INDEXED'],
  ['a repository not yet read', building([unread]), 'INDEXED'],
  [
    'a repository asked in vain',
    building([{ ...unread, streams: [unreadStream('releases', 'unavailable')] }], week()),
    'INDEXED',
  ],
  [
    '[R126] verified ships of three days: the oldest three are cited',
    building([repo], ...shipsOn(3, 4, 6, 7)),
    'VERIFIED_BUILDER',
    ['ship:d3', 'ship:d4', 'ship:d6'],
  ],
  ['[R126] verified ships of two days', building([repo], ...shipsOn(3, 4)), 'RESEARCHED'],
  [
    '[R126] three verified ships of one day, on three repositories',
    building([repo], ...[1, 2, 3].map((n) => shipOf(`r${n}`, 3, { origin: `${n}` }))),
    'RESEARCHED',
  ],
  ['[R126] a week with work on three days', building([repo], week()), 'VERIFIED_BUILDER', ['ship:week']],
  ['[R126] a week that was not read', building([repo], week({ substance: 'not_fully_read' })), 'RESEARCHED'],
  [
    '[R126] a release that was not read, beside two days of work',
    building([repo], shipOf('a', 1), shipOf('b', 2), shipOf('c', 3, { changes: 'not_read' })),
    'RESEARCHED',
  ],
  ['a repository nobody corroborated', building([selfReported(repo)], week()), 'INDEXED'],
  ['a context-only repository', building([uncounted(repo, 'a fork')], week()), 'INDEXED'],
  [
    'on-chain evidence alone',
    building([deployer], shipOf('a', 5, { kind: 'deployment', sourceId: 'source:deployer' })),
    'INDEXED',
  ],
  ['a corroborated repository without ships', building([repo]), 'RESEARCHED'],
  [
    'ships that are linked, not verified',
    building([repo], { ...week(), backing: 'source-linked' }),
    'RESEARCHED',
  ],
  ['one verified ship', building([repo], ship), 'RESEARCHED'],
  [
    'verified work of long ago: silence lowers nothing',
    building([repo], ...shipsOn(-900, -899, -898)),
    'VERIFIED_BUILDER',
    ['ship:d-900', 'ship:d-899', 'ship:d-898'],
  ],
  [
    'a repository that went away: its ships stand',
    building(
      [repositoryOf('repo', { from: 0, okTo: 1, stream: { lastOutcome: 'missing', failingSince: day(1) } })],
      week(),
    ),
    'VERIFIED_BUILDER',
    ['ship:week'],
  ],
  ['the verified work withdrawn', building([repo], { ...week(), withdrawn: true }), 'RESEARCHED'],
  [
    'a verified week behind another of its days',
    building([repo], { ...week(), id: 'ship:z', backing: 'source-linked' }, week()),
    'VERIFIED_BUILDER',
    ['ship:week'],
  ],
]
test.each(CASES)(
  'researchLevel: %s [contract research level INDEXED|RESEARCHED|VERIFIED_BUILDER]',
  (_, evidence, level, ships = []) => {
    const grounds = level === 'INDEXED' ? ['source:token'] : [...ships, 'source:repo']
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
  const evidence = building([])
  const { supportedUntil } = researchLevel({ evidence, tokenSourceId: 'source:token' }, day(10))
  expect(supportedUntil).toBe(day(10))
})

test.each([
  ['github_repository', [{ input: 'source:one', reason: 'NOT_ENOUGH_YET' }]],
  ['website', [{ input: 'source:one', reason: 'NOT_ENOUGH_YET' }]],
  ['npm_package', [{ input: 'source:one', reason: 'NOT_APPLICABLE' }]],
  ['token', []],
  ['market', []],
] as const)(
  '[R24] researchLevel: an unread source of the kind %s is an unknown input: %j',
  (kind, inputs) => {
    const evidence = building([sourceOf('one', kind)])
    const { unknownInputs } = researchLevel({ evidence, tokenSourceId: 'source:token' }, day(10))
    expect(unknownInputs).toEqual(inputs)
  },
)

test('researchLevel names the public sources that were never read and gives its counts', () => {
  const evidence = building([repo, { ...unread, id: 'source:b' as const }, sourceOf('d', 'deployer')], ship)
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

/**
 * Every way of establishing a source, and whether it corroborates the source. A read repository is research when it is
 * corroborated.
 */
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
