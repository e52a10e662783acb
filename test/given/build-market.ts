import type { MarketReading } from '#domain/evidence.ts'
import { day } from './build-evidence.ts'

/** One provider's reading of a liquid, traded pool at a day; `rest` overrides its fields. */
export function readingOf(at: number, rest: Partial<MarketReading> = {}): MarketReading {
  const provider = rest.provider === undefined ? 'dexscreener' : rest.provider
  return {
    sourceId: `source:${provider}`,
    provider,
    observedAt: day(at),
    pools: 1,
    priceUsd: 2,
    liquidityUsd: 20_000,
    volume24hUsd: 900,
    trades24h: 12,
    valuation: { usd: 1_000_000, kind: 'fdv' },
    poolLiquidityUsd: {},
    ...rest,
  }
}

/** The same reading every hour, both ends included. */
export function hourly(from: number, to: number, rest: Partial<MarketReading> = {}) {
  const hours = Math.round((to - from) * 24)
  return Array.from({ length: hours + 1 }, (_, index) => readingOf(from + index / 24, rest))
}
