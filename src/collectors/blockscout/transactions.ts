import type { ContractAddress } from '#contract/ids.ts'
import { isObject } from '#contract/json-object.ts'
import type { Instant } from '#contract/time.ts'
import type { CallPlace } from '#domain/contracts/method-calls.ts'
import { countAt, fieldAt, instantAt, textAt } from '../json-field.ts'

/** A successful transaction: its place and its selector. */
export type ListedCall = CallPlace & { readonly selector: string }

/** A block and its time. */
export type CallsPlace = { readonly block: number; readonly at: Instant }

/** One part of the transactions to a contract, newest first. */
export type TransactionsPart = {
  readonly calls: readonly ListedCall[]
  /** The oldest block in the part, including failed transactions; null when no transaction is in a block. */
  readonly oldest: CallsPlace | null
  /**
   * Transactions that could not be read. One without a readable block or time gets the block of the transaction before
   * it in the listing, because it cannot be later.
   */
  readonly unread: readonly CallsPlace[]
  /** The query of the next part; null in the last part. */
  readonly next: string | null
}

/**
 * A transaction in a block. `call` is null for a transaction that is no call, and undefined when it could not be read.
 */
type Entry = CallsPlace & { readonly call: ListedCall | null | undefined }

const SELECTOR_LENGTH = 10
const NEXT_PARAMETERS_MAX = 12

/**
 * Parses a part of `/addresses/{contract}/transactions?filter=to`; undefined for another form. Pending transactions are
 * skipped. Failed transactions, plain transfers and the contract's creation are not calls. `before` is the block of the
 * last transaction in the previous part.
 */
export function parseTransactionsPart(
  body: unknown,
  { contract, before }: { readonly contract: ContractAddress; readonly before: CallsPlace },
): TransactionsPart | undefined {
  const items = fieldAt(body, 'items')
  const next = parseNext(fieldAt(body, 'next_page_params'))
  if (!Array.isArray(items) || next === undefined) return undefined
  if (items.length === 0 && next !== null) return undefined
  const placed: Entry[] = []
  const unread: CallsPlace[] = []
  let newer = before
  for (const item of items) {
    if (isInNoBlock(item)) continue
    const entry = parseEntry(item, contract)
    if (entry !== undefined) placed.push(entry)
    if (entry === undefined || entry.call === undefined) unread.push(placeOf(entry ?? newer))
    if (entry !== undefined && entry.block < newer.block) newer = placeOf(entry)
  }
  const [oldest] = placed.toSorted((a, b) => a.block - b.block)
  return {
    calls: placed.flatMap(({ call }) => call ?? []),
    oldest: oldest === undefined ? null : placeOf(oldest),
    unread,
    next,
  }
}

/** The field with the block's number: `block` in versions of the API before 2025. */
function blockKeyOf(item: unknown): string {
  return fieldAt(item, 'block_number') == null ? 'block' : 'block_number'
}

/**
 * Whether a transaction is in no block. A pending one has null as its block and no outcome. A replaced one is in no
 * block either.
 */
function isInNoBlock(item: unknown): boolean {
  const hasNull = fieldAt(item, 'block_number') === null || fieldAt(item, 'block') === null
  if (!hasNull || fieldAt(item, blockKeyOf(item)) != null) return false
  return fieldAt(item, 'status') == null || fieldAt(item, 'result') === 'dropped/replaced'
}

function placeOf({ block, at }: CallsPlace): CallsPlace {
  return { block, at }
}

/** A listed transaction; undefined when its block or its time cannot be read. */
function parseEntry(item: unknown, contract: ContractAddress): Entry | undefined {
  const block = countAt(item, blockKeyOf(item))
  const at = instantAt(item, 'timestamp')
  if (block === undefined || at === null) return undefined
  return { block, at, call: parseCall(item, { contract, block, at }) }
}

function parseCall(
  item: unknown,
  { contract, block, at }: CallsPlace & { readonly contract: ContractAddress },
): ListedCall | null | undefined {
  const status = fieldAt(item, 'status')
  if (status !== 'ok' && status !== 'error') return undefined
  if (status === 'error' || fieldAt(item, 'to') === null) return null
  const to = textAt(item, 'to', 'hash')?.toLowerCase()
  if (to === undefined) return undefined
  if (to !== contract) return null
  const input = textAt(item, 'raw_input')?.toLowerCase()
  const txIndex = countAt(item, 'position')
  const tx = textAt(item, 'hash')?.toLowerCase()
  if (input === undefined || !/^0x(?:[0-9a-f]{2})*$/.test(input)) return undefined
  if (txIndex === undefined || tx === undefined || !/^0x[0-9a-f]{64}$/.test(tx)) return undefined
  const selector = input.slice(0, SELECTOR_LENGTH)
  return selector.length < SELECTOR_LENGTH ? null : { block, txIndex, tx, at, selector }
}

/** The next part's parameters as a query; null on the last part, undefined when they have another form. */
function parseNext(parameters: unknown): string | null | undefined {
  if (parameters === null) return null
  if (!isObject(parameters)) return undefined
  const given = Object.entries(parameters).filter(([, value]) => value !== null)
  const isPlain = given.every(
    ([name, value]) =>
      /^[a-z_]{1,40}$/.test(name) && (typeof value === 'string' || typeof value === 'number'),
  )
  if (!isPlain || given.length === 0 || given.length > NEXT_PARAMETERS_MAX) return undefined
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  query.delete('filter')
  return query.toString()
}
