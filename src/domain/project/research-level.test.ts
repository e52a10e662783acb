import { expect, test } from 'vitest'
import type { BuildEvidence } from '#domain/evidence.ts'
import { day, repositoryOf, shipOf, sourceOf, streamOf, unreadStream } from '#test/build-evidence.ts'
import { researchLevel } from './research-level.ts'

const READ = { from: 0, okTo: 10 }
const repo = repositoryOf('repo', READ)
const unread = sourceOf('repo', 'github_repository')
const deployer = { ...sourceOf('deployer', 'deployer'), streams: [streamOf('deployments', READ)] }
const ship = shipOf('a', 5)

const CASES: [string, BuildEvidence, string, readonly string[]][] = [
  ['a token alone', { sources: [], ships: [] }, 'INDEXED', ['source:token']],
  ['a repository not yet read', { sources: [unread], ships: [] }, 'INDEXED', ['source:token']],
  [
    'a repository asked in vain',
    { sources: [{ ...unread, streams: [unreadStream('releases', 'unavailable')] }], ships: [ship] },
    'INDEXED',
    ['source:token'],
  ],
  [
    'two verified ships: one is cited',
    { sources: [repo], ships: [shipOf('a', 3), shipOf('b', 6)] },
    'VERIFIED_BUILDER',
    ['ship:a', 'source:repo'],
  ],
  [
    'a repository nobody corroborated',
    { sources: [{ ...repo, establishedBy: 'self_reported' }], ships: [ship] },
    'INDEXED',
    ['source:token'],
  ],
  [
    'a context-only repository',
    { sources: [{ ...repo, counted: false, notCountedReason: 'a fork' }], ships: [ship] },
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
    { sources: [repo], ships: [shipOf('a', 5, { backing: 'source-linked' })] },
    'RESEARCHED',
    ['source:repo'],
  ],
  ['a verified ship', { sources: [repo], ships: [ship] }, 'VERIFIED_BUILDER', ['ship:a', 'source:repo']],
  [
    'a verified ship of long ago: silence lowers nothing',
    { sources: [repo], ships: [shipOf('a', -900)] },
    'VERIFIED_BUILDER',
    ['ship:a', 'source:repo'],
  ],
  [
    'a repository that went away: its ships stand',
    {
      sources: [
        repositoryOf('repo', { from: 0, okTo: 1, stream: { lastOutcome: 'missing', failingSince: day(1) } }),
      ],
      ships: [ship],
    },
    'VERIFIED_BUILDER',
    ['ship:a', 'source:repo'],
  ],
  [
    'the verified ship withdrawn',
    { sources: [repo], ships: [{ ...ship, withdrawn: true }] },
    'RESEARCHED',
    ['source:repo'],
  ],
  [
    'a verified ship behind another of its day',
    { sources: [repo], ships: [shipOf('z', 5, { backing: 'source-linked' }), shipOf('a', 5.1)] },
    'VERIFIED_BUILDER',
    ['ship:a', 'source:repo'],
  ],
]
test.each(CASES)('researchLevel: %s', (_, evidence, level, grounds) => {
  const { claim } = researchLevel({ evidence, tokenSourceId: 'source:token' }, day(10))
  expect(claim).toMatchObject({ kind: 'DERIVED', value: level, evidence: grounds })
})

test('researchLevel: is unknown without a source and a token', () => {
  const { claim } = researchLevel({ evidence: { sources: [], ships: [] }, tokenSourceId: null }, day(10))
  expect(claim).toEqual({ kind: 'UNKNOWN', reason: 'NOT_RESEARCHED' })
})

test('researchLevel names the public sources that were never read and gives its counts', () => {
  const evidence = {
    sources: [repo, { ...unread, id: 'source:b' as const }, sourceOf('d', 'deployer')],
    ships: [ship],
  }
  const { inputs, unknownInputs } = researchLevel({ evidence, tokenSourceId: null }, day(10))
  expect(unknownInputs).toEqual([{ input: 'source:b', reason: 'NOT_ENOUGH_YET' }])
  expect(inputs).toEqual({ corroboratedSources: ['source:repo'], verifiedShips: 1 })
})

test('researchLevel: INDEXED cites an unread source when there is no token', () => {
  const { claim } = researchLevel(
    { evidence: { sources: [unread], ships: [] }, tokenSourceId: null },
    day(10),
  )
  expect(claim).toMatchObject({ value: 'INDEXED', evidence: ['source:repo'] })
})
