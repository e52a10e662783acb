import type { EvidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import type { LedgerEntry } from '#domain/ledger/draft.ts'

/** The conclusions, records and changes that cite a record of a published project. */
export type RestingRecord = {
  /** Conclusions that stand now. */
  readonly conclusions: readonly {
    readonly id: EvidenceId
    readonly fact: string
    readonly rule: string
    /** When it was concluded. If its receipt does not cite the record, when it was last confirmed. */
    readonly evaluatedAt: Instant
    /** Whether its receipt cites the record. Otherwise only its last evaluation does. */
    readonly inReceipt: boolean
  }[]
  /**
   * The newest ships that were read from a source, and the newest signals that cite the record; `recordsTotal` counts
   * all.
   */
  readonly records: readonly {
    readonly id: EvidenceId
    readonly title: string
    readonly at: Instant
    readonly codeWeek: CodeWeekFacts | null
  }[]
  readonly recordsTotal: number
  /** The newest public events of the ledger; `changesTotal` counts all. */
  readonly changes: readonly LedgerEntry[]
  readonly changesTotal: number
  /** The record that replaced it; null while no record did, and for kinds that have no successor. */
  readonly replacedBy: EvidenceId | null
}
