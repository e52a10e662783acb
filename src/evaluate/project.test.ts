import { describe, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import type { Source } from '#domain/evidence.ts'
import type { StandingConclusion } from '#records/project/evaluations.ts'
import type { ProjectEvidence } from '#records/project-evidence.ts'
import {
  building,
  codeWeekShipOf,
  day,
  repositoryOf,
  shipOf,
  sourceOf,
  streamOf,
  unreadStream,
} from '#test/given/build-evidence.ts'
import { hourly } from '#test/given/build-market.ts'
import { address, uuid } from '#test/given/ledger-evidence.ts'
import { projectEvidenceOf, statementOf } from '#test/given/project-evidence.ts'
import { evaluateProject } from './project.ts'

const NOW = 200
const READ = { from: 0, okTo: NOW }
const TOKEN = address(0xc)
const repo = repositoryOf('repo', READ)
const of = (kind: Source['kind'], stream: string): Source => ({
  ...sourceOf(kind, kind),
  streams: [streamOf(stream, READ)],
})
const token = { ...of('token', 'proxy'), locator: TOKEN, establishedBy: 'token_identity' as const }
const market = of('market', 'dexscreener')
const readings = hourly(NOW - 2, NOW, { sourceId: market.id })
const naming = statementOf({ observedAt: day(NOW) })
const website = { ...of('website', 'token_naming'), locator: 'https://lumen.example' }
const conclusion = (fact: string, value: unknown, lastKnown: unknown = value): StandingConclusion => ({
  projectId: uuid(7),
  fact,
  value,
  lastKnown,
  lastKnownToken: TOKEN,
  evaluatedAt: day(NOW - 1),
  rule: 'activity.status@6',
  state: value === null ? 'STALE' : 'MEASURED',
})

function evaluated(given: Partial<ProjectEvidence>, standing: readonly StandingConclusion[] = []) {
  const evidence = projectEvidenceOf(given)
  const input = { evidence, standing, judged: undefined, knownThen: undefined, now: day(NOW) }
  const project = evaluateProject(input)
  const draftOf = (fact: string) => project.drafts.find((draft) => draft.fact === fact)
  return { ...project, draftOf }
}
const full = {
  sources: [repo, token, market, website],
  ships: [shipOf('old', NOW - 50), shipOf('new', NOW - 3)],
  marketReadings: readings,
  claims: [naming],
}

test('a project of which nothing is recorded has every conclusion once, each unknown', () => {
  const { drafts, card, ranked, countsAs, baselines } = evaluated({ token: null })
  expect(drafts.map(({ fact }) => fact).toSorted()).toEqual([
    'activity.status',
    'attention',
    'build.momentum',
    'contract.use',
    'coverage.building',
    'coverage.contracts',
    'coverage.locks',
    'coverage.market',
    'coverage.token_verification',
    'coverage.verified_source',
    'market.status',
    'market.valuation',
    'market_integrity.state',
    'research.level',
    'ships.meaningful_30d',
    'still_building',
    'token.launch_stage',
    'token.verification',
  ])
  expect(new Set(drafts.map(({ projectId }) => projectId))).toEqual(new Set([uuid(7)]))
  expect(drafts.filter(({ state, value }) => state === 'MEASURED' || value !== null)).toEqual([])
  expect(card).toMatchObject({
    projectId: uuid(7),
    activityStatus: 'UNKNOWN',
    tokenVerification: 'UNVERIFIED',
    researchLevel: 'INDEXED',
    marketStatus: 'INSUFFICIENT_DATA',
    meaningfulShips30d: null,
    lastActivityAt: null,
    listing: { firstShipAt: null, builderRead: false, tabs: [], facts: [] },
  })
  expect(card.evidence.market).toEqual({ kind: 'UNKNOWN', reason: 'NOT_APPLICABLE' })
  expect(ranked).toMatchObject({
    status: 'UNKNOWN',
    momentum: { reason: 'NO_SOURCE' },
    attention: {},
    use: { reason: 'NO_SOURCE' },
    research: { reason: 'NOT_RESEARCHED' },
    lastShipAt: null,
    shown: { activityMeasured: false, grounds: [] },
  })
  expect(ranked.shown).not.toHaveProperty('momentumAsOf')
  expect([countsAs, baselines]).toEqual([[], []])
})

test('a project that ships and whose token trades has its card, its place in lists and its ranking inputs', () => {
  const { card, ranked, countsAs, dueAt, draftOf } = evaluated(full)
  expect(card).toMatchObject({
    activityStatus: 'SHIPPING',
    tokenVerification: 'VERIFIED',
    researchLevel: 'RESEARCHED',
    marketStatus: 'LIVE',
    meaningfulShips30d: 1,
    lastActivityAt: day(NOW - 3),
  })
  expect(card.evidence.market).toMatchObject({
    kind: 'DERIVED',
    value: { status: 'LIVE', observedAt: day(NOW) },
    evidence: [market.id],
  })
  expect(draftOf('market.status')?.inputs).toMatchObject({ observedAt: day(NOW), doubt: null })
  expect(draftOf('activity.status')?.inputs).toMatchObject({ confirmed: true, countedShips: 2 })
  expect(card.listing).toMatchObject({
    firstShipAt: day(NOW - 50),
    builderRead: true,
    tabs: ['building-with-token'],
    figures: {
      valuation: { value: { kind: 'fdv', usd: 1_000_000 }, evidence: [market.id] },
      withheld: null,
      doubt: null,
    },
  })
  expect(card.listing.facts.toSorted()).toEqual([
    'liquidity',
    'marketCap',
    'marketStatus',
    'release',
    'repository',
    'ship',
    'token',
    'verifiedToken',
    'volume24h',
    'website',
  ])
  expect(ranked).toMatchObject({
    status: 'SHIPPING',
    momentum: { ships30d: 1 },
    research: { value: 'RESEARCHED' },
    lastShipAt: day(NOW - 3),
  })
  expect(ranked.shown.grounds).toEqual([...new Set(ranked.shown.grounds)].toSorted())
  expect(ranked.shown.grounds).toEqual(expect.arrayContaining(['ship:new', repo.id]))
  expect(countsAs.map(({ shipId, countsAs: counted }) => [shipId, counted])).toEqual([
    ['old', 'release'],
    ['new', 'release'],
  ])
  expect(dueAt > day(NOW)).toBe(true)
})

test('a project that the last ranking held under the radar is listed there while it builds', () => {
  const held = conclusion('discovery_gap', { underTheRadar: 'HELD' })
  const active = conclusion('activity.status', { status: 'SHIPPING', since: day(150) })
  const quiet = { ...full, ships: [shipOf('old', NOW - 50)] }
  expect(evaluated(full, [active, held]).card.listing.tabs).toContain('under-the-radar')
  expect(evaluated(quiet, [held]).card.listing.tabs).not.toContain('under-the-radar')
  for (const other of [{ underTheRadar: 'NOT_HELD' }, null])
    expect(evaluated(full, [conclusion('discovery_gap', other)]).card.listing.tabs).not.toContain(
      'under-the-radar',
    )
})

describe('earlier conclusions', () => {
  const since = day(150)
  test('of an equal status keep its date', () => {
    const before = conclusion('activity.status', { status: 'SHIPPING', since, confirmed: true })
    expect(evaluated(full, [before]).draftOf('activity.status')?.value).toMatchObject({ since })
    expect(evaluated(full).draftOf('activity.status')?.value).toEqual({ status: 'SHIPPING', since: day(NOW) })
  })

  test('that were never known do not, and are shown as unknown among the inputs', () => {
    const before = [conclusion('activity.status', null), conclusion('market_integrity.state', null)]
    const { draftOf } = evaluated(full, before)
    expect(draftOf('activity.status')).toMatchObject({
      value: { since: day(NOW) },
      inputs: { previous: { status: 'UNKNOWN', since: day(NOW - 1) } },
    })
    expect(draftOf('market_integrity.state')?.inputs['previous']).toBeNull()
    const shown = { status: 'NONE_OBSERVED', reasons: [], since }
    const again = evaluated(full, [conclusion('market_integrity.state', shown)])
    expect(again.draftOf('market_integrity.state')?.inputs['previous']).toEqual(shown)
  })

  test.each(['measured', 'unknown since'])('of the market of another token are none: %s', (when) => {
    const gone = { status: 'LIQUIDITY_GONE', since }
    const integrity = { status: 'NONE_OBSERVED', reasons: [], since }
    const before = Object.entries({ 'market.status': gone, 'market_integrity.state': integrity }).map(
      ([fact, value]) => conclusion(fact, when === 'measured' ? value : null, value),
    )
    const previousOf = (lastKnownToken: ContractAddress) => {
      const standing = before.map((one) => ({ ...one, lastKnownToken }))
      const { draftOf } = evaluated({ ...full, marketReadings: [] }, standing)
      return before.map(({ fact }) => draftOf(fact)?.inputs['previous'])
    }
    const [market] = previousOf(TOKEN)
    expect(market).toMatchObject({ lastKnown: 'LIQUIDITY_GONE' })
    expect(previousOf(address(0xd))).toEqual([null, null])
  })

  test('of a dead market withhold its valuation until another status is known', () => {
    const dead = conclusion('market.status', null, { status: 'NO_TRADING', since })
    const unclear = hourly(NOW - 2, NOW, {
      sourceId: market.id,
      liquidityUsd: null,
      volume24hUsd: null,
    })
    const alone = { ...full, marketReadings: unclear }
    const { draftOf, card } = evaluated(alone, [dead])
    expect(draftOf('market.valuation')).toMatchObject({
      state: 'WITHHELD',
      inputs: { withheld: 'NO_TRADING' },
    })
    expect(card.listing.figures).toMatchObject({ withheld: 'NO_TRADING', valuation: { kind: 'UNKNOWN' } })
    expect(evaluated(full, [dead]).draftOf('market.valuation')).toMatchObject({
      state: 'MEASURED',
      value: { kind: 'fdv' },
      inputs: { withheld: null },
    })
  })
})

test.each([
  ['without a token', { token: null }],
  ['whose token is no source', { sources: [repo] }],
])('a project %s has no token to verify', (_, given) => {
  const draft = evaluated({ ...full, ...given }).draftOf('token.verification')
  expect(draft).toMatchObject({ state: 'NOT_APPLICABLE', inputs: {}, unknownInputs: [] })
})

test('a status that time moved down while its source is unread is marked as unconfirmed', () => {
  const sources = [repositoryOf('repo', { from: 0, okTo: NOW - 4 })]
  const before = conclusion('activity.status', { status: 'SHIPPING', since: day(150), confirmed: true })
  const { draftOf } = evaluated(building(sources, shipOf('a', NOW - 11)), [before])
  expect(draftOf('activity.status')).toMatchObject({
    value: { status: 'ACTIVE', since: day(NOW), confirmed: false },
    inputs: { confirmed: false, countedShips: 1 },
  })
})

describe('the conclusion about counted ships', () => {
  test('counts the ships of each verdict', () => {
    const ships = [shipOf('a', NOW - 3), shipOf('b', NOW - 3), { ...shipOf('c', NOW - 2), withdrawn: true }]
    const draft = evaluated({ sources: [repo], ships }).draftOf('ships.meaningful_30d')
    expect(draft?.inputs).toEqual({ release: 1, same_repository_and_day: 1, withdrawn: 1 })
    expect(draft).toMatchObject({
      state: 'MEASURED',
      value: 1,
      supportedUntil: day(NOW),
      unknownInputs: [],
    })
  })

  test('names the day on which its count ends while a source fails', () => {
    const failing = { failingSince: day(NOW - 1), lastOutcome: 'unavailable' } as const
    const sources = [repositoryOf('repo', { from: 0, okTo: NOW - 1, stream: failing })]
    const draft = evaluated(building(sources, shipOf('a', NOW - 3))).draftOf('ships.meaningful_30d')
    expect(draft).toMatchObject({ inputs: { asOf: day(NOW - 1) }, supportedUntil: day(NOW - 1) })
  })

  test('is unknown while building is', () => {
    const draft = evaluated({}).draftOf('ships.meaningful_30d')
    expect(draft).toMatchObject({
      state: 'NO_SOURCE',
      unknownInputs: [{ input: 'building', reason: 'NO_SOURCE' }],
      inputs: {},
    })
  })
})

describe('the coverage of a dimension', () => {
  const kinds = [
    'github_repository',
    'npm_package',
    'website',
    'deployer',
    'contract',
    'token',
    'explorer',
    'market',
    'locker',
    'other',
  ] as const
  test.each([
    ['building', ['github_repository', 'npm_package', 'website', 'deployer', 'contract', 'token']],
    ['contracts', ['deployer', 'contract', 'token']],
    ['verified_source', ['explorer']],
    ['market', ['market']],
    ['locks', ['locker']],
    ['token_verification', ['website', 'token']],
  ])('of %s names its sources', (dimension, named) => {
    const sources = kinds.map((kind) => sourceOf(kind, kind as Source['kind']))
    const draft = evaluated({ sources }).draftOf(`coverage.${dimension}`)
    expect(draft?.inputs['sources']).toEqual(named.map((kind) => `source:${kind}`))
  })

  test('that was measured cites its sources and the statements about the token', () => {
    const { draftOf } = evaluated(full)
    expect(draftOf('coverage.market')).toMatchObject({
      state: 'MEASURED',
      value: 'MEASURED',
      supportedUntil: day(NOW),
      evidence: [market.id],
      inputs: { sources: [market.id], observedAt: day(NOW) },
      unknownInputs: [],
    })
    expect(draftOf('coverage.market')?.inputs).not.toHaveProperty('unread')
    expect(draftOf('coverage.token_verification')?.evidence).toEqual([token.id, website.id, naming.id])
  })

  test.each([
    ['was not tried', null, []],
    ['was read', 'fresh', []],
    ['had not changed', 'not_modified', []],
    ['failed', 'unavailable', [['source:market', 'github', 'x', 'unavailable', day(0)]]],
    ['was limited', 'rate_limited', [['source:market', 'github', 'x', 'rate_limited', day(0)]]],
  ] as const)('that is unknown cites nothing, and names a stream that %s: %j', (_, outcome, expected) => {
    const sources = [{ ...sourceOf('market', 'market'), streams: [unreadStream('x', outcome)] }]
    const draft = evaluated({ sources }).draftOf('coverage.market')
    expect(draft).toMatchObject({ value: null, supportedUntil: null, evidence: [] })
    expect(draft?.unknownInputs).toEqual([{ input: 'market', reason: draft?.state }])
    const unread = (draft?.inputs['unread'] ?? []) as readonly Record<string, unknown>[]
    expect(
      unread.map((one) => ['source', 'provider', 'stream', 'outcome', 'since'].map((key) => one[key])),
    ).toEqual(expected)
    expect(draft?.inputs).not.toHaveProperty('observedAt')
  })
})

test.each([
  ['figures that are not believed', { volume24hUsd: 2_000_000 }, 'implausible_turnover'],
  ['figures that are believed', {}, null],
] as const)('the place of a project in lists has %s', (_, given, doubt) => {
  const marketReadings = hourly(NOW - 2, NOW, { sourceId: market.id, ...given })
  expect(evaluated({ ...full, marketReadings }).card.listing.figures.doubt).toBe(doubt)
})

test('a token that is another project’s is not its own for attention and lists', () => {
  const other = { ...naming, kind: 'other_token_named', names: address(0xd) } as const
  const listed = { measure: 'registries', value: 1, observedAt: day(NOW), evidence: token.id } as const
  const attention = [listed, { ...listed, measure: 'stars', value: 3, evidence: repo.id } as const]
  const { card, draftOf, ranked } = evaluated({ ...full, attention, claims: [other] })
  expect(ranked.attention).toEqual({ stars: 3 })
  expect(evaluated({ ...full, attention }).ranked.attention).toEqual({ stars: 3, registries: 1 })
  expect(card.tokenVerification).toBe('MISMATCH')
  expect(card.listing.tabs).not.toContain('building-with-token')
  expect(draftOf('token.verification')).toMatchObject({ state: 'MEASURED' })
})

test('the research level of a project cites its token before any other source', () => {
  const unread = sourceOf('repo', 'github_repository')
  const { draftOf } = evaluated({ sources: [unread, token] })
  expect(draftOf('research.level')).toMatchObject({ value: 'INDEXED', evidence: [token.id] })
})

test('the ranking inputs say up to when momentum is measured while a source fails', () => {
  const failing = { failingSince: day(NOW - 1), lastOutcome: 'unavailable' } as const
  const sources = [repositoryOf('repo', { from: 0, okTo: NOW - 1, stream: failing })]
  const ships = [shipOf('a', NOW - 3)]
  expect(evaluated({ sources, ships }).ranked.shown).toMatchObject({ momentumAsOf: day(NOW - 1) })
  expect(evaluated({ sources: [repo], ships }).ranked.shown).not.toHaveProperty('momentumAsOf')
})

test('a code week without a release is the last code activity of a card', () => {
  const ships = [codeWeekShipOf('week', NOW - 4)]
  const { card } = evaluated({ sources: [repo], ships })
  expect(card.evidence.lastCodeActivity).toMatchObject({
    kind: 'DERIVED',
    value: { ship: { id: 'ship:week' }, commits30d: { count: 3, partial: false } },
    evidence: ['ship:week', repo.id],
  })
  expect(card.evidence.latestRelease).toEqual({ kind: 'UNKNOWN', reason: 'NOT_ENOUGH_YET' })
})
