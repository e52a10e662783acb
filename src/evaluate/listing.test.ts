import { expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import type { ProjectStatement } from '#domain/evidence.ts'
import type { ProjectEvidence } from '#records/project-evidence.ts'
import {
  day,
  repositoryOf,
  selfReported,
  shipOf,
  sourceOf,
  streamOf,
  unreadStream,
} from '#test/given/build-evidence.ts'
import { readingOf } from '#test/given/build-market.ts'
import { address, uuid } from '#test/given/ledger-evidence.ts'
import { evaluateProject } from './project.ts'

const NOW = 100
const READ = { from: 0, okTo: NOW }
const NOTHING: ProjectEvidence = {
  projectId: uuid(7),
  token: address(0xc),
  state: 'published',
  firstPublishedAt: null,
  publishedAt: null,
  kind: null,
  ships: [],
  claims: [],
  signals: [],
  contracts: [],
  launchLogs: [],
  marketReadings: [],
  uses: [],
  attention: [],
  sources: [repositoryOf('repo', READ), sourceOf('token', 'token')],
}

function evaluated(given: Partial<ProjectEvidence>) {
  const evidence = { ...NOTHING, ...given }
  return evaluateProject({
    evidence,
    standing: [],
    judged: undefined,
    knownThen: undefined,
    now: day(NOW),
  })
}

function draftOf(fact: string, given: Partial<ProjectEvidence>) {
  return evaluated(given).drafts.find((draft) => draft.fact === fact)
}

const launch: ProjectStatement = {
  id: 'claim:launch',
  projectId: uuid(7),
  sourceId: null,
  kind: 'launch',
  by: 'operator',
  statement: 'Launched.',
  url: null,
  statedOn: null,
  names: null,
  observedAt: day(1),
  withdrawn: null,
}
test.each([
  ['a standing launch statement', launch, 'launchpad_record', ['claim:launch']],
  ['a statement of another kind', { ...launch, kind: 'narrative' } as const, 'not_checked', ['source:token']],
  [
    'a withdrawn launch statement',
    { ...launch, withdrawn: { at: day(2), reason: 'no longer in the catalogue' } },
    'not_checked',
    ['source:token'],
  ],
])('the verification of a token with %s', (_, claim, reason, evidence) => {
  const found = draftOf('token.verification', { claims: [claim] })
  expect(found).toMatchObject({ value: { status: 'UNVERIFIED', reason }, evidence })
})

test('the first ship of a listing is the oldest that stands', () => {
  const withdrawn = shipOf('withdrawn', 5, { withdrawn: true })
  const ships = [shipOf('newest', 90), shipOf('oldest', 10), shipOf('middle', 50), withdrawn]
  expect(evaluated({ ships }).card.listing.firstShipAt).toBe(day(10))
  expect(evaluated({ ships: [withdrawn] }).card.listing.firstShipAt).toBeNull()
})

const market = (provider: string) => ({
  ...sourceOf(provider, 'market'),
  streams: [streamOf('token_market', READ)],
})
const believed = readingOf(NOW - 0.1, { valuation: null })
const doubted = readingOf(NOW - 0.2, { provider: 'geckoterminal', volume24hUsd: 1e12 })
test.each([
  ['a valuation that is not believed, though the liquidity is', [doubted, believed], 'implausible_turnover'],
  ['a valuation that is believed', [{ ...doubted, volume24hUsd: 900 }, believed], null],
  ['no valuation', [believed], null],
])('a listing states the doubt of %s', (_, marketReadings, doubt) => {
  const sources = [...NOTHING.sources, market('dexscreener'), market('geckoterminal')]
  const { figures } = evaluated({ sources, marketReadings }).card.listing
  expect(figures.liquidity.kind).toBe('FACT')
  expect(figures.doubt).toBe(doubt)
})

test.each([
  ['was read', market('geckoterminal'), 'NO_SOURCE'],
  [
    'was never read',
    { ...market('geckoterminal'), streams: [unreadStream('geckoterminal')] },
    'NOT_ENOUGH_YET',
  ],
] as const)('a figure that the readings do not give, when the other provider %s', (_, other, reason) => {
  const marketReadings = [readingOf(NOW - 0.1, { liquidityUsd: null })]
  const sources = [market('dexscreener'), other]
  expect(evaluated({ sources, marketReadings }).card.listing.figures.liquidity).toEqual(unknown(reason))
})

test('a listed valuation cites the source of the provider that gave it', () => {
  const sources = [...NOTHING.sources, market('dexscreener'), market('geckoterminal')]
  const marketReadings = [readingOf(NOW - 0.2, { provider: 'geckoterminal' }), believed]
  const { valuation } = evaluated({ sources, marketReadings }).card.listing.figures
  expect(valuation).toMatchObject({ kind: 'DERIVED', evidence: ['source:geckoterminal'] })
})

test('lists tell the repository of a project only where more than its own word names it', () => {
  const repository = repositoryOf('repo', READ)
  const factsOf = (source: typeof repository) => evaluated({ sources: [source] }).card.listing.facts
  expect(factsOf(repository)).toContain('repository')
  expect(factsOf(selfReported(repository))).not.toContain('repository')
})
