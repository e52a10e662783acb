import { OPERATIONS } from '#contract/operations/index.ts'
import type { MonthlyReport } from '#contract/shapes/monthly-report.ts'
import { readMonthlyReport } from '#reads/monthly-reports.ts'
import {
  greatestOf,
  highlightWords,
  monthWords,
  NO_HIGHLIGHT,
  type ReportCount,
  reportCounts,
  reportJson,
  reportMarkdown,
  reportTitle,
} from '#views/history/report-words.ts'
import { receiptPage, rulePage } from '#views/site/pages.ts'
import { listWordsFirst, REASON_WORDS } from '#views/words/figures.ts'
import { ruleInForce, ruleText } from '#views/words/rules.ts'
import { type ConclusionBasis, kept, unvalued } from './basis.ts'
import { bars } from './components/bars.ts'
import { clock, day, dayOrSeen } from './components/clock.ts'
import { figure } from './components/figure.ts'
import { named } from './components/quote.ts'
import { section } from './components/section.ts'
import { type Html, html, inAttribute } from './markup.ts'
import { asJson, definePage, type Head, pageAt } from './page.ts'
import type { Sheet } from './sheet.ts'

/** The stored report of a month, with its rules and its receipts. */
export const report = definePage({
  operation: pageAt({
    name: 'report',
    path: '/reports/{month}',
    summary: 'Get the report of a month',
    input: { path: OPERATIONS.monthlyReport.input.path, query: {} },
  }),
  address: ({ month }) => `/reports/${month}`,
  load: (input, deps) => readMonthlyReport(input, deps),
  head,
  body: (
    stored,
    sheet,
  ) => html`<h1><span data-rule="${ruleOf(stored)}">${monthWords(stored.month)}</span>: what was shipped and what changed</h1>
<div class="columns">
<div class="first">${introductionOf(stored, sheet)}</div>
<aside class="facts">${rulesOf(stored, sheet)}</aside>
<div class="rest">${countsOf(stored, sheet)}
${coverageOf(stored, sheet)}
${highlightsOf(stored, sheet)}
<p class="note">${stored.disclaimer}</p></div>
</div>`,
  markdown: (stored, { site }) => reportMarkdown(stored, site),
  shared: (stored) => ({ title: monthWords(stored.month), lines: [reportTitle(stored)] }),
})

function head(stored: MonthlyReport): Head {
  const canonical = `/reports/${stored.month}`
  return {
    title: reportTitle(stored),
    description:
      'What was recorded of a month, counted once when it had ended, under the rules that it names.',
    canonical,
    alternates: [asJson(reportJson(stored), 'This report as JSON')],
  }
}

/** The rule by which the report was written, in the version of that time. */
function ruleOf({ rules }: MonthlyReport): string {
  return rules.find((rule) => rule.startsWith('report.monthly@')) ?? ruleInForce('report.monthly')
}

/** The basis of the report's figures: its rule, and the stored report itself. */
function keptBasis(stored: MonthlyReport, list?: ReportCount['list']): ConclusionBasis {
  return kept(ruleOf(stored), reportJson(stored), list)
}

function introductionOf(stored: MonthlyReport, sheet: Sheet): Html {
  const { from, to, writtenAt, published } = stored
  const rule = ruleOf(stored)
  const basis = keptBasis(stored)
  return html`<p class="lead" data-rule="${rule}">From ${day(from)} to ${day(to)}. ${clock({ at: writtenAt, as: 'instant', before: 'Written' }, sheet)}, and never again.</p>
<p>Projects published at the end of the month: ${figure({ name: 'Published projects', value: published, basis, field: 'report:published' }, sheet)}</p>`
}

/** The rules that the report counts by. The text of an earlier version is marked as not in force. */
function rulesOf({ rules }: MonthlyReport, sheet: Sheet): Html {
  const rows = rules.map(
    (rule) =>
      html`<details data-rule="${rule}"><summary><code>${rule}</code></summary><p>${ruleText(rule) ?? 'An earlier version. Its text is no longer in force.'} <a href="${rulePage(rule)}">Its page</a></p></details>`,
  )
  return section(
    { id: 'rules', title: 'Rules', answers: 'By which rules was it counted?', body: html`${rows}` },
    sheet,
  )
}

