import { type Claim, fact, unknown } from '#contract/claim.ts'
import type { CoverageState } from '#contract/enums.ts'
import { type Instant, msOf } from '#contract/time.ts'
import { notReadReason } from '#domain/collecting/watching.ts'
import type { MarketReading } from '#domain/evidence.ts'
import { decidingReading, MARKET_RULE, newestByProvider, timedReadings } from './verdict.ts'

/** One provider's figure in US dollars; the claim has its time. */
export type Figure = { readonly usd: number; readonly provider: string }
/** The market figures of a card. */
export type MarketFigures = {
  readonly liquidity: Claim<Figure>
  readonly volume24h: Claim<Figure>
}

/**
 * The newest plausible liquidity and 24 h volume of the last 72 h, each from one provider. Unknown when no provider
 * gives the figure: NOT_ENOUGH_YET, or the market's coverage state.
 */
export function marketFigures(
  input: { readonly readings: readonly MarketReading[]; readonly coverage: CoverageState },
  now: Instant,
): MarketFigures {
  const newest = newestByProvider(timedReadings(input.readings, msOf(now))).filter(
    (reading) => msOf(now) - reading.atMs <= MARKET_RULE.frozenMs,
  )
  const unread = unknown(notReadReason(input.coverage))
  const figureOf = (usdOf: (reading: MarketReading) => number | null): Claim<Figure> => {
    const reading = decidingReading(newest.filter((candidate) => usdOf(candidate) !== null))
    const usd = reading === undefined ? null : usdOf(reading)
    if (reading === undefined || usd === null) return unread
    return fact({ usd, provider: reading.provider }, [reading.sourceId], reading.observedAt)
  }
  return {
    liquidity: figureOf((reading) => reading.liquidityUsd),
    volume24h: figureOf((reading) => reading.volume24hUsd),
  }
}
