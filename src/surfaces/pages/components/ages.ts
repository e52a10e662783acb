import { scaleLog } from 'd3-scale'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { type Html, html } from '../markup.ts'
import { type ChartCaption, chartCaption } from './chart-caption.ts'
import { hatch } from './hatch.ts'

const LEAST_MS = 10_000
const GREATEST_MS = 20 * DAY_MS
const TICKS = [
  { ms: MINUTE_MS, words: '1 min', name: 'tick close' },
  { ms: HOUR_MS, words: '1 h', name: 'tick' },
  { ms: DAY_MS, words: '1 day', name: 'tick close' },
]
const HEIGHT = 24

/** One row of the chart. Without an age the row is hatched, and its words say why. */
type Age = { readonly name: string; readonly ageMs: number | undefined; readonly words: Html }

/**
 * Ages on one logarithmic scale, a row each, so that seconds and days can be compared. An age past the limit is late.
 */
export function ages(
  of: ChartCaption & {
    readonly heading: string
    readonly lateMs: number
    readonly rows: readonly Age[]
  },
): Html {
  const x = scaleLog([LEAST_MS, GREATEST_MS], [0, 100]).clamp(true)
  const at = (ms: number) => `${x(Math.max(ms, LEAST_MS)).toFixed(1)}%`
  const grid = TICKS.map(
    ({ ms }) => html`<line class="grid" x1="${at(ms)}" x2="${at(ms)}" y1="0" y2="${String(HEIGHT)}"/>`,
  )
  const late = html`<line class="late" x1="${at(of.lateMs)}" x2="${at(of.lateMs)}" y1="0" y2="${String(HEIGHT)}"/>`
  const rows = of.rows.map(
    ({ name, ageMs, words }) =>
      html`<tr><th scope="row">${name}</th><td class="scale">${ageMs === undefined ? html`<svg aria-hidden="true"><rect class="gap" width="100%" height="${String(HEIGHT)}"/></svg>` : html`<svg aria-hidden="true">${grid}${late}<line class="stem" x1="0" x2="${at(ageMs)}" y1="12" y2="12"/><circle class="${ageMs > of.lateMs ? 'dot late' : 'dot'}" cx="${at(ageMs)}" cy="12" r="4"/></svg>`}</td><td>${words}</td></tr>`,
  )
  return html`<figure class="chart" data-rule="${of.rule}">
<figcaption>${chartCaption(of)}</figcaption>
<table class="ages"><thead><tr><th scope="col">Provider</th><td class="scale"><svg aria-hidden="true">${hatch('hatch-ages')}${TICKS.map(({ ms, words, name }) => html`<text class="${name}" x="${at(ms)}" y="16" text-anchor="middle">${words}</text>`)}<text class="late" x="${at(of.lateMs)}" y="16" text-anchor="start">late</text></svg></td><th scope="col">${of.heading}</th></tr></thead>
<tbody>${rows}</tbody></table>
</figure>`
}
