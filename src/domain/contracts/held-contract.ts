import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { Source } from '#domain/evidence.ts'
import type { PublishedProject } from '#domain/project/published-project.ts'
import type { AnsweringCode, ContractUse } from './contract-use.ts'
import type { Implementation, Interface, RecordedContract } from './records.ts'

/** A contract that an attached source of a project shows; a token also before its contract was read. */
export type HeldContract = Omit<RecordedContract, 'withdrawn'>

/** A decoded method of a contract that was called on the seven days, with its calls on them. */
export type CalledMethod = {
  readonly id: EvidenceId
  readonly signature: string
  readonly lastCalledAt: Instant
  readonly calls: number
}

/** The implementations of a contract that stand, newest first and at most a fixed number; `total` counts all. */
export type ImplementationHistory = { readonly total: number; readonly items: readonly Implementation[] }

/**
 * The span in which calls to a contract were read with its source, its called days, and the methods called on them.
 * Both are null before the first reading.
 */
export type RecentUse = Pick<ContractUse, 'collected' | 'days'> & {
  readonly sourceId: EvidenceId | null
  readonly methods: readonly CalledMethod[]
}

/** A contract with everything that is recorded about it, from one snapshot. */
export type ContractRecord = {
  readonly contract: HeldContract
  readonly project: PublishedProject
  /** The source that shows the contract. */
  readonly source: Source
  /**
   * The attached sources of the contract itself, and the explorer sources of the contract and of its implementations.
   */
  readonly sources: readonly Source[]
  readonly history: ImplementationHistory
  /** The interfaces of the contract and of its implementations, superseded ones included. */
  readonly interfaces: readonly Interface[]
  readonly use: RecentUse
  /** The code that answered its calls, in the order of time. */
  readonly answering: readonly AnsweringCode[]
}

/** The address whose code answers the calls to a contract: its implementation, or itself. */
export function answeringAddress({
  address,
  proxy,
}: Pick<RecordedContract, 'address' | 'proxy'>): ContractAddress {
  return proxy?.implementation ?? address
}
