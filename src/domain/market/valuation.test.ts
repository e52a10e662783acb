import { expect, test } from 'vitest'
import type { MarketReading } from '#domain/evidence.ts'
import { day } from '#test/given/build-evidence.ts'
import { readingOf } from '#test/given/build-market.ts'
import { valuation } from './valuation.ts'

const cap = (at: number, usd: number, provider: string) =>
  readingOf(at, { provider, valuation: { usd, kind: 'marketCap' } })
const fdv = (at: number, usd: number, provider: string) =>
  readingOf(at, { provider, valuation: { usd, kind: 'fdv' } })
const none = (at: number) => readingOf(at, { valuation: null })

const CASES: [string, readonly MarketReading[], unknown][] = [
  ['one figure', [fdv(10, 5, 'a')], [{ kind: 'fdv', usd: 5, provider: 'a', observedAt: day(10) }]],
  ['the newest of a provider', [fdv(9, 4, 'a'), fdv(10, 5, 'a')], [{ usd: 5 }]],
  ['the newest that gives one', [fdv(9, 4, 'dexscreener'), none(10)], [{ usd: 4, observedAt: day(9) }]],
  [
    'a market cap before a larger and newer FDV',
    [fdv(10, 900, 'a'), cap(9, 5, 'b')],
    [{ kind: 'marketCap' }, { kind: 'fdv' }],
  ],
  ['the newer of one kind first', [fdv(9, 9, 'a'), fdv(10, 5, 'b')], [{ provider: 'b' }, { provider: 'a' }]],
  [
    'market caps first, whichever is listed first, then the newer',
    [cap(8, 5, 'a'), fdv(10, 900, 'b'), cap(9, 6, 'c')],
    [{ provider: 'c' }, { provider: 'a' }, { provider: 'b' }],
  ],
  ['no reading', [], 'NOT_ENOUGH_YET'],
  ['a reading without the figure', [none(10)], 'NOT_ENOUGH_YET'],
  ['a zero is no figure', [cap(10, 0, 'a')], 'NOT_ENOUGH_YET'],
  ['older than 72 h', [fdv(6.9, 5, 'a')], 'NOT_ENOUGH_YET'],
  ['from after now', [fdv(10.1, 5, 'a')], 'NOT_ENOUGH_YET'],
]
test.each(CASES)('valuation: %s', (_, readings, expected) => {
  const { claim, withheld } = valuation({ readings, market: 'LIVE', coverage: 'MEASURED' }, day(10))
  if (claim.kind === 'UNKNOWN') expect(claim.reason).toBe(expected)
  else expect(claim.value).toMatchObject(expected as object)
  expect(withheld).toBeNull()
})

test.each(['LIQUIDITY_GONE', 'NO_TRADING'] as const)(
  'valuation of a %s market is withheld, with the reason',
  (market) => {
    const input = { readings: [fdv(10, 5, 'a')], market, coverage: 'MEASURED' } as const
    expect(valuation(input, day(10))).toMatchObject({
      claim: { kind: 'UNKNOWN', reason: 'WITHHELD' },
      withheld: market,
    })
    expect(valuation({ ...input, readings: [] }, day(10)).withheld).toBeNull()
  },
)

test.each([null, 'LOW_LIQUIDITY'] as const)(
  'valuation in a market that was last known as %s is still each provider own figure',
  (market) => {
    const input = { readings: [fdv(10, 5, 'a')], market, coverage: 'MEASURED' } as const
    expect(valuation(input, day(10)).claim).toMatchObject({ kind: 'DERIVED', evidence: ['source:a'] })
  },
)

