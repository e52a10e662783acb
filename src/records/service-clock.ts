import { sql } from 'kysely'
import type { Instant } from '#contract/time.ts'
import type { Reader, Writer } from './database.ts'

/** The service's time now: the database's clock plus the sandbox's offset, to the millisecond. */
export async function readServiceClock(reader: Reader): Promise<Instant> {
  const row = await reader
    .selectFrom('service_clock')
    .select(
      sql<Instant>`date_trunc('milliseconds', clock_timestamp() + offset_ms * interval '1 millisecond')`.as(
        'now',
      ),
    )
    .executeTakeFirstOrThrow()
  return row.now
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
