import type { MarketReading } from '#domain/evidence.ts'
import { sumOf } from './figure.ts'
import { toValuation } from './valuation.ts'

/** One pool with the token as base; a value is undefined when the provider does not give it. */
export type Pool = {
  /** Its address, or what the provider calls a pool without one. */
  readonly address: string
  readonly priceUsd: number | undefined
  readonly liquidityUsd: number | undefined
  readonly volume24hUsd: number | undefined
  readonly trades24h: number | undefined
  readonly marketCapUsd: number | undefined
  readonly fdvUsd: number | undefined
}

/** What a provider lists for a token: its pools, and how many entries of it could not be read. */
export type PoolListing = { readonly own: readonly Pool[]; readonly unread: number }

/** The figures of all of a provider's pools for a token. */
type PoolFigures = Omit<MarketReading, 'sourceId' | 'provider' | 'observedAt'>

/** A pool's contract, or its 32-byte id in a pool manager. */
export function isPoolAddress(text: string): boolean {
  return /^0x([0-9a-f]{40}|[0-9a-f]{64})$/i.test(text)
}

/** What DEX Screener calls a pool: also a token on a curve, by the token and the launchpad that sells it. */
export function isPoolKey(text: string): boolean {
  return isPoolAddress(text) || /^0x[0-9a-f]{40}:[a-z0-9]{1,20}$/i.test(text)
}

/** The most addresses that either provider takes at once, without a key. */
export const ADDRESSES_MAX = 30
/** Maximum number of pools of one answer; both providers end their listings here at the latest. */
export const POOLS_MAX = 200
/** A larger number is not a count of trades. */
const TRADES_MAX = 2 ** 31 - 1

/** A listing of entries, each judged as a pool of the token, `other`, or `unread`. */
export function toListing(entries: readonly (Pool | 'other' | 'unread')[]): PoolListing {
  return {
    own: entries.filter((entry) => typeof entry !== 'string'),
    unread: entries.filter((entry) => entry === 'unread').length,
  }
}

/**
 * Price and valuation from the deepest pool, and sums over all pools. A sum is unknown while a pool in which somebody
 * trades does not give the figure. The pool with most volume then counts as the deepest. An unread pool can be the
 * deepest, so only the pools themselves are then known. `supply` is in whole tokens.
 */
export function figuresOf(listing: PoolListing, supply: number | undefined): PoolFigures {
  const own = distinct(listing.own).slice(0, POOLS_MAX)
  const pools = { pools: own.length, poolLiquidityUsd: liquidityByPool(own) }
  if (listing.unread > 0) return { ...pools, ...UNKNOWN_FIGURES }
  const liquidity = totalOf(own, (pool) => pool.liquidityUsd)
  const deepest = own.toSorted(liquidity === undefined ? byVolume : byDepth)[0]
  const trades = totalOf(own, (pool) => pool.trades24h)
  return {
    ...pools,
    priceUsd: deepest?.priceUsd ?? null,
    liquidityUsd: liquidity ?? null,
    volume24hUsd: totalOf(own, (pool) => pool.volume24hUsd) ?? null,
    trades24h: trades === undefined || trades > TRADES_MAX ? null : trades,
    valuation: (deepest && toValuation({ ...deepest, supply })) ?? null,
  }
}

function totalOf(pools: readonly Pool[], figureOf: (pool: Pool) => number | undefined): number | undefined {
  const isKnown = pools.every((pool) => figureOf(pool) !== undefined || isUntraded(pool))
  return isKnown ? sumOf(pools.map(figureOf)) : undefined
}

/** Whether the provider says that nobody traded in the pool in 24 hours; false when it does not say. */
function isUntraded({ volume24hUsd, trades24h }: Pool): boolean {
  return volume24hUsd === 0 || trades24h === 0
}

const UNKNOWN_FIGURES = {
  priceUsd: null,
  liquidityUsd: null,
  volume24hUsd: null,
  trades24h: null,
  valuation: null,
} as const

function distinct(pools: readonly Pool[]): readonly Pool[] {
  return [...new Map(pools.toReversed().map((pool) => [pool.address, pool])).values()].toReversed()
}

function byDepth(a: Pool, b: Pool): number {
  return descending(a.liquidityUsd, b.liquidityUsd) || byVolume(a, b)
}

function byVolume(a: Pool, b: Pool): number {
  return descending(a.volume24hUsd, b.volume24hUsd) || (a.address < b.address ? -1 : 1)
}

function descending(a: number | undefined, b: number | undefined): number {
  return a === b ? 0 : (b ?? -1) - (a ?? -1)
}

function liquidityByPool(pools: readonly Pool[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    pools.flatMap((pool) => (pool.liquidityUsd === undefined ? [] : [[pool.address, pool.liquidityUsd]])),
  )
}
