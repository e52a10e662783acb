import type { ContractAddress } from '#contract/ids.ts'
import type { ContractCreation } from '#domain/contracts/records.ts'
import { mapWithLimit } from './concurrency-limit.ts'
import { blockOf } from './head.ts'
import { createdAddress, creationIn, firstBlockWhere } from './locate.ts'
import type { Chain } from './rpc.ts'
import { ifKept, isContract } from './state.ts'

/** A contract an account created itself. */
export type CreatedByAccount = { readonly address: ContractAddress; readonly creation: ContractCreation }

/**
 * The contracts of the blocks from `readFrom` to `readTo`, which are read completely. `readFrom` is later than asked when
 * no node keeps the state of the first blocks.
 */
type CreatedRead = {
  readonly created: readonly CreatedByAccount[]
  readonly readFrom: number
  readonly readTo: number
}

/** Transactions of an account in one reading; the next reading continues. */
const MAX_NONCES = 1000
const ASKED_AT_ONCE = 8

/**
 * The contracts that an account created in blocks `from`…`to` and that have code at `to`, in the order of its
 * transactions. The address of an account's nth creation follows from n, so standard calls find every one. Explorers'
 * lists lag and have pages, and traces differ between providers. Contracts that a factory created for the account are
 * not included.
 */
export async function readCreatedBy(
  input: { readonly account: ContractAddress; readonly from: number; readonly to: number },
  chain: Chain,
): Promise<CreatedRead> {
  const { account, to } = input
  const nonceAt = (block: number) => chain.nonce({ address: account, block })
  const end = await nonceAt(to)
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
  return { created: read, readFrom: from, readTo }
}

/** The first block of `from`…`to` of which the nodes keep the state, and that of the block before. */
async function firstReadable(
  { from, to }: { readonly from: number; readonly to: number },
  nonceAt: (block: number) => Promise<number>,
): Promise<number> {
  const isKept = async (block: number) => (await ifKept(nonceAt(block))) !== undefined
  const before = Math.max(0, from - 1)
  if (await isKept(before)) return from
  return (await firstBlockWhere({ from: before, to }, isKept)) + 1
}

/** The transaction is null when the account is itself a contract, because its creations are not transactions. */
async function creationAt(
  input: { readonly account: ContractAddress; readonly nonce: number; readonly block: number },
  chain: Chain,
): Promise<ContractCreation> {
  const block = await blockOf({ blockNumber: input.block }, chain)
  const transactions = await chain.transactionsOf(block.number)
  const own = transactions.find(({ from, nonce }) => from === input.account && nonce === input.nonce)
  return creationIn(block, own)
}
