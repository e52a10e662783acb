import { HISTORY_SERIES, type HistorySeriesName } from '#contract/history-series.ts'
import type { DiffValue } from '#contract/shapes/diff.ts'
import type { HistoryPoint } from '#domain/history/point.ts'
import { known } from '#domain/ledger/wording.ts'
import type { WithheldReason } from '#domain/market/valuation.ts'

/** What a series is, and why its values are withheld now: only a dead market's valuations are. */
export function seriesFields(name: HistorySeriesName, dead: WithheldReason | null) {
  const { basis, unit, says } = HISTORY_SERIES[name]
  return { name, basis, unit, says, ...known({ valuationWithheld: withheldOf(name, dead) }) }
}

/** The value of a point with what it rests on; null with a reason while it is unknown or withheld. */
export function pointValue(point: HistoryPoint, dead: WithheldReason | null): DiffValue {
  const { rule, state, value, provider, observedAt, kind } = point
  if (withheldOf(point.series, dead) !== null) return { value: null, reason: 'WITHHELD', rule }
  if (state !== 'MEASURED') return { value: null, reason: state, rule }
  if (provider === null || observedAt === null) return { value, rule }
  return kind === null ? { value, rule, provider, observedAt } : { value, rule, provider, observedAt, kind }
}

function withheldOf(name: HistorySeriesName, dead: WithheldReason | null): WithheldReason | null {
  return name === 'valuation' ? dead : null
}
