import type { MarketReading } from '#domain/evidence.ts'
import { sumOf } from './figure.ts'
import { toValuation } from './valuation.ts'

/** One pool with the token as base. A figure is undefined when the provider does not give it. */
export type Pool = {
  /** The pool's address, or the provider's key of a pool without an address. */
  readonly address: string
  readonly priceUsd: number | undefined
  readonly liquidityUsd: number | undefined
  readonly volume24hUsd: number | undefined
  readonly trades24h: number | undefined
  readonly marketCapUsd: number | undefined
  readonly fdvUsd: number | undefined
}

/**
 * A pool that prices another token in this one. Its price figures are those of the other token, so only its volume and
 * trades are kept.
 */
type QuotePool = { readonly asQuote: Pick<Pool, 'volume24hUsd' | 'trades24h'> }

/** The listing of a token at a provider: its pools, and the gaps of the listing. */
export type PoolListing = {
  readonly own: readonly Pool[]
  /** Number of entries that could not be read. */
  readonly unread: number
  /** The 24 h volume in USD of the pools that price another token in this one. Pools of unknown volume are left out. */
  readonly asQuoteUsd: number
  /** Number of those pools that may have trades, but whose volume the provider does not give. */
  readonly asQuoteUnknown: number
  /** Whether the provider ended the listing before the last pool. */
  readonly isCut: boolean
}

/** The market figures from all of a provider's pools for a token. */
type PoolFigures = Omit<MarketReading, 'sourceId' | 'provider' | 'observedAt'>

/** Whether a text is the address of a pool's contract, or a pool's 32-byte id in a pool manager. */
export function isPoolAddress(text: string): boolean {
  return /^0x([0-9a-f]{40}|[0-9a-f]{64})$/i.test(text)
}

/**
 * Whether a text is a key of a pool at DEX Screener: a pool's address, or for a token on a curve `<token>:<launchpad>`.
 */
export function isPoolKey(text: string): boolean {
  return isPoolAddress(text) || /^0x[0-9a-f]{40}:[a-z0-9]{1,20}$/i.test(text)
}

/** Maximum number of addresses that either provider takes in one request without a key. */
export const ADDRESSES_MAX = 30
/** Maximum number of pools of one listing. */
export const POOLS_MAX = 200
/** Maximum number of trades that is believed and can be stored. */
const TRADES_MAX = 2 ** 31 - 1

/**
 * An entry of a listing: a pool of the token, a pool that prices another token in it, `other` for a foreign pool, or
 * `unread`.
 */
export type ListedEntry = Pool | QuotePool | 'other' | 'unread'

/** A pool that prices another token in this one. Its volume is undefined when it cannot be believed. */
export function toQuotePool(given: Pick<Pool, 'volume24hUsd' | 'liquidityUsd' | 'trades24h'>): QuotePool {
  const { trades24h } = given
  return { asQuote: { volume24hUsd: believedVolume(given.volume24hUsd, given), trades24h } }
}

/** The listing of entries that the provider gave, with no part missing. */
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

/** The parts of a listing joined to one. */
export function joinListings(parts: readonly PoolListing[]): Omit<PoolListing, 'isCut'> {
  return {
    own: parts.flatMap(({ own }) => own),
    unread: parts.reduce((total, { unread }) => total + unread, 0),
    asQuoteUsd: parts.reduce((total, { asQuoteUsd }) => total + asQuoteUsd, 0),
    asQuoteUnknown: parts.reduce((total, { asQuoteUnknown }) => total + asQuoteUnknown, 0),
  }
}

/** Whether a listing has no pool of the token, neither as base nor as quote, and no gap. */
export function isEmpty({ own, unread, asQuoteUsd, asQuoteUnknown, isCut }: PoolListing): boolean {
  return own.length === 0 && unread === 0 && asQuoteUsd === 0 && asQuoteUnknown === 0 && !isCut
}

/** The reasons why the listed pools are not the whole market of the token; empty when they are. */
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

/** Liquidity above this multiple of the value of the token's whole supply is not believed. */
const WORTH_MAX = 10

/**
 * The liquidity in USD that a provider gives of a pool; undefined when it cannot be true. A liquidity of 0 with trades
 * in the last six hours means that the provider cannot price the pool. More than ten times the value of the token's
 * whole supply is impossible.
 */
export function believedLiquidity(
  usd: number | undefined,
  { fdvUsd, trades6h }: { readonly fdvUsd: number | undefined; readonly trades6h: number | undefined },
): number | undefined {
  if (usd === 0 && trades6h !== undefined && trades6h > 0) return undefined
  return usd !== undefined && fdvUsd !== undefined && usd > WORTH_MAX * fdvUsd ? undefined : usd
}

/**
 * The 24 h volume in USD that a provider gives of a pool; undefined when it cannot be true. A volume of 0 with trades,
 * in a pool without known liquidity, means that the provider cannot price the pool. In a pool with liquidity, trades
 * below a cent add up to a volume of 0.
 */
export function believedVolume(
  usd: number | undefined,
  { liquidityUsd, trades24h }: Pick<Pool, 'liquidityUsd' | 'trades24h'>,
): number | undefined {
  const isPriced = liquidityUsd !== undefined && liquidityUsd > 0
  return usd === 0 && !isPriced && trades24h !== undefined && trades24h > 0 ? undefined : usd
}

/**
 * Price and valuation of the deepest pool, and sums over all pools. A sum is unknown when a pool with trades does not
 * give the figure. When the liquidity is unknown, the pool with most volume counts as the deepest. When the listing has
 * a gap, a missing pool may be the deepest, so only the pools themselves are known. `supply` is in whole tokens.
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

/** Whether the provider says that the pool had no trades in 24 hours. False when it does not say. */
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
