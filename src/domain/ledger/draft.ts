import type { NonEmpty } from '#contract/claim.ts'
import type { ChangeDomain, ChangeOrigin, ChangePrecision } from '#contract/enums.ts'
import type { ChangeType } from '#contract/events.ts'
import type { ContractAddress, EvidenceId, Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'

export type JsonValue =
  | string
  | number
  | boolean
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }
/** What an event says beside its line: an unknown thing is an absent key, never null or zero. */
export type ChangeFacts = { readonly [key: string]: JsonValue }

/** How the service came to know of a change: what its origin is decided from. */
export type Seen =
  /** Read of a source. `firstReadAt` is the first good reading of that thing; null when there was none. */
  | { readonly by: 'reading'; readonly attachedAt: Instant; readonly firstReadAt: Instant | null }
  /** The service's own act, or a finding over a window it watched. */
  | { readonly by: 'service' }
  /** Came with research of the past, for example by attaching a source: never news. */
  | { readonly by: 'research' }

/**
 * One event as the ledger ought to say it now. Invariant: `occurredAt` is null exactly where no outside source dates
 * the change (precision OBSERVED), and an id keeps its type for ever.
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
  /** Place among events of one instant: block, transaction index, log index. */
  readonly order: readonly number[]
}

/** What a rule says of one type; the rule map adds the type. */
export type Saying = Omit<ChangeDraft, 'type'>

/** One revision as it stands in the ledger, with the name of its project today. */
export type LedgerEntry = {
  readonly position: number
  readonly firstPosition: number
  readonly id: string
  readonly revision: number
  readonly recordedAt: Instant
} & (
  | { readonly op: 'retract' }
  | {
      readonly op: 'upsert'
      readonly type: ChangeType
      readonly domain: ChangeDomain
      readonly project: { readonly slug: Slug; readonly name: string } | null
      readonly contract: ContractAddress | null
      readonly occurredAt: Instant | null
      readonly detectedAt: Instant
      readonly precision: ChangePrecision
      readonly origin: ChangeOrigin
      readonly summary: string
      readonly facts: ChangeFacts
      readonly evidence: readonly EvidenceId[]
    }
)
