import type { ProjectKind } from '#contract/enums.ts'
import type { Source } from '#domain/evidence.ts'
import type { LedgerEvidence } from '#domain/ledger/evidence.ts'

/**
 * The evidence that is stored as it was at an evaluation. Ships and market readings are not in it, because they have
 * times of their own.
 */
export type EvaluatedEvidence = Pick<LedgerEvidence, 'token' | 'claims' | 'launchLogs'> & {
  readonly kind: ProjectKind | null
  readonly sources: readonly Source[]
}
