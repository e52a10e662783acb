import type { ProjectState } from '#contract/enums.ts'
import type { EvidenceId, EvidencePrefix, Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { SourceReference, Withdrawal } from '#domain/evidence.ts'

/** The record of an evidence id. Invariant: the project is published or hidden; records of drafts are not answered. */
export type ReceiptRecord = {
  readonly id: EvidenceId
  readonly kind: EvidencePrefix
  readonly claim: 'FACT' | 'DERIVED'
  readonly project: {
    readonly slug: Slug
    readonly name: string
    readonly state: Exclude<ProjectState, 'draft'>
  }
  readonly withdrawn: Withdrawal | null
  /** Null when the record is a conclusion of the service, or a statement that the catalogue quotes. */
  readonly source: SourceReference | null
  readonly occurredAt: Instant | null
  readonly observedAt: Instant | null
  readonly detectedAt: Instant | null
  readonly recorded: Readonly<Record<string, unknown>>
}
