import { expect, test } from 'vitest'
import type { MarketStatus } from '#contract/enums.ts'
import type { MarketReading } from '#domain/evidence.ts'
import { day } from '#test/given/build-evidence.ts'
import { hourly, readingOf } from '#test/given/build-market.ts'
import { type MarketState, marketStatus } from './status.ts'

const H = 1 / 24
const NONE = { readings: [], previous: null, coverage: 'MEASURED' } as const
const since = (status: MarketStatus): MarketState => ({
  status,
  since: day(0),
  lastKnown: status === 'INSUFFICIENT_DATA' ? null : status,
})
const gecko = (at: number, rest: Partial<MarketReading> = {}) =>
  readingOf(at, { provider: 'geckoterminal', ...rest })
const poor = { liquidityUsd: 2_500 }
const drained = { liquidityUsd: 0, volume24hUsd: 40, poolLiquidityUsd: { a: 0 } }
const dry = { ...drained, volume24hUsd: 0 }
const liquid = { poolLiquidityUsd: { a: 20_000 } }

const FIRST: [string, readonly MarketReading[], string][] = [
  ['liquid and traded', [readingOf(10)], 'LIVE'],
  ['liquid, trades counted, volume not reported', [readingOf(10, { volume24hUsd: null })], 'LIVE'],
  [
    'liquid, neither volume nor trades reported',
    [readingOf(10, { volume24hUsd: null, trades24h: null })],
    'NOT_ENOUGH_YET',
  ],
  ['exactly at the live threshold', [readingOf(10, { liquidityUsd: 5_000 })], 'LIVE'],
  ['below it', [readingOf(10, { liquidityUsd: 4_999 })], 'LOW_LIQUIDITY'],
  ['dust', [readingOf(10, { liquidityUsd: 100 })], 'NOT_ENOUGH_YET'],
  ['liquidity not reported', [readingOf(10, { liquidityUsd: null })], 'NOT_ENOUGH_YET'],
  ['a pool without trades', [readingOf(10, { volume24hUsd: 1 })], 'NO_TRADING'],
  [
    'a pool without trades, liquidity not reported',
    [readingOf(10, { volume24hUsd: 0, liquidityUsd: null })],
    'NO_TRADING',
  ],
  ['no pool at all', [readingOf(10, { pools: 0, volume24hUsd: 0, liquidityUsd: null })], 'NOT_ENOUGH_YET'],
  ['no reading', [], 'NOT_ENOUGH_YET'],
  ['newest reading 30 h old', [readingOf(10 - 30 * H)], 'STALE'],
  ['a reading from after now', [readingOf(10.1)], 'NOT_ENOUGH_YET'],
  ['two providers near each other', [readingOf(10), gecko(10, { liquidityUsd: 8_000 })], 'LIVE'],
  [
    'two providers past three times apart',
    [readingOf(10), gecko(10, { liquidityUsd: 6_000 })],
    'providers_disagree',
  ],
  [
    'two providers whose prices disagree',
    [readingOf(10), gecko(10, { priceUsd: 0.5 })],
    'providers_disagree',
  ],
  [
    'two providers, one without figures',
    [readingOf(10), gecko(10, { liquidityUsd: null, priceUsd: null })],
    'LIVE',
  ],
  [
    'readings hours apart are not compared',
    [readingOf(10), gecko(10 - 3 * H, { liquidityUsd: 100 })],
    'LIVE',
  ],
  [
    'disagreement over dust',
    [readingOf(10, { liquidityUsd: 90, volume24hUsd: 0 }), gecko(10, { liquidityUsd: 1, volume24hUsd: 0 })],
    'NO_TRADING',
  ],
  [
    'volume implausible for the liquidity',
    [readingOf(10, { volume24hUsd: 2_000_000 })],
    'implausible_turnover',
  ],
  [
    '[R89] a turnover of 49 times the liquidity',
    [readingOf(10, { liquidityUsd: 5_001, volume24hUsd: 245_000 })],
    'implausible_turnover',
  ],
  [
    '[R89] liquidity just over the live threshold, with next to no volume',
    [readingOf(10, { liquidityUsd: 5_001, volume24hUsd: 2, trades24h: 1 })],
    'NOT_ENOUGH_YET',
  ],
  ['implausible beside a plausible one', [readingOf(10, { volume24hUsd: 2_000_000 }), gecko(10)], 'LIVE'],
  ['only the launch supply', [readingOf(10, { liquidityUsd: 500_000, trades24h: 0 })], 'own_launch_supply'],
  ['as much liquidity, traded', [readingOf(10, { liquidityUsd: 500_000, trades24h: 1 })], 'LIVE'],
  [
    'as much liquidity, trades not given',
    [readingOf(10, { liquidityUsd: 500_000, trades24h: null })],
    'LIVE',
  ],
  [
    'less than half of the valuation, not traded',
    [readingOf(10, { liquidityUsd: 499_000, trades24h: 0 })],
    'LIVE',
  ],
]
test.each(FIRST)('first conclusion: %s', (_, readings, expected) => {
  const conclusion = marketStatus({ ...NONE, readings }, day(10))
  const { claim, status, observedAt, doubt } = conclusion
  const found = claim.kind === 'UNKNOWN' ? claim.reason : claim.value.status
  expect(doubt === null ? found : doubt).toBe(expected)
  expect(claim.kind === 'UNKNOWN').toBe(status === 'INSUFFICIENT_DATA')
  expect(observedAt === null).toBe(status === 'INSUFFICIENT_DATA')
})

