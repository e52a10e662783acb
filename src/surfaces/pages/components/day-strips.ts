import { type CalendarDate, daysBetween } from '#contract/time.ts'
import { dayWords } from '#views/words/clocks.ts'
import { type Html, html } from '../markup.ts'
import { type ChartCaption, chartCaption } from './chart-caption.ts'
import { hatch } from './hatch.ts'

const HEIGHT = 16
/** Space above a row, so that the row stands in the middle of its line. */
const TOP = 4
/** Space above a low strip. A good day is low and a bad day is high, so that nobody needs to see their colours. */
const LOW = 4

/** Days that look alike. The form `gap` means unknown. */
type DaySpan = {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly form: 'high' | 'low' | 'gap'
  readonly words: string
}

/** One row of the chart, with words beside it. */
type Strip = { readonly name: string; readonly spans: readonly DaySpan[]; readonly words: Html }

/** The same days of several things, a row each. Unknown days are hatched. The caller adds the table of the days. */
export function dayStrips(
  of: ChartCaption & {
    readonly from: CalendarDate
    readonly to: CalendarDate
    readonly headings: { readonly name: string; readonly words: string }
    readonly keys: readonly { readonly form: DaySpan['form']; readonly words: string }[]
    readonly rows: readonly Strip[]
    readonly below: Html
  },
): Html {
  const { from, to, headings } = of
  const dayPercent = 100 / daysBetween(from, to).length
  const percent = (days: number) => `${(days * dayPercent).toFixed(2)}%`
  const rectOf = ({ form, words, ...span }: DaySpan) => {
    const before = daysBetween(from, span.from).length - 1
    const height = form === 'low' ? LOW : HEIGHT
    return html`<rect class="${form}" x="${percent(before)}" width="${percent(daysBetween(span.from, span.to).length)}" y="${String(TOP + HEIGHT - height)}" height="${String(height)}"><title>${words}</title></rect>`
  }
  const rows = of.rows.map(
    ({ name, spans, words }) =>
      html`<tr><th scope="row">${name}</th><td class="scale"><svg aria-hidden="true">${spans.map(rectOf)}</svg></td><td>${words}</td></tr>`,
  )
  return html`<figure class="chart" data-rule="${of.rule}">
<figcaption>${chartCaption(of)}</figcaption>
<table class="ages strips"><thead><tr><th scope="col">${headings.name}</th><td class="scale"><svg aria-hidden="true">${hatch('hatch-days')}<text x="0" y="16">${dayWords(from)}</text><text x="100%" y="16" text-anchor="end">${dayWords(to)}</text></svg></td><th scope="col">${headings.words}</th></tr></thead>
<tbody>${rows}</tbody></table>
<p class="legend">${of.keys.map(({ form, words }) => html`<span class="key ${form}">${words}</span> `)}</p>
${of.below}
</figure>`
}
