import { browseCursorOf, type Cursor, cursorOf } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { LedgerEntry } from '#domain/ledger/draft.ts'
import type { Reader } from '#records/database.ts'
import { type ChangeFilters, getBrowseList, getSyncList } from '#records/ledger/change-list.ts'

/**
 * The start of a list. `sync`: in ledger order, after a position or from an instant. `browse`: newest first, before a
 * position or an instant, or from the newest event.
 */
export type FeedStart =
  | { readonly mode: 'sync'; readonly position: number }
  | { readonly mode: 'sync'; readonly detectedSince: Instant }
  | { readonly mode: 'browse'; readonly position?: number }
  | { readonly mode: 'browse'; readonly recordedBefore: Instant }

type FeedInput = FeedStart & { readonly filters: ChangeFilters; readonly limit: number }
/**
 * A list of the ledger. `nextCursor` continues it; null at the end of browsing. `issued` is false for a position that
 * this ledger has not reached: no list ever ended there.
 */
export type FeedList = {
  readonly rows: readonly LedgerEntry[]
  readonly nextCursor: Cursor | null
  readonly issued: boolean
}

/**
 * A list of the ledger. A client that follows `nextCursor` in ledger order never misses a revision; an empty list
 * returns the same cursor. Browsing shows current events, newest arrival first.
 * @source contract, Change ledger and evidence
 */
export function readFeed(input: FeedInput, reader: Reader): Promise<FeedList> {
  return input.mode === 'sync' ? sync(input, reader) : browse(input, reader)
}

/**
 * A list ends before an event of a project that was just hidden, so that no mirror gets the event after its retraction.
 */
async function sync(input: Extract<FeedInput, { mode: 'sync' }>, reader: Reader): Promise<FeedList> {
  const { filters, limit } = input
  const from = 'position' in input ? { after: input.position } : { recordedSince: input.detectedSince }
  const { start, entries, issued } = await getSyncList({ from, filters, limit }, reader)
  const hidden = entries.findIndex((entry) => !entry.public)
  const rows = (hidden === -1 ? entries : entries.slice(0, hidden)).map(({ entry }) => entry)
  const last = rows.at(-1)
  return { rows, issued, nextCursor: cursorOf(last === undefined ? start : last.position) }
}

async function browse(input: Extract<FeedInput, { mode: 'browse' }>, reader: Reader): Promise<FeedList> {
  const { filters, limit } = input
  const before = 'recordedBefore' in input ? { recordedBefore: input.recordedBefore } : input.position
  const { entries, issued } = await getBrowseList({ before, filters, limit: limit + 1 }, reader)
  const rows = entries.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows,
    issued,
    nextCursor: last === undefined || entries.length <= limit ? null : browseCursorOf(last.firstPosition),
  }
}
