import type { Instant } from '#contract/time.ts'
import { addMs, msOf } from '#contract/time.ts'
import type { Reader } from '#records/database.ts'
import { readServiceClock } from '#records/service-clock.ts'

/** The one clock of the service: database time plus the sandbox's offset, never running backwards in a process. */
export type Clock = {
  readonly now: () => Instant
  /** Reads the database's time again: when the offset was moved, and now and then against drift. */
  readonly sync: (reader: Reader) => Promise<void>
}

/** Reads the service clock and keeps it running on this process's monotonic timer. */
export async function startClock(reader: Reader): Promise<Clock> {
  let base = { at: await readServiceClock(reader), timer: performance.now() }
  let last = base.at
  return {
    now() {
      const now = addMs(base.at, Math.floor(performance.now() - base.timer))
      if (msOf(now) > msOf(last)) last = now
      return last
    },
    async sync(from) {
      const at = await readServiceClock(from)
      base = { at, timer: performance.now() }
    },
  }
}
