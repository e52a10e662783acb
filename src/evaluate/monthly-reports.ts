import type { Instant } from '#contract/time.ts'
import { countMonth, dueMonths, rulesOf } from '#domain/reports/monthly-report.ts'
import { type Database, inTransaction, onSnapshot } from '#records/database.ts'
import { getHighlights, getMonthRecords } from '#records/reports/month-records.ts'
import { findReportCheckpoint, saveMonthlyReport } from '#records/reports/monthly-reports.ts'

/** Writes the report of every month that has ended since the last one, oldest first. Returns counts. */
export async function writeMonthlyReports(
  { signal }: { readonly signal: AbortSignal },
  { database, clock }: { readonly database: Database; readonly clock: () => Instant },
): Promise<{ readonly reports: number }> {
  let reports = 0
  for (const month of dueMonths(await findReportCheckpoint(database))) {
    if (signal.aborted) break
    const { records, highlights } = await onSnapshot(database, async (reader) => ({
      records: await getMonthRecords(month, reader),
      highlights: await getHighlights(month, reader),
    }))
    const rules = rulesOf(records.standing)
    const report = { month, writtenAt: clock(), rules, counts: countMonth(records), highlights }
    if (await inTransaction(database, (writer) => saveMonthlyReport(report, writer))) reports += 1
  }
  return { reports }
}
