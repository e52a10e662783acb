import { expect, test } from 'vitest'
import type { CoverageState, MarketStatus } from '#contract/enums.ts'
import type { Market, MarketDay } from '#contract/shapes/market.ts'
import { builderClaims } from './builders.ts'
import { marketClaims, marketDayClaims } from './market.ts'

const READ = '2026-11-19T10:00:00.000Z'
const SHIP = 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11'
const market = (state: CoverageState, status: MarketStatus, given: object = {}) =>
  ({
    project: { slug: 'lumen' },
    state,
    status,
    items: [],
    from: '2026-11-13',
    to: '2026-11-19',
    collectedFrom: null,
    ...given,
  }) as unknown as Market

const site = { baseUrl: 'https://svc.example' }
const LIVE = { kind: 'DERIVED', rule: 'market.status@7', evidence: [SHIP] } as const
const UNKNOWN = 'lumen market status now: unknown.'
test.each([
  [
    'MEASURED',
    'LIVE',
    LIVE,
    { statement: 'lumen market status now: LIVE.', value: 'LIVE', observedAt: READ, ...LIVE },
  ],
  [
    'STALE',
    'LIVE',
    LIVE,
    { statement: 'lumen market status at its last reading: LIVE.', value: 'LIVE', observedAt: READ, ...LIVE },
  ],
  [
    'MEASURED',
    'INSUFFICIENT_DATA',
    { kind: 'UNKNOWN', reason: 'WITHHELD' },
    { kind: 'UNKNOWN', statement: UNKNOWN, reason: 'WITHHELD' },
  ],
  [
    'STALE',
    'INSUFFICIENT_DATA',
    { kind: 'UNKNOWN', reason: 'STALE' },
    { kind: 'UNKNOWN', statement: UNKNOWN, reason: 'STALE' },
  ],
  [
    'NOT_ENOUGH_YET',
    'INSUFFICIENT_DATA',
    undefined,
    { kind: 'UNKNOWN', statement: UNKNOWN, reason: 'NOT_ENOUGH_YET' },
  ],
] as const)('a market that is %s with the status %s and the note %j', (state, status, note, expected) => {
  const read = status === 'LIVE' ? { observedAt: READ } : {}
  const [standing] = marketClaims(market(state, status, { ...read, claims: { marketStatus: note } }), site)
  expect(standing).toEqual({
    words: 'service',
    freshness: state,
    explainUrl: 'https://svc.example/api/projects/lumen/explain?fact=market.status',
    ...expected,
  })
})

test.each([
  [
    { collectedFrom: '2026-11-14', valuationWithheld: 'NO_TRADING' },
    [
      { kind: 'UNKNOWN', statement: 'lumen valuation: withheld (NO_TRADING).', reason: 'WITHHELD' },
      {
        kind: 'FACT',
        words: 'service',
        statement: 'lumen market days are recorded from 2026-11-14; a day not listed has no reading.',
        value: { from: '2026-11-13', to: '2026-11-19', collectedFrom: '2026-11-14' },
      },
    ],
  ],
  [{}, [{ kind: 'UNKNOWN', statement: 'lumen market from 2026-11-13 to 2026-11-19: no day is recorded.' }]],
])('the recorded days of a market with %j', (given, expected) => {
  const [, ...others] = marketClaims(market('MEASURED', 'LIVE', given), site)
  expect(others).toMatchObject(expected)
})

test('the recorded days of a market cite the source of each provider once', () => {
  const items = [{ evidenceId: SHIP }, { evidenceId: SHIP }, {}]
  const [, days] = marketClaims(market('MEASURED', 'LIVE', { collectedFrom: '2026-11-14', items }), site)
  expect(days?.evidence).toEqual([SHIP])
})

