import type { Month } from '#contract/month.ts'
import { toInstant } from '#contract/time.ts'
import { countMonth, type Highlight, REPORT_RULE } from '#domain/reports/monthly-report.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { saveMonthlyReport } from '#records/reports/monthly-reports.ts'

/** The month of the report that tests store. */
export const REPORTED_MONTH = '2026-10' as Month

/** Stores a report in which nothing was measured. */
export async function storeMonthlyReport(
  database: Database,
  highlights: readonly Highlight[] = [],
): Promise<void> {
  const report = {
    month: REPORTED_MONTH,
    writtenAt: toInstant('2026-11-02T00:05:00Z'),
    rules: [REPORT_RULE.id],
    counts: countMonth({ published: 0, standing: [], ships: [], changes: [] }),
    highlights,
  }
  await inTransaction(database, (writer) => saveMonthlyReport(report, writer))
}
