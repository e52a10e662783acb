import { BaseError, HttpRequestError, http, numberToHex, ResponseBodyTooLargeError } from 'viem'
import type { ContractAddress } from '#contract/ids.ts'
import { fieldAt } from '../json-field.ts'
import { openBreaker } from './breaker.ts'
import { ChainFailure, toHttpFailure, toRpcFailure } from './failure.ts'
import { openLane } from './lane.ts'
import {
  type Block,
  type BlockTransaction,
  type ChainLog,
  type Hex,
  parseBlock,
  parseBlockTransactions,
  parseBytes,
  parseLogs,
  parseQuantity,
  parseSender,
  parseWord,
} from './parse.ts'

/** Logs of any of the addresses whose topics match; a null topic matches every value. */
export type LogFilter = {
  readonly addresses: readonly ContractAddress[]
  readonly topics: readonly (Hex | readonly Hex[] | null)[]
}

/** An address at a block. */
type Place = { readonly address: ContractAddress; readonly block: number }

/** The client of the chain's node. Its methods throw ChainFailure for upstream conditions, and nothing else. */
export type Chain = {
  readonly chainId: () => Promise<number>
  readonly block: (at: number | 'safe' | 'finalized') => Promise<Block | null>
  readonly transactionsOf: (block: number) => Promise<readonly BlockTransaction[]>
  /** The sender of a transaction; null when the node does not know it. */
  readonly sender: (txHash: Hex) => Promise<ContractAddress | null>
  readonly logs: (
    query: LogFilter & { readonly from: number; readonly to: number },
  ) => Promise<readonly ChainLog[]>
  /** The bytes a call returns; null when it reverts. */
  readonly call: (call: {
    readonly to: ContractAddress
    readonly data: Hex
    readonly block: number
  }) => Promise<Hex | null>
  readonly storage: (at: Place & { readonly slot: Hex }) => Promise<Hex>
  readonly code: (at: Place) => Promise<Hex>
  readonly nonce: (at: Place) => Promise<number>
}

type ChainOptions = {
  readonly url: string
  readonly userAgent: string
  /** Time limit of one exchange, including its body. */
  readonly timeoutMs: number
  readonly maxInFlight: number
}

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

const PATIENCE = { slowMs: 5000, missesInARow: 6, restMs: 30_000 }
const MAX_BODY_BYTES = 16 * 1024 * 1024

/** Opens a client for one JSON-RPC address. It sends nothing until a method is called. */
export function openChain(options: ChainOptions): Chain {
  const ask = openAsk(options)
  return {
    chainId: async () => parseQuantity(await ask('eth_chainId', [])),
    block: async (at) => parseBlock(await ask('eth_getBlockByNumber', [blockTag(at), false])),
    transactionsOf: async (block) =>
      parseBlockTransactions(await ask('eth_getBlockByNumber', [blockTag(block), true])),
    sender: async (txHash) => parseSender(await ask('eth_getTransactionReceipt', [txHash])),
    logs: async ({ addresses, topics, from, to }) =>
      parseLogs(
        await ask('eth_getLogs', [
          { address: addresses, topics, fromBlock: blockTag(from), toBlock: blockTag(to) },
        ]),
      ),
    call: async ({ to, data, block }) => {
      try {
        return parseBytes(await ask('eth_call', [{ to, data }, blockTag(block)]))
      } catch (error) {
        if (error instanceof ChainFailure && error.kind === 'reverted') return null
        throw error
      }
    },
    storage: async ({ address, slot, block }) =>
      parseWord(await ask('eth_getStorageAt', [address, slot, blockTag(block)])),
    code: async ({ address, block }) => parseBytes(await ask('eth_getCode', [address, blockTag(block)])),
    nonce: async ({ address, block }) =>
      parseQuantity(await ask('eth_getTransactionCount', [address, blockTag(block)])),
  }
}

function openAsk(options: ChainOptions): Ask {
  const lane = openLane(options.maxInFlight)
  const breaker = openBreaker(PATIENCE, () => performance.now())
  const transport = http(options.url, {
    raw: true,
    timeout: options.timeoutMs + 1000,
    maxResponseBodySize: MAX_BODY_BYTES,
    fetchOptions: { headers: { 'user-agent': options.userAgent }, redirect: 'error' },
    fetchFn: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(options.timeoutMs) }),
  })({ retryCount: 0 })
  return (method, params) => lane(() => breaker(() => exchange(transport.request, method, params)))
}

async function exchange(
  request: (args: { method: string; params: unknown }) => Promise<unknown>,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  let answer: unknown
  try {
    answer = await request({ method, params })
  } catch (error) {
    throw toTransportFailure(method, error)
  }
  const error = fieldAt(answer, 'error')
  if (error !== undefined && error !== null) throw toRpcFailure(method, rpcErrorOf(error))
  const result = fieldAt(answer, 'result')
  if (result === undefined) throw new ChainFailure('error', `${method}: neither a result nor an error`)
  return result
}

function toTransportFailure(method: string, error: unknown): ChainFailure {
  if (error instanceof BaseError) {
    const tooLarge = error.walk((cause) => cause instanceof ResponseBodyTooLargeError)
    if (tooLarge !== null) {
      return new ChainFailure(
        method === 'eth_getLogs' ? 'range' : 'error',
        `${method}: the answer is too large`,
      )
    }
    const refused = error.walk((cause) => cause instanceof HttpRequestError && cause.status !== undefined)
    if (refused instanceof HttpRequestError && refused.status !== undefined) {
      return toHttpFailure(method, {
        status: refused.status,
        header: (name) => refused.headers?.get(name) ?? null,
      })
    }
  }
  return new ChainFailure('unavailable', `${method}: ${reasonOf(error)}`)
}

function reasonOf(error: unknown): string {
  const causes = causesOf(error)
  if (causes.some(({ name }) => name === 'TimeoutError' || name === 'AbortError')) return 'no answer in time'
  if (causes.some((cause) => cause instanceof SyntaxError)) return 'the answer is not JSON'
  return 'the connection failed'
}

function causesOf(error: unknown): readonly Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}

function rpcErrorOf(error: unknown): { code: number | null; message: string } {
  const code = fieldAt(error, 'code')
  const message = fieldAt(error, 'message')
  return {
    code: typeof code === 'number' ? code : null,
    message: typeof message === 'string' ? message : JSON.stringify(error),
  }
}

function blockTag(at: number | 'safe' | 'finalized'): Hex {
  return typeof at === 'number' ? numberToHex(at) : (at as Hex)
}
