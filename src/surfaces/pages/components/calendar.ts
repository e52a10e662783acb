import { keysOf } from '#contract/keyed.ts'
import {
  type CalendarDay,
  type CalendarSpan,
  calendarSpans,
  DAY_WORDS,
  type ShipCalendar,
  undatedWords,
} from '#views/ships/calendar.ts'
import { receiptPage } from '#views/site/pages.ts'
import { axisMonth, dayWords } from '#views/words/clocks.ts'
import { numberWords } from '#views/words/figures.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import { type ChartCaption, chartCaption } from './chart-caption.ts'
import { day as dayShown } from './clock.ts'
import { type DataLinks, dataLinks } from './data-links.ts'
import { hatch } from './hatch.ts'
import { quote } from './quote.ts'

const STEP = 13
const SIDE = 10
const TOP = 16
/** The width of the widest character in a month's name. */
const CHARACTER = 6
/** The line of the first and the last day. */
const DATES = TOP + 7 * STEP + 10
const STATES = keysOf(DAY_WORDS)

/** A year of days, one square a day in columns of weeks. A day that was not read is hatched, never empty. */
export function calendar(
  of: ChartCaption & {
    readonly calendar: ShipCalendar
    readonly data: DataLinks
  },
): Html {
  const { weeks } = of.calendar
  const undated = undatedWords(of.calendar)
  const places = weeks.flatMap((days, week) =>
    days.map((day, weekday) => ({ ...day, x: week * STEP, y: TOP + weekday * STEP })),
  )
  const withShips = places.filter(({ ships }) => ships > 0)
  const shape = (state: CalendarDay['state']) =>
    places
      .flatMap((one) => (one.state === state ? [`M${one.x} ${one.y}h${SIDE}v${SIDE}h-${SIDE}z`] : []))
      .join('')
  return html`<figure class="chart" data-rule="${of.rule}">
<figcaption>${chartCaption(of)}<span class="unit sideways">. Earlier weeks to the left</span></figcaption>
<div class="wide" role="region" aria-label="${of.title}" tabindex="0"><svg class="calendar" viewBox="0 0 ${String(weeks.length * STEP)} ${String(DATES + 4)}" role="group" aria-label="${`${of.title}. The table below has the same days.`}">
${hatch('hatch', 4)}
${monthsOf(weeks)}
${endsOf(weeks)}
<path class="silent" d="${shape('silent')}"/><path class="unread" d="${shape('unread')}"/>
${withShips.map((place) => squareOf(place))}
</svg></div>
<p class="legend">${STATES.map((state) => html`<span class="key ${state}">${DAY_WORDS[state]}</span> `)}</p>
${undated !== undefined && html`<p class="note">${undated}</p>`}
${tableOf(calendarSpans(of.calendar))}
${dataLinks(of.data)}
</figure>`
}

/**
 * The square of a day with ships, which opens the first of them. The Tab key passes over it, because the table below has
 * the same links.
 */
function squareOf(place: CalendarDay & { readonly x: number; readonly y: number }): Html {
  const { day, state, named, x, y } = place
  const words = `${dayWords(day)}: ${named.map(titleWords).join('; ')}${moreWords(place)}`
  return html`<a href="${receiptPage(named[0]?.id ?? 'ship:')}" tabindex="-1"><rect class="${state}" x="${String(x)}" y="${String(y)}" width="${String(SIDE)}" height="${String(SIDE)}"><title>${words}</title></rect></a>`
}

/** The months above the columns, each at its first whole week. A name without room ends at the end of the chart. */
function monthsOf(weeks: ShipCalendar['weeks']): readonly Html[] {
  return weeks.flatMap(([monday], week) => {
    if (monday === undefined || Number.parseInt(monday.day.slice(8), 10) > 7) return []
    const words = axisMonth(monday.day)
    const end = weeks.length * STEP
    const fits = week * STEP + words.length * CHARACTER <= end
    return [
      fits
        ? html`<text x="${String(week * STEP)}" y="10">${words}</text>`
        : html`<text x="${String(end)}" y="10" text-anchor="end">${words}</text>`,
    ]
  })
}

/** The first and the last day under the squares. */
function endsOf(weeks: ShipCalendar['weeks']): Html {
  const days = weeks.flat()
  const [first, last] = [days.at(0), days.at(-1)]
  if (first === undefined || last === undefined) return html``
  return html`<text x="0" y="${String(DATES)}">${dayWords(first.day)}</text><text x="${String(weeks.length * STEP)}" y="${String(DATES)}" text-anchor="end">${dayWords(last.day)}</text>`
}

function tableOf(spans: readonly CalendarSpan[]): Html {
  const rows = spans.map(rowOf)
  return html`<details><summary>The same days as a table</summary><table><thead><tr><th scope="col">Day</th><th scope="col" class="number">Recorded</th><th scope="col" class="number">Counted</th><th scope="col">Ships</th></tr></thead><tbody>${rows}</tbody></table></details>`
}

function rowOf({ day, to, state, ships, counted, named }: CalendarSpan): Html {
  const days = day === to ? dayShown(day) : html`${dayShown(day)} to ${dayShown(to)}`
  switch (state) {
    case 'silent':
      return html`<tr><td>${days}</td><td class="number">0</td><td class="number">0</td><td>${DAY_WORDS[state]}</td></tr>`
    case 'unread':
      return html`<tr><td>${days}</td><td class="number">${UNREAD}</td><td class="number">${UNREAD}</td><td>${DAY_WORDS[state]}</td></tr>`
    case 'shipped':
    case 'recorded':
      return html`<tr><td>${days}</td><td class="number">${numberWords(ships)}</td><td class="number">${numberWords(counted)}</td><td>${named.map(({ id, title, counts }, at) => html`${at > 0 && '; '}<a data-evidence="${inAttribute(id)}" href="${receiptPage(id)}">${quote(title)}</a>${!counts && ` (${DAY_WORDS.recorded})`}`)}${moreWords({ ships, named })}</td></tr>`
  }
}

const UNREAD = html`<span data-unknown="NOT_RECORDED">unknown</span>`

function titleWords({ title, counts }: CalendarDay['named'][number]): string {
  return counts ? title : `${title} (${DAY_WORDS.recorded})`
}

/** How many ships of a day are not named. */
function moreWords({ ships, named }: Pick<CalendarDay, 'ships' | 'named'>): string {
  return ships > named.length ? ` and ${numberWords(ships - named.length)} more` : ''
}
