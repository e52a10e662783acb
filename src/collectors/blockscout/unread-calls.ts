import { HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import type { CollectedUse } from '#records/contracts/method-use.ts'
import type { Collected } from '../collector.ts'
import { instantAt } from '../json-field.ts'
import type { ListedCalls } from './listed-calls.ts'
import type { CallsPlace } from './transactions.ts'

/** How long a reading waits for the explorer to correct its answer before unreadable transactions are left out. */
const CONFIRM_MS = HOUR_MS

/** When unreadable transactions were first listed, as the stream's position stores it; null while there are none. */
export type UnreadSince = Instant | null

export function unreadSinceOf(position: unknown): UnreadSince {
  return instantAt(position, 'unreadSince')
}

/** The unreadable transactions among those that this reading had to read. */
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
 * The block up to which a listing is incomplete; null when the listing is complete. It is the newest block with an
 * unreadable transaction, or else the oldest block that a cut listing reached.
 */
export function incompleteUpTo(
  { isCut, oldest }: Pick<ListedCalls, 'isCut' | 'oldest'>,
  unread: readonly CallsPlace[],
): CallsPlace | null {
  const [newest] = unread.toSorted((a, b) => b.block - a.block)
  return newest ?? (isCut ? oldest : null)
}

/**
 * The failure of a reading that met unreadable transactions less than an hour after the first such reading. Undefined
 * without such transactions, and after that hour: they are then left out.
 */
export function waitForUnread(
  unread: readonly CallsPlace[],
  { since, now }: { readonly since: UnreadSince; readonly now: Instant },
): (Pick<Collected, 'outcome' | 'detail'> & { readonly since: Instant }) | undefined {
  if (unread.length === 0) return undefined
  if (since !== null && msOf(now) - msOf(since) >= CONFIRM_MS) return undefined
  return { outcome: 'unavailable', detail: unreadWords(unread), since: since ?? now }
}

/** The number of unreadable transactions, in words. */
export function unreadWords({ length }: readonly CallsPlace[]): string {
  return `${length} ${length === 1 ? 'transaction' : 'transactions'} could not be read`
}
