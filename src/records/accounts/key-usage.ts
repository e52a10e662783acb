import { sql } from 'kysely'
import type { CalendarDate } from '#contract/time.ts'
import type { Writer } from '#records/database.ts'

/** Requests of a key in a calendar month (UTC), named by its first day. */
export type KeyUsage = {
  readonly keyId: string
  readonly month: CalendarDate
  readonly requests: number
}

/**
 * Adds requests to the recorded use of keys. Returns the new totals of these keys, other processes' requests included.
 */
export async function addKeyUsage(batch: readonly KeyUsage[], writer: Writer): Promise<readonly KeyUsage[]> {
  const { rows } = await sql<{ key_id: string; month: CalendarDate; used: number }>`
    insert into key_usage as usage (key_id, month, used)
    select key_id, month, requests
    from unnest(${batch.map(({ keyId }) => keyId)}::uuid[], ${batch.map(({ month }) => month)}::date[],
      ${batch.map(({ requests }) => requests)}::bigint[]) as spent (key_id, month, requests)
    order by key_id, month
    on conflict (key_id, month) do update set used = usage.used + excluded.used
    returning key_id, month, used`.execute(writer)
  return rows.map((row) => ({ keyId: row.key_id, month: row.month, requests: row.used }))
}
