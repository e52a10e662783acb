import type { ContractAddress } from '#contract/ids.ts'
import { type Instant, msOf } from '#contract/time.ts'
import { type Failed, unreadable } from '../json-answer.ts'
import type { ListedPart } from './calls-walk.ts'
import { type BlockscoutDeps, requestExplorer } from './rest.ts'
import { type CallsPlace, parseTransactionsPage, type TransactionsPage } from './transactions.ts'

/** Page limit of one listing, over all its readings; a page has 50 transactions. */
export const PAGES_MAX = 60
/** Pages of a listing after which calls that were read before are not read again. */
export const AGAIN_PAGES_MAX = 10

/**
 * The calls of a listing. It is cut at the page limit: its blocks after `oldest` are complete. Otherwise it reached the
 * last reading or the end of the listing.
 */
export type ListedCalls = Pick<ListedPart, 'calls' | 'oldest' | 'unread'> & {
  readonly kind: 'listed'
  readonly isCut: boolean
}

/** A listing whose next page could not be read, with the pages before it. */
type UnendedCalls = Failed & { readonly read: ListedPart }

const MISSING: Failed = {
  kind: 'failed',
  collected: { outcome: 'missing', detail: 'no such contract (404)' },
}
const NOTHING: ListedPart = { calls: [], oldest: null, unread: [], pages: 0, query: '' }

/**
 * Reads the transactions to a contract, newest first, down to a block, the end of the listing or the page limit. With
 * `again` it goes on below the block down to that time, for a few pages. It goes on after the part that an earlier
 * reading left.
 */
export async function listCalls(
  input: {
    readonly contract: ContractAddress
    readonly safe: CallsPlace
    readonly after: number | null
    readonly again: Instant | null
    readonly from: ListedPart | undefined
  },
  deps: BlockscoutDeps,
): Promise<ListedCalls | UnendedCalls> {
  const { contract, safe, from = NOTHING } = input
  let read = from
  while (read.pages < PAGES_MAX) {
    const before = read.oldest !== null && read.oldest.block < safe.block ? read.oldest : safe
    const page = await readPage({ contract, before, query: read.query }, deps)
    if (page.kind === 'failed') return { ...page, read }
    const calls = [...read.calls, ...page.calls]
    const unread = [...read.unread, ...page.unread]
    const oldest = page.oldest ?? read.oldest
    const isDown = isDownTo(input, { oldest, pages: read.pages + 1 })
    if (isDown || page.next === null) return { kind: 'listed', calls, unread, isCut: false, oldest }
    if (page.next === read.query) return { ...unreadable('the listing does not go on'), read }
    read = { calls, oldest, unread, pages: read.pages + 1, query: page.next }
  }
  const { calls, oldest, unread } = read
  return { kind: 'listed', calls, unread, isCut: true, oldest }
}

/** Whether the new calls were listed, and those that are read again. */
function isDownTo(
  { after, again }: { readonly after: number | null; readonly again: Instant | null },
  { oldest, pages }: Pick<ListedPart, 'oldest' | 'pages'>,
): boolean {
  if (after === null || oldest === null || oldest.block > after) return false
  return again === null || msOf(oldest.at) < msOf(again) || pages >= AGAIN_PAGES_MAX
}

async function readPage(
  {
    contract,
    before,
    query,
  }: { readonly contract: ContractAddress; readonly before: CallsPlace; readonly query: string },
  deps: BlockscoutDeps,
): Promise<({ readonly kind: 'page' } & TransactionsPage) | Failed> {
  const path = `/addresses/${contract}/transactions?filter=to${query === '' ? '' : `&${query}`}`
  const answer = await requestExplorer(path, deps)
  if (answer.kind === 'failed') return answer
  if (answer.kind === 'missing') return MISSING
  const page = parseTransactionsPage(answer.value, { contract, before })
  return page === undefined ? unreadable('the answer lists no transactions') : { kind: 'page', ...page }
}
