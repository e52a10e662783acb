import type { RuleId } from '#contract/claim.ts'
import type { ProjectState, ReadingOutcome } from '#contract/enums.ts'
import type { ChangeType } from '#contract/events.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { ContractUse } from '#domain/contracts/contract-use.ts'
import type { Method } from '#domain/contracts/method-calls.ts'
import type {
  Implementation,
  Interface,
  LaunchLog,
  Lock,
  RecordedContract,
} from '#domain/contracts/records.ts'
import type { ProjectStatement, RecordedShip, Signal, Source, Stream } from '#domain/evidence.ts'
import type { ChangeDraft } from './draft.ts'

/** A stream, with whether it stopped answering. */
export type WatchedStream = Stream & {
  /**
   * Set when two failed reads in a row, at least an hour apart, found the source gone while its provider answered for
   * others. `confirmedAt` is the second read. Null before that.
   */
  readonly gone: { readonly confirmedAt: Instant; readonly outcome: ReadingOutcome } | null
}

/** A source that a project has or had. `attachedAt` is never before the project was recorded. */
export type WatchedSource = Omit<Source, 'streams'> & { readonly streams: readonly WatchedStream[] }

/** A reading in which the declarations of a site changed; `added` and `removed` count entries. */
export type SiteChange = {
  readonly id: EvidenceId
  readonly sourceId: EvidenceId
  /** Whether a party other than the site confirms that the site belongs to the project. */
  readonly official: boolean
  readonly added: number
  readonly removed: number
  /**
   * The number of readings in a row, this one included, in which each changed part differed from the earlier
   * declarations: the smallest number among the parts. Null for a change that was recorded before readings were
   * counted.
   */
  readonly changesInRow: number | null
  readonly detectedAt: Instant
}

export const MOVING_FACTS = [
  'activity.status',
  'token.verification',
  'token.launch_stage',
  'research.level',
  'market.status',
  'market_integrity.state',
] as const
export type MovingFact = (typeof MOVING_FACTS)[number]

/** One conclusion about a fact; `value` is null when it was unknown. */
export type Concluded = {
  readonly fact: MovingFact
  readonly id: EvidenceId
  readonly rule: RuleId
  /** The token that it is about; null for a fact that is not about a token, or while it is unknown. */
  readonly token: ContractAddress | null
  readonly value: string | null
  readonly reason: string | null
  readonly evidence: readonly EvidenceId[]
  /** When it was concluded. For a rederived conclusion: when its facts were known. */
  readonly evaluatedAt: Instant
  /** The last reading that showed it; null when it was unknown. */
  readonly supportedUntil: Instant | null
  /** The end of the time for which it held; null while it still holds. */
  readonly heldUntil: Instant | null
  /** False for a move down that no reading after the boundary confirmed. */
  readonly confirmed: boolean
  /** Made because a rule changed. A difference from the earlier conclusion is not a change of the project. */
  readonly rederived: boolean
}

/** All records of one project from which the ledger's events are made. */
export type LedgerEvidence = {
  readonly projectId: string
  readonly state: ProjectState
  readonly firstPublishedAt: Instant | null
  /** The newest publication; null for a project that was never published. */
  readonly publishedAt: Instant | null
  readonly token: ContractAddress | null
  readonly sources: readonly WatchedSource[]
  readonly ships: readonly RecordedShip[]
  readonly contracts: readonly RecordedContract[]
  readonly implementations: readonly Implementation[]
  readonly interfaces: readonly Interface[]
  readonly methods: readonly Method[]
  /** Daily use of each counted contract. */
  readonly uses: readonly ContractUse[]
  readonly locks: readonly Lock[]
  /** The logs of the token's launch on a curve. */
  readonly launchLogs: readonly LaunchLog[]
  readonly siteChanges: readonly SiteChange[]
  readonly claims: readonly ProjectStatement[]
  readonly signals: readonly Signal[]
  /** Every conclusion about a moving fact, oldest first. */
  readonly concluded: readonly Concluded[]
  /** When this deployment began to publish market integrity; null while it does not. */
  readonly integrityPublishedAt: Instant | null
  /**
   * The announced events of the project, by event id; for a hidden project, the events announced before it was hidden.
   */
  readonly announced: ReadonlyMap<string, ChangeDraft>
}

/** The announced events of one type. */
export function announcedOf(type: ChangeType, { announced }: LedgerEvidence): readonly ChangeDraft[] {
  return [...announced.values()].filter((draft) => draft.type === type)
}
