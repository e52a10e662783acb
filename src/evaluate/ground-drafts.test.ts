import { expect, test } from 'vitest'
import type { CoverageDimension } from '#contract/enums.ts'
import type { Source } from '#domain/evidence.ts'
import { day, repositoryOf, sourceOf, streamOf, uncounted, unreadStream } from '#test/given/build-evidence.ts'
import { address } from '#test/given/ledger-evidence.ts'
import { projectEvidenceOf } from '#test/given/project-evidence.ts'
import { conclude, NO_PREVIOUS } from './conclusions.ts'
import { coverageDrafts } from './ground-drafts.ts'

test('the streams of a contract that another project has are not among the failing ones', () => {
  const held = { ...sourceOf('held', 'contract'), streams: [unreadStream('upgrades', 'disallowed')] }
  const gone = { ...sourceOf('gone', 'contract'), streams: [unreadStream('proxy', 'missing')] }
  const draft = (sources: readonly (typeof held)[]) => {
    const evidence = projectEvidenceOf({ sources })
    const { coverage } = conclude({ evidence, previous: NO_PREVIOUS }, day(1))
    return coverageDrafts(evidence, coverage, day(1)).find(({ fact }) => fact === 'coverage.contracts')
  }
  expect(draft([held])).toMatchObject({ state: 'NOT_APPLICABLE', inputs: { sources: [held.id] } })
  expect(draft([held])?.inputs).not.toHaveProperty('unread')
  expect(draft([held, gone])).toMatchObject({
    state: 'SOURCE_UNAVAILABLE',
    inputs: { unread: [{ source: gone.id, stream: 'proxy' }] },
  })
})

const TOKEN = address(0xc)
const READ = { from: 0, okTo: 10 }
const of = (kind: Source['kind'], ...streams: Source['streams']): Source => ({
  ...sourceOf(kind, kind),
  streams,
})
const failed = (stream: string) => unreadStream(stream, 'unavailable')
const lapsed = (stream: string) =>
  streamOf(stream, { from: 0, okTo: 1, lastOutcome: 'unavailable', failingSince: day(2) })
const repository = repositoryOf('repo', READ)
const site = of('website', failed('declarations'), failed('token_naming'))
const deployer = of('deployer', lapsed('deployments'), failed('contracts'))
const contract = of('contract', lapsed('upgrades'), failed('proxy'))
const token = of('token', failed('signature'), failed('launch_logs'))
const explorer = of('explorer', failed('verified_source'), failed('method_use'))
const ALL = [repository, site, deployer, contract, explorer]

/** The state of a dimension on day 10, the time up to which it was read, and its streams that fail. */
function unreadOf(dimension: CoverageDimension, sources: readonly Source[], of: string | null = TOKEN) {
  const evidence = projectEvidenceOf({ sources, token: of as typeof TOKEN | null })
  const { coverage } = conclude({ evidence, previous: NO_PREVIOUS }, day(10))
  const draft = coverageDrafts(evidence, coverage, day(10)).find(
    ({ fact }) => fact === `coverage.${dimension}`,
  )
  const unread = draft?.inputs['unread'] as readonly { stream: string }[] | undefined
  return [draft?.state, draft?.inputs['observedAt'], unread?.map(({ stream }) => stream)]
}

test.each<[string, CoverageDimension, readonly Source[], unknown[]]>([
  [
    'code beside a chain that lapsed',
    'building',
    ALL,
    ['SOURCE_UNAVAILABLE', day(1), ['deployments', 'upgrades']],
  ],
  ['code beside sites', 'building', [repository, site], ['MEASURED', day(10), undefined]],
  [
    'a chain that nobody counts',
    'building',
    [repository, uncounted(deployer, 'Serial.')],
    ['MEASURED', day(10), undefined],
  ],
  [
    'a chain that was never read',
    'building',
    [repository, of('deployer', failed('deployments'))],
    ['MEASURED', day(10), undefined],
  ],
  ['no code', 'building', [site, deployer], ['NO_SOURCE', day(1), ['deployments']]],
  [
    'code that was never read',
    'building',
    [of('github_repository', failed('releases'), failed('commits')), deployer],
    ['SOURCE_UNAVAILABLE', undefined, ['releases', 'commits', 'deployments']],
  ],
  ['no source', 'building', [], ['NO_SOURCE', undefined, undefined]],
  ['an explorer’s calls', 'verified_source', ALL, ['SOURCE_UNAVAILABLE', undefined, ['verified_source']]],
  ['a site’s declarations', 'token_verification', ALL, ['SOURCE_UNAVAILABLE', undefined, ['token_naming']]],
  ['a token that is never read', 'token_verification', [token], ['NO_SOURCE', undefined, undefined]],
])('the streams behind a dimension, and no others, are named: %s', (_, dimension, sources, expected) => {
  expect(unreadOf(dimension, sources)).toEqual(expected)
})

test('without a token no stream is behind a dimension of it', () => {
  const market = of('market', failed('pools'))
  expect(unreadOf('market', [market], null)).toEqual(['NOT_APPLICABLE', undefined, undefined])
  expect(unreadOf('market', [market])).toEqual(['SOURCE_UNAVAILABLE', undefined, ['pools']])
})
