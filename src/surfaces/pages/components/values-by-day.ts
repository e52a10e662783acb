import type { NoValueReason } from '#contract/shapes/history.ts'
import type { CalendarDate } from '#contract/time.ts'
import { REASON_WORDS } from '#views/words/figures.ts'
import { type Html, html } from '../markup.ts'
import { day as dayShown } from './clock.ts'

/** A stored day: its value in words, or why it has none. */
type DayValue = {
  readonly day: CalendarDate
  readonly words: string | undefined
  readonly reason?: NoValueReason | undefined
}

/** The values of a chart of days as a table, newest first. */
export function valuesByDay(values: readonly DayValue[], { numeric }: { readonly numeric: boolean }): Html {
  const side = numeric && html` class="number"`
  const rows = values
    .toReversed()
    .map(
      ({ day, words, reason = 'NOT_RECORDED' }) =>
        html`<tr><td>${dayShown(day)}</td><td${side}>${words ?? html`<span data-unknown="${reason}">${REASON_WORDS[reason]}</span>`}</td></tr>`,
    )
  return html`<details><summary>The values as a table</summary><table><thead><tr><th scope="col">Day</th><th scope="col"${side}>Value</th></tr></thead><tbody>${rows}</tbody></table></details>`
}
