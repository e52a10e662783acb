import { scaleLinear, scaleUtc } from 'd3-scale'
import { line as path } from 'd3-shape'
import type { NoValueReason } from '#contract/shapes/history.ts'
import { type CalendarDate, DAY_MS, daysBetween, msOf, startOfDate } from '#contract/time.ts'
import { DAY_WORDS } from '#views/ships/calendar.ts'
import { dayWords } from '#views/words/clocks.ts'
import { numberWords } from '#views/words/figures.ts'
import { type Html, html } from '../markup.ts'
import { type ChartCaption, chartCaption } from './chart-caption.ts'
import { type DataLinks, dataLinks } from './data-links.ts'
import { dayAxis } from './day-axis.ts'
import { hatch } from './hatch.ts'
import { valuesByDay } from './values-by-day.ts'

/** A stored day: its value, or why it has none. */
export type Point = {
  readonly day: CalendarDate
  readonly value: number | undefined
  readonly reason?: NoValueReason | undefined
}

/** A chart of stored days. */
type LineOf = ChartCaption & {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly points: readonly Point[]
  /** The least and the greatest value that is possible. */
  readonly bounds: readonly [least: number, greatest: number]
  /** Days with ships, which are marked on the axis. */
  readonly events?: readonly {
    readonly day: CalendarDate
    readonly words: string
    readonly counts: boolean
  }[]
  readonly data: DataLinks
}

const WIDTH = 640
const HEIGHT = 140
/** Width of the scale. It stands at the newest days, which a narrow screen shows first. */
const SCALE = 28
const BOTTOM = 20

/** A point with the beginning of its day. */
type Placed = Point & { readonly startMs: number }

/** Stored points over time. A day without a value is hatched: no line goes through it, and it is never zero. */
export function line(of: LineOf): Html {
  const days = daysOf(of)
  const startMs = msOf(startOfDate(of.from))
  const x = scaleUtc([startMs, startMs + days.length * DAY_MS], [0, WIDTH - SCALE])
  const y = scaleLinear([...of.bounds], [HEIGHT - BOTTOM, 6])
  const middle = (ms: number) => (x(ms) + x(ms + DAY_MS)) / 2
  const drawn = path<Placed>(
    (point) => middle(point.startMs),
    (point) => y(point.value ?? Number.NaN),
  ).defined(({ value }) => value !== undefined)
  const across = x(startMs + DAY_MS) - x(startMs)
  const gaps = days.filter(({ value }) => value === undefined)
  return html`<figure class="chart" data-rule="${of.rule}">
<figcaption>${chartCaption(of)}</figcaption>
<div class="wide" role="region" aria-label="${of.title}" tabindex="0"><svg class="line" viewBox="0 0 ${String(WIDTH)} ${String(HEIGHT)}" role="img" aria-label="${`${of.title}. The table below has the values.`}">
${hatch('hatch-line')}
<path class="gap" d="${gaps.map((day) => `M${at(x(day.startMs))} 6h${at(across)}V${HEIGHT - BOTTOM}h-${at(across)}z`).join('')}"/>
${dayAxis({ from: of.from, to: of.to, width: WIDTH - SCALE, top: 6, bottom: HEIGHT - BOTTOM, words: HEIGHT - 4 })}
${y.ticks(2).map((tick) => html`<line class="grid" x1="0" x2="${String(WIDTH - SCALE)}" y1="${at(y(tick))}" y2="${at(y(tick))}"/><text class="tick" x="${String(WIDTH - SCALE + 4)}" y="${at(y(tick) + 4)}">${numberWords(tick)}</text>`)}
<path class="series" d="${drawn.digits(1)(days) ?? ''}"/>
${days.filter(({ value }) => value !== undefined).map((point) => html`<circle class="dot" r="1.8" cx="${at(middle(point.startMs))}" cy="${at(y(point.value ?? Number.NaN))}"/>`)}
${(of.events ?? []).map(({ day, words, counts }) => html`<path class="event${!counts && ' recorded'}" d="M${at(middle(msOf(startOfDate(day))))} ${String(HEIGHT - BOTTOM)}v6"><title>${`${dayWords(day)}: ${words}${counts ? '' : ` (${DAY_WORDS.recorded})`}`}</title></path>`)}
</svg></div>
<p class="legend"><span class="key series">value at the end of a day</span> <span class="key unread">no value</span>${(of.events ?? []).some(({ counts }) => counts) && html` <span class="key event">${DAY_WORDS.shipped}</span>`}${(of.events ?? []).some(({ counts }) => !counts) && html` <span class="key event recorded">${DAY_WORDS.recorded}</span>`}</p>
${valuesByDay({
  from: of.from,
  to: of.to,
  values: of.points.map(({ value, ...point }) => ({
    ...point,
    words: value === undefined ? undefined : numberWords(value),
  })),
  numeric: true,
})}
${dataLinks(of.data)}
</figure>`
}

/** Every day of the chart. An unrecorded day has no value. */
function daysOf({ from, to, points }: LineOf): readonly Placed[] {
  const known = new Map(points.map((point) => [point.day, point]))
  const startMs = msOf(startOfDate(from))
  return daysBetween(from, to).map((day, after) => ({
    ...(known.get(day) ?? { day, value: undefined }),
    startMs: startMs + after * DAY_MS,
  }))
}

/** A coordinate with a decimal. */
function at(coordinate: number): string {
  return coordinate.toFixed(1)
}
