import { expect, test } from 'vitest'
import type { MarketReading } from '#domain/evidence.ts'
import { day, MS } from '#test/given/build-evidence.ts'
import { hourly, readingOf } from '#test/given/build-market.ts'
import { marketFigures } from './figures.ts'
import { type IntegrityState, marketIntegrity } from './integrity.ts'
import { type MarketState, marketStatus } from './status.ts'
import { valuation } from './valuation.ts'
import { departureOf, verdictAt } from './verdict.ts'

const H = 1 / 24
const CENT = 0.01
type Given = Partial<MarketReading>
type Readings = readonly MarketReading[]
type Three = readonly [unknown, unknown, unknown]
const gecko = (at: number, rest: Given = {}) => readingOf(at, { provider: 'geckoterminal', ...rest })
const pair = (at: number, rest: Given = {}) => [readingOf(at, rest), gecko(at, rest)]
const liquid = { poolLiquidityUsd: { a: 20_000 } }
const poor = { liquidityUsd: 2_500 }
const withoutFigures = { liquidityUsd: null, volume24hUsd: null, trades24h: null }

function statusOf(readings: Readings, previous: MarketState | null = null, at = 10) {
  const { claim, status, doubt } = marketStatus({ readings, previous, coverage: 'MEASURED' }, day(at))
  if (doubt !== null) return doubt
  return claim.kind === 'UNKNOWN' ? claim.reason : status
}

/** A cent less than a figure, the figure, and a cent more. */
test.each<[string, (off: number) => Readings, Three]>([
  [
    'LIVE from $5,000 on',
    (off) => [readingOf(10, { liquidityUsd: 5_000 + off })],
    ['LOW_LIQUIDITY', 'LIVE', 'LIVE'],
  ],
  [
    'LOW_LIQUIDITY above $100',
    (off) => [readingOf(10, { liquidityUsd: 100 + off })],
    ['NOT_ENOUGH_YET', 'NOT_ENOUGH_YET', 'LOW_LIQUIDITY'],
  ],
  [
    'NO_TRADING up to $1 of volume',
    (off) => [readingOf(10, { volume24hUsd: 1 + off })],
    ['NO_TRADING', 'NO_TRADING', 'NOT_ENOUGH_YET'],
  ],
  [
    '[R89] LIVE from $50 of volume on',
    (off) => [readingOf(10, { volume24hUsd: 50 + off })],
    ['NOT_ENOUGH_YET', 'LIVE', 'LIVE'],
  ],
  [
    'providers disagree past three times the liquidity',
    (off) => [readingOf(10), gecko(10, { liquidityUsd: 60_000 + off })],
    ['LIVE', 'LIVE', 'providers_disagree'],
  ],
  [
    'providers disagree past three times the price',
    (off) => [readingOf(10), gecko(10, { priceUsd: 6 + off })],
    ['LIVE', 'LIVE', 'providers_disagree'],
  ],
  [
    'liquidity up to $100 is dust and never a disagreement',
    (off) => [
      readingOf(10, { liquidityUsd: 100 + off, volume24hUsd: 0 }),
      gecko(10, { liquidityUsd: 1, volume24hUsd: 0 }),
    ],
    ['NO_TRADING', 'NO_TRADING', 'providers_disagree'],
  ],
  [
    '[R89] volume up to twenty times the liquidity is plausible',
    (off) => [readingOf(10, { volume24hUsd: 400_000 + off })],
    ['LIVE', 'LIVE', 'implausible_turnover'],
  ],
  [
    'any volume is plausible for dust liquidity',
    (off) => [readingOf(10, { liquidityUsd: 100 + off, volume24hUsd: 900_000 })],
    ['NOT_ENOUGH_YET', 'NOT_ENOUGH_YET', 'implausible_turnover'],
  ],
  [
    'untraded liquidity of half the valuation is the launch supply',
    (off) => [readingOf(10, { liquidityUsd: 500_000 + off, trades24h: 0 })],
    ['LIVE', 'own_launch_supply', 'own_launch_supply'],
  ],
  [
    'missing figures give no status',
    () => [readingOf(10, withoutFigures)],
    ['NOT_ENOUGH_YET', 'NOT_ENOUGH_YET', 'NOT_ENOUGH_YET'],
  ],
])('market status, to the cent: %s', (_, readingsAt, expected) => {
  expect([-CENT, 0, CENT].map((off) => statusOf(readingsAt(off)))).toEqual(expected)
})

test.each<[string, Given, string]>([
  ['no trade and no volume given', { trades24h: 0, volume24hUsd: null, valuation: null }, 'NOT_ENOUGH_YET'],
  ['one trade and no volume given', { trades24h: 1, volume24hUsd: null }, 'LIVE'],
  ['no trade, no valuation given', { trades24h: 0, valuation: null }, 'LIVE'],
  ['no trade, a valuation of zero', { trades24h: 0, valuation: { usd: 0, kind: 'fdv' } }, 'LIVE'],
])('market status: %s', (_, given, expected) => {
  expect(statusOf([readingOf(10, given)])).toBe(expected)
})

