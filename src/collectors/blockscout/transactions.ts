import type { ContractAddress } from '#contract/ids.ts'
import { isObject } from '#contract/json-object.ts'
import type { Instant } from '#contract/time.ts'
import type { CallPlace } from '#domain/contracts/method-calls.ts'
import { countAt, fieldAt, instantAt, textAt } from '../json-field.ts'

/** A successful transaction: its place and its selector. */
export type ListedCall = CallPlace & { readonly selector: string }

/** One page of the transactions to a contract, newest first. */
export type TransactionsPage = {
  readonly calls: readonly ListedCall[]
  /** The oldest block on the page, including failed transactions; null when no transaction is in a block. */
  readonly oldest: { readonly block: number; readonly at: Instant } | null
  /** The query of the next page; null on the last. */
  readonly next: string | null
}

type Entry = {
  readonly block: number
  readonly at: Instant
  readonly call: ListedCall | null
}

const SELECTOR_LENGTH = 10
const PAGE_PARAMETERS_MAX = 12

/**
 * Parses a page of `/addresses/{contract}/transactions?filter=to`; undefined for another form. Pending transactions are
 * skipped. Failed transactions, plain transfers and the contract's creation are not calls.
 */
export function parseTransactionsPage(
  body: unknown,
  contract: ContractAddress,
): TransactionsPage | undefined {
  const items = fieldAt(body, 'items')
  const next = parseNext(fieldAt(body, 'next_page_params'))
  if (!Array.isArray(items) || next === undefined) return undefined
  const entries = items.filter(isInBlock).map((item) => parseEntry(item, contract))
  const whole = entries.filter((entry) => entry !== undefined)
  if (whole.length < entries.length || (items.length === 0 && next !== null)) return undefined
  const [oldest] = whole.toSorted((a, b) => a.block - b.block)
  return {
    calls: whole.flatMap(({ call }) => (call === null ? [] : [call])),
    oldest: oldest === undefined ? null : { block: oldest.block, at: oldest.at },
    next,
  }
}

/** APIs before 2025 have the block in `block`. */
function blockKeyOf(item: unknown): string {
  return fieldAt(item, 'block_number') == null ? 'block' : 'block_number'
}

function isInBlock(item: unknown): boolean {
  return !isObject(item) || fieldAt(item, blockKeyOf(item)) != null
}

function parseEntry(item: unknown, contract: ContractAddress): Entry | undefined {
  const block = countAt(item, blockKeyOf(item))
  const at = instantAt(item, 'timestamp')
  const status = fieldAt(item, 'status')
  if (block === undefined || at === null || (status !== 'ok' && status !== 'error')) return undefined
  const isCall = status === 'ok' && textAt(item, 'to', 'hash')?.toLowerCase() === contract
  if (!isCall) return { block, at, call: null }
  const input = textAt(item, 'raw_input')?.toLowerCase()
  const txIndex = countAt(item, 'position')
  const tx = textAt(item, 'hash')?.toLowerCase()
  if (input === undefined || !/^0x(?:[0-9a-f]{2})*$/.test(input)) return undefined
  if (txIndex === undefined || tx === undefined || !/^0x[0-9a-f]{64}$/.test(tx)) return undefined
  const selector = input.slice(0, SELECTOR_LENGTH)
  return { block, at, call: selector.length < SELECTOR_LENGTH ? null : { block, txIndex, tx, at, selector } }
}

/** The next page's parameters as a query; null on the last page, undefined when they have another form. */
function parseNext(parameters: unknown): string | null | undefined {
  if (parameters === null) return null
  if (!isObject(parameters)) return undefined
  const given = Object.entries(parameters).filter(([, value]) => value !== null)
  const isPlain = given.every(
    ([name, value]) =>
      /^[a-z_]{1,40}$/.test(name) && (typeof value === 'string' || typeof value === 'number'),
  )
  if (!isPlain || given.length === 0 || given.length > PAGE_PARAMETERS_MAX) return undefined
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  query.delete('filter')
  return query.toString()
}
