import { type Claim, fact, type UnknownReason, unknown } from '#contract/claim.ts'
import type { CoverageState } from '#contract/enums.ts'
import type { MarketDoubt } from '#contract/shapes/project-card.ts'
import { type Instant, msOf } from '#contract/time.ts'
import { notReadReason } from '#domain/collecting/watching.ts'
import type { MarketReading } from '#domain/evidence.ts'
import { decidingReading, MARKET_RULE, newestByProvider, newestDoubt, timedReadings } from './verdict.ts'

/** One provider's figure in US dollars; the claim has its time. */
export type ProviderFigure = { readonly usd: number; readonly provider: string }
/** The market figures of a card. */
export type MarketFigures = {
  readonly liquidity: Claim<ProviderFigure>
  readonly volume24h: Claim<ProviderFigure>
  /** Why a known figure is withheld; null when none is. */
  readonly doubt: MarketDoubt | null
}

type FigureInput = {
  readonly readings: readonly MarketReading[]
  readonly coverage: CoverageState
  /** The reason for a figure that no reading gives. */
  readonly ungiven: UnknownReason
}

/**
 * The newest liquidity and 24 h volume of the last 72 h, each from one provider. A figure is unknown without a reading
 * (NOT_ENOUGH_YET, or the market's coverage state), when no reading gives it (`ungiven`), and while the readings are
 * not believed (WITHHELD).
 */
export function marketFigures(input: FigureInput, now: Instant): MarketFigures {
  const figures = {
    liquidity: believedFigure({ ...input, usdOf: ({ liquidityUsd }) => liquidityUsd }, now),
    volume24h: believedFigure({ ...input, usdOf: ({ volume24hUsd }) => volume24hUsd }, now),
  }
  const doubt = newestDoubt(timedReadings(input.readings, msOf(now)))
  return { ...figures, doubt: isWithheld(figures) ? (doubt ?? 'implausible_turnover') : null }
}

/** One figure of the newest believable readings of the last 72 h; unknown as `marketFigures` says. */
export function believedFigure(
  input: FigureInput & { readonly usdOf: (reading: MarketReading) => number | null },
  now: Instant,
): Claim<ProviderFigure> {
  const { usdOf } = input
  const timed = timedReadings(input.readings, msOf(now))
  const newest = newestByProvider(timed).filter((reading) => msOf(now) - reading.atMs <= MARKET_RULE.frozenMs)
  const given = newest.filter((reading) => usdOf(reading) !== null)
  if (newest.length === 0) return unknown(notReadReason(input.coverage))
  if (given.length === 0) return unknown(input.ungiven)
  const reading = newestDoubt(timed) === null ? decidingReading(given) : undefined
  const usd = reading === undefined ? null : usdOf(reading)
  if (reading === undefined || usd === null) return unknown('WITHHELD')
  return fact({ usd, provider: reading.provider }, [reading.sourceId], reading.observedAt)
}

function isWithheld(figures: Pick<MarketFigures, 'liquidity' | 'volume24h'>): boolean {
  return Object.values(figures).some((claim) => claim.kind === 'UNKNOWN' && claim.reason === 'WITHHELD')
}
