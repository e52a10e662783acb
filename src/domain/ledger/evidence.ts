import type { RuleId } from '#contract/claim.ts'
import type {
  ChangePrecision,
  ProjectState,
  ReadingOutcome,
  ShipBacking,
  ShipKind,
  SourceKind,
} from '#contract/enums.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { ContractUse } from '#domain/contracts/contract-use.ts'
import type { CallPlace, Resumption } from '#domain/contracts/method-calls.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import type { ChangeDraft } from './draft.ts'

/** A thing read of a source, as far as the ledger asks: since when it is read and whether it stopped answering. */
export type WatchedStream = {
  readonly stream: string
  readonly firstOkAt: Instant | null
  readonly lastOkAt: Instant | null
  readonly failingSince: Instant | null
  readonly providerOutageSince: Instant | null
  /**
   * Failed reads in a row that found the source gone while its provider answered for others: the first, and the first
   * at least an hour after it. Null while there are no two such.
   */
  readonly gone: { readonly confirmedAt: Instant; readonly outcome: ReadingOutcome } | null
}

/** A source a project has or had; a detached one keeps what was said of it and says nothing new. */
export type WatchedSource = {
  readonly id: EvidenceId
  readonly kind: SourceKind
  readonly locator: string
  readonly counted: boolean
  readonly attachedAt: Instant
  readonly detachedAt: Instant | null
  readonly streams: readonly WatchedStream[]
}

export type RecordedShip = {
  readonly id: EvidenceId
  readonly sourceId: EvidenceId
  readonly kind: ShipKind
  readonly title: string
  readonly url: string | null
  readonly version: string | null
  readonly occurredAt: Instant
  readonly precision: Exclude<ChangePrecision, 'SCHEDULED'>
  readonly detectedAt: Instant
  /** When a prerelease was read as a release; null where it never was one. */
  readonly promotedAt: Instant | null
  readonly backing: ShipBacking
  /** The contract a deployment made; null on other kinds. */
  readonly contract: ContractAddress | null
  readonly codeWeek: CodeWeekFacts | null
  readonly withdrawn: boolean
}

/** A contract of the project with where it was created; `created` is null while its creation was not read. */
export type RecordedContract = {
  readonly address: ContractAddress
  readonly sourceId: EvidenceId
  readonly role: 'token' | 'launch' | 'deployment' | 'declared'
  readonly deployer: ContractAddress | null
  readonly created: {
    readonly at: Instant
    readonly block: number
    readonly txIndex: number | null
    readonly tx: string | null
  } | null
  readonly detectedAt: Instant
  readonly withdrawn: boolean
}

export type RecordedImplementation = {
  readonly id: EvidenceId
  readonly sourceId: EvidenceId
  readonly contract: ContractAddress
  readonly implementation: ContractAddress
  readonly previous: ContractAddress | null
  readonly beacon: ContractAddress | null
  /** The block of the upgrade; null when only the slot was seen to have changed. */
  readonly block: {
    readonly at: Instant
    readonly number: number
    readonly txIndex: number | null
    readonly logIndex: number | null
    readonly tx: string | null
  } | null
  readonly initial: boolean
  readonly detectedAt: Instant
  readonly withdrawn: boolean
}

export type RecordedInterface = {
  readonly id: EvidenceId
  readonly sourceId: EvidenceId
  readonly contract: ContractAddress
  readonly provider: string
  readonly digest: string
  readonly functions: number
  readonly events: number
  readonly match: 'exact' | 'partial' | 'unspecified'
  readonly detectedAt: Instant
  readonly supersededAt: Instant | null
}

/** A method of a counted contract that was called. */
export type RecordedMethod = {
  readonly id: EvidenceId
  readonly sourceId: EvidenceId
  readonly contract: ContractAddress
  readonly selector: string
  /** The function a verified interface calls it, and since when that is known; null while none names it. */
  readonly named: { readonly signature: string; readonly by: EvidenceId; readonly at: Instant } | null
  readonly first: CallPlace
  /** No earlier call can have been missed: calls were read since the contract's creation. */
  readonly firstSinceCreation: boolean
  readonly resumptions: readonly (Resumption & { readonly detectedAt: Instant })[]
  readonly detectedAt: Instant
  readonly withdrawn: boolean
}

/** How a counted contract was used, by day. */
export type RecordedUse = ContractUse

/** A reading that found an official site to declare other than it did before; counts of entries. */
export type RecordedSiteChange = {
  readonly id: EvidenceId
  readonly sourceId: EvidenceId
  /** Whether others than the site say that it is the project's. */
  readonly official: boolean
  readonly added: number
  readonly removed: number
  readonly detectedAt: Instant
}

export type RecordedLock = {
  readonly id: EvidenceId
  readonly sourceId: EvidenceId
  readonly token: ContractAddress
  readonly amount: string
  readonly unlockAt: Instant
  readonly withdrawn: boolean
  readonly detectedAt: Instant
  readonly observedAt: Instant
}

export type RecordedClaim = {
  readonly id: EvidenceId
  readonly kind: string
  readonly by: string
  readonly statement: string
  readonly observedAt: Instant
  readonly withdrawn: boolean
}

export type RecordedSignal = {
  readonly id: EvidenceId
  readonly kind: string
  readonly title: string
  readonly windowFrom: Instant
  readonly windowTo: Instant
  readonly detectedAt: Instant
  readonly evidence: readonly EvidenceId[]
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
  readonly ships: readonly RecordedShip[]
  readonly contracts: readonly RecordedContract[]
  readonly implementations: readonly RecordedImplementation[]
  readonly interfaces: readonly RecordedInterface[]
  readonly methods: readonly RecordedMethod[]
  readonly uses: readonly RecordedUse[]
  readonly locks: readonly RecordedLock[]
  readonly siteChanges: readonly RecordedSiteChange[]
  readonly claims: readonly RecordedClaim[]
  readonly signals: readonly RecordedSignal[]
  readonly moves: readonly Move[]
  /** Since when market integrity is published on this deployment; null while it is withheld. */
  readonly integrityPublishedAt: Instant | null
  /** What the ledger says of the project, or said until the project was hidden, by event id. */
  readonly said: ReadonlyMap<string, ChangeDraft>
}
