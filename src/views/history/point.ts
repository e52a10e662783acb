import { HISTORY_SERIES, type HistorySeriesName } from '#contract/history-series.ts'
import { known } from '#contract/known.ts'
import type { DiffValue } from '#contract/shapes/diff.ts'
import type { DatedProject } from '#domain/history/history-record.ts'
import type { HistoryPoint } from '#domain/history/point.ts'

/** The description of a series, and why its value is withheld now. Only the valuation of a dead market is withheld. */
export function seriesFields(name: HistorySeriesName, { valuationWithheld }: DatedProject) {
  const { basis, unit, says } = HISTORY_SERIES[name]
  return {
    name,
    basis,
    unit,
    says,
    ...known({ valuationWithheld: name === 'valuation' ? valuationWithheld : null }),
  }
}

/** The value of a point with what it rests on; null with a reason where it was unknown or withheld. */
export function pointValue(point: HistoryPoint): DiffValue {
  const { rule, state, value, provider, observedAt, kind } = point
  if (state !== 'MEASURED') return { value: null, reason: state, rule }
  if (provider === null || observedAt === null) return { value, rule }
  return kind === null ? { value, rule, provider, observedAt } : { value, rule, provider, observedAt, kind }
}
