import { type ContractAddress, parseAddress } from '#contract/ids.ts'
import { isObject } from '#contract/json-object.ts'
import { type Instant, instantOfMs } from '#contract/time.ts'
import { fieldAt } from '../json-field.ts'
import { ChainFailure } from './failure.ts'

/** Bytes as text: `0x` and pairs of lower-case digits. */
export type Hex = `0x${string}`

/** One block: its height, its hash and the time in its header. */
export type Block = { readonly number: number; readonly hash: Hex; readonly at: Instant }

/** The position of a log in the chain. Times do not order logs, because blocks can share a second. */
type Position = { readonly blockNumber: number; readonly txIndex: number; readonly logIndex: number }

export type ChainLog = Position & {
  readonly address: ContractAddress
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockHash: Hex
  readonly txHash: Hex
}

export type BlockTransaction = {
  readonly hash: Hex
  readonly from: ContractAddress
  /** Null where the transaction creates a contract. */
  readonly to: ContractAddress | null
  readonly nonce: number
  readonly index: number
}

/** Compares two positions: negative when `a` comes first in the chain. */
export function comparePositions(a: Position, b: Position): number {
  return a.blockNumber - b.blockNumber || a.txIndex - b.txIndex || a.logIndex - b.logIndex
}

/** A block; null when the node has none at that height. @throws ChainFailure for another form */
export function parseBlock(answer: unknown): Block | null {
  if (answer === null) return null
  const get = fieldsOf(answer, 'block')
  return {
    number: quantity(get('number'), 'block number'),
    hash: hash(get('hash'), 'block hash'),
    at: instantOfMs(quantity(get('timestamp'), 'block timestamp') * 1000),
  }
}

/** The transactions of a block. @throws ChainFailure for another form */
export function parseBlockTransactions(answer: unknown): readonly BlockTransaction[] {
  return list(fieldsOf(answer, 'block')('transactions'), 'transactions').map((item) => {
    const get = fieldsOf(item, 'transaction')
    return {
      hash: hash(get('hash'), 'transaction hash'),
      from: address(get('from'), 'transaction sender'),
      to: typeof get('to') === 'string' ? address(get('to'), 'transaction target') : null,
      nonce: quantity(get('nonce'), 'transaction nonce'),
      index: quantity(get('transactionIndex'), 'transaction index'),
    }
  })
}

/** The sender in a receipt; null when the node does not know the transaction. @throws ChainFailure for another form */
export function parseSender(answer: unknown): ContractAddress | null {
  return answer === null ? null : address(fieldsOf(answer, 'receipt')('from'), 'transaction sender')
}

/** The logs of a query, without logs that the node marks as removed. @throws ChainFailure for another form */
export function parseLogs(answer: unknown): readonly ChainLog[] {
  return list(answer, 'logs').flatMap((item) => {
    const get = fieldsOf(item, 'log')
    if (get('removed') === true) return []
    return {
      address: address(get('address'), 'log address'),
      topics: list(get('topics'), 'log topics').map((topic) => hash(topic, 'log topic')),
      data: bytes(get('data'), 'log data'),
      blockNumber: quantity(get('blockNumber'), 'log block'),
      blockHash: hash(get('blockHash'), 'log block hash'),
      txHash: hash(get('transactionHash'), 'log transaction'),
      txIndex: quantity(get('transactionIndex'), 'log transaction index'),
      logIndex: quantity(get('logIndex'), 'log index'),
    }
  })
}

/** Bytes of any length. @throws ChainFailure for another form */
export function parseBytes(answer: unknown): Hex {
  return bytes(answer, 'bytes')
}

/** A 32-byte word; missing leading zeros are added. @throws ChainFailure for another form */
export function parseWord(answer: unknown): Hex {
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{0,64}$/.test(answer)) throw unexpected('word')
  return `0x${answer.slice(2).toLowerCase().padStart(64, '0')}`
}

/** A whole number. @throws ChainFailure for another form, or above the largest safe integer */
export function parseQuantity(answer: unknown): number {
  return quantity(answer, 'quantity')
}

/** The address in a 32-byte word; null for the zero address, and for a word that is no address. */
export function addressInWord(word: string): ContractAddress | null {
  const match = /^0x0{24}([0-9a-f]{40})$/.exec(word)
  if (match?.[1] === undefined || /^0+$/.test(match[1])) return null
  return parseAddress(`0x${match[1]}`) ?? null
}

function fieldsOf(value: unknown, what: string): (name: string) => unknown {
  if (!isObject(value)) throw unexpected(what)
  return (name) => fieldAt(value, name)
}

function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unexpected(what)
  return value
}

function quantity(value: unknown, what: string): number {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,14}$/.test(value)) throw unexpected(what)
  const number = Number.parseInt(value, 16)
  if (!Number.isSafeInteger(number)) throw unexpected(what)
  return number
}

function bytes(value: unknown, what: string): Hex {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value)) throw unexpected(what)
  return value.toLowerCase() as Hex
}

function hash(value: unknown, what: string): Hex {
  const read = bytes(value, what)
  if (read.length !== 66) throw unexpected(what)
  return read
}

function address(value: unknown, what: string): ContractAddress {
  const read = typeof value === 'string' ? parseAddress(value) : undefined
  if (read === undefined) throw unexpected(what)
  return read
}

function unexpected(what: string): ChainFailure {
  return new ChainFailure('unavailable', `the node's answer has an unexpected ${what}`)
}
