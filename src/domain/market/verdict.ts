import type { CoverageState, MarketStatus } from '#contract/enums.ts'
import type { MarketDoubt } from '#contract/shapes/project-card.ts'
import { dateOf, HOUR_MS, msOf } from '#contract/time.ts'
import type { MarketReading } from '#domain/evidence.ts'

/** Thresholds of the market status. */
export const MARKET_RULE = {
  id: 'market.status@9',
  liveLiquidityUsd: 5_000,
  dustUsd: 100,
  tradedUsd: 1,
  liveVolumeUsd: 50,
  freshMs: 24 * HOUR_MS,
  frozenMs: 72 * HOUR_MS,
  agreeMs: HOUR_MS,
  disagreeFactor: 3,
  compareMs: 2 * HOUR_MS,
  turnoverFactor: 20,
  ownSupplyShare: 0.5,
  goneShare: 0.1,
  goneDays: 2,
  goneApartMs: 12 * HOUR_MS,
} as const

export type KnownMarket = Exclude<MarketStatus, 'INSUFFICIENT_DATA'>
/**
 * Why readings are not believed. An implausible valuation is not such a reason: the other figures are still believed.
 */
export type ReadingDoubt = Exclude<MarketDoubt, 'implausible_valuation'>
/** What the readings up to an instant show: a status, a doubt, or `undecided`. */
export type MarketVerdict = KnownMarket | ReadingDoubt | 'undecided'

/** The inputs of a conclusion about the market. */
export type MarketInput<State> = {
  /** Readings of the last 30 days, any order; `getMarketReadings` says which of each provider and hour. */
  readonly readings: readonly MarketReading[]
  readonly previous: State | null
  /** The coverage state of the market dimension: the reason when no reading is stored. */
  readonly coverage: CoverageState
}

/**
 * The known pools that a reading lacks or lists without liquidity. A pool is known when an earlier reading of the
 * provider listed it with more than $100.
 */
type MissingPools = {
  /** The liquidity of these pools in US dollars, as they were last listed. They may still have it. */
  readonly usd: number
  /** Whether one of these pools is not listed at all, so that its trades are unknown. */
  readonly unlisted: boolean
}

/** A reading with its time in milliseconds since the Unix epoch, and with the known pools that it lacks. */
export type TimedReading = MarketReading & { readonly atMs: number; readonly missing: MissingPools }

/** The inputs of a verdict. */
export type ReadingHistory = {
  /** Oldest first. */
  readonly readings: readonly TimedReading[]
  /** True while the last known status is LIQUIDITY_GONE; a pool without trades then does not change it. */
  readonly gone: boolean
}

/** The readings up to an instant, oldest first. */
export function timedReadings(readings: readonly MarketReading[], nowMs: number): readonly TimedReading[] {
  const timed = readings
    .map((reading) => ({ ...reading, atMs: msOf(reading.observedAt) }))
    .filter((reading) => reading.atMs <= nowMs)
    .toSorted((a, b) => a.atMs - b.atMs)
  const listed = new Map<string, ReadonlyMap<string, number>>()
  return timed.map((reading) => {
    const known = new Map(listed.get(reading.provider))
    for (const [pool, usd] of Object.entries(reading.poolLiquidityUsd)) known.set(pool, usd)
    listed.set(reading.provider, known)
    return { ...reading, missing: missingPools(reading, known) }
  })
}

/**
 * The known pools that a reading lacks. `known` has each pool that the provider listed so far, with its last liquidity.
 */
function missingPools(reading: MarketReading, known: ReadonlyMap<string, number>): MissingPools {
  const absent = [...known].filter(
    ([pool, usd]) => usd > MARKET_RULE.dustUsd && !Object.hasOwn(reading.poolLiquidityUsd, pool),
  )
  const unpriced = reading.pools - Object.keys(reading.poolLiquidityUsd).length
  return { usd: absent.reduce((total, [, usd]) => total + usd, 0), unlisted: absent.length > unpriced }
}

/** The newest reading of each provider, newest first, from readings oldest first. */
export function newestByProvider(readings: readonly TimedReading[]): readonly TimedReading[] {
  const newest = new Map<string, TimedReading>()
  for (const reading of readings.toReversed()) {
    if (!newest.has(reading.provider)) newest.set(reading.provider, reading)
  }
  return [...newest.values()]
}

/** The readings of the same provider. */
export function ofProvider<R extends MarketReading>(
  readings: readonly R[],
  { provider }: MarketReading,
): readonly R[] {
  return readings.filter((reading) => reading.provider === provider)
}

/** A reading as conclusions print it, with every figure. */
export function printable(reading: MarketReading) {
  const { provider, sourceId, observedAt, priceUsd, liquidityUsd, volume24hUsd } = reading
  const { trades24h, valuation, pools } = reading
  return { provider, sourceId, observedAt, priceUsd, liquidityUsd, volume24hUsd, trades24h, valuation, pools }
}

