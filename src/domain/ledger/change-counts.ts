import type { ChangeOrigin } from '#contract/enums.ts'
import type { ChangeType } from '#contract/events.ts'
import type { Instant } from '#contract/time.ts'

/** The ledger's head and last run, and its events in a span by type and origin. The type of a tombstone is event.retracted. */
export type ChangeCounts = {
  readonly head: number
  /** The position after which the span begins. */
  readonly start: number
  /** Null before the first run. */
  readonly lastRunAt: Instant | null
  readonly counts: readonly {
    readonly type: ChangeType | 'event.retracted'
    /** Null of a tombstone. */
    readonly origin: ChangeOrigin | null
    readonly total: number
  }[]
}
