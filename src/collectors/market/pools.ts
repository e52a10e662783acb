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

/** A pool that prices another token in this one. Its figures are of the other token. */
type QuotePool = { readonly asQuote: Pick<Pool, 'volume24hUsd' | 'trades24h'> }

/** The listing of a token at a provider: its pools, and the gaps of the listing. */
export type PoolListing = {
  readonly own: readonly Pool[]
  /** Entries that could not be read. */
  readonly unread: number
  /** The 24 h volume of the pools that price another token in this one, of those whose volume is known. */
  readonly asQuoteUsd: number
  /** How many of these pools may have had trades of a volume that the provider does not give. */
  readonly asQuoteUnknown: number
  /** Whether the provider ended the listing before the last pool. */
  readonly isCut: boolean
}

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
/** Maximum number of pools of one listing. */
export const POOLS_MAX = 200
/** A larger number is not a count of trades. */
const TRADES_MAX = 2 ** 31 - 1

/** What an entry of a listing is: a pool of the token, one that prices another token in it, `other`, or `unread`. */
export type ListedEntry = Pool | QuotePool | 'other' | 'unread'

/** A pool that prices another token in this one, with the volume that can be believed. */
export function toQuotePool(given: Pick<Pool, 'volume24hUsd' | 'liquidityUsd' | 'trades24h'>): QuotePool {
  const { trades24h } = given
  return { asQuote: { volume24hUsd: believedVolume(given.volume24hUsd, given), trades24h } }
}

/** A listing that has every entry that the provider gives. */
export function toListing(entries: readonly ListedEntry[]): PoolListing {
  const pools = entries.filter((entry) => typeof entry !== 'string')
  const asQuote = pools.flatMap((pool) => ('asQuote' in pool ? [pool.asQuote] : []))
  return {
    own: pools.filter((pool): pool is Pool => !('asQuote' in pool)),
    unread: entries.filter((entry) => entry === 'unread').length,
    asQuoteUsd: knownVolume(asQuote),
    asQuoteUnknown: asQuote.filter((pool) => pool.volume24hUsd === undefined && !isUntraded(pool)).length,
    isCut: false,
  }
}

/** The parts of a listing as one. */
export function joinListings(parts: readonly PoolListing[]): Omit<PoolListing, 'isCut'> {
  return {
    own: parts.flatMap(({ own }) => own),
    unread: parts.reduce((total, { unread }) => total + unread, 0),
    asQuoteUsd: parts.reduce((total, { asQuoteUsd }) => total + asQuoteUsd, 0),
    asQuoteUnknown: parts.reduce((total, { asQuoteUnknown }) => total + asQuoteUnknown, 0),
  }
}

/** Whether a listing has nothing of the token. */
export function isEmpty({ own, unread, asQuoteUsd, asQuoteUnknown, isCut }: PoolListing): boolean {
  return own.length === 0 && unread === 0 && asQuoteUsd === 0 && asQuoteUnknown === 0 && !isCut
}

/** Why the pools of a listing are not the whole market of the token; empty when they are. */
export function gapsOf(listing: PoolListing): readonly string[] {
  const { own, unread, asQuoteUsd, asQuoteUnknown, isCut } = listing
  return [
    ...(unread > 0 ? [`pools that could not be read: ${unread}`] : []),
    ...(isCut ? ['the provider does not list every pool'] : []),
    ...(asQuoteUsd > knownVolume(own)
      ? ['most of the volume is in pools that price another token in this one']
      : []),
    ...(asQuoteUnknown > 0
      ? [`pools of unknown volume that price another token in this one: ${asQuoteUnknown}`]
      : []),
  ]
}

function knownVolume(pools: readonly Pick<Pool, 'volume24hUsd'>[]): number {
  return pools.reduce(
    (total, { volume24hUsd }) => (volume24hUsd === undefined ? total : total + volume24hUsd),
    0,
  )
}

/** A larger multiple of the value of the whole supply is no liquidity that could be. */
const WORTH_MAX = 10

/**
 * The liquidity that a provider gives of a pool; undefined when it cannot be so: nothing in a pool with trades of the
 * last six hours, which the provider cannot price, or more than ten times the value of the token's whole supply.
 */
export function believedLiquidity(
  usd: number | undefined,
  { fdvUsd, trades6h }: { readonly fdvUsd: number | undefined; readonly trades6h: number | undefined },
): number | undefined {
  if (usd === 0 && trades6h !== undefined && trades6h > 0) return undefined
  return usd !== undefined && fdvUsd !== undefined && usd > WORTH_MAX * fdvUsd ? undefined : usd
}

/**
 * The 24 h volume that a provider gives of a pool; undefined when it is 0 beside trades and the provider gives the pool
 * no liquidity either: it cannot price the pool. In a pool with liquidity, trades of less than a cent are a volume of
 * 0.
 */
export function believedVolume(
  usd: number | undefined,
  { liquidityUsd, trades24h }: Pick<Pool, 'liquidityUsd' | 'trades24h'>,
): number | undefined {
  const isPriced = liquidityUsd !== undefined && liquidityUsd > 0
  return usd === 0 && !isPriced && trades24h !== undefined && trades24h > 0 ? undefined : usd
}

/**
 * Price and valuation from the deepest pool, and sums over all pools. A sum is unknown while a pool in which somebody
 * trades does not give the figure. The pool with most volume then counts as the deepest. A pool that the listing lacks
 * can be the deepest, so only the listed pools themselves are then known. `supply` is in whole tokens.
 */
export function figuresOf(listing: PoolListing, supply: number | undefined): PoolFigures {
  const own = distinct(listing.own).slice(0, POOLS_MAX)
  const pools = { pools: own.length, poolLiquidityUsd: liquidityByPool(own) }
  if (gapsOf(listing).length > 0) return { ...pools, ...UNKNOWN_FIGURES }
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
function isUntraded({ volume24hUsd, trades24h }: Pick<Pool, 'volume24hUsd' | 'trades24h'>): boolean {
  return trades24h === undefined ? volume24hUsd === 0 : trades24h === 0
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
