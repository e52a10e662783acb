import { keccak256, toHex } from 'viem'
import type { Ask } from './observe.ts'

export type Transaction = {
  readonly hash: string
  readonly from: string
  readonly to: string | undefined
  readonly input: string
  readonly created: string | undefined
  readonly succeeded: boolean
  readonly block: number
  readonly at: number
  readonly logs: readonly Log[]
  /** The implementation that the transaction set without a log; undefined when it set none. */
  readonly quietly: string | undefined
}
type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: string }
export type Chain = {
  readonly transactions: readonly Transaction[]
  /** The time of each block, by its number. */
  readonly blocks: readonly number[]
  /** How many blocks the node's safe block is behind its newest one. */
  readonly safeDepth: number
}

type Block = {
  readonly number: string
  readonly timestamp: string
  readonly transactions: readonly {
    readonly hash: string
    readonly from: string
    readonly to: string | null
    readonly input: string
  }[]
}
type Receipt = {
  readonly status: string
  readonly contractAddress: string | null
  readonly logs: readonly { address: string; topics: readonly string[]; data: string }[]
}

/** The topics of the logs that a proxy or a beacon writes when its implementation changes. */
export const UPGRADED = keccak256(toHex('Upgraded(address)'))
export const BEACON_UPGRADED = keccak256(toHex('BeaconUpgraded(address)'))

const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/** Reads every block of the node that was not read before, with receipts. Answers the whole chain. */
export function readerOfChain(ask: Ask) {
  const known: Transaction[] = []
  const times: number[] = []
  let to = -1
  return async (): Promise<Chain> => {
    const head = Number(await call<string>('eth_blockNumber', []))
    const numbers = Array.from({ length: head - to }, (_, place) => to + 1 + place)
    for (let begin = 0; begin < numbers.length; begin += 200) {
      const blocks = await batch<Block>(
        numbers
          .slice(begin, begin + 200)
          .map((number) => ['eth_getBlockByNumber', [toHex(number), true]] as const),
      )
      times.push(...blocks.map(({ timestamp }) => Number(timestamp) * 1000))
      const sent = blocks.flatMap((block) =>
        block.transactions.map((transaction) => ({ block, transaction })),
      )
      const receipts = await batch<Receipt>(
        sent.map(({ transaction }) => ['eth_getTransactionReceipt', [transaction.hash]] as const),
      )
      const found = sent.map(({ block, transaction }, place) =>
        transactionOf(block, transaction, receipts[place] as Receipt),
      )
      known.push(...(await Promise.all(found.map(withQuietSwitch))))
    }
    to = head
    const safe = await call<Block>('eth_getBlockByNumber', ['safe', false])
    return { transactions: [...known], blocks: [...times], safeDepth: head - Number(safe.number) }
  }

  /**
   * Adds an implementation that a call set without a log. A call with one address and no log may do so: it did when the
   * proxy's slot differs before and after it.
   */
  async function withQuietSwitch(transaction: Transaction): Promise<Transaction> {
    const { to, logs, input, block, succeeded } = transaction
    if (to === undefined || logs.length > 0 || input.length !== 74 || !succeeded) return transaction
    const [before, after] = await batch<string | undefined>(
      [block - 1, block].map((at) => ['eth_getStorageAt', [to, IMPLEMENTATION_SLOT, toHex(at)]] as const),
    )
    return before === after ? transaction : { ...transaction, quietly: `0x${after?.slice(26)}` }
  }

  async function call<T>(method: string, params: readonly unknown[]): Promise<T> {
    return (await batch<T>([[method, params]]))[0] as T
  }

  async function batch<T>(calls: readonly (readonly [string, readonly unknown[]])[]): Promise<readonly T[]> {
    if (calls.length === 0) return []
    const body = calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))
    const { value } = await ask({ provider: 'rpc', path: '/', body: JSON.stringify(body) })
    const answers = value as readonly { id: number; result: T }[]
    return answers.toSorted((a, b) => a.id - b.id).map(({ result }) => result)
  }
}

/** The time of the node's safe block at an instant; undefined before there was one. */
export function safeBlockAt({ blocks, safeDepth }: Chain, at: number): number | undefined {
  return blocks[blocks.findLastIndex((time) => time <= at) - safeDepth]
}

function transactionOf(
  block: Block,
  { hash, from, to, input }: Block['transactions'][number],
  { status, contractAddress, logs }: Receipt,
): Transaction {
  return {
    hash,
    from: from.toLowerCase(),
    to: to?.toLowerCase(),
    input,
    created: contractAddress?.toLowerCase(),
    succeeded: status === '0x1',
    quietly: undefined,
    block: Number(block.number),
    at: Number(block.timestamp) * 1000,
    logs: logs.map(({ address, topics, data }) => ({ address: address.toLowerCase(), topics, data })),
  }
}
