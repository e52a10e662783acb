import { sql } from 'kysely'
import { DAY_MS, type Instant } from '#contract/time.ts'
import type { Reader, Writer } from './database.ts'

/** The service's time, the sandbox's offset that it contains, and the time of the database's own clock. */
type ServiceTime = { readonly now: Instant; readonly offsetMs: number; readonly databaseNow: Instant }

/** A deviation of the database's clock beyond this is a step. Smaller ones are drift. */
export const STEP_MS = 5_000

/**
 * When a process starts, it ends a hold that is longer than needed by more than this. A shorter one may be right:
 * another process may have run no pipeline for that time.
 */
const HELD_LONGER_MS = 300_000

/**
 * How far the service clock is now held ahead. A hold shrinks by half a second each second. It keeps its size while the
 * database's clock shows a time before the hold began.
 */
const HELD_MS = sql<number>`greatest(0,
  held_ms - greatest(0, coalesce(extract(epoch from clock_timestamp() - held_at), 0)) * 500)`
/** The service's time without the sandbox's offset. */
const UNMOVED = sql<Instant>`clock_timestamp() + ${HELD_MS} * interval '1 millisecond'`

/**
 * The service's time now, to the millisecond. It is the time of the database's clock, plus the hold, plus the sandbox's
 * offset.
 */
export async function readServiceTime(reader: Reader): Promise<ServiceTime> {
  return reader
    .selectFrom('service_clock')
    .select([
      'offset_ms as offsetMs',
      sql<Instant>`date_trunc('milliseconds', ${UNMOVED} + offset_ms * interval '1 millisecond')`.as('now'),
      sql<Instant>`clock_timestamp()`.as('databaseNow'),
    ])
    .executeTakeFirstOrThrow()
}

/** The service's time now, to the millisecond. */
export async function readServiceClock(reader: Reader): Promise<Instant> {
  return (await readServiceTime(reader)).now
}

/**
 * When the newest run of a pipeline began; null before the first run. While any process works, a pipeline runs each
 * minute.
 */
const NEWEST_RUN = sql<Instant | null>`(select max(last_started_at) from pipelines)`
/** How far the newest run is ahead of the database's clock plus the sandbox's offset, in milliseconds. */
const RUN_AHEAD_MS = sql<
  number | null
>`(extract(epoch from ${NEWEST_RUN} - clock_timestamp()) * 1000 - offset_ms)`

/**
 * When the newest run of a pipeline began, if that is more than a day after the service's time; undefined otherwise. In
 * that case the database's clock is wrong now, or was wrong at that run.
 */
export async function findRunAhead(reader: Reader): Promise<Instant | undefined> {
  const row = await reader
    .selectFrom('service_clock')
    .select(NEWEST_RUN.as('at'))
    .where(sql<boolean>`${RUN_AHEAD_MS} - ${HELD_MS} > ${DAY_MS}`)
    .executeTakeFirst()
  return row?.at ?? undefined
}

/**
 * Holds the service clock ahead of the database's clock up to the newest run of a pipeline, so that nothing is recorded
 * with an earlier time. Shortens a hold that is much longer: the database's clock went forward while no process ran.
 */
export async function holdForNewestRun(writer: Writer): Promise<void> {
  const neededMs = sql<number>`greatest(0, ${RUN_AHEAD_MS})`
  await writer
    .updateTable('service_clock')
    .set({ held_ms: sql<number>`${neededMs}::bigint`, held_at: sql<Instant>`clock_timestamp()` })
    .where(sql<boolean>`${HELD_MS} < ${neededMs} or ${HELD_MS} > ${neededMs} + ${HELD_LONGER_MS}`)
    .execute()
}

/**
 * Sets the hold so that the service clock shows the time that a process expects, after a step of the database's clock.
 * A step back lengthens the hold, by a day at most. A step forward shortens an earlier hold. Does nothing when another
 * process has already set the hold. `expected` is without the sandbox's offset.
 */
export async function holdServiceClock(input: { readonly expected: Instant }, writer: Writer): Promise<void> {
  const aheadMs = sql<number>`extract(epoch from ${input.expected}::timestamptz - clock_timestamp()) * 1000`
  await writer
    .updateTable('service_clock')
    .set({
      held_ms: sql<number>`greatest(0, ${aheadMs})::bigint`,
      held_at: sql<Instant>`clock_timestamp()`,
    })
    .where(sql<boolean>`${aheadMs} <= ${DAY_MS}`)
    .where(
      sql<boolean>`abs(extract(epoch from ${UNMOVED} - ${input.expected}::timestamptz)) * 1000 > ${STEP_MS}`,
    )
    .execute()
}

/** Raises the offset of the service's time from the database's clock; an offset that is already that large stays. */
export async function raiseServiceClock(input: { offsetMs: number }, writer: Writer): Promise<void> {
  await writer
    .updateTable('service_clock')
    .set({ offset_ms: input.offsetMs })
    .where('offset_ms', '<', input.offsetMs)
    .execute()
}

/** Moves the service's time forward for every process. Each process reads it again within a second. */
export async function advanceServiceClock(input: { ms: number }, writer: Writer): Promise<void> {
  await writer
    .updateTable('service_clock')
    .set((clock) => ({ offset_ms: clock('offset_ms', '+', input.ms) }))
    .execute()
}
