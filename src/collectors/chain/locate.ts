import { fromCreate } from 'ox/ContractAddress'
import { type ContractAddress, toAddress } from '#contract/ids.ts'
import type { ContractCreation } from '#domain/contracts/records.ts'
import { ChainFailure } from './failure.ts'
import { blockOf } from './head.ts'
import { addressInWord, type Block, type ChainLog, type Hex } from './parse.ts'
import type { LaunchFactory } from './reading.ts'
import type { Chain, LogFilter } from './rpc.ts'
import { ifKept, isContract, unlessFailed } from './state.ts'

/**
 * The creation of a contract. `deployer` is null when another contract created it in a transaction that is not known.
 */
type FoundCreation = {
  readonly creation: ContractCreation
  readonly deployer: ContractAddress | null
}

/** A search for the launch of a token by one of the factories, in the blocks `from` to `to`. */
type LaunchQuery = {
  readonly address: ContractAddress
  readonly factories: readonly LaunchFactory[]
  readonly from: number
  readonly to: number
  /** A block whose state the nodes keep. */
  readonly head: number
}

/**
 * The first block of `from` to `to` at which `holds` is true, by binary search. `holds` must be true at `to`, and must
 * stay true once it is.
 */
export async function firstBlockWhere(
  range: { readonly from: number; readonly to: number },
  holds: (block: number) => Promise<boolean>,
): Promise<number> {
  let { from: low, to: high } = range
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (await holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * The first block at which a contract has code, by binary search. The contract must have code at `to`. @throws
 * ChainFailure
 */
export function firstBlockWithCode(
  { address, to }: { readonly address: ContractAddress; readonly to: number },
  chain: Chain,
): Promise<number> {
  return firstBlockWhere({ from: 0, to }, async (block) => isContract(await chain.code({ address, block })))
}

/**
 * Finds the creation of a contract: by the event of a launch factory, or else by a binary search for the block in which
 * its code appears and a look at that block's transactions. Undefined when the address has no code at `to`.
 * `before_state` when the contract is older than the state that the nodes keep.
 * @throws ChainFailure
 */
export async function findCreation(
  input: {
    readonly address: ContractAddress
    readonly to: number
    readonly factories: readonly LaunchFactory[]
  },
  chain: Chain,
): Promise<FoundCreation | 'before_state' | undefined> {
  const { address, to, factories } = input
  if (!isContract(await chain.code({ address, block: to }))) return undefined
  const launched = await findLaunch({ address, factories, from: 0, to, head: to }, chain)
  if (launched !== undefined) return launched
  const block = await ifKept(firstBlockWithCode({ address, to }, chain))
  if (block === undefined) return 'before_state'
  const launchedThere = await findLaunch({ address, factories, from: block, to: block, head: to }, chain)
  return launchedThere ?? findInBlock({ address, block }, chain)
}

/**
 * The launch that a factory's event shows. Undefined without such an event, or when no node answers for so many blocks.
 */
async function findLaunch(query: LaunchQuery, chain: Chain): Promise<FoundCreation | undefined> {
  const log = await firstLog(query, chain)
  if (log === undefined) return undefined
  const tx = { hash: log.txHash, index: log.txIndex }
  return {
    creation: creationIn(await blockOf(log, chain), tx),
    deployer: await creatorOf(log, { to: query.head, chain }),
  }
}

async function firstLog(launch: LaunchQuery, chain: Chain): Promise<ChainLog | undefined> {
  const { address, from, to } = launch
  const factories = launch.factories.filter(({ launchTopic }) => launchTopic !== undefined)
  if (factories.length === 0) return undefined
  const firstTopics = new Set(factories.flatMap(({ launchTopic }) => launchTopic ?? []))
  const topics: LogFilter['topics'] = [[...firstTopics], addressWord(address)]
  const query = chain.logs({ addresses: factories.map((factory) => factory.address), topics, from, to })
  const logs = await (to > from ? unlessFailed(query, 'range', 'late') : query)
  return logs?.find((log) =>
    factories.some((factory) => factory.address === log.address && factory.launchTopic === log.topics[0]),
  )
}

/**
 * The account behind a launch: the event's third topic if that is an account, otherwise the sender of the transaction.
 * Without old state, nodes can only tell whether the address has code now; an address without code now had none then.
 */
async function creatorOf(
  log: ChainLog,
  { to, chain }: { readonly to: number; readonly chain: Chain },
): Promise<ContractAddress> {
  const named = log.topics[2] === undefined ? null : addressInWord(log.topics[2])
  if (named === null) return senderOf(log, chain)
  const then = await ifKept(chain.code({ address: named, block: log.blockNumber }))
  const code = then ?? (await chain.code({ address: named, block: to }))
  return isContract(code) ? senderOf(log, chain) : named
}

/**
 * The sender of a log's transaction. A node may have no receipt of a transaction that it does not index, but it has the
 * block.
 */
async function senderOf({ txHash, blockNumber }: ChainLog, chain: Chain): Promise<ContractAddress> {
  const sender = await chain.sender(txHash)
  if (sender !== null) return sender
  const own = (await chain.transactionsOf(blockNumber)).find(({ hash }) => hash === txHash)
  if (own === undefined)
    throw new ChainFailure('unavailable', `the node has no transaction ${txHash} in block ${blockNumber}`)
  return own.from
}

/**
 * The transaction that creates the contract directly. If there is none, another contract created it, and the
 * transaction is unknown.
 */
async function findInBlock(
  input: { readonly address: ContractAddress; readonly block: number },
  chain: Chain,
): Promise<FoundCreation> {
  const { address } = input
  const block = await blockOf({ blockNumber: input.block }, chain)
  const transactions = await chain.transactionsOf(block.number)
  const direct = transactions.find(
    (one) => one.to === null && createdAddress(one.from, one.nonce) === address,
  )
  return { creation: creationIn(block, direct), deployer: direct?.from ?? null }
}

/** The creation of a contract in a block. Its transaction is null when `tx` is unknown. */
export function creationIn(
  block: Block,
  tx: { readonly hash: Hex; readonly index: number } | undefined,
): ContractCreation {
  return {
    block: block.number,
    blockHash: block.hash,
    at: block.at,
    tx: tx === undefined ? null : { hash: tx.hash, index: tx.index },
  }
}

/** The address of the contract that an account creates with a nonce. */
export function createdAddress(from: ContractAddress, nonce: number): ContractAddress {
  return toAddress(
    fromCreate({
      from,
      nonce: BigInt(nonce),
    }),
  )
}

/** An address as a 32-byte word, the form of topics and arguments. */
export function addressWord(address: ContractAddress): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`
}
