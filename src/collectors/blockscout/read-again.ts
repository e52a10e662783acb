import { addMs, DAY_MS, HOUR_MS, type Instant, laterOf, msOf } from '#contract/time.ts'
import type { CollectedUse } from '#records/contracts/method-use.ts'
import { instantAt } from '../json-field.ts'

/** How far back calls are read again: an explorer can list a block's transactions days after those of later blocks. */
const LATE_MS = 7 * DAY_MS
/**
 * Calls are read again once a day. The limit is 20 hours, so that every fourth six-hourly reading passes it even if
 * early.
 */
const AGAIN_AFTER_MS = 20 * HOUR_MS

/** When calls were last read again, as the stream's position stores it; null before the first time. */
export type ReadAgainAt = Instant | null

export function readAgainAtOf(position: unknown): ReadAgainAt {
  return instantAt(position, 'readAgainAt')
}

/** The time from which this reading reads calls of the recorded span again; null when it reads new calls only. */
export function readAgainFrom(
  recorded: Pick<CollectedUse, 'from' | 'to'> | undefined,
  { readAgainAt, now }: { readonly readAgainAt: ReadAgainAt; readonly now: Instant },
): Instant | null {
  if (recorded === undefined) return null
  const isDue = readAgainAt === null || msOf(now) - msOf(readAgainAt) >= AGAIN_AFTER_MS
  return isDue ? laterOf(recorded.from, addMs(recorded.to, -LATE_MS)) : null
}