test.each(['NO_SOURCE', 'NOT_APPLICABLE'] as const)(
  'without a reading the status is unknown for the reason of the coverage: %s',
  (coverage) => {
    const { claim, status } = marketStatus({ ...NONE, coverage }, day(10))
    expect([claim, status]).toEqual([{ kind: 'UNKNOWN', reason: coverage }, 'INSUFFICIENT_DATA'])
  },
)

const held = hourly(0, 1, liquid)
const goneReadings = [...held, ...hourly(1 + H, 2, drained)]
/** Readings, the day of the evaluation, its status, and the status before where that is not LIVE. */
const MOVES: [string, readonly MarketReading[], number, MarketStatus, MarketStatus?][] = [
  ['one reading that differs moves nothing', [...hourly(9, 10 - H), readingOf(10, poor)], 10, 'LIVE'],
  [
    'two agreeing, under an hour apart, move nothing',
    [...hourly(9, 9.9), readingOf(9.97, poor), readingOf(10, poor)],
    10,
    'LIVE',
  ],
  [
    'two agreeing, an hour apart, move',
    [...hourly(9, 9.9), readingOf(10 - H, poor), readingOf(10, poor)],
    10,
    'LOW_LIQUIDITY',
  ],
  [
    'two agreeing with another between move nothing',
    [readingOf(10 - 2 * H, poor), readingOf(10 - H), readingOf(10, poor)],
    10,
    'LIVE',
  ],
  [
    '[case 38] $0 once between good readings',
    [...hourly(9, 9.9, liquid), readingOf(10 - H, drained)],
    10,
    'LIVE',
  ],
  [
    '[case 38] and the good reading after it',
    [...hourly(9, 9.9, liquid), readingOf(10 - H, drained), readingOf(10, liquid)],
    10,
    'LIVE',
  ],
  [
    'emptied on one UTC day and not traded any more: the emptiness is no second finding',
    [...held, ...hourly(1 + H, 1.4, dry)],
    1.4,
    'LIVE',
  ],
  ['emptied and not traded on two UTC days', [...held, ...hourly(1 + H, 2, dry)], 2, 'LIQUIDITY_GONE'],
  [
    'not traded before it was emptied',
    [...hourly(0, 1, { ...liquid, volume24hUsd: 0 }), ...hourly(1 + H, 1.4, dry)],
    1.4,
    'NO_TRADING',
    'NO_TRADING',
  ],
  [
    'not traded while a known pool is not listed',
    [...held, ...hourly(1 + H, 1.4, { ...dry, poolLiquidityUsd: { b: 0 } })],
    1.4,
    'LIVE',
  ],
  [
    'not traded with more than a tenth left',
    [
      ...held,
      ...hourly(1 + H, 1.4, { liquidityUsd: 2_100, poolLiquidityUsd: { a: 2_100 }, volume24hUsd: 0 }),
    ],
    1.4,
    'NO_TRADING',
  ],
  [
    'emptied but for a tenth, traded',
    [...held, ...hourly(1 + H, 1.4, { liquidityUsd: 2_000, poolLiquidityUsd: { a: 2_000 } })],
    1.4,
    'LIVE',
  ],
  [
    'emptied while nothing stands is not called untraded',
    [...held, ...hourly(1 + H, 1.4, dry)],
    1.4,
    'INSUFFICIENT_DATA',
    'INSUFFICIENT_DATA',
  ],
  ['liquidity gone on two UTC days', goneReadings, 2, 'LIQUIDITY_GONE'],
  [
    'gone in total while a known pool is not listed',
    [...held, ...hourly(1 + H, 2, { ...drained, poolLiquidityUsd: { b: 0 } })],
    2,
    'LIVE',
  ],
  [
    'liquidity that was never held twice is not gone',
    [readingOf(1, liquid), ...hourly(1 + H, 2, drained)],
    2,
    'LIVE',
  ],
  [
    'a tenth of a large pool is not gone',
    [...hourly(0, 1, { liquidityUsd: 90_000 }), ...hourly(1 + H, 2, { liquidityUsd: 8_000 })],
    2,
    'LIVE',
  ],
  [
    'exactly the live threshold is left of a large pool',
    [...hourly(0, 1, { liquidityUsd: 100_000 }), ...hourly(1 + H, 2.1, { liquidityUsd: 5_000 })],
    2.1,
    'LIQUIDITY_GONE',
  ],
  [
    'a dollar more is left of it',
    [...hourly(0, 1, { liquidityUsd: 100_000 }), ...hourly(1 + H, 2.1, { liquidityUsd: 5_001 })],
    2.1,
    'LIVE',
  ],
  [
    'emptied, but for a pool that never had more than $100',
    [
      ...hourly(0, 1, { poolLiquidityUsd: { a: 19_900, b: 100 } }),
      ...hourly(1 + H, 2.1, { liquidityUsd: 190, poolLiquidityUsd: { a: 90, b: 100 } }),
    ],
    2.1,
    'LIQUIDITY_GONE',
  ],
  [
    'emptied, but for a pool of $101',
    [
      ...hourly(0, 1, { poolLiquidityUsd: { a: 19_899, b: 101 } }),
      ...hourly(1 + H, 2.1, { liquidityUsd: 191, poolLiquidityUsd: { a: 90, b: 101 } }),
    ],
    2.1,
    'LOW_LIQUIDITY',
  ],
  [
    'gone stays gone without trades, after its history passed',
    hourly(9, 10, { liquidityUsd: 3, volume24hUsd: 0 }),
    10,
    'LIQUIDITY_GONE',
    'LIQUIDITY_GONE',
  ],
  ['gone comes back', [...goneReadings, ...hourly(2 + H, 2.2, liquid)], 2.2, 'LIVE', 'LIQUIDITY_GONE'],
  ['a doubt of one reading moves nothing', [...hourly(9, 10), gecko(10, poor)], 10, 'LIVE'],
  [
    'a doubt that stays for an hour',
    [...hourly(9, 10), ...hourly(9.9, 10, { provider: 'geckoterminal', liquidityUsd: 2_500 })],
    10,
    'INSUFFICIENT_DATA',
  ],
  ['silence keeps the status', hourly(9, 10), 12.9, 'LIVE'],
  ['old readings that agree move nothing', [...hourly(8, 9), ...hourly(9 + H, 9.2, poor)], 11, 'LIVE'],
  ['from insufficient data one reading is enough', [readingOf(10)], 10, 'LIVE', 'INSUFFICIENT_DATA'],
]
test.each(MOVES)(
  'from a previous status: %s [contract market status LIVE|LOW_LIQUIDITY|NO_TRADING|LIQUIDITY_GONE|INSUFFICIENT_DATA]',
  (_, readings, at, expected, previous = 'LIVE') => {
    const conclusion = marketStatus({ ...NONE, readings, previous: since(previous) }, day(at))
    expect(conclusion.status).toBe(expected)
    expect(conclusion.since).toBe(expected === previous ? day(0) : day(at))
  },
)

