import type { ContractAddress } from '#contract/ids.ts'
import type { ContractCreation } from '#domain/contracts/records.ts'
import { mapWithLimit } from './concurrency-limit.ts'
import { blockOf } from './head.ts'
import { createdAddress, creationIn, firstBlockWhere } from './locate.ts'
import type { Chain } from './rpc.ts'
import { ifKept, isContract } from './state.ts'

/** A contract that an account created directly, without a factory. */
export type CreatedByAccount = { readonly address: ContractAddress; readonly creation: ContractCreation }

/** The blocks to search for an account's contracts, and what earlier readings recorded of the account. */
type CreatedBetween = {
  readonly account: ContractAddress
  readonly from: number
  readonly to: number
  /** The account's count of transactions before the block `from`; undefined when no earlier reading stored it. */
  readonly countBefore: number | undefined
  readonly isRecorded: (address: ContractAddress) => boolean
}

/**
 * The contracts that were created in blocks `readFrom` to `readTo`. The list is complete for these blocks. `readFrom`
 * is later than the first requested block when no node keeps the state of earlier blocks, which can hold other
 * contracts.
 */
type CreatedRead = {
  readonly created: readonly CreatedByAccount[]
  readonly readFrom: number
  readonly readTo: number
  /** The account's count of transactions at the last requested block. */
  readonly countAfter: number
}

/** Maximum number of an account's transactions in one reading. The next reading continues after them. */
const MAX_NONCES = 1000
const ASKED_AT_ONCE = 8

/**
 * The contracts that an account created in blocks `from` to `to` and that have code at `to`, in the order of its
 * transactions. The address of a creation follows from the account's nonce, so standard calls find every one. The lists
 * of explorers lag and are read in parts, and traces differ between providers. Contracts that a factory created for the
 * account are not included.
 */
export async function readCreatedBy(input: CreatedBetween, chain: Chain): Promise<CreatedRead> {
  const { account, to, countBefore } = input
  const nonceAt = (block: number) => chain.nonce({ address: account, block })
  const end = await nonceAt(to)
  if (end === countBefore) return { created: [], readFrom: input.from, readTo: to, countAfter: end }
  const from = await firstReadable(input, nonceAt)
  const first = from === 0 ? 0 : await nonceAt(from - 1)
  const last = Math.min(end, first + MAX_NONCES)
  const nonces = Array.from({ length: last - first }, (_, index) => first + index)
  const created = await mapWithLimit(nonces, ASKED_AT_ONCE, async (nonce) => {
    const address = createdAddress(account, nonce)
    if (!isContract(await chain.code({ address, block: to }))) return []
    const block = await firstBlockWhere({ from, to }, async (at) => (await nonceAt(at)) > nonce)
    return [{ address, creation: await creationAt({ account, nonce, block }, chain) }]
  })
  const readTo =
    last === end ? to : (await firstBlockWhere({ from, to }, async (at) => (await nonceAt(at)) > last)) - 1
  const read = created.flat().filter(({ creation }) => creation.block <= readTo)
  const isWhole = from === input.from || (await createdNoOther({ ...input, countAtKept: first }, chain))
  return { created: read, readFrom: isWhole ? input.from : from, readTo, countAfter: end }
}

/**
 * Whether the blocks whose state no node keeps hold no contract that is not recorded yet. Checks each address that the
 * account can have created there, from its count of transactions before those blocks. False when no reading stored that
 * count.
 */
async function createdNoOther(
  { account, to, countBefore, countAtKept, isRecorded }: CreatedBetween & { readonly countAtKept: number },
  chain: Chain,
): Promise<boolean> {
  if (countBefore === undefined || countAtKept - countBefore > MAX_NONCES) return false
  const addresses = Array.from({ length: countAtKept - countBefore }, (_, index) =>
    createdAddress(account, countBefore + index),
  ).filter((address) => !isRecorded(address))
  const codes = await mapWithLimit(addresses, ASKED_AT_ONCE, (address) => chain.code({ address, block: to }))
  return !codes.some(isContract)
}

/** The first block of `from` to `to` that can be read: nodes keep the state of the block and of the block before it. */
async function firstReadable(
  { from, to }: { readonly from: number; readonly to: number },
  nonceAt: (block: number) => Promise<number>,
): Promise<number> {
  const isKept = async (block: number) => (await ifKept(nonceAt(block))) !== undefined
  const before = Math.max(0, from - 1)
  if (await isKept(before)) return from
  return (await firstBlockWhere({ from: before, to }, isKept)) + 1
}

/**
 * The creation of a contract. Its transaction is null when the account is itself a contract, because a contract creates
 * others without a transaction of its own.
 */
async function creationAt(
  input: { readonly account: ContractAddress; readonly nonce: number; readonly block: number },
  chain: Chain,
): Promise<ContractCreation> {
  const block = await blockOf({ blockNumber: input.block }, chain)
  const transactions = await chain.transactionsOf(block.number)
  const own = transactions.find(({ from, nonce }) => from === input.account && nonce === input.nonce)
  return creationIn(block, own)
}
