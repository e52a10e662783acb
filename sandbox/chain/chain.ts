import { toHex } from 'viem'
import { accountOf } from './accounts.ts'
import { CHAIN_ID, type ChainNode, startNode } from './node.ts'
import type { NodeRpc } from './rpc.ts'
import type { PlannedBlock, PlannedTransaction } from './state.ts'

const balance = toHex(10n ** 24n)

/** The running node, kept equal to a list of planned blocks. */
export class Chain {
  readonly #input: { dataDir: string; genesisTimestamp: number; accounts: readonly string[] }
  #node: ChainNode
  #mined: readonly PlannedBlock[] = []

  private constructor(
    input: { dataDir: string; genesisTimestamp: number; accounts: readonly string[] },
    node: ChainNode,
  ) {
    this.#input = input
    this.#node = node
  }

  static async start(input: {
    dataDir: string
    genesisTimestamp: number
    accounts: readonly string[]
  }): Promise<Chain> {
    const chain = new Chain(input, await startNode(input))
    await chain.#fund()
    return chain
  }

  get rpc(): NodeRpc {
    return this.#node.rpc
  }

  get height(): number {
    return this.#mined.length
  }

  /** Mines what is planned and not mined yet; where the plan now differs, the node reorganises to it. */
  async follow(blocks: readonly PlannedBlock[]): Promise<void> {
    const shared = sharedLength(this.#mined, blocks)
    const dropped = this.#mined.length - shared
    if (dropped > 0) await this.#call('anvil_rollback', [dropped])
    this.#mined = blocks.slice(0, shared)
    const done: PlannedBlock[] = [...this.#mined]
    for (const block of blocks.slice(shared)) {
      await this.#mine(block, done.at(-1))
      done.push(block)
      this.#mined = done
    }
  }

  async stop(): Promise<void> {
    await this.#node.stop()
  }

  async #fund(): Promise<void> {
    for (const name of this.#input.accounts) {
      await this.#call('anvil_setBalance', [accountOf(name).address, balance])
    }
  }

  async #mine(block: PlannedBlock, before: PlannedBlock | undefined): Promise<void> {
    if (block.generation !== (before?.generation ?? 0)) {
      await this.#call('anvil_setCoinbase', [`0x${block.generation.toString(16).padStart(40, '0')}`])
    }
    for (const transaction of block.transactions) {
      await this.#call('eth_sendRawTransaction', [await signed(transaction)])
    }
    await this.#call('evm_mine', [{ timestamp: block.timestamp, blocks: 1 }])
  }

  #call(method: string, params: readonly unknown[]): Promise<unknown> {
    return this.#node.rpc.call(method, params)
  }
}

function sharedLength(mined: readonly PlannedBlock[], planned: readonly PlannedBlock[]): number {
  const limit = Math.min(mined.length, planned.length)
  for (let index = 0; index < limit; index++) {
    if (mined[index] !== planned[index]) return index
  }
  return limit
}

function signed(transaction: PlannedTransaction): Promise<`0x${string}`> {
  return accountOf(transaction.from).signTransaction({
    type: 'eip1559',
    chainId: CHAIN_ID,
    nonce: transaction.nonce,
    gas: transaction.to === undefined ? 3_000_000n : 2_000_000n,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: 0n,
    data: transaction.data,
    ...(transaction.to === undefined ? {} : { to: transaction.to }),
  })
}
