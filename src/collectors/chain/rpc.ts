import { fromNumber } from 'ox/Hex'
import type { ContractAddress } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import { type Instant, msOf } from '#contract/time.ts'
import { type EndpointMemory, openEndpoints, rememberNothing } from './endpoints.ts'
import { type ExchangeOptions, openExchange } from './exchange.ts'
import { type BlockHeads, type BlockReader, type BlockTag, readHead } from './head.ts'
import {
  type BlockTransaction,
  type ChainLog,
  comparePositions,
  type Hex,
  parseBlock,
  parseBlockTransactions,
  parseBytes,
  parseLogs,
  parseQuantity,
  parseSender,
  parseWord,
} from './parse.ts'
import { unlessFailed } from './state.ts'

/** Logs of any of the addresses whose topics match; a null topic matches every value. */
export type LogFilter = {
  readonly addresses: readonly ContractAddress[]
  readonly topics: readonly (Hex | readonly Hex[] | null)[]
}

/** An address at a block. */
type AtBlock = { readonly address: ContractAddress; readonly block: number }

/**
 * The client of the chain's nodes. Its methods throw ChainFailure for upstream conditions; any other error is a bug.
 */
export type Chain = BlockReader & {
  readonly transactionsOf: (block: number) => Promise<readonly BlockTransaction[]>
  /** The sender of a transaction; null when the node does not know or does not index the transaction. */
  readonly sender: (txHash: Hex) => Promise<ContractAddress | null>
  /**
   * The logs in chain order; of old blocks only those that some node still has. With `all` it fails while a node that
   * may have more of them does not answer.
   */
  readonly logs: (
    query: LogFilter & { readonly from: number; readonly to: number; readonly all?: true },
  ) => Promise<readonly ChainLog[]>
  /** The widest range of blocks that the preferred node is known to answer a log query for; null while unknown. */
  readonly widestLogs: () => Promise<number | null>
  /** The bytes that a call returns; null when the call reverts. */
  readonly call: (call: {
    readonly to: ContractAddress
    readonly data: Hex
    readonly block: number
  }) => Promise<Hex | null>
  readonly storage: (at: AtBlock & { readonly slot: Hex }) => Promise<Hex>
  readonly code: (at: AtBlock) => Promise<Hex>
  readonly nonce: (at: AtBlock) => Promise<number>
  /** The heads of the chain. They are also stored for the status of the service. */
  readonly head: () => Promise<BlockHeads>
}

type ChainOptions = ExchangeOptions & {
  /** JSON-RPC addresses, the preferred one first. */
  readonly urls: readonly string[]
  /** Where the known state of the addresses is kept; default: in this client. */
  readonly memory?: EndpointMemory
  /** A node whose latest block is older than this is stalled, and the next node is asked. Default: no limit. */
  readonly maxHeadAgeMs?: number
}

const HEAD_NOTE_MS = 60_000

/** Opens a client of the chain. It sends nothing until a method is called. */
export function openChain(options: ChainOptions): Chain {
  const { urls, memory = rememberNothing(), clock, maxHeadAgeMs = Number.POSITIVE_INFINITY } = options
  const addresses = urls.map((url) => ({ url, exchange: openExchange(url, options) }))
  const { ask, widestLogs } = openEndpoints(addresses, { memory, clock, maxHeadAgeMs })
  const blockAt = (at: number | BlockTag, whole: boolean) =>
    ask({ method: 'eth_getBlockByNumber', params: [blockTag(at), whole] })
  /** Reads state at a block. The block is the last parameter of every such method. */
  const stateAt = (method: string, params: readonly unknown[], block: number) =>
    ask({ method, params: [...params, blockTag(block)], stateAt: block })
  const block: Chain['block'] = async (at) => parseBlock(await blockAt(at, false))
  const noteHead = openHeadNote(memory, clock)
  return {
    block,
    head: async () => {
      const head = await readHead({ block })
      await noteHead(head)
      return head
    },
    transactionsOf: async (block) => parseBlockTransactions(await blockAt(block, true)),
    sender: async (txHash) =>
      parseSender(await ask({ method: 'eth_getTransactionReceipt', params: [txHash] })),
    logs: async ({ addresses: address, topics, from, to, all }) => {
      const filter = { address, topics, fromBlock: blockTag(from), toBlock: blockTag(to) }
      const call = {
        method: 'eth_getLogs',
        params: [filter],
        blocks: to - from + 1,
        to,
        logsFrom: from,
      }
      return inOrder(parseLogs(await ask({ ...call, ...known({ allLogs: all }) })))
    },
    widestLogs,
    call: async ({ to, data, block }) => {
      const answer = await unlessFailed(stateAt('eth_call', [{ to, data }], block), 'reverted')
      return answer === undefined ? null : parseBytes(answer)
    },
    storage: async ({ address, slot, block }) =>
      parseWord(await stateAt('eth_getStorageAt', [address, slot], block)),
    code: async ({ address, block }) => parseBytes(await stateAt('eth_getCode', [address], block)),
    nonce: async ({ address, block }) =>
      parseQuantity(await stateAt('eth_getTransactionCount', [address], block)),
  }
}

/** Each log once, in chain order. Nodes that keep different logs can return some of the same ones. */
function inOrder(logs: readonly ChainLog[]): readonly ChainLog[] {
  const byPlace = new Map(logs.map((log) => [`${log.blockNumber}:${log.logIndex}`, log]))
  return [...byPlace.values()].toSorted(comparePositions)
}

/** Saves the heads at most once a minute, because they are read every few seconds. */
function openHeadNote(memory: EndpointMemory, clock: () => Instant): (head: BlockHeads) => Promise<void> {
  let nextAtMs = Number.NEGATIVE_INFINITY
  return async ({ latest, safe, finalized, basis }) => {
    const readAt = clock()
    if (msOf(readAt) < nextAtMs) return
    nextAtMs = msOf(readAt) + HEAD_NOTE_MS
    await memory.saveHead({
      latestBlock: latest.number,
      latestAt: latest.at,
      safeBlock: safe.number,
      safeAt: safe.at,
      finalizedBlock: finalized.number,
      basis,
      readAt,
    })
  }
}

function blockTag(at: number | BlockTag): string {
  return typeof at === 'number' ? fromNumber(at) : at
}
