import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttentionReading } from '#domain/attention/attention.ts'
import type { MarketReading } from '#domain/evidence.ts'
import { codeWeekShipOf, day, repositoryOf, shipOf, sourceOf, streamOf } from '#test/given/build-evidence.ts'
import { readingOf } from '#test/given/build-market.ts'
import { address, uuid } from '#test/given/ledger-evidence.ts'
import { evaluateProject } from './project.ts'

const NOW = 200
const READ = { from: 0, okTo: NOW }
const figure = fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }))
const readings = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 29 * 24 }).map((hours) => NOW - hours / 24),
    provider: fc.constantFrom('dexscreener', 'geckoterminal'),
    priceUsd: figure,
    liquidityUsd: figure,
    volume24hUsd: figure,
    trades24h: fc.option(fc.nat()),
    valuation: fc.option(
      fc.record({ usd: fc.double({ min: 1, max: 1e12 }), kind: fc.constant('fdv' as const) }),
    ),
  }),
  { maxLength: 20 },
)

const stars: AttentionReading = {
  measure: 'stars',
  value: 12,
  observedAt: day(NOW),
  evidence: 'source:repo',
}
const noticed: readonly AttentionReading[] = [
  stars,
  { ...stars, measure: 'registries', value: 1, evidence: 'source:token' },
]
const BUILDING = ['activity.status', 'still_building', 'ships.meaningful_30d', 'build.momentum', 'attention']

function building(marketReadings: readonly MarketReading[]) {
  const { drafts, ranked } = evaluateProject({
    evidence: {
      projectId: uuid(7),
      token: address(0xc),
      state: 'published',
      firstPublishedAt: null,
      publishedAt: null,
      kind: null,
      sources: [
        repositoryOf('repo', READ),
        sourceOf('token', 'token'),
        { ...sourceOf('dexscreener', 'market'), streams: [streamOf('token_market', READ)] },
      ],
      ships: [codeWeekShipOf('week', NOW - 12), shipOf('a', NOW - 3), shipOf('b', NOW - 1)],
      claims: [],
      signals: [],
      contracts: [],
      launchLogs: [],
      marketReadings,
      uses: [],
      attention: noticed,
    },
    standing: [],
    judged: undefined,
    knownThen: undefined,
    now: day(NOW),
  })
  return { ranked, drafts: drafts.filter(({ fact }) => BUILDING.includes(fact)) }
}

test('market readings do not affect the conclusions and ranks of building and attention', () => {
  const without = building([])
  expect(without.drafts.map(({ fact, state }) => [fact, state])).toEqual(
    expect.arrayContaining(BUILDING.map((fact) => [fact, 'MEASURED'])),
  )
  fc.assert(
    fc.property(readings, (listed) => {
      const market = listed
        .map(({ at, ...rest }) => readingOf(at, rest))
        .toSorted((a, b) => (a.observedAt < b.observedAt ? -1 : 1))
      expect(building(market)).toEqual(without)
    }),
  )
})