const LIVE: MarketState = { status: 'LIVE', since: day(0), lastKnown: 'LIVE' }
const unknownSince = (at: number): MarketState => ({
  status: 'INSUFFICIENT_DATA',
  since: day(at),
  lastKnown: null,
})
/** A millisecond before a boundary, on it, and a millisecond after. */
test.each<[string, (off: number) => Readings, MarketState | null, Three]>([
  ['a reading is fresh for exactly 24 hours', (off) => [readingOf(9 - off)], null, ['LIVE', 'LIVE', 'STALE']],
  [
    'another provider decides for exactly 24 hours',
    (off) => [gecko(9 - off), readingOf(10, withoutFigures)],
    null,
    ['LIVE', 'LIVE', 'NOT_ENOUGH_YET'],
  ],
  [
    'a status stays for exactly 72 hours without a reading',
    (off) => hourly(6, 7).map((reading) => ({ ...reading, observedAt: day(7 - off) })),
    LIVE,
    ['LIVE', 'LIVE', 'STALE'],
  ],
  [
    'a status stays for exactly 72 hours with undecided readings',
    (off) => [readingOf(7 - off), readingOf(10, withoutFigures)],
    LIVE,
    ['LIVE', 'LIVE', 'NOT_ENOUGH_YET'],
  ],
  [
    'two readings agree from exactly an hour apart',
    (off) => [...hourly(9, 9.9), readingOf(10 - H - off, poor), readingOf(10, poor)],
    LIVE,
    ['LIVE', 'LOW_LIQUIDITY', 'LOW_LIQUIDITY'],
  ],
  [
    'readings are compared up to exactly two hours apart',
    (off) => [readingOf(10), gecko(10 - 2 * H - off, { liquidityUsd: 100 })],
    null,
    ['providers_disagree', 'providers_disagree', 'LIVE'],
  ],
  [
    'INSUFFICIENT_DATA ends only with a newer reading',
    (off) => [readingOf(9.9 + off)],
    unknownSince(9.9),
    ['NOT_ENOUGH_YET', 'NOT_ENOUGH_YET', 'LIVE'],
  ],
  [
    'a doubt is named whatever the time of its reading',
    (off) => [readingOf(9.9 + off, { volume24hUsd: 2_000_000 })],
    unknownSince(9.9),
    ['implausible_turnover', 'implausible_turnover', 'implausible_turnover'],
  ],
  ['no reading', () => [], LIVE, ['NOT_ENOUGH_YET', 'NOT_ENOUGH_YET', 'NOT_ENOUGH_YET']],
])('market status, to the millisecond: %s', (_, readingsAt, previous, expected) => {
  expect([-MS, 0, MS].map((off) => statusOf(readingsAt(off), previous))).toEqual(expected)
})

test('one differing reading is not enough for a move, even when no reading shows the status any more', () => {
  expect(statusOf([readingOf(10, poor)], LIVE)).toBe('NOT_ENOUGH_YET')
})

test('the status cites the provider of the deciding reading', () => {
  const readings = [readingOf(9.99), gecko(10, withoutFigures)]
  const { claim } = marketStatus({ readings, previous: null, coverage: 'MEASURED' }, day(10))
  expect(claim).toMatchObject({ value: { status: 'LIVE' }, evidence: ['source:dexscreener'] })
})

test('ignores the liquidity of another provider when liquidity left this one', () => {
  const small = { liquidityUsd: 150, volume24hUsd: 40 }
  const readings = [...hourly(8, 9, { provider: 'geckoterminal', ...liquid }), ...hourly(9, 10, small)]
  expect(statusOf(readings)).toBe('LOW_LIQUIDITY')
})

test('is undecided without a reading', () => {
  expect(verdictAt({ readings: [], gone: false }, 0)).toBe('undecided')
})

const amounts = (...figures: readonly (readonly [number, number | null, Given?])[]) =>
  figures.map(([at, liquidityUsd, rest = {}]) => readingOf(at, { liquidityUsd, ...rest }))
const emptied = { poolLiquidityUsd: { a: 0 } }
test.each<[string, (off: number) => Readings, Three]>([
  [
    'a tenth of the earlier liquidity counts as gone',
    (off) => amounts([0, 20_000], [0.1, 20_000], [1, 2_000 + off], [2, 2_000 + off]),
    ['gone', 'gone', 'none'],
  ],
  [
    'a tenth of the earlier liquidity of a pool counts as gone',
    (off) =>
      amounts([0, 20_000, liquid], [0.1, 20_000], [1, 0], [2, 0, { poolLiquidityUsd: { a: 2_000 + off } }]),
    ['gone', 'gone', 'none'],
  ],
  [
    'only liquidity of at least $5,000 can leave',
    (off) => amounts([0, 5_000 + off], [0.1, 5_000 + off], [1, 0], [2, 0]),
    ['none', 'gone', 'gone'],
  ],
  [
    'a pool of up to $100 need not be listed again',
    (off) => amounts([0, 20_000, { poolLiquidityUsd: { b: 100 + off } }], [0.1, 20_000], [1, 0], [2, 0]),
    ['gone', 'gone', 'none'],
  ],
  [
    'a reading without liquidity changes nothing',
    () => amounts([0, 20_000, liquid], [0.1, 20_000], [1, 0], [2, 0, emptied], [2.1, null]),
    ['gone', 'gone', 'gone'],
  ],
  [
    'the second highest reading is the earlier liquidity, in any position',
    () => amounts([0, 20_000], [0.1, 300], [0.2, 20_000], [1, 0], [2, 0]),
    ['gone', 'gone', 'gone'],
  ],
  [
    'the newest reading decides which pools are empty',
    () => amounts([0, 20_000, liquid], [0.1, 20_000], [1, 0, emptied], [2, 0, emptied], [2.1, 0]),
    ['none', 'none', 'none'],
  ],
])('departure of liquidity, to the cent: %s', (_, readingsAt, expected) => {
  expect([-CENT, 0, CENT].map((off) => departureOf(readingsAt(off)))).toEqual(expected)
})