test.each([
  ['the same status', readingOf(20), 'LIVE', 0],
  ['another status', readingOf(20, poor), 'LOW_LIQUIDITY', 20],
])('%s after unknown time has its own date', (_, reading, status, date) => {
  const lapsed = marketStatus({ ...NONE, readings: hourly(9, 10), previous: since('LIVE') }, day(14))
  expect(lapsed).toMatchObject({ status: 'INSUFFICIENT_DATA', lastKnown: 'LIVE', lastKnownSince: day(0) })
  const still = marketStatus({ ...NONE, previous: lapsed }, day(15))
  const found = marketStatus({ ...NONE, readings: [reading], previous: still }, day(20))
  expect(found).toMatchObject({ status, since: day(date), lastKnown: status })
  expect(found.lastKnownSince).toBeUndefined()
})

test('[case 37] a reading 80 h old is insufficient data without a date', () => {
  const input = { ...NONE, readings: hourly(9, 10), previous: since('LIVE') }
  expect(marketStatus(input, day(10 + 80 * H))).toMatchObject({
    claim: { kind: 'UNKNOWN', reason: 'STALE' },
    status: 'INSUFFICIENT_DATA',
    observedAt: null,
  })
})

test('dates an unchanged status by the newest reading that showed it', () => {
  const readings = [...hourly(9, 10, liquid), readingOf(10 + H, drained)]
  const conclusion = marketStatus({ ...NONE, readings, previous: since('LIVE') }, day(10 + 2 * H))
  expect(conclusion).toMatchObject({ status: 'LIVE', observedAt: day(10) })
})
