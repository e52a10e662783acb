import {
  type Address,
  concat,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  padHex,
  toHex,
} from 'viem'
import { SECOND } from '../clock.ts'
import { accountOf } from './accounts.ts'
import { artifactOf } from './artifacts.ts'

export type PlannedTransaction = {
  readonly from: string
  readonly nonce: number
  readonly to?: Address
  readonly data: Hex
}

/** One block to be mined. A chain is a list of planned blocks. */
export type PlannedBlock = {
  readonly timestamp: number
  readonly generation: number
  readonly transactions: readonly PlannedTransaction[]
}

type Verification = 'full' | 'partial' | 'bytecode_match'

export type ContractRecord = {
  readonly address: Address
  readonly artifact: string
  readonly creator: Address
  readonly createdBy: string
  readonly block: number
  readonly index: number
  verifiedAt?: number | undefined
  verification?: Verification | undefined
  sourcify?: 'exact_match' | 'match' | undefined
  /** Functions that the explorers' interface has in addition to those of the artifact. */
  addedFunctions?: readonly string[]
}

/** Records that the explorers publish the whole source of a contract. */
export function verifyRecord(record: ContractRecord, at: number): void {
  record.verification = 'full'
  record.verifiedAt = at
  record.sourcify = 'exact_match'
}

type LockRecord = {
  readonly id: number
  readonly slug: string
  readonly token: Address
  unlockAt: number
  withdrawn: boolean
}

export type CurveMove = 'buy' | 'graduate' | 'fund'

export type ChainState = {
  blocks: PlannedBlock[]
  generation: number
  readonly nonces: Map<string, number>
  readonly contracts: Map<string, ContractRecord>
  readonly calls: Map<string, number>
  readonly locks: LockRecord[]
  /** The newest move of each token that was launched on a curve; `open` before the first. */
  readonly curves: Map<string, 'open' | CurveMove>
  open: { timestamp: number; transactions: PlannedTransaction[] } | undefined
}

export const OPERATOR = 'operator'

export function emptyChain(): ChainState {
  return {
    blocks: [],
    generation: 0,
    nonces: new Map(),
    contracts: new Map(),
    calls: new Map(),
    locks: [],
    curves: new Map(),
    open: undefined,
  }
}

/**
 * Opens a block, runs `fill` and closes the block, so that several transactions share it. Returns the result of `fill`.
 */
export function mineBlock<T>(chain: ChainState, at: number, fill: () => T): T {
  const last = chain.blocks.at(-1)
  const timestamp = Math.max(Math.floor(at / SECOND), last?.timestamp ?? 0)
  chain.open = { timestamp, transactions: [] }
  const filled = fill()
  chain.blocks.push({ timestamp, generation: chain.generation, transactions: chain.open.transactions })
  chain.open = undefined
  return filled
}

export function mineEmpty(chain: ChainState, at: number, count: number): void {
  for (let mined = 0; mined < count; mined++) mineBlock(chain, at, () => undefined)
}

/** The number of empty blocks that make the earlier blocks safe and finalized. */
const settlingBlocks = 3

/** Makes the newest block final by mining empty blocks. Returns the height of that block. */
export function settle(chain: ChainState, at: number): number {
  const block = chain.blocks.length
  mineEmpty(chain, at, settlingBlocks)
  return block
}

export function deployContract(
  chain: ChainState,
  input: { from: string; artifact: string; args: readonly unknown[] },
): Address {
  const { abi, bytecode } = artifactOf(input.artifact)
  const { nonce } = send(chain, input.from, { data: encodeDeployData({ abi, bytecode, args: input.args }) })
  const address = getContractAddress({ from: accountOf(input.from).address, nonce: BigInt(nonce) })
  recordContract(chain, { address, artifact: input.artifact, from: input.from })
  return address
}

export function callContract(
  chain: ChainState,
  input: { from: string; to: Address; artifact: string; fn: string; args: readonly unknown[] },
): void {
  const { abi } = artifactOf(input.artifact)
  const data = encodeFunctionData({ abi, functionName: input.fn, args: input.args })
  send(chain, input.from, { to: input.to, data })
  const key = input.to.toLowerCase()
  chain.calls.set(key, (chain.calls.get(key) ?? 0) + 1)
}

/** Records a contract that a transaction of the open block creates, directly or through a factory. */
export function recordContract(
  chain: ChainState,
  input: { address: Address; artifact: string; from: string; creator?: Address },
): void {
  const index = (chain.open?.transactions.length ?? 1) - 1
  chain.contracts.set(input.address.toLowerCase(), {
    address: input.address,
    artifact: input.artifact,
    creator: input.creator ?? accountOf(input.from).address,
    createdBy: input.from,
    block: chain.blocks.length + 1,
    index,
  })
}

/** The address of a token that the factory launches. On a curve, the factory holds the token's supply. */
export function launchAddress(input: {
  factory: Address
  from: string
  salt: Hex
  args: readonly unknown[]
  onCurve: boolean
}): Address {
  const { abi, bytecode } = artifactOf('LaunchToken')
  const creator = accountOf(input.from).address
  const salt = keccak256(concat([creator, input.salt]))
  const holder = input.onCurve ? input.factory : creator
  const initCode = encodeDeployData({ abi, bytecode, args: [...input.args, holder] })
  return getContractAddress({ opcode: 'CREATE2', from: input.factory, salt, bytecode: initCode })
}

export function cloneAddress(input: { factory: Address; target: Address; salt: Hex }): Address {
  const bytecode = concat([
    '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
    input.target,
    '0x5af43d82803e903d91602b57fd5bf3',
  ])
  return getContractAddress({ opcode: 'CREATE2', from: input.factory, salt: input.salt, bytecode })
}

export function saltOf(text: string): Hex {
  return padHex(toHex(keccak256(toHex(text)).slice(2, 18)), { size: 32 })
}

function send(chain: ChainState, from: string, input: { to?: Address; data: Hex }): PlannedTransaction {
  if (!chain.open) throw new Error('A transaction needs an open block')
  const nonce = chain.nonces.get(from) ?? 0
  chain.nonces.set(from, nonce + 1)
  const transaction = { from, nonce, ...input }
  chain.open.transactions.push(transaction)
  return transaction
}
