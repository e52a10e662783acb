import type { Instant } from '#contract/time.ts'
import type { LedgerHead } from '#domain/collecting/status-record.ts'
import type { Reader } from '#records/database.ts'

/** When the newest entry of the ledger was recorded; undefined while the ledger is empty. */
export function findHeadRecordedAt(reader: Reader): Promise<Instant | undefined> {
  return findRecordedAt('desc', reader)
}

/** When the first entry of the ledger was recorded; undefined while the ledger is empty. */
export function findFirstRecordedAt(reader: Reader): Promise<Instant | undefined> {
  return findRecordedAt('asc', reader)
}

async function findRecordedAt(order: 'asc' | 'desc', reader: Reader): Promise<Instant | undefined> {
  const row = await reader
    .selectFrom('changes')
    .select('recorded_at')
    .orderBy('position', order)
    .limit(1)
    .executeTakeFirst()
  return row?.recorded_at
}

/** The ledger's newest position and the time of its last run; the time is null before the first run. */
export async function findLedgerHead(reader: Reader): Promise<LedgerHead> {
  const row = await reader
    .selectFrom('ledger_state')
    .select(['head', 'last_run_at'])
    .executeTakeFirstOrThrow()
  return { position: row.head, lastRunAt: row.last_run_at }
}
