import type { ProjectKind } from '#contract/enums.ts'
import type { Source } from '#domain/evidence.ts'
import type { LedgerEvidence } from '#domain/ledger/evidence.ts'

/** The evidence that is stored as it was at an evaluation; ships and market readings keep their own times. */
export type EvaluatedEvidence = Pick<LedgerEvidence, 'token' | 'claims' | 'launchLogs'> & {
  readonly kind: ProjectKind | null
  readonly sources: readonly Source[]
}
