import type { ServiceStatus } from '#contract/shapes/status.ts'
import { calendarEnds, type OutageCalendar } from '#views/status/outage-calendar.ts'
import {
  daysByState,
  newestOutages,
  noOutageWords,
  OUTAGE_DAY_NOTE,
  OUTAGE_DAY_WORDS,
  spanWords,
} from '#views/status/outage-words.ts'
import { NO_PROVIDER } from '#views/status/words.ts'
import { dayWords, instantWords } from '#views/words/clocks.ts'
import { providerName } from '#views/words/figures.ts'
import { ruleInForce } from '#views/words/rules.ts'
import { concluded, missing, ownRecord } from '../basis.ts'
import { day } from '../components/clock.ts'
import { dataLinks } from '../components/data-links.ts'
import { dayStrips } from '../components/day-strips.ts'
import { figure } from '../components/figure.ts'
import { section } from '../components/section.ts'
import { table } from '../components/table.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'

const RULE = ruleInForce('watching')
const FORMS = { outage: 'high', no_outage: 'low', not_judged: 'gap', not_recorded: 'gap' } as const

/** A calendar with its place in the answer. */
type Placed = { readonly calendar: OutageCalendar; readonly place: number }

/** The days of each provider: with an outage, without one, or unknown. */
export function outageDaysOf({ outageCalendar, now }: ServiceStatus, sheet: Sheet): Html {
  const placed = outageCalendar.map((calendar, place): Placed => ({ calendar, place }))
  const chart = dayStrips({
    title: 'Outages of each provider by day',
    unit: 'days of UTC',
    source: 'the judgements of this service',
    ...calendarEnds(now),
    headings: { name: 'Provider', words: 'Recorded since' },
    keys: [
      { form: 'high', words: 'outage' },
      { form: 'low', words: 'no outage' },
      { form: 'gap', words: 'unknown: not judged, or not recorded yet' },
    ],
    rule: RULE,
    rows: placed.map((one) => ({
      name: providerName(one.calendar.provider),
      spans: one.calendar.days.map((span) => ({
        ...span,
        form: FORMS[span.state],
        words: `${OUTAGE_DAY_WORDS[span.state]}, ${spanWords(span)}`,
      })),
      words: recordedFrom(one, sheet),
    })),
    below: daysTable(placed),
  })
  return section(
    {
      id: 'outage-days',
      title: 'Outages by day',
      answers: 'On which days did a provider fail as a whole?',
      body: html`${outageCalendar.length === 0 ? html`<p data-unknown="NOT_ENOUGH_YET">${NO_PROVIDER}</p>` : chart}
<p class="note" data-rule="${RULE}">${OUTAGE_DAY_NOTE}</p>
${outageCalendar.length > 0 && newestTable(outageCalendar, sheet)}
${dataLinks({ csv: '/api/export/outages?format=csv', json: '/api/status' })}`,
    },
    sheet,
  )
}

function recordedFrom({ calendar, place }: Placed, sheet: Sheet): Html {
  const { provider, recordedFrom: from } = calendar
  return figure(
    {
      name: `Outages of ${providerName(provider)} are recorded since`,
      value: from,
      words: from === null ? undefined : dayWords(from),
      basis: from === null ? missing('NOT_RECORDED') : ownRecord('/api/status'),
      field: `status:outageCalendar.${place}.recordedFrom`,
    },
    sheet,
  )
}

/** Every day of the chart: a row for each provider, and in it a line for each state with its days, the newest first. */
function daysTable(placed: readonly Placed[]): Html {
  const rows = placed.map(
    ({ calendar, place }) =>
      html`<tr><th scope="row">${providerName(calendar.provider)}</th><td>${daysByState(calendar).map((days) => stateLine(days, place))}</td></tr>`,
  )
  return html`<details><summary>The same days as a table</summary><table><thead><tr><th scope="col">Provider</th><th scope="col">Days by state</th></tr></thead><tbody>${rows}</tbody></table></details>`
}

function stateLine({ state, runs }: ReturnType<typeof daysByState>[number], calendar: number): Html {
  const words = OUTAGE_DAY_WORDS[state]
  const shown =
    FORMS[state] === 'gap'
      ? html`<span data-unknown="NOT_RECORDED">${words}</span>`
      : html`<span data-field="${`status:outageCalendar.${calendar}.days.${runs[0]?.place}.state`}"><data value="${state}">${words}</data></span>`
  const days = runs.map(
    ({ from, to }, at) => html`${at > 0 && ', '}${day(from)}${from !== to && html` to ${day(to)}`}`,
  )
  return html`<div><strong>${shown}</strong>: ${days}</div>`
}

function newestTable(calendars: readonly OutageCalendar[], sheet: Sheet): Html {
  const rows = newestOutages(calendars)
  if (rows.length === 0) return html`<p data-rule="${RULE}">${noOutageWords(calendars)}</p>`
  type Row = (typeof rows)[number]
  const instantOf = ({ calendar, place, provider, ...outage }: Row, end: 'beganAt' | 'endedAt') => {
    const at = outage[end]
    const name = `Outage of ${providerName(provider)}: ${end === 'beganAt' ? 'begin' : 'end'}`
    const field = `status:outageCalendar.${calendar}.newest.${place}.${end}` as const
    if (at === null) return html`<span data-rule="${RULE}">still runs</span>`
    return figure({ name, value: at, words: instantWords(at), basis: concluded(RULE), field }, sheet)
  }
  const columns = [
    { heading: 'Provider', cell: ({ provider }: Row) => providerName(provider) },
    { heading: 'Began', cell: (row: Row) => instantOf(row, 'beganAt') },
    { heading: 'Ended', cell: (row: Row) => instantOf(row, 'endedAt') },
  ]
  return table({ caption: 'Newest outages', columns, rows })
}
