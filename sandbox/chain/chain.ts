import { toHex } from 'viem'
import { accountOf } from './accounts.ts'
import { type CheckpointLimits, findCheckpoint, saveCheckpoint } from './checkpoint.ts'
import { CHAIN_ID, type ChainNode, startNode } from './node.ts'
import type { NodeRpc } from './rpc.ts'
import type { PlannedBlock, PlannedTransaction } from './state.ts'

type ChainInput = {
  readonly dataDir: string
  readonly genesisTimestamp: number
  /** Names of the accounts with an initial balance. */
  readonly accounts: readonly string[]
  readonly blocks: readonly PlannedBlock[]
  readonly limits?: CheckpointLimits
}

const balance = toHex(10n ** 24n)
const defaultLimits: CheckpointLimits = { replay: 700, spacing: 100, reach: 80 }

/** The running EVM node, which follows a list of planned blocks. */
export class Chain implements AsyncDisposable {
  readonly #dataDir: string
  readonly #limits: CheckpointLimits
  readonly #node: ChainNode
  #mined: readonly PlannedBlock[]
  #savedHeight: number

  private constructor(input: ChainInput, started: { node: ChainNode; mined: readonly PlannedBlock[] }) {
    this.#dataDir = input.dataDir
    this.#limits = input.limits ?? defaultLimits
    this.#node = started.node
    this.#mined = started.mined
    this.#savedHeight = started.mined.length
  }

  /** Starts a node with the planned blocks. A long chain starts from a checkpoint; a short one is mined again. */
  static async open(input: ChainInput): Promise<Chain> {
    const limits = input.limits ?? defaultLimits
    const found = findCheckpoint(input.dataDir, { blocks: input.blocks, limits })
    const node = await startNode({ ...input, loadState: found?.file })
    const chain = new Chain(input, { node, mined: input.blocks.slice(0, found?.height ?? 0) })
    try {
      if (!found) await chain.#fund(input.accounts)
      await chain.follow(input.blocks)
      return chain
    } catch (cause) {
      await node.stop()
      throw cause
    }
  }

  get rpc(): NodeRpc {
    return this.#node.rpc
  }

  get nodePid(): number {
    return this.#node.pid
  }

  get height(): number {
    return this.#mined.length
  }

  /** Mines the planned blocks that are missing. If mined blocks differ from the plan, the node reorganises. */
  async follow(blocks: readonly PlannedBlock[]): Promise<void> {
    const shared = sharedLength(this.#mined, blocks)
    const dropped = this.#mined.length - shared
    if (dropped > 0) await this.#call('anvil_rollback', [dropped])
    const done: PlannedBlock[] = blocks.slice(0, shared)
    this.#mined = done
    for (const block of blocks.slice(shared)) {
      await this.#mine(block, done.at(-1))
      done.push(block)
    }
    if (done.length > this.#limits.replay && done.length - this.#savedHeight >= this.#limits.spacing) {
      saveCheckpoint(this.#dataDir, { blocks: done, dump: String(await this.#call('anvil_dumpState', [])) })
      this.#savedHeight = done.length
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#node.stop()
  }

  async #fund(accounts: readonly string[]): Promise<void> {
    for (const name of accounts) {
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
