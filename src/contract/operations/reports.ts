import { definePublicRead, NO_INPUT } from '../operation.ts'
import { required } from '../parameters/parameter.ts'
import { month } from '../parameters/time-parameter.ts'
import { MonthlyReport, MonthlyReportList } from '../shapes/monthly-report.ts'
import monthlyReportExamples from './examples/monthly-report.json' with { type: 'json' }
import monthlyReportsExamples from './examples/monthly-reports.json' with { type: 'json' }

export const monthlyReports = definePublicRead({
  name: 'monthlyReports',
  operationId: 'listMonthlyReports',
  path: '/api/reports/monthly',
  input: NO_INPUT,
  output: MonthlyReportList,
  tag: 'All projects',
  summary: 'List monthly reports, newest first',
  description: 'The months that have a report. The running month has none.',
  examples: monthlyReportsExamples,
})

export const monthlyReport = definePublicRead({
  name: 'monthlyReport',
  operationId: 'getMonthlyReport',
  path: '/api/reports/monthly/{month}',
  input: { path: { month: required(month()) }, query: {} },
  output: MonthlyReport,
  tag: 'All projects',
  summary: 'Get the report of a month',
  description:
    'What was recorded of a month, counted once when the month had ended, under the rules it names; nothing later changes it. A count is null, with the reason in state, when no project was measured; otherwise it is of the measured projects. A project that was hidden later is not named, and stays in the counts. A month without a report, the running one too, answers 404.',
  examples: monthlyReportExamples,
})
