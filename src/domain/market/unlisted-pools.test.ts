import { expect, test } from 'vitest'
import type { MarketReading } from '#domain/evidence.ts'
import { day } from '#test/given/build-evidence.ts'
import { hourly, readingOf } from '#test/given/build-market.ts'
import { type MarketState, marketStatus } from './status.ts'

const H = 1 / 24
type Given = Partial<MarketReading>
type Pools = Readonly<Record<string, number>>
const LIVE: MarketState = { status: 'LIVE', since: day(0), lastKnown: 'LIVE' }
const GONE: MarketState = { status: 'LIQUIDITY_GONE', since: day(0), lastKnown: 'LIQUIDITY_GONE' }

/** The figures of a provider that lists these pools. */
const listing = (pools: Pools, rest: Given = {}): Given => ({
  poolLiquidityUsd: pools,
  pools: Object.keys(pools).length,
  liquidityUsd: Object.values(pools).reduce((sum, usd) => sum + usd, 0),
  ...rest,
})
const BOTH = listing({ a: 50_000, b: 3_000 })
const quiet = { volume24hUsd: 0, trades24h: 0 }

/** The status after two hours of readings like `now`, which follow a day of readings like `before`. */
function statusAfter(before: Given, now: Given, previous: MarketState | null = LIVE) {
  const readings = [...hourly(9, 10 - 3 * H, before), ...hourly(10 - 2 * H, 10, now)]
  const { claim, status } = marketStatus({ readings, previous, coverage: 'MEASURED' }, day(10))
  return claim.kind === 'UNKNOWN' ? claim.reason : status
}

test.each<{ of: string; before?: Given; now: Given; status: string }>([
  { of: 'the deep pool is not listed any more', now: listing({ b: 3_000 }), status: 'LIVE' },
  {
    of: 'the deep pool is not listed any more, and nobody trades in the other one',
    now: listing({ b: 3_000 }, quiet),
    status: 'LIVE',
  },
  {
    of: 'a pool of more than $100 is not listed any more, and nobody trades in the other ones',
    before: listing({ a: 50_000, b: 101 }),
    now: listing({ a: 50_000 }, quiet),
    status: 'LIVE',
  },
  {
    of: 'a pool of $100 is not listed any more, and nobody trades in the other ones',
    before: listing({ a: 50_000, b: 100 }),
    now: listing({ a: 50_000 }, quiet),
    status: 'NO_TRADING',
  },
  { of: 'the deep pool is listed with less', now: listing({ a: 1_000, b: 3_000 }), status: 'LOW_LIQUIDITY' },
  {
    of: 'a pool is not listed any more, and all had too little together',
    before: listing({ a: 50_000, b: 1_999 }),
    now: listing({ a: 3_000 }),
    status: 'LOW_LIQUIDITY',
  },
  {
    of: 'a pool is not listed any more, and all had enough together',
    before: listing({ a: 50_000, b: 2_000 }),
    now: listing({ a: 3_000 }),
    status: 'LIVE',
  },
  {
    of: 'a pool is not listed any more, and the other ones have enough',
    now: listing({ a: 6_000 }),
    status: 'LIVE',
  },
  {
    of: 'a pool is listed without its liquidity, and nobody trades in it',
    now: { ...listing({ b: 3_000 }), pools: 2 },
    status: 'LIVE',
  },
  {
    of: 'a pool is listed without its liquidity, and nobody trades in any',
    now: { ...listing({ b: 3_000 }, quiet), pools: 2 },
    status: 'NO_TRADING',
  },
  {
    of: 'a pool is listed without its liquidity, and somebody trades',
    now: { ...listing({ b: 3_000 }, { volume24hUsd: 0.5, trades24h: 501 }), pools: 2 },
    status: 'LIVE',
  },
  {
    of: 'every known pool has its liquidity, and the trades are worth nothing',
    now: listing({ a: 50_000, b: 3_000 }, { volume24hUsd: 0.5, trades24h: 501 }),
    status: 'NO_TRADING',
  },
  {
    of: 'no pool has its liquidity, and nobody trades',
    now: { ...listing({}, quiet), pools: 2, liquidityUsd: null },
    status: 'NO_TRADING',
  },
  {
    of: 'another pool is listed in place of the deep one',
    now: listing({ b: 3_000, c: 500 }),
    status: 'LIVE',
  },
])('a LIVE market is $status when $of', ({ before = BOTH, now, status }) => {
  expect(statusAfter(before, now)).toBe(status)
})