/** The first empty reading is at 12:00, 09:00 or 23:55 of a day. */
test.each<[string, number, number, readonly string[]]>([
  ['on a second UTC day, 12 hours later', 1, 1.5, ['leaving', 'gone', 'gone']],
  ['on a second UTC day, more than 12 hours later', 1 - 3 * H, 1.5, ['leaving', 'gone', 'gone']],
  ['12 hours later, on a second UTC day', 1.5 - H / 12, 2 - H / 12, ['leaving', 'gone', 'gone']],
  [
    'five minutes before midnight and five after',
    1.5 - H / 12,
    1.5 + H / 12,
    ['leaving', 'leaving', 'leaving'],
  ],
])('[R77] liquidity is gone: %s', (_, first, second, expected) => {
  const found = [-MS, 0, MS].map((off) =>
    departureOf(amounts([0, 20_000], [0.1, 20_000], [first, 0], [second + off, 0])),
  )
  expect(found).toEqual(expected)
})

const NONE: IntegrityState = { status: 'NONE_OBSERVED', reasons: [], since: day(0) }
test.each<[string, (off: number) => Readings, IntegrityState | null, Three]>([
  [
    'two readings agree from exactly an hour apart',
    (off) => [...pair(10 - H - off), ...pair(10)],
    null,
    ['NOT_ENOUGH_YET', 'NONE_OBSERVED', 'NONE_OBSERVED'],
  ],
  [
    'two readings agree up to exactly 72 hours apart',
    (off) => [...pair(7 - off), ...pair(10)],
    null,
    ['NONE_OBSERVED', 'NONE_OBSERVED', 'NOT_ENOUGH_YET'],
  ],
  [
    'a reading for which a check cannot be made agrees with nothing',
    (off) => [readingOf(9.9 + off), ...pair(10)],
    null,
    ['NOT_ENOUGH_YET', 'NOT_ENOUGH_YET', 'NOT_ENOUGH_YET'],
  ],
  [
    'a reading is fresh for exactly 24 hours',
    (off) => [...pair(8.9), ...pair(9 - off)],
    null,
    ['NONE_OBSERVED', 'NONE_OBSERVED', 'STALE'],
  ],
  [
    'another provider is used for exactly 24 hours',
    (off) => [gecko(9 - off, { liquidityUsd: 500_000, trades24h: 0 }), ...hourly(9.75, 10)],
    null,
    ['own_launch_supply', 'own_launch_supply', 'NOT_ENOUGH_YET'],
  ],
  [
    'a state stays for exactly 72 hours',
    (off) => [...pair(6.9), ...pair(7 - off)],
    NONE,
    ['NONE_OBSERVED', 'NONE_OBSERVED', 'STALE'],
  ],
  ['no reading', () => [], NONE, ['NOT_ENOUGH_YET', 'NOT_ENOUGH_YET', 'NOT_ENOUGH_YET']],
])('market integrity, to the millisecond: %s', (_, readingsAt, previous, expected) => {
  const found = [-MS, 0, MS].map((off) => {
    const input = { readings: readingsAt(off), previous, lastKnown: previous, coverage: 'MEASURED' } as const
    const { claim } = marketIntegrity(input, day(10))
    if (claim.kind === 'UNKNOWN') return claim.reason
    return claim.value.reasons.length === 0 ? claim.value.status : claim.value.reasons.join()
  })
  expect(found).toEqual(expected)
})

test('figures and valuations are shown for exactly 72 hours', () => {
  const kinds = [-MS, 0, MS].map((off) => {
    const input = { readings: [readingOf(7 - off)], coverage: 'MEASURED' } as const
    const { liquidity, volume24h } = marketFigures({ ...input, ungiven: 'NO_SOURCE' }, day(10))
    const { claim } = valuation({ ...input, market: 'LIVE' }, day(10))
    return [liquidity.kind, volume24h.kind, claim.kind]
  })
  expect(kinds).toEqual([
    ['FACT', 'FACT', 'DERIVED'],
    ['FACT', 'FACT', 'DERIVED'],
    ['UNKNOWN', 'UNKNOWN', 'UNKNOWN'],
  ])
})
