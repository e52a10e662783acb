import type { NonEmpty } from '#contract/claim.ts'
import type { ChangeDomain, ChangeOrigin, ChangePrecision } from '#contract/enums.ts'
import type { ChangeType } from '#contract/events.ts'
import type { ContractAddress, EvidenceId, Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'

export type JsonValue =
  | string
  | number
  | boolean
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }
/** The facts of an event, beside its summary. An unknown fact is an absent key, never null or zero. */
export type ChangeFacts = { readonly [key: string]: JsonValue }

/** How the service learned of a change. The origin of the event depends on it. */
export type Seen =
  /** A reading of a source. `firstReadAt` is the first successful reading of the stream; null before it. */
  | { readonly by: 'reading'; readonly attachedAt: Instant; readonly firstReadAt: Instant | null }
  /** An act of the service, or a finding over a window it watched. */
  | { readonly by: 'service' }
  /** Research of the past, for example a newly attached source. Such a change is never `live`. */
  | { readonly by: 'research' }

/**
 * One event as the ledger should state it now. Invariant: `occurredAt` is null exactly when no outside source dates
 * the change (precision OBSERVED). An id never changes its type.
 */
export type ChangeDraft = {
  readonly id: string
  readonly type: ChangeType
  readonly contract: ContractAddress | null
  readonly occurredAt: Instant | null
  readonly detectedAt: Instant
  readonly precision: ChangePrecision
  readonly summary: string
  readonly facts: ChangeFacts
  readonly evidence: NonEmpty<EvidenceId>
  readonly seen: Seen
  /** Position among events of the same instant: block, transaction index, log index. */
  readonly order: readonly number[]
}

/** A draft as a rule returns it; the rule map adds the type. */
export type UntypedDraft = Omit<ChangeDraft, 'type'>

/** A draft that no outside source dates, about no contract and seen by the service unless it says otherwise. */
export function undated(
  draft: Omit<UntypedDraft, 'occurredAt' | 'precision' | 'order' | 'contract' | 'seen'> &
    Partial<Pick<UntypedDraft, 'contract' | 'seen'>>,
): UntypedDraft {
  const seen: Seen = { by: 'service' }
  return { contract: null, occurredAt: null, precision: 'OBSERVED', seen, order: [], ...draft }
}

/** One revision as the ledger stores it, with the current name of its project. */
export type LedgerEntry = {
  readonly position: number
  readonly firstPosition: number
  readonly id: string
  readonly revision: number
  readonly recordedAt: Instant
} & (
  | { readonly op: 'retract' }
  | (Omit<ChangeDraft, 'id' | 'evidence' | 'seen' | 'order'> & {
      readonly op: 'upsert'
      readonly domain: ChangeDomain
      readonly project: { readonly slug: Slug; readonly name: string } | null
      readonly origin: ChangeOrigin
      readonly evidence: readonly EvidenceId[]
      /** The code week of a code-activity event as it is recorded now; null for any other event. */
      readonly codeWeek: CodeWeekFacts | null
    })
)
