import type { ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { type Failed, unreadable } from '../json-answer.ts'
import { askExplorer, type BlockscoutDeps } from './rest.ts'
import { type ListedCall, parseTransactionsPage } from './transactions.ts'

/** Page limit of one reading; a page has 50 transactions. */
export const PAGES_MAX = 60

/**
 * The calls of a listing. `ended` is `place` at the place of the last reading, `listing` at the end of the listing,
 * `cut` at the page limit. In a cut listing the blocks after `oldest` are complete.
 */
export type ListedCalls = {
  readonly kind: 'listed'
  readonly calls: readonly ListedCall[]
  readonly ended: 'place' | 'listing' | 'cut'
  readonly oldest: { readonly block: number; readonly at: Instant } | null
}

const MISSING: Failed = {
  kind: 'failed',
  collected: { outcome: 'missing', detail: 'no such contract (404)' },
}

/** Reads the transactions to a contract, newest first, down to a block, the end of the listing or the page limit. */
export async function listCalls(
  input: { readonly contract: ContractAddress; readonly after: number | null },
  deps: BlockscoutDeps,
): Promise<ListedCalls | Failed> {
  const calls: ListedCall[] = []
  let oldest: ListedCalls['oldest'] = null
  let query = ''
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const path = `/addresses/${input.contract}/transactions?filter=to${query === '' ? '' : `&${query}`}`
    const answer = await askExplorer(path, deps)
    if (answer.kind === 'failed') return answer
    if (answer.kind === 'missing') return MISSING
    const listed = parseTransactionsPage(answer.value, input.contract)
    if (listed === undefined) return unreadable('the answer lists no transactions')
    calls.push(...listed.calls)
    oldest = listed.oldest ?? oldest
    if (input.after !== null && oldest !== null && oldest.block <= input.after)
      return { kind: 'listed', calls, ended: 'place', oldest }
    if (listed.next === null) return { kind: 'listed', calls, ended: 'listing', oldest }
    if (listed.next === query) return unreadable('the listing does not go on')
    query = listed.next
  }
  return { kind: 'listed', calls, ended: 'cut', oldest }
}
