import { readMonthlyReports } from '#reads/monthly-reports.ts'
import { monthWords, NO_REPORT, reportsMarkdown, reportsTitle } from '#views/history/report-words.ts'
import { ruleInForce, ruleText } from '#views/words/rules.ts'
import { clock } from './components/clock.ts'
import { html } from './markup.ts'
import { asJson, definePage, pageAt } from './page.ts'

/** The months that have a report, newest first. */
export const reports = definePage({
  operation: pageAt({
    name: 'reports',
    path: '/reports',
    summary: 'Get the list of monthly reports',
    input: { path: {}, query: {} },
  }),
  menu: 'Reports',
  address: () => '/reports',
  load: ({ ignoredParameters }, deps) => readMonthlyReports({ ignoredParameters }, deps),
  head: (list) => ({
    title: reportsTitle(list),
    description: 'What was recorded of each month, counted once when the month had ended.',
    canonical: '/reports',
    alternates: [asJson('/api/reports/monthly', 'Reports as JSON')],
  }),
  body({ items, disclaimer }, sheet) {
    const rule = ruleInForce('report.monthly')
    const rows = items.map(
      ({ month, writtenAt }) =>
        html`<li class="row" data-rule="${rule}"><a class="brief" href="${`/reports/${month}`}">${monthWords(month)}</a> <span class="what">${clock({ at: writtenAt, as: 'instant', before: 'written' }, sheet)}</span></li>`,
    )
    return html`<h1>Monthly reports</h1>
<p class="lead">What was recorded of a month, counted once. A report is never written again.</p>
${rows.length === 0 ? html`<p data-unknown="NOT_ENOUGH_YET">${NO_REPORT}</p>` : html`<ul class="rows">${rows}</ul>`}
<p data-rule="${rule}"><code>${rule}</code> ${ruleText(rule)}</p>
<p class="note">${disclaimer}</p>`
  },
  markdown: (list, { site }) => reportsMarkdown(list, site),
  shared: (list) => ({ title: 'Monthly reports', lines: [reportsTitle(list)] }),
})
