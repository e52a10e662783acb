import { sql } from 'kysely'
import type { CalendarDate, Instant } from '#contract/time.ts'
import { rowsOf } from '#records/columns.ts'
import type { Writer } from '#records/database.ts'

/** Requests of a key in a calendar month (UTC), named by its first day. */
export type KeyUsage = {
  readonly keyId: string
  readonly month: CalendarDate
  readonly requests: number
}

/** Requests to add, with the instant at which they were counted. */
type CountedUsage = KeyUsage & { readonly at: Instant }

/**
 * Adds requests to the recorded use of keys. Returns the new totals of these keys, other processes' requests included.
 */
export async function addKeyUsage(
  batch: readonly CountedUsage[],
  writer: Writer,
): Promise<readonly KeyUsage[]> {
  const rows = batch.map(({ keyId, month, requests, at }) => ({
    keyId,
    month,
    used: requests,
    lastUsedAt: at,
  }))
  const totals = await sql<{ key_id: string; month: CalendarDate; used: number }>`
    insert into key_usage as usage (key_id, month, used, last_used_at)
    select key_id, month, used, last_used_at from ${rowsOf('key_usage', rows)}
    order by key_id, month
    on conflict (key_id, month) do update set used = usage.used + excluded.used,
      last_used_at = greatest(usage.last_used_at, excluded.last_used_at)
    returning key_id, month, used`.execute(writer)
  return totals.rows.map((row) => ({ keyId: row.key_id, month: row.month, requests: row.used }))
}
