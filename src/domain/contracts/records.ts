import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { Withdrawal } from '#domain/evidence.ts'

/**
 * The role of a contract in its project: its token, its launch contract, a later deployment by its deployer, or one
 * that the project declares. A contract with several roles has the first of them.
 */
export const CONTRACT_ROLES = ['token', 'launch', 'deployment', 'declared'] as const
export type ContractRole = (typeof CONTRACT_ROLES)[number]

/** Where on the chain a contract was created; the transaction is null when it is not known. */
export type ContractCreation = {
  readonly block: number
  readonly blockHash: string
  readonly at: Instant
  readonly tx: { readonly hash: string; readonly index: number } | null
}

/** What a proxy forwards to. `none_detected`: no known pattern was found; the contract may still be a proxy. */
export type ProxyReading = {
  readonly kind: 'none_detected' | 'eip1967' | 'beacon' | 'eip1167'
  readonly implementation: ContractAddress | null
  readonly beacon: ContractAddress | null
}

/** A contract of a project; creation and deployer are null while not known, `proxy` while never read. */
export type RecordedContract = {
  readonly address: ContractAddress
  readonly projectId: string
  readonly sourceId: EvidenceId
  readonly role: ContractRole
  readonly deployer: ContractAddress | null
  readonly creation: ContractCreation | null
  readonly proxy: (ProxyReading & { readonly readAt: Instant }) | null
  readonly detectedAt: Instant
  /** Whether its creation can no longer be replaced. */
  readonly settled: boolean
  readonly withdrawn: Withdrawal | null
}

/** The log by which a proxy, or its beacon, announced an implementation. */
export type ImplementationLog = {
  readonly blockNumber: number
  readonly txIndex: number
  readonly logIndex: number
  readonly txHash: string
  readonly blockHash: string
  readonly blockTime: Instant
}

/**
 * One event in which a proxy's implementation was set. `log` is null while only the storage slot shows it. Invariant:
 * the key, from which the evidence id is made, never changes, also when the log is found later.
 */
export type Implementation = {
  readonly id: EvidenceId
  readonly sourceId: EvidenceId
  readonly key: string
  readonly contract: ContractAddress
  readonly implementation: ContractAddress
  /** The implementation that it replaced; null for the first, or when it is not known. */
  readonly previousImplementation: ContractAddress | null
  readonly beacon: ContractAddress | null
  readonly log: ImplementationLog | null
  /**
   * Whether it is the first known implementation of the proxy: set at the creation, or already set when first read. A
   * first implementation is no upgrade.
   */
  readonly initial: boolean
  /**
   * When storage was last read with the implementation before this one; null when a log showed it first, or without
   * such a reading since the source was attached.
   */
  readonly unchangedUntil: Instant | null
  /** The safe block at which storage showed it; null when a log showed it first. */
  readonly slotBlock: { readonly number: number; readonly hash: string } | null
  readonly detectedAt: Instant
  /** Whether its block can no longer be replaced. */
  readonly settled: boolean
  readonly withdrawn: Withdrawal | null
}

/** The logs of a launch on a curve that show its stage, in the order of a launch. */
export const LAUNCH_LOG_KINDS = ['curve_opened', 'curve_traded', 'graduated', 'pool_funded'] as const
export type LaunchLogKind = (typeof LAUNCH_LOG_KINDS)[number]

/**
 * The first log of its kind of a token's launch, from a final block: the factory opened a curve, somebody traded on it,
 * the factory closed it, or the pool got liquidity. `pool` is the pool that a graduation names; null when the log names
 * no pool.
 */
export type LaunchLog = ImplementationLog & {
  readonly sourceId: EvidenceId
  readonly kind: LaunchLogKind
  /** The contract that logged it. */
  readonly contract: ContractAddress
  readonly pool: ContractAddress | null
  readonly detectedAt: Instant
}

/**
 * One interface of a contract's verified source at one provider; counts are of distinct ABI entries. A contract used by
 * two projects has one record for each. Invariant: at most one record per project, contract and provider has a null
 * `supersededAt`.
 */
export type Interface = {
  readonly id: EvidenceId
  readonly projectId: string
  readonly sourceId: EvidenceId
  readonly contract: ContractAddress
  readonly provider: string
  /** Digest of the canonical ABI: equal on every provider for an equal interface. */
  readonly digest: string
  readonly functions: number
  readonly events: number
  readonly match: 'exact' | 'partial' | 'unspecified'
  /** When the source was verified, according to the provider; null when the provider does not give the time. */
  readonly verifiedAt: Instant | null
  readonly observedAt: Instant
  readonly detectedAt: Instant
  readonly supersededAt: Instant | null
}

/** One lock of a token at a locker: `detectedAt` is when it was first read, `observedAt` when last. */
export type Lock = {
  readonly id: EvidenceId
  readonly sourceId: EvidenceId
  readonly locker: ContractAddress
  /** The locker's own number of the lock, as decimal digits. */
  readonly lockId: string
  readonly token: ContractAddress
  readonly owner: ContractAddress
  /** In the token's smallest unit, as decimal digits. */
  readonly amount: string
  readonly unlockAt: Instant
  readonly withdrawn: boolean
  readonly detectedAt: Instant
  readonly observedAt: Instant
}

/** When and by whom a token's contract was created, with the source that shows it. */
export type ContractLaunch = {
  readonly createdAt: Instant
  readonly block: number
  readonly transaction: string | null
  readonly deployer: ContractAddress | null
  readonly evidence: EvidenceId
}
