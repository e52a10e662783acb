import { sql } from 'kysely'
import { firstDayOf, type Month, monthOf } from '#contract/month.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import type { MonthlyReportRecord } from '#domain/reports/monthly-report.ts'
import { fromColumns, rowsOf } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import { ledgerReach } from './checkpoint.ts'

/** The month of a stored report, and when it was written. */
type HeldReport = { readonly month: Month; readonly writtenAt: Instant }

/**
 * The newest report, the first publication of any project, and the last run of the ledger. Each is null before there is
 * one.
 */
export async function findReportCheckpoint(reader: Reader): Promise<{
  readonly lastMonth: Month | null
  readonly firstPublishedAt: Instant | null
  readonly ledgerRanAt: Instant | null
}> {
  const row = await reader
    .selectNoFrom((from) => [
      from.selectFrom('monthly_reports').select(sql<CalendarDate>`max(month)`.as('last')).as('last'),
      ...ledgerReach(from),
    ])
    .executeTakeFirstOrThrow()
  const { last, ...reach } = row
  return { lastMonth: last === null ? null : monthOf(last), ...reach }
}

/** Saves a report with its highlights, unless the month already has a report. Returns whether it was saved. */
export async function saveMonthlyReport(report: MonthlyReportRecord, writer: Writer): Promise<boolean> {
  const { month, writtenAt, rules, counts, highlights } = report
  const saved = await writer
    .insertInto('monthly_reports')
    .values({
      month: firstDayOf(month),
      written_at: writtenAt,
      rules: [...rules],
      counts: JSON.stringify(counts),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('month')
    .executeTakeFirst()
  if (saved === undefined) return false
  const rows = highlights.map((highlight, index) => ({
    ...highlight,
    month: firstDayOf(month),
    place: index + 1,
  }))
  await sql`insert into monthly_report_highlights
    select * from ${rowsOf('monthly_report_highlights', rows)}`.execute(writer)
  return true
}

/** Every report, newest month first. */
export async function getMonthlyReports(reader: Reader): Promise<readonly HeldReport[]> {
  const rows = await reader
    .selectFrom('monthly_reports')
    .select(['month', 'written_at'])
    .orderBy('month', 'desc')
    .execute()
  return rows.map(({ month, written_at }) => ({ month: monthOf(month), writtenAt: written_at }))
}

/** The report of a month, with those highlights whose projects are published now. Undefined when the month has none. */
export async function findMonthlyReport(
  month: Month,
  reader: Reader,
): Promise<MonthlyReportRecord | undefined> {
  const report = await reader
    .selectFrom('monthly_reports')
    .selectAll()
    .where('month', '=', firstDayOf(month))
    .executeTakeFirst()
  if (report === undefined) return undefined
  const rows = await reader
    .selectFrom('monthly_report_highlights as highlight')
    .innerJoin('projects', 'projects.id', 'highlight.project_id')
    .select(['project_id', 'highlight.slug', 'highlight.name', 'type', 'occurred_at', 'detected_at'])
    .select(['precision', 'evidence'])
    .where('month', '=', report.month)
    .where('projects.state', '=', 'published')
    .orderBy('place')
    .execute()
  const { written_at: writtenAt, rules, counts } = report
  return {
    month,
    writtenAt,
    rules,
    highlights: rows.map(fromColumns),
    counts,
  }
}
