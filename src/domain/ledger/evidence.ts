import type { RuleId } from '#contract/claim.ts'
import type { ProjectState, ReadingOutcome } from '#contract/enums.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { ContractUse } from '#domain/contracts/contract-use.ts'
import type { Method } from '#domain/contracts/method-calls.ts'
import type { Contract, Implementation, Interface, Lock } from '#domain/contracts/records.ts'
import type { ProjectClaim, Ship, Signal, Source, Stream } from '#domain/evidence.ts'
import type { ChangeDraft } from './draft.ts'

/** A stream, with whether it stopped answering. */
export type WatchedStream = Stream & {
  /**
   * Failed reads in a row that found the source gone while its provider answered for others: the first, and the first
   * at least an hour after it. Null while there are no two such.
   */
  readonly gone: { readonly confirmedAt: Instant; readonly outcome: ReadingOutcome } | null
}

/** A source a project has or had, never attached before the project was recorded. */
export type WatchedSource = Omit<Source, 'streams'> & { readonly streams: readonly WatchedStream[] }

/** A reading that found an official site to declare other than it did before; counts of entries. */
export type SiteChange = {
  readonly id: EvidenceId
  readonly sourceId: EvidenceId
  /** Whether others than the site say that it is the project's. */
  readonly official: boolean
  readonly added: number
  readonly removed: number
  readonly detectedAt: Instant
}

/** One conclusion about a fact; `value` is null while it was unknown. */
export type Concluded = {
  readonly id: EvidenceId
  readonly rule: RuleId
  readonly value: string | null
  readonly reason: string | null
  readonly evidence: readonly EvidenceId[]
  /** When it was concluded; of one drawn because a rule had changed, when the facts were known that it is drawn from. */
  readonly evaluatedAt: Instant
  /** False for a move down that no reading after its boundary confirmed. */
  readonly confirmed: boolean
  /** Drawn because a rule had changed: that it differs from what stood before is no change of the project. */
  readonly rederived: boolean
}

export const MOVING_FACTS = [
  'activity.status',
  'token.verification',
  'research.level',
  'market.status',
  'market_integrity.state',
] as const
export type MovingFact = (typeof MOVING_FACTS)[number]

/** Two conclusions about one fact that follow each other and differ. */
export type Move = { readonly fact: MovingFact; readonly before: Concluded; readonly after: Concluded }

/** Everything recorded of one project that the ledger speaks of. */
export type LedgerEvidence = {
  readonly projectId: string
  readonly state: ProjectState
  readonly firstPublishedAt: Instant | null
  readonly token: ContractAddress | null
  readonly sources: readonly WatchedSource[]
  readonly ships: readonly Ship[]
  readonly contracts: readonly Contract[]
  readonly implementations: readonly Implementation[]
  readonly interfaces: readonly Interface[]
  readonly methods: readonly Method[]
  /** How each counted contract was used, by day. */
  readonly uses: readonly ContractUse[]
  readonly locks: readonly Lock[]
  readonly siteChanges: readonly SiteChange[]
  readonly claims: readonly ProjectClaim[]
  readonly signals: readonly Signal[]
  readonly moves: readonly Move[]
  /** Since when market integrity is published on this deployment; null while it is withheld. */
  readonly integrityPublishedAt: Instant | null
  /** What the ledger says of the project, or said until the project was hidden, by event id. */
  readonly said: ReadonlyMap<string, ChangeDraft>
}
