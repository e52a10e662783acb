import type { CoverageDimension, CoverageState, MarketStatus, ValuationKind } from '#contract/enums.ts'
import type { HistorySeriesName } from '#contract/history-series.ts'
import type { EvidenceId, Slug } from '#contract/ids.ts'
import type { MarketDoubt, WithheldReason } from '#contract/shapes/project-card.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import type { ListedToken } from '#domain/project/project-list.ts'
import type { CoverageGaps, EventCounts } from './event-counts.ts'
import type { HistoryPoint } from './point.ts'

/** A published project whose days are read, with what holds now. */
export type DatedProject = {
  readonly id: string
  readonly slug: Slug
  readonly name: string
  readonly token: ListedToken | null
  readonly coverage: Readonly<Record<CoverageDimension, { readonly state: CoverageState }>>
  /** The market status that holds now, or why it is unknown. */
  readonly market: CardEvidence['market']
  /** Why valuations are withheld now; null where the market is not dead. */
  readonly valuationWithheld: WithheldReason | null
}

/**
 * Each series with its first recorded day and its points of a span, oldest first. A series without any day is absent.
 */
export type RecordedSeries = ReadonlyMap<
  HistorySeriesName,
  { readonly firstDay: CalendarDate; readonly points: readonly HistoryPoint[] }
>

/** The recorded days of a span. */
export type HistoryRecord = {
  readonly project: DatedProject
  readonly series: RecordedSeries
  /** The newest day that is written; null before the first. */
  readonly recordedTo: CalendarDate | null
}

/** Two days and the ledger between them. */
export type DiffRecord = Omit<HistoryRecord, 'recordedTo'> & {
  readonly counts: EventCounts
  readonly gaps: CoverageGaps
  /** When the ledger was last written; null before the first time. */
  readonly ledgerRunAt: Instant | null
  readonly integrityPublished: boolean
}

type Given<T> = { readonly value: T; readonly at: Instant }

/** One provider's figures over a day. A figure that the provider did not give is null. */
export type MarketDayRecord = {
  readonly day: CalendarDate
  readonly complete: boolean
  readonly provider: string
  /** The source that the provider's readings cite; null where the provider has no source. */
  readonly sourceId: EvidenceId | null
  readonly readings: number
  readonly price: Given<Record<'first' | 'highest' | 'lowest' | 'last', number>> | null
  readonly liquidityUsd: Given<number> | null
  readonly volume24hUsd: Given<number> | null
  readonly valuation: (Given<number> & { readonly kind: ValuationKind }) | null
  /** The market status at the end of the day; null where none was concluded, and on the running day. */
  readonly status: MarketStatus | null
  /** Why the day's valuation is withheld, as it was when the day was written. */
  readonly withheld: WithheldReason | null
  readonly doubt: MarketDoubt | null
}

export type MarketRecord = {
  readonly project: DatedProject
  /** Oldest first. */
  readonly days: readonly MarketDayRecord[]
  readonly collectedFrom: CalendarDate | null
}