test('a pool counts with what it had when it was listed last', () => {
  const drained = hourly(9.5, 9.6, listing({ a: 90, b: 3_000 }))
  const readings = [...hourly(9, 9.4, BOTH), ...drained, ...hourly(9.7, 10, listing({ b: 3_000 }))]
  expect(marketStatus({ readings, previous: LIVE, coverage: 'MEASURED' }, day(10))).toMatchObject({
    status: 'LOW_LIQUIDITY',
  })
})

test('what one provider does not list is unknown, whatever another one lists', () => {
  const gecko = { provider: 'geckoterminal' } as const
  const others = hourly(9, 9.5, { ...gecko, ...listing({ a: 50_000 }) })
  const readings = [...others, ...hourly(9.7, 10, listing({ b: 3_000 }))]
  expect(marketStatus({ readings, previous: LIVE, coverage: 'MEASURED' }, day(10))).toMatchObject({
    status: 'LOW_LIQUIDITY',
  })
})

test('the first status of a market is unknown while its deep pool is not listed', () => {
  expect(statusAfter(BOTH, listing({ b: 3_000 }), null)).toBe('NOT_ENOUGH_YET')
})

test('72 hours after the last listing of the deep pool the status is unknown', () => {
  const readings = [...hourly(9, 10, BOTH), ...hourly(10 + H, 13 + 2 * H, listing({ b: 3_000 }))]
  const at = (time: number) => marketStatus({ readings, previous: LIVE, coverage: 'MEASURED' }, day(time))
  expect(at(13)).toMatchObject({ status: 'LIVE', observedAt: day(10) })
  expect(at(13 + H)).toMatchObject({ status: 'INSUFFICIENT_DATA', lastKnown: 'LIVE' })
})

test('trades in a pool that the provider cannot price are not no trades', () => {
  const unpriced = { ...listing({ b: 1_000 }), pools: 2, volume24hUsd: 0.5, trades24h: 500 }
  const before = hourly(9, 10, listing({ a: 240_000, b: 1_000 }))
  const readings = [...before, ...hourly(10 + H, 13 + 2 * H, unpriced)]
  const at = (time: number) => marketStatus({ readings, previous: LIVE, coverage: 'MEASURED' }, day(time))
  expect(at(13)).toMatchObject({ status: 'LIVE', observedAt: day(10) })
  expect(at(13 + H)).toMatchObject({ status: 'INSUFFICIENT_DATA', lastKnown: 'LIVE' })
})

test('LIQUIDITY_GONE remains while a pool with liquidity is not listed', () => {
  expect(statusAfter(BOTH, listing({ b: 3_000 }), GONE)).toBe('LIQUIDITY_GONE')
  expect(statusAfter(listing({ b: 3_000 }), listing({ b: 3_000 }), GONE)).toBe('LOW_LIQUIDITY')
  expect(statusAfter(BOTH, listing({ b: 6_000 }), GONE)).toBe('LIVE')
})

test('[R68] the inputs of a status have what the missing pools had last', () => {
  const readings = [readingOf(9, BOTH), readingOf(10, listing({ b: 3_000 }))]
  const { inputs } = marketStatus({ readings, previous: null, coverage: 'MEASURED' }, day(10))
  expect(inputs['newest']).toMatchObject([{ liquidityUsd: 3_000, missingLiquidityUsd: 50_000 }])
})

test('a reading of which pools are missing still shows a live market', () => {
  const readings = [readingOf(9, BOTH), readingOf(10, listing({ a: 50_000 }))]
  expect(marketStatus({ readings, previous: null, coverage: 'MEASURED' }, day(10))).toMatchObject({
    status: 'LIVE',
    observedAt: day(10),
  })
})
