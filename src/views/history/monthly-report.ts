import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { type Ignoring, ignoredField } from '#contract/ignored.ts'
import { boundsOf, firstDayOf, type Month } from '#contract/month.ts'
import type { MonthlyReport, MonthlyReportList } from '#contract/shapes/monthly-report.ts'
import { addMs, dateOf, type Instant } from '#contract/time.ts'
import type { Highlight, MonthlyReportRecord } from '#domain/reports/monthly-report.ts'
import { listItems } from '../lists/list-items.ts'
import { projectReference } from '../project/reference.ts'
import { monthlyReportAddress, type Site } from '../site/links.ts'

/** The months with a report. */
export function monthlyReportList(
  list: Ignoring & {
    readonly reports: readonly { readonly month: Month; readonly writtenAt: Instant }[]
  },
  site: Site,
): MonthlyReportList {
  return {
    items: list.reports.map((report) => ({ ...report, url: monthlyReportAddress(report.month, site) })),
    ...ignoredField(list),
    disclaimer: DISCLAIMERS.reports,
  }
}

/** A report as it was written. */
export function monthlyReport(report: MonthlyReportRecord, site: Site): MonthlyReport {
  const { month, writtenAt, rules, counts, highlights } = report
  const { items, broken } = listItems(highlights, {
    name: ({ slug, type }) => `${type} of ${slug}`,
    build: (highlight) => highlightOf(highlight, site),
  })
  return {
    month,
    from: firstDayOf(month),
    to: dateOf(addMs(boundsOf(month).end, -1)),
    writtenAt,
    rules: [...rules],
    published: counts.published,
    coverage: counts.coverage.map(({ dimension, measured, notMeasured }) => ({
      dimension,
      measured,
      notMeasured: notMeasured.map(({ state, projects }) => ({ state, projects })),
    })),
    statuses: counts.statuses.map(({ status, state, count: projects }) => ({ status, state, projects })),
    ships: counts.ships.map(({ kind, state, count: ships }) => ({ kind, state, ships })),
    changes: counts.changes.map(({ type, state, count: changes }) => ({ type, state, changes })),
    highlights: items,
    ...(broken && { broken }),
    disclaimer: DISCLAIMERS.reports,
  }
}

function highlightOf(highlight: Highlight, site: Site): MonthlyReport['highlights'][number] {
  const { type, occurredAt, detectedAt, precision, evidence } = highlight
  const project = projectReference(highlight, site)
  return { type, project, occurredAt, detectedAt, precision, evidence: [...evidence] }
}
