import type { Instant } from '#contract/time.ts'
import { addMs, instantOfMs, msOf } from '#contract/time.ts'
import { LEASE_MS } from '#records/collecting/leases.ts'
import { type Database, inTransaction, type Reader } from '#records/database.ts'
import { holdServiceClock, readServiceTime, STEP_MS } from '#records/service-clock.ts'

/** How long leases are judged by the time before a step forward: by then each has ended or was renewed. */
const LEASES_MS = LEASE_MS + 15_000

/**
 * The clock of the service: database time, plus the sandbox's offset, minus how far a sandbox replay is behind the
 * present. It never runs backwards in a process.
 */
export type Clock = {
  readonly now: () => Instant
  /**
   * The time by which leases end. For a minute after the database's clock went forward it is the time before that step,
   * so that no lease of work in progress ends early.
   */
  readonly leasesNow: () => Instant
  /**
   * Reads the database's time again, to follow a moved offset and to correct drift. Returns by how many milliseconds the
   * database's clock was set since the last read: 0 unless it was.
   */
  readonly sync: (database: Database) => Promise<number>
}

/** Reads the service clock once and continues it on this process's monotonic timer. */
export async function startClock(reader: Reader, behindMs: () => number = () => 0): Promise<Clock> {
  let base = await read(reader)
  let lastMs = base.ms - behindMs()
  let step = { ms: 0, until: 0 }
  const continuedMs = () => base.ms + Math.floor(performance.now() - base.timer)
  const now = () => {
    lastMs = Math.max(lastMs, continuedMs() - behindMs())
    return instantOfMs(lastMs)
  }
  return {
    now,
    leasesNow: () => (performance.now() < step.until ? addMs(now(), -step.ms) : now()),
    async sync(database) {
      const expectedMs = continuedMs() - base.offsetMs
      let found = await read(database)
      const stepMs = found.ms - found.offsetMs - expectedMs
      if (Math.abs(stepMs) <= STEP_MS) {
        base = found
        return 0
      }
      const expected = instantOfMs(expectedMs)
      await inTransaction(database, (writer) => holdServiceClock({ expected }, writer))
      found = await read(database)
      const followedMs = found.ms - found.offsetMs - expectedMs
      if (followedMs > STEP_MS) {
        const earlierMs = performance.now() < step.until ? step.ms : 0
        step = { ms: earlierMs + followedMs, until: performance.now() + LEASES_MS }
      }
      base = found
      return stepMs
    },
  }
}

async function read(reader: Reader): Promise<{ ms: number; offsetMs: number; timer: number }> {
  const { now, offsetMs } = await readServiceTime(reader)
  return { ms: msOf(now), offsetMs, timer: performance.now() }
}