const figure = { value: 1234.5, provider: 'dexscreener', observedAt: READ }
const SOURCE = 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162'
test.each([
  ['the source of its provider', SOURCE, { evidence: [SOURCE] }],
  ['no evidence where no source is held', undefined, {}],
])('a day has each of its figures with the provider, the time and %s', (_, evidenceId, cited) => {
  const shared = { words: 'service', observedAt: READ, ...cited }
  const price = { first: 3, last: 1.5, lowest: 1, highest: 4, observedAt: READ }
  const day = {
    day: '2026-11-19',
    complete: false,
    provider: 'dexscreener',
    evidenceId,
    price,
    liquidity: figure,
    volume24h: { ...figure, value: 0 },
    valuation: { ...figure, kind: 'marketCap' },
  } as unknown as MarketDay
  const place = 'lumen on 2026-11-19 (the day is not over)'
  const value = { value: 1234.5, provider: 'dexscreener' }
  expect(marketDayClaims('lumen', day)).toEqual([
    {
      ...shared,
      kind: 'FACT',
      value: { day: '2026-11-19', ...price },
      statement: `${place} price: last USD 1.5, lowest USD 1, highest USD 4, by dexscreener.`,
    },
    {
      ...shared,
      kind: 'FACT',
      value: { ...value, kind: 'marketCap' },
      statement: `${place} market cap (kind marketCap): USD 1,234.5, by dexscreener.`,
    },
    { ...shared, kind: 'FACT', value, statement: `${place} liquidity: USD 1,234.5, by dexscreener.` },
    {
      ...shared,
      kind: 'FACT',
      value: { ...value, value: 0 },
      statement: `${place} volume in 24 hours: USD 0, by dexscreener.`,
    },
  ])
})

test('a day without figures says what is withheld and doubted, and nothing else', () => {
  const day = { day: '2026-11-18', complete: true, provider: 'dexscreener' }
  expect(marketDayClaims('lumen', day as MarketDay)).toEqual([])
  const withheld = { ...day, valuationWithheld: 'NO_TRADING', doubt: 'providers_disagree' }
  expect(marketDayClaims('lumen', withheld as MarketDay).map(({ statement }) => statement)).toEqual([
    'lumen on 2026-11-18 valuation: withheld (NO_TRADING).',
    'lumen on 2026-11-18 market figures: withheld (providers_disagree).',
  ])
})

const measured = { state: 'MEASURED' }
const ranked = {
  project: { slug: 'lumen', name: 'Lumen' },
  rank: 3,
  score: 61,
  status: 'QUIET',
  statusLabel: 'Quiet',
  parts: { building: measured, use: measured },
}
const rankedClaims = (item: object, list: object = {}) =>
  builderClaims({ ...ranked, ...item } as never, list as never)
const words = '“Lumen” (slug lumen), score 61; QUIET, Quiet'
test.each([
  [{}, `Rank 3: ${words}.`],
  [
    { parts: { building: measured, use: { state: 'STALE' }, research: { state: 'NOT_RESEARCHED' } } },
    `Rank 3: ${words}; unknown: use STALE, research NOT_RESEARCHED.`,
  ],
  [
    { parts: { use: { state: 'STALE' } }, withoutUnknown: { score: 70, rank: 2 } },
    `Rank 3: ${words}; unknown: use STALE (without it, score 70 and rank 2).`,
  ],
])('a project of the Radar with %j', (given, statement) => {
  expect(rankedClaims(given)).toEqual([
    {
      kind: 'DERIVED',
      words: 'composed',
      statement,
      value: { rank: 3, score: 61, status: 'QUIET' },
    },
  ])
})

test('a project of the Radar cites its rank, the rule and its newest ship', () => {
  const radar = { kind: 'DERIVED', rule: 'radar@2', evidence: [SHIP] }
  const lastShip = { title: 'v2', kind: 'release', occurredAt: READ, evidenceId: SHIP }
  const list = { rule: 'radar@2', asOf: READ }
  const noted = { radar, lastShip: { kind: 'DERIVED', rule: 'ships.counted@8' } }
  const [rank, ship] = rankedClaims({ lastShip, claims: noted }, list)
  expect(rank).toMatchObject({ rule: 'radar@2', asOf: READ, evidence: [SHIP] })
  expect(ship).toEqual({
    kind: 'DERIVED',
    words: 'composed',
    occurredAt: READ,
    rule: 'ships.counted@8',
    evidence: [SHIP],
    statement: 'Newest counted ship of lumen: release “v2”.',
    value: { title: 'v2', kind: 'release' },
  })
  const { occurredAt: _, ...undated } = lastShip
  expect(rankedClaims({ lastShip: undated })[1]).toEqual({
    kind: 'DERIVED',
    words: 'composed',
    evidence: [SHIP],
    value: { title: 'v2', kind: 'release' },
    statement: 'Newest counted ship of lumen: release “v2”.',
  })
})
