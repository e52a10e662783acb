import { addMs, DAY_MS, HOUR_MS, type Instant, laterOf, msOf } from '#contract/time.ts'
import type { CollectedUse } from '#records/contracts/method-use.ts'
import { instantAt } from '../json-field.ts'

/**
 * An explorer can list a block's transactions days after it lists later blocks, so calls are read again so far back.
 */
const LATE_MS = 7 * DAY_MS
/** Calls are read again once a day. 20 hours, so that the fourth reading of six hours does it even when it is early. */
const AGAIN_AFTER_MS = 20 * HOUR_MS

/** When calls were last read again, in a stream's position; null before the first time. */
export type ReadAgainAt = Instant | null

export function readAgainAtOf(position: unknown): ReadAgainAt {
  return instantAt(position, 'readAgainAt')
}

/** From when on calls of the recorded span are read again in this reading; null when only new ones are read. */
export function readAgainFrom(
  recorded: Pick<CollectedUse, 'from' | 'to'> | undefined,
  { readAgainAt, now }: { readonly readAgainAt: ReadAgainAt; readonly now: Instant },
): Instant | null {
  if (recorded === undefined) return null
  const isDue = readAgainAt === null || msOf(now) - msOf(readAgainAt) >= AGAIN_AFTER_MS
  return isDue ? laterOf(recorded.from, addMs(recorded.to, -LATE_MS)) : null
}
