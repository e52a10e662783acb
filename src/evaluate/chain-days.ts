import type { Instant } from '#contract/time.ts'
import { dueChainDays } from '#domain/reports/chain-day.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { findChainDayCheckpoint, saveChainDays } from '#records/reports/chain-day.ts'

/** Writes the counts of every day that has ended since the last one, some days at a time. Returns counts. */
export async function writeChainDays(
  { signal }: { readonly signal: AbortSignal },
  { database, clock }: { readonly database: Database; readonly clock: () => Instant },
): Promise<{ readonly days: number }> {
  let days = 0
  while (!signal.aborted) {
    const due = dueChainDays(await findChainDayCheckpoint(database))
    if (due === undefined) break
    days += await inTransaction(database, (writer) => saveChainDays({ ...due, now: clock() }, writer))
  }
  return { days }
}
