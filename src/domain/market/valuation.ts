import { derived, type NonEmpty, nonEmpty, unknown } from '#contract/claim.ts'
import type { CoverageState, MarketStatus, ValuationKind } from '#contract/enums.ts'
import { known } from '#contract/known.ts'
import type { MarketDoubt, WithheldReason } from '#contract/shapes/project-card.ts'
import { type Instant, latest, msOf } from '#contract/time.ts'
import { notReadReason } from '#domain/collecting/watching.ts'
import type { Conclusion, MarketReading } from '#domain/evidence.ts'
import {
  isPlausible,
  type KnownMarket,
  MARKET_RULE,
  newestByProvider,
  newestDoubt,
  type TimedReading,
  timedReadings,
} from './verdict.ts'

/** How long a provider's figure is shown, and the most times the liquidity of its reading that it may be. */
export const VALUATION_RULE = {
  id: 'market.valuation@4',
  shownMs: MARKET_RULE.frozenMs,
  liquidityFactor: 10_000,
} as const

type Figure<K extends ValuationKind> = {
  readonly kind: K
  readonly usd: number
  readonly provider: string
  readonly observedAt: Instant
}
/** Price times circulating supply, from one provider. */
export type MarketCap = Figure<'marketCap'>
/** Price times full supply, from one provider. Never compared with a market cap. */
export type Fdv = Figure<'fdv'>

/** The valuation figures, one per provider; a card shows the first. */
export type ValuationConclusion = Conclusion<NonEmpty<MarketCap | Fdv>> & {
  readonly withheld: WithheldReason | null
  /** Why known figures are not believed; null when one is shown. */
  readonly doubt: MarketDoubt | null
}

/**
 * The providers' valuations in USD, each with its kind, provider and time; market caps before FDVs, newest first.
 * Unknown: no figure in 72 h (the market's coverage state, or NOT_ENOUGH_YET), or WITHHELD while the market has no
 * liquidity or no trades, while the readings are not believed, and while each figure is implausible for its liquidity.
 * @source contract, Rules that hold for all content, 3
 */
export function valuation(
  input: {
    readonly readings: readonly MarketReading[]
    /** The last known status: a dead market stays dead until another status is known. */
    readonly market: KnownMarket | null
    readonly coverage: CoverageState
  },
  now: Instant,
): ValuationConclusion {
  const timed = timedReadings(input.readings, msOf(now))
  const given = newestByProvider(timed.filter((reading) => isShown(reading, now)))
  const doubted = newestDoubt(timed)
  const plausible = given.filter(isPlausible)
  const valued = doubted === null ? plausible.filter((reading) => valuationDoubt(reading) === null) : []
  const figures = valued.flatMap(figureOf).toSorted(marketCapsFirst)
  const shown = nonEmpty(figures)
  const evidence = nonEmpty(valued.map((reading) => reading.sourceId))
  const withheld = given.length === 0 ? null : withheldBecause(input.market)
  const doubt = given.length > 0 && shown === undefined ? (doubted ?? doubtOfFigures(plausible)) : null
  const reason = withheld === null && doubt === null ? notReadReason(input.coverage) : 'WITHHELD'
  const claim =
    shown === undefined || evidence === undefined || withheld !== null
      ? unknown(reason)
      : derived(shown, VALUATION_RULE.id, evidence)
  return {
    claim,
    supportedUntil: claim.kind === 'UNKNOWN' ? null : latest(claim.value.map(({ observedAt }) => observedAt)),
    rule: VALUATION_RULE.id,
    inputs: {
      ...(shown !== undefined && {
        figures: shown.map(({ usd, ...figure }) => ({
          ...(claim.kind === 'UNKNOWN' ? figure : { ...figure, usd }),
          sourceId: valued.find(({ provider }) => provider === figure.provider)?.sourceId,
        })),
      }),
      ...known({ market: input.market }),
      doubt,
    },
    unknownInputs: claim.kind === 'UNKNOWN' ? [{ input: 'valuation', reason }] : [],
    withheld,
    doubt,
  }
}

/**
 * Why a valuation is not believed beside the liquidity of its reading; null when it is believed, and when the valuation
 * or the liquidity is not given.
 */
export function valuationDoubt({
  liquidityUsd,
  valuation: figure,
}: Pick<MarketReading, 'liquidityUsd' | 'valuation'>): 'implausible_valuation' | null {
  if (liquidityUsd === null || figure === null) return null
  return figure.usd <= VALUATION_RULE.liquidityFactor * liquidityUsd ? null : 'implausible_valuation'
}

function doubtOfFigures(plausible: readonly MarketReading[]): MarketDoubt {
  return plausible.length === 0 ? 'implausible_turnover' : 'implausible_valuation'
}

function isShown(reading: TimedReading, now: Instant): boolean {
  const { valuation: figure, atMs } = reading
  return figure !== null && figure.usd > 0 && msOf(now) - atMs <= VALUATION_RULE.shownMs
}

function figureOf(reading: MarketReading): readonly (MarketCap | Fdv)[] {
  if (reading.valuation === null) return []
  const { kind, usd } = reading.valuation
  return [{ kind, usd, provider: reading.provider, observedAt: reading.observedAt }]
}

function marketCapsFirst(a: MarketCap | Fdv, b: MarketCap | Fdv): number {
  if (a.kind !== b.kind) return a.kind === 'marketCap' ? -1 : 1
  return msOf(b.observedAt) - msOf(a.observedAt)
}

/** Why a valuation is withheld at this last known market status; null when the market is not dead. */
export function withheldBecause(market: MarketStatus | null): WithheldReason | null {
  return market === 'LIQUIDITY_GONE' || market === 'NO_TRADING' ? market : null
}
