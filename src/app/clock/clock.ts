import type { Instant } from '#contract/time.ts'
import { addMs, instantOfMs, msOf } from '#contract/time.ts'
import { refuse } from '#operator/refusal.ts'
import { LEASE_MS } from '#records/collecting/leases.ts'
import { type Database, inTransaction, type Reader } from '#records/database.ts'
import {
  findRunAhead,
  holdForNewestRun,
  holdServiceClock,
  readServiceTime,
  STEP_MS,
} from '#records/service-clock.ts'

/** Where an operator reads what to do about a clock that was wrong. */
export const AHEAD_ADVICE = 'see docs/operating/monitoring.md, "A clock that is set"'

/** For this long after a step forward, leases end by the time before it. By then each has ended or was renewed. */
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
   * Reads the database's time again, to follow a moved offset and to correct drift. Returns the step of the database's
   * clock since the last read. Undefined when the clock was not set, or when another process has already corrected the
   * service clock.
   */
  readonly sync: (database: Database) => Promise<ClockStep | undefined>
}

/** A step of the database's clock, and how far the service clock went with it, in milliseconds; negative is back. */
export type ClockStep = { readonly databaseMs: number; readonly serviceMs: number }

/**
 * Prepares the service clock for a process that lasts: the clock then shows no time before the newest pipeline run.
 * @throws Refusal when that run is more than a day after the database's clock, which is wrong now or was wrong then
 */
export async function prepareClock(database: Database): Promise<void> {
  const ahead = await findRunAhead(database)
  if (ahead !== undefined)
    refuse(
      `The database has a run of ${ahead}, more than a day after the time of its clock. The clock is wrong now or was wrong then: ${AHEAD_ADVICE}`,
    )
  await inTransaction(database, holdForNewestRun)
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
        return undefined
      }
      const databaseMs = found.databaseMs - base.databaseMs - (found.timer - base.timer)
      const expected = instantOfMs(expectedMs)
      await inTransaction(database, (writer) => holdServiceClock({ expected }, writer))
      found = await read(database)
      const followedMs = found.ms - found.offsetMs - expectedMs
      if (followedMs > STEP_MS) {
        const earlierMs = performance.now() < step.until ? step.ms : 0
        step = { ms: earlierMs + followedMs, until: performance.now() + LEASES_MS }
      }
      base = found
      return { databaseMs: Math.round(databaseMs), serviceMs: Math.round(followedMs) }
    },
  }
}

type Read = {
  readonly ms: number
  readonly offsetMs: number
  readonly databaseMs: number
  readonly timer: number
}

async function read(reader: Reader): Promise<Read> {
  const { now, offsetMs, databaseNow } = await readServiceTime(reader)
  return { ms: msOf(now), offsetMs, databaseMs: msOf(databaseNow), timer: performance.now() }
}
