import { sumOf } from './figure.ts'
import { type Valuation, valuationOf } from './valuation.ts'

/** One pool in which the token is the base, as a provider gave it; undefined where it gave nothing. */
export type Pool = {
  readonly address: string
  readonly priceUsd: number | undefined
  readonly liquidityUsd: number | undefined
  readonly volume24hUsd: number | undefined
  readonly trades24h: number | undefined
  readonly marketCapUsd: number | undefined
  readonly fdvUsd: number | undefined
}

/** What a provider's pools say of the token together. */
export type PoolFigures = {
  readonly pools: number
  readonly priceUsd: number | undefined
  readonly liquidityUsd: number | undefined
  readonly volume24hUsd: number | undefined
  readonly trades24h: number | undefined
  readonly valuation: Valuation | undefined
  readonly poolLiquidityUsd: Readonly<Record<string, number>>
}

/** A pool's contract, or its 32-byte identity in a pool manager. */
export function isPoolAddress(text: string): boolean {
  return /^0x([0-9a-f]{40}|[0-9a-f]{64})$/i.test(text)
}

/** Pools kept of one answer; both providers end their listings here at the latest. */
export const POOLS_MAX = 200
/** A count beyond this is no count of trades. */
const TRADES_MAX = 2 ** 31 - 1

/**
 * Price and valuation from the deepest pool, sums over all of them. A sum skips pools that do not report the
 * figure and is undefined when none does. `supply` is in whole tokens.
 */
export function figuresOf(pools: readonly Pool[], supply: number | undefined): PoolFigures {
  const own = distinct(pools).slice(0, POOLS_MAX)
  const deepest = own.toSorted(byDepth)[0]
  const trades = sumOf(own.map((pool) => pool.trades24h))
  return {
    pools: own.length,
    priceUsd: deepest?.priceUsd,
    liquidityUsd: sumOf(own.map((pool) => pool.liquidityUsd)),
    volume24hUsd: sumOf(own.map((pool) => pool.volume24hUsd)),
    trades24h: trades === undefined || trades > TRADES_MAX ? undefined : trades,
    valuation: deepest && valuationOf({ ...deepest, supply }),
    poolLiquidityUsd: liquidityByPool(own),
  }
}

function distinct(pools: readonly Pool[]): readonly Pool[] {
  return [...new Map(pools.toReversed().map((pool) => [pool.address, pool])).values()].toReversed()
}

function byDepth(a: Pool, b: Pool): number {
  return (
    descending(a.liquidityUsd, b.liquidityUsd) ||
    descending(a.volume24hUsd, b.volume24hUsd) ||
    (a.address < b.address ? -1 : 1)
  )
}

function descending(a: number | undefined, b: number | undefined): number {
  return a === b ? 0 : (b ?? -1) - (a ?? -1)
}

function liquidityByPool(pools: readonly Pool[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    pools.flatMap((pool) => (pool.liquidityUsd === undefined ? [] : [[pool.address, pool.liquidityUsd]])),
  )
}