const spun = { liquidityUsd: 200, volume24hUsd: 900_000 }
test.each<[string, readonly MarketReading[], unknown, unknown]>([
  [
    'providers that disagree',
    [fdv(10, 5, 'a'), { ...fdv(10, 5, 'b'), liquidityUsd: 90_000 }],
    'WITHHELD',
    'providers_disagree',
  ],
  ['an implausible turnover', [{ ...fdv(10, 5, 'a'), ...spun }], 'WITHHELD', 'implausible_turnover'],
  [
    'an implausible turnover of one provider leaves the other',
    [
      { ...fdv(10, 5, 'a'), ...spun },
      { ...fdv(9.5, 6, 'b'), liquidityUsd: 210 },
    ],
    [{ provider: 'b' }],
    null,
  ],
  [
    'the launch supply alone',
    [{ ...fdv(10, 900_000, 'a'), liquidityUsd: 500_000, trades24h: 0 }],
    'WITHHELD',
    'own_launch_supply',
  ],
  ['a doubted reading without a valuation', [{ ...none(10), ...spun }], 'NOT_ENOUGH_YET', null],
])('[R69] valuation: %s', (_, readings, expected, doubt) => {
  const found = valuation({ readings, market: 'LIVE', coverage: 'MEASURED' }, day(10))
  const { claim } = found
  if (claim.kind === 'UNKNOWN') expect(claim.reason).toBe(expected)
  else expect(claim.value).toMatchObject(expected as object)
  expect(found).toMatchObject({ doubt, inputs: { doubt } })
})

const thin = (provider: string, valuationUsd: number, liquidityUsd: number | null) => ({
  ...fdv(10, valuationUsd, provider),
  liquidityUsd,
  volume24hUsd: 900,
})
test.each<[string, readonly MarketReading[], unknown, unknown]>([
  ['10,000 times the liquidity', [thin('a', 50_000_000, 5_000)], [{ usd: 50_000_000 }], null],
  ['more than that', [thin('a', 50_000_001, 5_000)], 'WITHHELD', 'implausible_valuation'],
  ['any figure without liquidity', [thin('a', 1, 0)], 'WITHHELD', 'implausible_valuation'],
  ['any figure where no liquidity is given', [thin('a', 50_000_001, null)], [{ usd: 50_000_001 }], null],
  [
    'an implausible figure beside a plausible one',
    [thin('a', 50_000_001, 5_000), thin('b', 900, 5_000)],
    [{ provider: 'b', usd: 900 }],
    null,
  ],
])('[R47] valuation of %s', (_, readings, expected, doubt) => {
  const found = valuation({ readings, market: 'LIVE', coverage: 'MEASURED' }, day(10))
  expect(found.claim.kind === 'UNKNOWN' ? found.claim.reason : found.claim.value).toMatchObject(
    expected as object,
  )
  expect(found.doubt).toBe(doubt)
})

test('valuation: without a source the reason is that of the market', () => {
  const { claim } = valuation({ readings: [], market: null, coverage: 'NO_SOURCE' }, day(10))
  expect(claim).toEqual({ kind: 'UNKNOWN', reason: 'NO_SOURCE' })
})

test.each([
  ['a known status', 'LIVE', { market: 'LIVE' }],
  ['no known status', null, {}],
] as const)('valuation names the market status that it was judged by: %s', (_, market, expected) => {
  const { inputs } = valuation({ readings: [], market, coverage: 'MEASURED' }, day(10))
  expect(inputs).toEqual({ ...expected, doubt: null })
})

test('valuation names its figures with their sources, and itself among the unknown inputs where there is none', () => {
  const of = (readings: readonly MarketReading[]) =>
    valuation({ readings, market: 'LIVE', coverage: 'MEASURED' }, day(10))
  expect(of([fdv(10, 5, 'a')])).toMatchObject({
    inputs: {
      figures: [{ provider: 'a', kind: 'fdv', usd: 5, observedAt: day(10), sourceId: 'source:a' }],
    },
    unknownInputs: [],
  })
  const dead = valuation({ readings: [fdv(10, 5, 'a')], market: 'NO_TRADING', coverage: 'MEASURED' }, day(10))
  expect(dead.inputs['figures']).toEqual([
    { provider: 'a', kind: 'fdv', observedAt: day(10), sourceId: 'source:a' },
  ])
  const none = of([])
  expect(none.unknownInputs).toEqual([{ input: 'valuation', reason: 'NOT_ENOUGH_YET' }])
  expect(none.inputs).not.toHaveProperty('figures')
})
