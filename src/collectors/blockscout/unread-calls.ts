import { HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import type { CollectedUse } from '#records/contracts/method-use.ts'
import type { Collected } from '../collector.ts'
import { instantAt } from '../json-field.ts'
import type { ListedCalls } from './listed-calls.ts'
import type { CallsPlace } from './transactions.ts'

/** An explorer can correct its answer. The second such answer must come this much later. */
const CONFIRM_MS = HOUR_MS

/** Since when a listing has transactions that could not be read, in a stream's position; null while it has none. */
export type UnreadSince = Instant | null

export function unreadSinceOf(position: unknown): UnreadSince {
  return instantAt(position, 'unreadSince')
}

/** The transactions that this reading should have read, and could not. */
export function unreadOf(
  { unread }: Pick<ListedCalls, 'unread'>,
  reading: {
    readonly safe: CallsPlace
    readonly recorded: Pick<CollectedUse, 'toBlock'> | undefined
    readonly again: Instant | null
  },
): readonly CallsPlace[] {
  const { safe, recorded, again } = reading
  const isNew = ({ block }: CallsPlace) => recorded === undefined || block > recorded.toBlock
  const isAgain = ({ at }: CallsPlace) => again !== null && msOf(at) >= msOf(again)
  return unread.filter((place) => place.block <= safe.block && (isNew(place) || isAgain(place)))
}

/**
 * The block up to which a listing is not complete: the newest with a transaction that could not be read, or the oldest
 * that a listing cut at the limit of parts reached. Null when the listing is complete.
 */
export function incompleteUpTo(
  { isCut, oldest }: Pick<ListedCalls, 'isCut' | 'oldest'>,
  unread: readonly CallsPlace[],
): CallsPlace | null {
  const [newest] = unread.toSorted((a, b) => b.block - a.block)
  return newest ?? (isCut ? oldest : null)
}

/** The failure of a reading that met such transactions for the first time; undefined once they are left out. */
export function waitForUnread(
  unread: readonly CallsPlace[],
  { since, now }: { readonly since: UnreadSince; readonly now: Instant },
): (Pick<Collected, 'outcome' | 'detail'> & { readonly since: Instant }) | undefined {
  if (unread.length === 0) return undefined
  if (since !== null && msOf(now) - msOf(since) >= CONFIRM_MS) return undefined
  return { outcome: 'unavailable', detail: unreadWords(unread), since: since ?? now }
}

/** How many transactions could not be read. */
export function unreadWords({ length }: readonly CallsPlace[]): string {
  return `${length} ${length === 1 ? 'transaction' : 'transactions'} could not be read`
}
