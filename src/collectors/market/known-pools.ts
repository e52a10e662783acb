import { addMs, HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import { fieldAt, instantAt } from '../json-field.ts'
import { parseFigure, sumOf } from './figure.ts'
import { ADDRESSES_MAX, gapsOf, isPoolAddress, type Pool, type PoolListing } from './pools.ts'

/** How long a listing of pools is used. A pool that is created later counts from the next listing. */
const LISTED_MS = 2 * HOUR_MS
/**
 * The pools are listed again when their liquidity falls below this share of the liquidity at the listing: it may have
 * moved to a newer pool.
 */
const MOVED_SHARE = 0.5

/** The pools of a token in its newest listing, as the stream's position stores them. */
type KnownPools = {
  readonly listedAt: Instant
  readonly pools: readonly string[]
  /** The sum of the pools' liquidity; null when no pool states it. */
  readonly liquidityUsd: number | null
}

/**
 * The pools that the next readings request by address. Null when the listing has no pool or a gap, when it has more
 * pools than one request takes, and when a pool has no address.
 */
export function toKnownPools(listing: PoolListing, listedAt: Instant): KnownPools | null {
  const { own } = listing
  const pools = [...new Set(own.map(({ address }) => address))]
  if (gapsOf(listing).length > 0 || pools.length === 0 || pools.length > ADDRESSES_MAX) return null
  if (!pools.every(isPoolAddress)) return null
  return { listedAt, pools, liquidityUsd: liquidityOf(own) ?? null }
}

/** The pools that a position names; undefined when it names none, or when the listing is too old. */
export function knownPoolsOf(position: unknown, now: Instant): KnownPools | undefined {
  const listedAt = instantAt(position, 'listedAt')
  const pools = fieldAt(position, 'pools')
  if (listedAt === null || msOf(addMs(listedAt, LISTED_MS)) <= msOf(now)) return undefined
  if (!Array.isArray(pools) || pools.length === 0 || !pools.every(isAddress)) return undefined
  return { listedAt, pools, liquidityUsd: parseFigure(fieldAt(position, 'liquidityUsd')) ?? null }
}

/**
 * The known pools with the figures of a new answer. Undefined when the answer lacks a known pool, has an unreadable
 * pool, or shows that much of the liquidity has left. The token's pools must then be listed again.
 */
export function rereadPools({ own, unread }: PoolListing, known: KnownPools): PoolListing | undefined {
  const wanted = own.filter(({ address }) => known.pools.includes(address))
  if (unread > 0 || new Set(wanted.map(({ address }) => address)).size !== known.pools.length)
    return undefined
  return hasLeft(wanted, known)
    ? undefined
    : { own: wanted, unread: 0, asQuoteUsd: 0, asQuoteUnknown: 0, isCut: false }
}

function hasLeft(own: readonly Pool[], { liquidityUsd }: KnownPools): boolean {
  if (liquidityUsd === null) return false
  const now = liquidityOf(own)
  return now === undefined || now < MOVED_SHARE * liquidityUsd
}

function liquidityOf(own: readonly Pool[]): number | undefined {
  return sumOf(own.map((pool) => pool.liquidityUsd))
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && isPoolAddress(value)
}