function countsOf(stored: MonthlyReport, sheet: Sheet): readonly Html[] {
  const { statuses, ships, changes } = reportCounts(stored)
  const span = html`${day(stored.from)} to ${day(stored.to)}`
  const groups = [
    {
      id: 'statuses',
      title: 'Projects by status',
      counts: statuses,
      heading: 'Projects',
      unit: html`projects at the end of ${day(stored.to)}`,
      answers: 'Which status stood at the end of the month? Unknown is not inactive.',
    },
    {
      id: 'ships',
      title: 'Ships that count',
      counts: ships,
      heading: 'Ships',
      unit: html`ships from ${span}`,
      answers: 'How many ships does a source date in the month?',
    },
    {
      id: 'changes',
      title: 'Changes',
      counts: changes,
      heading: 'Changes',
      unit: html`changes from ${span}`,
      answers: 'How often did changes of these kinds happen? The ledger has more kinds.',
    },
  ]
  return groups.map(({ counts, heading, unit, ...of }) =>
    section({ ...of, body: barsOf({ stored, counts, title: heading, unit }, sheet) }, sheet),
  )
}

function barsOf(
  of: {
    readonly stored: MonthlyReport
    readonly counts: readonly ReportCount[]
    readonly title: string
    readonly unit: Html
  },
  sheet: Sheet,
): Html {
  const { stored, counts, title, unit } = of
  const shown = counts.map(({ name, path, state, value, list, note }) => ({
    name,
    value,
    basis: value === null ? unvalued(state) : keptBasis(stored, list),
    field: `report:${path}` as const,
    note:
      note === undefined
        ? undefined
        : html`<p class="note" data-rule="${ruleOf(stored)}"><a href="#highlights">${note}</a></p>`,
  }))
  const source = html`records of the month, counted ${clock({ at: stored.writtenAt, as: 'day', before: 'on' }, sheet)}`
  const greatest = greatestOf(counts)
  return bars({ title, unit, source, rule: ruleOf(stored), greatest, bars: shown }, sheet)
}

function coverageOf(stored: MonthlyReport, sheet: Sheet): Html {
  const rule = ruleOf(stored)
  const rows = stored.coverage.map(({ dimension, measured, notMeasured }, at) => {
    const count = figure(
      {
        name: `${listWordsFirst(dimension)}, measured`,
        value: measured,
        basis: keptBasis(stored),
        field: `report:coverage.${at}.measured`,
      },
      sheet,
    )
    const others = notMeasured.map(
      ({ state, projects }) =>
        html`<li data-rule="${rule}">${String(projects)} not measured: ${state === 'MEASURED' ? 'not recorded' : REASON_WORDS[state]}</li>`,
    )
    return html`<div><dt>${listWordsFirst(dimension)}</dt><dd>${count} <span class="unit">measured</span>${others.length > 0 && html`<ul class="note">${others}</ul>`}</dd></div>`
  })
  return section(
    {
      id: 'coverage',
      title: 'What was measured',
      answers: 'Of how many projects was each dimension read? A count is of the measured projects alone.',
      body: html`<dl class="list">${rows}</dl>`,
    },
    sheet,
  )
}

function highlightsOf({ highlights }: MonthlyReport, sheet: Sheet): Html {
  const rows = highlights.flatMap((highlight) => {
    const { project, evidence } = highlight
    const [first] = evidence
    if (first === undefined) return []
    return [
      html`<li class="row" data-evidence="${inAttribute(first)}">${dayOrSeen(highlight, sheet)} <span class="what"><a href="${`/projects/${project.slug}`}">${named(project.name)}</a> ${highlightWords(highlight)}</span> <a class="receipt" href="${receiptPage(first)}">receipt</a></li>`,
    ]
  })
  return section(
    {
      id: 'highlights',
      title: 'Highlights',
      answers: 'Which changes were the newest of the month?',
      body: rows.length === 0 ? html`<p>${NO_HIGHLIGHT}</p>` : html`<ul class="rows">${rows}</ul>`,
    },
    sheet,
  )
}
