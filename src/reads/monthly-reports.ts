import { fail } from '#contract/errors.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { findMonthlyReport, getMonthlyReports } from '#records/reports/monthly-reports.ts'
import { monthlyReport, monthlyReportList } from '#views/history/monthly-report.ts'
import type { ReadDeps } from './deps.ts'

type Deps = Pick<ReadDeps, 'reader' | 'site'>

export async function readMonthlyReports(
  { ignoredParameters }: Input<'monthlyReports'>,
  { reader, site }: Deps,
): Promise<Output<'monthlyReports'>> {
  return monthlyReportList({ reports: await getMonthlyReports(reader), ignoredParameters }, site)
}

/** The report of a month. @throws Failure not_found for a month without a report */
export async function readMonthlyReport(
  { month }: Input<'monthlyReport'>,
  { reader, site }: Deps,
): Promise<Output<'monthlyReport'>> {
  const report = await findMonthlyReport(month, reader)
  if (report === undefined) fail('not_found')
  return monthlyReport(report, site)
}