/**
 * The readings known at an instant, oldest first (`known`), and each provider's newest one of the day before the
 * instant (`latest`).
 */
export function readingsKnownAt(readings: readonly TimedReading[], atMs: number) {
  const known = readings.filter((reading) => reading.atMs <= atMs)
  const latest = newestByProvider(known).filter((reading) => atMs - reading.atMs <= MARKET_RULE.freshMs)
  return { known, latest }
}

/**
 * The verdict at an instant, from the newest reading of each provider in the day before it. A later reading of another
 * provider can also contradict the newest reading, so the order in which two providers were read does not matter.
 */
export function verdictAt(history: ReadingHistory, atMs: number): MarketVerdict {
  const { known, latest } = readingsKnownAt(history.readings, atMs)
  const doubt = doubtOf(latest)
  if (doubt !== null) return doubt
  if (isContradictedLater(latest, history.readings)) return 'providers_disagree'
  const newest = decidingReading(latest)
  if (newest === undefined) return 'undecided'
  const found = statusOf(newest, known)
  if (!history.gone || isLiquid(newest)) return found
  return found === 'NO_TRADING' || found === 'undecided' ? 'LIQUIDITY_GONE' : found
}

/**
 * Why the newest readings of the providers are not believed; null when they are believed, and when there is no reading.
 */
function doubtOf(latest: readonly TimedReading[]): ReadingDoubt | null {
  if (latest.length === 0) return null
  if (disagree(latest)) return 'providers_disagree'
  const newest = decidingReading(latest)
  if (newest === undefined) return 'implausible_turnover'
  return holdsOwnSupplyOnly(newest) ? 'own_launch_supply' : null
}

/** The doubt about the newest of these readings, oldest first. */
export function newestDoubt(readings: readonly TimedReading[]): ReadingDoubt | null {
  const newest = readings.at(-1)
  return newest === undefined ? null : doubtOf(readingsKnownAt(readings, newest.atMs).latest)
}

/**
 * Why one reading is not believed. An implausible turnover concerns that reading alone, any other doubt every
 * provider's readings.
 */
export function readingDoubt(
  reading: Parameters<typeof isPlausible>[0],
  market: ReadingDoubt | null,
): ReadingDoubt | null {
  if (!isPlausible(reading)) return 'implausible_turnover'
  return market === 'implausible_turnover' ? null : market
}

/**
 * What the newest reading shows. Figures that lack a known pool are a lower bound: they can prove a live market, but
 * never the lack of one.
 */
function statusOf(newest: TimedReading, known: readonly MarketReading[]): MarketVerdict {
  const departure = departureOf(ofProvider(known, newest))
  if (departure === 'gone') return 'LIQUIDITY_GONE'
  if (departure === 'leaving') return 'undecided'
  const { liquidityUsd, volume24hUsd, trades24h, pools, missing } = newest
  const isQuiet = pools > 0 && volume24hUsd !== null && volume24hUsd <= MARKET_RULE.tradedUsd
  const hasTrades = trades24h !== null && trades24h > 0
  if (isQuiet) return missing.unlisted || (missing.usd > 0 && hasTrades) ? 'undecided' : 'NO_TRADING'
  if (liquidityUsd === null || liquidityUsd <= MARKET_RULE.dustUsd) return 'undecided'
  if (liquidityUsd < MARKET_RULE.liveLiquidityUsd)
    return liquidityUsd + missing.usd < MARKET_RULE.liveLiquidityUsd ? 'LOW_LIQUIDITY' : 'undecided'
  const traded = volume24hUsd === null ? hasTrades : volume24hUsd >= MARKET_RULE.liveVolumeUsd
  return traded ? 'LIVE' : 'undecided'
}

/** Whether a reading shows the liquidity of a live market; false when it gives no liquidity. */
export function isLiquid(reading: MarketReading): boolean {
  return reading.liquidityUsd !== null && reading.liquidityUsd >= MARKET_RULE.liveLiquidityUsd
}

/** The newest plausible reading, preferably one that gives liquidity; undefined when none is plausible. */
export function decidingReading<R extends MarketReading>(newestFirst: readonly R[]): R | undefined {
  const plausible = newestFirst.filter(isPlausible)
  return plausible.find((reading) => reading.liquidityUsd !== null) ?? plausible[0]
}

/** Whether the volume is plausible for the liquidity; true when either is not given. */
export function isPlausible({
  liquidityUsd,
  volume24hUsd,
}: Pick<MarketReading, 'liquidityUsd' | 'volume24hUsd'>): boolean {
  if (liquidityUsd === null || volume24hUsd === null || liquidityUsd <= MARKET_RULE.dustUsd) return true
  return volume24hUsd <= MARKET_RULE.turnoverFactor * liquidityUsd
}

