import type { Claim } from '#contract/claim.ts'
import type { CoverageState } from '#contract/enums.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import type { Lock } from '#domain/contracts/records.ts'
import type { LedgerEntry } from '#domain/ledger/draft.ts'
import type { IntegrityState } from '#domain/market/integrity.ts'
import type { DescribedProject, RegisteredToken } from './dossier-record.ts'
import type { StoredConclusion, StreamFreshness } from './explained-record.ts'
import type { ListedProject } from './project-list.ts'

/**
 * A contract as the conclusion about its use cites it, with how its calls are read; `calls` is absent when they could
 * not be decoded or read.
 */
type UsedContract = {
  readonly contract: ContractAddress
  readonly state?: CoverageState
  readonly from?: CalendarDate
  readonly collectedFrom?: Instant
  readonly calls?: number
}

/** The concluded use of a project's contracts. */
export type ConcludedUse = {
  readonly claim: Claim<{ readonly calls: number; readonly days: number }>
  readonly contracts: readonly UsedContract[]
}

/** The concluded market integrity; undefined while the deployment does not publish it. */
type ConcludedIntegrity =
  | { readonly claim: Claim<IntegrityState>; readonly id: EvidenceId | null }
  | undefined

/** How far the ledger has come with a project. */
export type LedgerProgress = {
  readonly projectId: string
  /** When the ledger last ran; null until it ran. */
  readonly ledgerRanAt: Instant | null
  /** True until the ledger has processed the project after its publication. */
  readonly awaitsLedger: boolean
}

/** A published project with what its snapshot shows, without its changes. */
export type SnapshotRecord = DescribedProject &
  LedgerProgress & {
    readonly use: ConcludedUse
    readonly integrity: ConcludedIntegrity
    /** At most 50 locks in the order of their unlock times, withdrawn locks last. */
    readonly locks: readonly SnapshotLockRecord[]
    readonly lockTotal: number
    readonly lockers: readonly TokenLocker[]
    readonly freshness: readonly StreamFreshness[]
  }

/** A published project with the locks of its token, and the standing conclusion about how far they are read. */
export type ProjectLocksRecord = Pick<ListedProject, 'slug' | 'scoredAt' | 'evidence'> &
  Pick<SnapshotRecord, 'locks' | 'lockTotal' | 'lockers'> & {
    readonly token: Omit<RegisteredToken, 'totalSupply' | 'readAt'> | null
    readonly conclusions: readonly StoredConclusion[]
  }

/** An attached source that lists the locks of the token; `lastReadAt` is null before its first successful reading. */
export type TokenLocker = {
  readonly id: EvidenceId
  readonly locker: ContractAddress
  readonly lastReadAt: Instant | null
  /** Whether the last successful reading left out locks. */
  readonly hasUnreadLocks: boolean
}

export type SnapshotLockRecord = Pick<
  Lock,
  'id' | 'locker' | 'amount' | 'unlockAt' | 'withdrawn' | 'detectedAt' | 'observedAt'
>

/** The newest events of a project; null when the ledger cannot tell. */
export type NewestChanges = readonly LedgerEntry[] | null
