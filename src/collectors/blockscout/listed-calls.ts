import type { ContractAddress } from '#contract/ids.ts'
import { type Instant, msOf } from '#contract/time.ts'
import { type Failed, unreadable } from '../json-answer.ts'
import type { ListedSoFar } from './calls-walk.ts'
import { type BlockscoutDeps, requestExplorer } from './rest.ts'
import { type CallsPlace, parseTransactionsPart, type TransactionsPart } from './transactions.ts'

/** Maximum number of parts of one listing, over all its readings. A part has 50 transactions. */
export const PARTS_MAX = 60
/** Maximum number of parts that a listing reads for the sake of calls that an earlier reading has counted. */
export const AGAIN_PARTS_MAX = 10

/**
 * The calls of a listing. When `isCut`, the limit of parts ended it, and only its blocks after `oldest` are complete.
 * Otherwise it reached the last reading or the end of the listing.
 */
export type ListedCalls = Pick<ListedSoFar, 'calls' | 'oldest' | 'unread'> & {
  readonly kind: 'listed'
  readonly isCut: boolean
}

/** A listing whose next part could not be read. `read` has the parts before. */
type UnendedCalls = Failed & { readonly read: ListedSoFar }

const MISSING: Failed = {
  kind: 'failed',
  collected: { outcome: 'missing', detail: 'no such contract (404)' },
}
const NOTHING: ListedSoFar = { calls: [], oldest: null, unread: [], parts: 0, query: '' }

/**
 * Reads the transactions to a contract, newest first, down to the block `after`, the end of the listing or the limit of
 * parts. With `again` it continues below that block to the time `again`, for a few parts. It begins where an earlier
 * reading stopped (`from`).
 */
export async function listCalls(
  input: {
    readonly contract: ContractAddress
    readonly safe: CallsPlace
    readonly after: number | null
    readonly again: Instant | null
    readonly from: ListedSoFar | undefined
  },
  deps: BlockscoutDeps,
): Promise<ListedCalls | UnendedCalls> {
  const { contract, safe, from = NOTHING } = input
  let read = from
  while (read.parts < PARTS_MAX) {
    const before = read.oldest !== null && read.oldest.block < safe.block ? read.oldest : safe
    const part = await readPart({ contract, before, query: read.query }, deps)
    if (part.kind === 'failed') return { ...part, read }
    const calls = [...read.calls, ...part.calls]
    const unread = [...read.unread, ...part.unread]
    const oldest = part.oldest ?? read.oldest
    const isDown = isDownTo(input, { oldest, parts: read.parts + 1 })
    if (isDown || part.next === null) return { kind: 'listed', calls, unread, isCut: false, oldest }
    if (part.next === read.query) return { ...unreadable('the listing does not go on'), read }
    read = { calls, oldest, unread, parts: read.parts + 1, query: part.next }
  }
  const { calls, oldest, unread } = read
  return { kind: 'listed', calls, unread, isCut: true, oldest }
}

/** Whether the listing reached the block `after`, and also the time `again` or the limit of parts for it. */
function isDownTo(
  { after, again }: { readonly after: number | null; readonly again: Instant | null },
  { oldest, parts }: Pick<ListedSoFar, 'oldest' | 'parts'>,
): boolean {
  if (after === null || oldest === null || oldest.block > after) return false
  return again === null || msOf(oldest.at) < msOf(again) || parts >= AGAIN_PARTS_MAX
}

async function readPart(
  {
    contract,
    before,
    query,
  }: { readonly contract: ContractAddress; readonly before: CallsPlace; readonly query: string },
  deps: BlockscoutDeps,
): Promise<({ readonly kind: 'part' } & TransactionsPart) | Failed> {
  const path = `/addresses/${contract}/transactions?filter=to${query === '' ? '' : `&${query}`}`
  const answer = await requestExplorer(path, deps)
  if (answer.kind === 'failed') return answer
  if (answer.kind === 'missing') return MISSING
  const part = parseTransactionsPart(answer.value, { contract, before })
  return part === undefined ? unreadable('the answer lists no transactions') : { kind: 'part', ...part }
}
