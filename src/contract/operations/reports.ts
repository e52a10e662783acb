import { DISCLAIMERS } from '../disclaimers.ts'
import type { EvidenceId } from '../ids.ts'
import type { Month } from '../month.ts'
import { definePublicRead } from '../operation.ts'
import { required } from '../parameter.ts'
import { MonthlyReport, MonthlyReportList } from '../shapes/monthly-report.ts'
import { type CalendarDate, toInstant } from '../time.ts'
import { month } from '../time-parameter.ts'
import { lumen } from './example-lumen.ts'

const october = '2026-10' as Month
const writtenAt = toInstant('2026-11-02T00:05:00Z')

export const monthlyReports = definePublicRead({
  name: 'monthlyReports',
  operationId: 'listMonthlyReports',
  path: '/api/reports/monthly',
  input: { path: {}, query: {} },
  output: MonthlyReportList,
  tag: 'All projects',
  summary: 'List monthly reports, newest first',
  description: 'The months that have a report. The running month has none.',
  examples: [
    {
      name: 'first',
      summary: 'One report',
      input: {},
      answer: {
        items: [{ month: october, writtenAt, url: 'https://svc.example/api/reports/monthly/2026-10' }],
        ignoredParameters: [],
        disclaimer: DISCLAIMERS.reports,
      },
    },
  ],
})

const resumed: MonthlyReport['highlights'][number] = {
  type: 'build.resumed',
  project: lumen,
  occurredAt: null,
  detectedAt: toInstant('2026-10-14T09:00:00Z'),
  precision: 'OBSERVED',
  evidence: ['state:6f1c2d3e-4b5a-5968-8774-9a8b7c6d5e4f' as EvidenceId],
}
const exampleReport: MonthlyReport = {
  month: october,
  ...{ from: '2026-10-01' as CalendarDate, to: '2026-10-31' as CalendarDate, writtenAt },
  rules: ['report.monthly@2', 'ships.counted@5', 'activity.status@3', 'coverage@1'],
  published: 3,
  coverage: [
    { dimension: 'building', measured: 2, notMeasured: [{ state: 'NO_SOURCE', projects: 1 }] },
    { dimension: 'contracts', measured: 0, notMeasured: [{ state: 'NO_SOURCE', projects: 3 }] },
  ],
  statuses: [
    { status: 'SHIPPING', state: 'MEASURED', projects: 2 },
    { status: 'UNKNOWN', state: 'MEASURED', projects: 1 },
  ],
  ships: [
    { kind: 'release', state: 'MEASURED', ships: 7 },
    { kind: 'upgrade', state: 'NO_SOURCE', ships: null },
  ],
  changes: [
    { type: 'build.resumed', state: 'MEASURED', changes: 1 },
    { type: 'contract.deployed', state: 'NO_SOURCE', changes: null },
  ],
  highlights: [resumed],
  disclaimer: DISCLAIMERS.reports,
}

export const monthlyReport = definePublicRead({
  name: 'monthlyReport',
  operationId: 'getMonthlyReport',
  path: '/api/reports/monthly/{month}',
  input: { path: { month: required(month()) }, query: {} },
  output: MonthlyReport,
  tag: 'All projects',
  summary: 'Get the report of a month',
  description:
    'What was recorded of a month, counted once when the month had ended, under the rules it names. A later rule or record does not change it. A count is null, with the reason in state, when no project was measured; otherwise it is of the measured projects alone. A project that was hidden later is not named, and stays in the counts. It ranks nothing. A month without a report, the running one too, answers 404.',
  examples: [{ name: 'october', summary: 'A month', input: { month: '2026-10' }, answer: exampleReport }],
})
