import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { Withdrawal } from '#domain/evidence.ts'

/**
 * What a contract is to its project: its token; the contract it launched with; a later one from its deployer; one it
 * declares. A contract that is several of these has the first of them.
 */
export const CONTRACT_ROLES = ['token', 'launch', 'deployment', 'declared'] as const
export type ContractRole = (typeof CONTRACT_ROLES)[number]

/** Where on the chain a contract was created; the transaction is null where a contract created it unseen. */
export type ContractCreation = {
  readonly block: number
  readonly blockHash: string
  readonly at: Instant
  readonly tx: { readonly hash: string; readonly index: number } | null
}

/** What a proxy forwards to. `none_detected` says that no known pattern was found, never that it is no proxy. */
export type ProxyReading = {
  readonly kind: 'none_detected' | 'eip1967' | 'beacon' | 'eip1167'
  readonly implementation: ContractAddress | null
  readonly beacon: ContractAddress | null
}

/** A contract of a project; creation and deployer are null while not known, `proxy` while never read. */
export type Contract = {
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
 * One time a proxy's implementation was set. `log` is null while only the storage slot shows it. Invariant: the key,
 * which the evidence id is made of, never changes, also when the log is found later.
 */
export type Implementation = {
  readonly id: EvidenceId
  readonly sourceId: EvidenceId
  readonly key: string
  readonly contract: ContractAddress
  readonly implementation: ContractAddress
  /** What it replaced; null for the first, or when that is not known. */
  readonly previousImplementation: ContractAddress | null
  readonly beacon: ContractAddress | null
  readonly log: ImplementationLog | null
  /** The first implementation of a proxy: its creation, not an upgrade. */
  readonly initial: boolean
  readonly detectedAt: Instant
  /** Whether its block can no longer be replaced. */
  readonly settled: boolean
  readonly withdrawn: Withdrawal | null
}

/**
 * Verified source of a contract at one interface, as one provider has it; counts are of distinct ABI entries. A
 * contract behind those of two projects is recorded for each. Invariant: at most one per project, contract and provider
 * stands, its `supersededAt` null.
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
  /** When the provider says it was verified; null when it does not say. */
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
