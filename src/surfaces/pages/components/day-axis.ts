import { type CalendarDate, daysBetween } from '#contract/time.ts'
import { axisMonth, dayWords } from '#views/words/clocks.ts'
import { type Html, html } from '../markup.ts'

/** How far from an end of the axis a month is named, so that its name does not meet the day at the end. */
const END = 84

/** The dates under a chart of days, which is `width` wide: its first and last day, and each month that begins between. */
export function dayAxis(of: {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly width: number
  /** Where the lines of the months begin and end, and the line that the dates are written on. */
  readonly top: number
  readonly bottom: number
  readonly words: number
}): Html {
  const { from, to, width, top, bottom, words } = of
  const days = daysBetween(from, to)
  const months = days.flatMap((day, place) =>
    day.endsWith('-01') && place > 0 ? [{ day, x: (place * width) / days.length }] : [],
  )
  const named = months.filter(({ x }) => x >= END && x <= width - END)
  const y = String(words)
  return html`<path class="grid" d="${months.map(({ x }) => `M${x.toFixed(1)} ${top}V${bottom}`).join('')}"/>
<text class="tick" x="0" y="${y}">${dayWords(from)}</text>${named.map(({ day, x }) => html`<text class="tick" x="${x.toFixed(1)}" y="${y}" text-anchor="middle">${axisMonth(day)}</text>`)}<text class="tick" x="${String(width)}" y="${y}" text-anchor="end">${dayWords(to)}</text>`
}
