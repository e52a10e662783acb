import { sql } from 'kysely'
import { DAY_MS, type Instant } from '#contract/time.ts'
import type { Reader, Writer } from './database.ts'

/** The service's time, and how far the sandbox's offset is in it. */
type ServiceTime = { readonly now: Instant; readonly offsetMs: number }

/** A larger deviation of the database's clock is a step, not drift. */
export const STEP_MS = 5_000

/** How far the service clock is held ahead: half a second less each second. */
const HELD_MS = sql<number>`greatest(0, held_ms - extract(epoch from clock_timestamp() - held_at) * 500)`
/** The service's time without the sandbox's offset. */
const UNMOVED = sql<Instant>`clock_timestamp() + ${HELD_MS} * interval '1 millisecond'`

/** The service's time now, to the millisecond: the database's clock, held ahead, and the sandbox's offset. */
export async function readServiceTime(reader: Reader): Promise<ServiceTime> {
  return reader
    .selectFrom('service_clock')
    .select([
      'offset_ms as offsetMs',
      sql<Instant>`date_trunc('milliseconds', ${UNMOVED} + offset_ms * interval '1 millisecond')`.as('now'),
    ])
    .executeTakeFirstOrThrow()
}

/** The service's time now, to the millisecond. */
export async function readServiceClock(reader: Reader): Promise<Instant> {
  return (await readServiceTime(reader)).now
}

/**
 * Holds the service clock at the time that a process expects after the database's clock went back by a day at most. When
 * the database's clock went forward, ends as much of an earlier hold. Does nothing when another process has done so.
 * `expected` is without the sandbox's offset.
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

/** Moves the service's time forward for every process; each reads it again within a second. */
export async function advanceServiceClock(input: { ms: number }, writer: Writer): Promise<void> {
  await writer
    .updateTable('service_clock')
    .set((clock) => ({ offset_ms: clock('offset_ms', '+', input.ms) }))
    .execute()
}
