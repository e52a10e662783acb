import type { ChangeOrigin } from '#contract/enums.ts'
import type { ChangeType } from '#contract/events.ts'
import type { Instant } from '#contract/time.ts'

/** The ledger's head and last run, and the counts of its events in a span. */
export type ChangeCounts = {
  readonly head: number
  /** The position after which the span begins. */
  readonly start: number
  /** Null before the first run. */
  readonly lastRunAt: Instant | null
  /** Null where more than `LIMITS.countedChanges` match: these are not counted. */
  readonly counts: readonly ChangeCount[] | null
}

/** The events of a type and an origin. The type of a tombstone is event.retracted. */
export type ChangeCount = {
  readonly type: ChangeType | 'event.retracted'
  /** Null for a tombstone. */
  readonly origin: ChangeOrigin | null
  readonly total: number
}

/** The number of events; null where they were not counted. */
export function totalOf({ counts }: Pick<ChangeCounts, 'counts'>): number | null {
  return counts === null ? null : sumOfChanges(counts)
}

/** The number of events of these types and origins. */
export function sumOfChanges(counts: readonly ChangeCount[]): number {
  return counts.reduce((sum, { total }) => sum + total, 0)
}
