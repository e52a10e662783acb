import type { Instant } from '#contract/time.ts'
import type { Reader } from '#records/database.ts'

/** When the newest entry of the ledger was recorded; undefined while the ledger is empty. */
export async function findHeadRecordedAt(reader: Reader): Promise<Instant | undefined> {
  const row = await reader
    .selectFrom('changes')
    .select('recorded_at')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.recorded_at
}
