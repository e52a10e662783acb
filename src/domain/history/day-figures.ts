import type { Claim, RuleId } from '#contract/claim.ts'
import type { HistorySeriesName } from '#contract/history-series.ts'
import { dateOf, type Instant, msOf } from '#contract/time.ts'
import type { MarketReading } from '#domain/evidence.ts'
import { believedFigure, marketFigures, type ProviderFigure } from '#domain/market/figures.ts'
import { VALUATION_RULE, valuation } from '#domain/market/valuation.ts'
import {
  type KnownMarket,
  MARKET_RULE,
  newestByProvider,
  newestDoubt,
  type ReadingDoubt,
  readingDoubt,
  timedReadings,
} from '#domain/market/verdict.ts'
import type { HistoryPoint } from './point.ts'

/**
 * The points of the market series on the day that ends at `end`, from the readings of that day alone. A figure that no
 * reading gave has no point. A figure that was not believed, or a dead market's valuation, has a WITHHELD point.
 * `market` is the last status that was known by then.
 */
export function figurePoints(
  input: { readonly readings: readonly MarketReading[]; readonly market: KnownMarket | null },
  end: Instant,
): readonly HistoryPoint[] {
  const read = { readings: input.readings, coverage: 'MEASURED', ungiven: 'NO_SOURCE' } as const
  const { liquidity, volume24h } = marketFigures(read, end)
  const price = believedFigure({ ...read, usdOf: ({ priceUsd }) => priceUsd }, end)
  return [
    ...valuationPoint(input, end),
    ...figurePoint('price', price, end),
    ...figurePoint('liquidity', liquidity, end),
    ...figurePoint('volume', volume24h, end),
  ]
}

/**
 * Why the last readings of each provider on a day are not believed; null for a provider whose readings are believed.
 */
export function dayDoubts(
  readings: readonly MarketReading[],
  end: Instant,
): ReadonlyMap<string, ReadingDoubt | null> {
  const timed = timedReadings(readings, msOf(end))
  const market = newestDoubt(timed)
  return new Map(newestByProvider(timed).map((reading) => [reading.provider, readingDoubt(reading, market)]))
}

function valuationPoint(
  input: { readonly readings: readonly MarketReading[]; readonly market: KnownMarket | null },
  end: Instant,
): readonly HistoryPoint[] {
  const { claim } = valuation({ ...input, coverage: 'MEASURED' }, end)
  const blank = pointOf('valuation', VALUATION_RULE.id, end)
  if (claim.kind === 'UNKNOWN') return claim.reason === 'WITHHELD' ? [blank] : []
  const [{ usd, provider, observedAt, kind }] = claim.value
  return [{ ...blank, state: 'MEASURED', value: usd, provider, observedAt, kind }]
}

function figurePoint(
  series: HistorySeriesName,
  claim: Claim<ProviderFigure>,
  end: Instant,
): readonly HistoryPoint[] {
  const blank = pointOf(series, MARKET_RULE.id, end)
  if (claim.kind !== 'FACT') return claim.kind === 'UNKNOWN' && claim.reason === 'WITHHELD' ? [blank] : []
  const { usd, provider } = claim.value
  return [{ ...blank, state: 'MEASURED', value: usd, provider, observedAt: claim.observedAt }]
}

function pointOf(series: HistorySeriesName, rule: RuleId, end: Instant): HistoryPoint {
  const figure = { value: null, provider: null, observedAt: null, kind: null }
  return { series, day: dateOf(end), state: 'WITHHELD', rule, ...figure }
}
