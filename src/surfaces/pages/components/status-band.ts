import { scaleUtc } from 'd3-scale'
import { ActivityStatus } from '#contract/enums.ts'
import type { HistoryItem } from '#contract/shapes/history.ts'
import { type CalendarDate, DAY_MS, daysBetween, msOf, startOfDate } from '#contract/time.ts'
import { lastOf, runsOf } from '#views/lists/runs.ts'
import { dayWords } from '#views/words/clocks.ts'
import { listWordsFirst } from '#views/words/figures.ts'
import { type Html, html } from '../markup.ts'
import { type ChartCaption, chartCaption } from './chart-caption.ts'
import { type DataLinks, dataLinks } from './data-links.ts'
import { dayAxis } from './day-axis.ts'
import { hatch, statusPatterns } from './hatch.ts'
import { valuesByDay } from './values-by-day.ts'

const WIDTH = 640
const SCALE = 28
const HEIGHT = 14
/** The line of the dates under the band. */
const DATES = HEIGHT + 14

/** One band with the status of each stored day. A day without one is hatched. */
export function statusBand(
  of: ChartCaption & {
    readonly from: CalendarDate
    readonly to: CalendarDate
    readonly days: readonly HistoryItem[]
    readonly data: DataLinks
  },
): Html {
  const { title, from, to } = of
  const days = daysBetween(from, to)
  const startMs = msOf(startOfDate(from))
  const x = scaleUtc([startMs, startMs + days.length * DAY_MS], [0, WIDTH - SCALE])
  const known = new Map(of.days.map(({ day, value }) => [day, value]))
  const parts: Html[] = []
  const seen = new Set<string>()
  for (const { start, end, value } of statusRuns(days, known)) {
    const words = value === undefined ? 'no value' : listWordsFirst(value)
    const left = x(startMs + start * DAY_MS)
    const [first = from, last = to] = [days[start], days[end - 1]]
    seen.add(value ?? 'unread')
    parts.push(
      html`<rect class="${value?.toLowerCase() ?? 'gap'}" x="${left.toFixed(1)}" width="${(x(startMs + end * DAY_MS) - left).toFixed(1)}" height="${String(HEIGHT)}"><title>${`${words}, from ${dayWords(first)} to ${dayWords(last)}`}</title></rect>`,
    )
  }
  const keys = ActivityStatus.enum.filter((status) => seen.has(status))
  return html`<figure class="chart" data-rule="${of.rule}">
<figcaption>${chartCaption(of)}</figcaption>
<div class="wide" role="region" aria-label="${title}" tabindex="0"><svg class="band" viewBox="0 0 ${String(WIDTH)} ${String(DATES + 4)}" role="img" aria-label="${title}">
${hatch('hatch-band')}${statusPatterns()}${parts}
${dayAxis({ from, to, width: WIDTH - SCALE, top: HEIGHT, bottom: HEIGHT + 4, words: DATES })}</svg></div>
<p class="legend">${keys.map((status) => html`<span class="key ${status.toLowerCase()}">${listWordsFirst(status)}</span> `)}${seen.has('unread') && html`<span class="key unread">no value</span>`}</p>
${valuesByDay({ from, to, values: of.days.map(dayValue), numeric: false })}
${dataLinks(of.data)}
</figure>`
}

function dayValue({ day, value, reason }: HistoryItem): Parameters<typeof valuesByDay>[0]['values'][number] {
  return { day, words: typeof value === 'string' ? listWordsFirst(value) : undefined, reason }
}

/** Neighbouring days with one status, by their places: `start` is the first, `end` is after the last. */
type Run = { readonly start: number; readonly end: number; readonly value: string | undefined }

function statusRuns(
  days: readonly CalendarDate[],
  known: ReadonlyMap<CalendarDate, HistoryItem['value']>,
): readonly Run[] {
  const placed = days.map((day, place) => {
    const stored = known.get(day)
    return { place, value: typeof stored === 'string' ? stored : undefined }
  })
  return runsOf(placed, (first, { value }) => first.value === value).map((run) => ({
    start: run[0].place,
    end: lastOf(run).place + 1,
    value: run[0].value,
  }))
}
