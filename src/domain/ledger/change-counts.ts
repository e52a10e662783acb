import type { ChangeOrigin } from '#contract/enums.ts'
import type { ChangeType } from '#contract/events.ts'
import { type Instant, msOf } from '#contract/time.ts'

/** The ledger's head and last run, and the counts of its events in a span. */
export type ChangeCounts = {
  readonly head: number
  /** The position after which the span begins. */
  readonly start: number
  /** Null before the first run. */
  readonly lastRunAt: Instant | null
  /**
   * The instant from which changes are recorded: the first run of the ledger, or the project's registration when that
   * is later. Null before the first run.
   */
  readonly recordedFrom: Instant | null
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

/**
 * The instant from which changes are recorded, for a span that begins before it; undefined when the whole span is
 * recorded.
 */
export function laterRecord(
  { recordedFrom }: Pick<ChangeCounts, 'recordedFrom'>,
  since: Instant | undefined,
): Instant | undefined {
  if (recordedFrom === null || since === undefined) return undefined
  return msOf(since) < msOf(recordedFrom) ? recordedFrom : undefined
}

/** The number of events of these types and origins. */
export function sumOfChanges(counts: readonly ChangeCount[]): number {
  return counts.reduce((sum, { total }) => sum + total, 0)
}
