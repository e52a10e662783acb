import type { ProjectState } from '#contract/enums.ts'
import type { EvidenceId, EvidencePrefix, Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { SourceReference } from '#domain/evidence.ts'

/** What is recorded under an evidence id. Invariant: the project is published or hidden; a draft's records are not told. */
export type ReceiptRecord = {
  readonly id: EvidenceId
  readonly kind: EvidencePrefix
  readonly claim: 'FACT' | 'DERIVED'
  readonly project: {
    readonly slug: Slug
    readonly name: string
    readonly state: Exclude<ProjectState, 'draft'>
  }
  readonly withdrawn: { readonly at: Instant; readonly reason: string } | null
  /** Null where the record is the service's own conclusion, or a statement with its own address. */
  readonly source: SourceReference | null
  readonly occurredAt: Instant | null
  readonly observedAt: Instant | null
  readonly detectedAt: Instant | null
  readonly recorded: Readonly<Record<string, unknown>>
}