/** The readings close enough in time to the newest of them to be compared. */
export function comparable(latest: readonly TimedReading[]): readonly TimedReading[] {
  const newestMs = Math.max(...latest.map((reading) => reading.atMs))
  return latest.filter((reading) => newestMs - reading.atMs <= MARKET_RULE.compareMs)
}

/**
 * Whether a later reading of another provider disagrees with the first reading of `latest`, the newest. The two are
 * compared when neither provider has a reading nearer in time to the other's.
 */
function isContradictedLater(latest: readonly TimedReading[], readings: readonly TimedReading[]): boolean {
  const [newest, ...others] = latest
  if (newest === undefined) return false
  const later = readings.filter(({ atMs }) => atMs > newest.atMs)
  const own = later.find(({ provider }) => provider === newest.provider)
  return later.some((next) => {
    if (next.atMs - newest.atMs > MARKET_RULE.compareMs || (own !== undefined && next.atMs >= own.atMs))
      return false
    const before = others.find(({ provider }) => provider === next.provider)
    const isNearer = before === undefined || newest.atMs - before.atMs > next.atMs - newest.atMs
    return isNearer && disagree([next, newest])
  })
}

/** Whether liquidity or price of comparable readings are too far apart; false when only one gives the figure. */
export function disagree(latest: readonly TimedReading[]): boolean {
  const compared = comparable(latest)
  const spread = (figures: readonly (number | null)[], floor: number) => {
    const known = figures.filter((figure) => figure !== null)
    const most = Math.max(...known)
    return known.length > 1 && most > floor && most > MARKET_RULE.disagreeFactor * Math.min(...known)
  }
  const liquidity = compared.map((reading) => reading.liquidityUsd)
  const prices = compared.map((reading) => reading.priceUsd)
  return spread(liquidity, MARKET_RULE.dustUsd) || spread(prices, 0)
}

/** Whether the liquidity is at least half of the valuation without a trade: only the launch supply, not a market. */
export function holdsOwnSupplyOnly({ liquidityUsd, trades24h, valuation }: MarketReading): boolean {
  if (liquidityUsd === null || trades24h !== 0 || valuation === null) return false
  return valuation.usd > 0 && liquidityUsd >= MARKET_RULE.ownSupplyShare * valuation.usd
}

/** The liquidity that at least two readings of one provider showed; null when fewer showed any. */
export function heldLiquidity(own: readonly MarketReading[]): number | null {
  const shown = own.map((reading) => reading.liquidityUsd).filter((usd) => usd !== null)
  const [, level] = shown.toSorted((a, b) => b - a)
  return level === undefined ? null : level
}

/** Whether earlier liquidity is still there, has left but not for long enough yet, or is gone. */
type Departure = 'none' | 'leaving' | 'gone'

/**
 * Whether liquidity that two readings of one provider showed has left. It has left when every known pool has at most a
 * tenth of it and no later reading shows more; it is gone when two readings on two UTC days, at least 12 hours apart,
 * show that. A known pool that the newest reading does not list may still have liquidity.
 */
export function departureOf(own: readonly MarketReading[]): Departure {
  const readings = own.flatMap((reading) =>
    reading.liquidityUsd === null ? [] : [{ ...reading, liquidityUsd: reading.liquidityUsd }],
  )
  const level = heldLiquidity(readings)
  if (level === null || level < MARKET_RULE.liveLiquidityUsd) return 'none'
  const low = Math.min(MARKET_RULE.goneShare * level, MARKET_RULE.liveLiquidityUsd)
  const lastHigh = readings.findLastIndex((reading) => reading.liquidityUsd > low)
  const since = readings.slice(lastHigh + 1)
  const [first, newest] = [since[0], since.at(-1)]
  if (first === undefined || newest === undefined || !poolsEmptied(readings, newest)) return 'none'
  const days = new Set(since.map((reading) => dateOf(reading.observedAt)))
  const apartMs = msOf(newest.observedAt) - msOf(first.observedAt)
  return days.size >= MARKET_RULE.goneDays && apartMs >= MARKET_RULE.goneApartMs ? 'gone' : 'leaving'
}

function poolsEmptied(readings: readonly MarketReading[], newest: MarketReading): boolean {
  const highest = new Map<string, number>()
  for (const [pool, usd] of readings.flatMap((reading) => Object.entries(reading.poolLiquidityUsd))) {
    const before = highest.get(pool)
    highest.set(pool, before === undefined ? usd : Math.max(before, usd))
  }
  return [...highest].every(([pool, most]) => {
    const now = newest.poolLiquidityUsd[pool]
    return most <= MARKET_RULE.dustUsd || (now !== undefined && now <= MARKET_RULE.goneShare * most)
  })
}
