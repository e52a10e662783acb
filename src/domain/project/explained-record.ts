import type { RuleId } from '#contract/claim.ts'
import type { CoverageState, ReadingOutcome } from '#contract/enums.ts'
import type { EvidenceId, Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { RegisteredSource } from './dossier-record.ts'

/**
 * A stream whose last attempt read nothing. `since` is null while the stream failed only once, which is not yet a
 * state.
 */
export type UnreadStream = {
  readonly source: EvidenceId
  readonly provider: string
  readonly stream: string
  readonly outcome: ReadingOutcome
  readonly since: Instant | null
}

/**
 * A standing conclusion with the inputs and evidence of the evaluation that last confirmed it. Invariant: a value
 * exactly when MEASURED. `evaluatedAt` is when it was first concluded.
 */
export type StoredConclusion = {
  readonly id: string
  readonly fact: string
  readonly rule: RuleId
  readonly state: CoverageState
  readonly value: unknown
  readonly inputs: Readonly<Record<string, unknown>>
  readonly evidence: readonly EvidenceId[]
  readonly unknownInputs: readonly { readonly input: string; readonly reason: CoverageState }[]
  readonly evaluatedAt: Instant
  readonly confirmedAt: Instant
}

/**
 * A published project with standing conclusions, from one snapshot. Invariant: market integrity is among them only
 * while the deployment publishes it.
 */
export type ExplainedProject = {
  readonly projectId: string
  readonly slug: Slug
  readonly name: string
  readonly publishedAt: Instant
  readonly integrityPublished: boolean
  readonly conclusions: readonly StoredConclusion[]
  /** Attached sources, in the order of their attachment. */
  readonly sources: readonly RegisteredSource[]
}

/** When the streams of one name and provider were read; null where one was never read. */
export type StreamFreshness = {
  readonly provider: string
  readonly stream: string
  readonly sources: number
  /** The newest successful reading of any of the sources. */
  readonly lastReadAt: Instant | null
  /** The last successful reading of the source that was read longest ago. */
  readonly allReadAt: Instant | null
  readonly lastTriedAt: Instant | null
}
