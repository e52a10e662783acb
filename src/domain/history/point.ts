import type { RuleId } from '#contract/claim.ts'
import type { CoverageState, ValuationKind } from '#contract/enums.ts'
import type { HistorySeriesName } from '#contract/history-series.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'

/** How a day is written, where no other rule concludes the value. */
export const DAYS_RULE = {
  id: 'history.days@3',
  /** Days further back are not written. */
  backDays: 400,
  /** How many days back a missing day is still written from a later reading, in a series that already has a day. */
  lateDays: 40,
} as const

/**
 * The value of a series on one day, or why there was none. Invariants: a value exactly when MEASURED; a provider and a
 * time exactly for a provider's figure; a kind exactly for a valuation.
 */
export type HistoryPoint = {
  readonly series: HistorySeriesName
  readonly day: CalendarDate
  readonly state: CoverageState
  readonly value: string | number | null
  readonly rule: RuleId
  readonly provider: string | null
  readonly observedAt: Instant | null
  readonly kind: ValuationKind | null
}
