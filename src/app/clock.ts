import type { Instant } from '#contract/time.ts'
import { instantOfMs, msOf } from '#contract/time.ts'
import type { Reader } from '#records/database.ts'
import { readServiceClock } from '#records/service-clock.ts'

/**
 * The clock of the service: database time, plus the sandbox's offset, minus how far a sandbox replay is behind the
 * present. It never runs backwards in a process.
 */
export type Clock = {
  readonly now: () => Instant
  /** Reads the database's time again, to follow a moved offset and to correct drift. */
  readonly sync: (reader: Reader) => Promise<void>
}

/** Reads the service clock once and continues it on this process's monotonic timer. */
export async function startClock(reader: Reader, behindMs: () => number = () => 0): Promise<Clock> {
  const read = async (from: Reader) => ({ ms: msOf(await readServiceClock(from)), timer: performance.now() })
  let base = await read(reader)
  let lastMs = base.ms - behindMs()
  return {
    now() {
      lastMs = Math.max(lastMs, base.ms - behindMs() + Math.floor(performance.now() - base.timer))
      return instantOfMs(lastMs)
    },
    async sync(from) {
      base = await read(from)
    },
  }
}
