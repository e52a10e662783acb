import type { NoValueReason } from '#contract/shapes/history.ts'
import { type CalendarDate, daysBetween } from '#contract/time.ts'
import { lastOf, runsOf } from '#views/lists/runs.ts'
import { REASON_WORDS } from '#views/words/figures.ts'
import { type Html, html } from '../markup.ts'
import { day as dayShown } from './clock.ts'

/** A stored day: its value in words, or why it has none. */
type DayValue = {
  readonly day: CalendarDate
  readonly words: string | undefined
  readonly reason?: NoValueReason | undefined
}

/** Days without a value that follow one another for one reason, or one day with its value. */
type Span = {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly words: string | undefined
  readonly reason: NoValueReason
}

/** Every day of a chart as a table, newest first. A day that is not stored is not recorded. */
export function valuesByDay(of: {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly values: readonly DayValue[]
  readonly numeric: boolean
}): Html {
  const side = of.numeric && html` class="number"`
  const rows = spansOf(of)
    .toReversed()
    .map(
      ({ from, to, words, reason }) =>
        html`<tr><td>${dayShown(from)}${from !== to && html` to ${dayShown(to)}`}</td><td${side}>${words ?? html`<span data-unknown="${reason}">${REASON_WORDS[reason]}</span>`}</td></tr>`,
    )
  return html`<details><summary>The values as a table</summary><table><thead><tr><th scope="col">Day</th><th scope="col"${side}>Value</th></tr></thead><tbody>${rows}</tbody></table></details>`
}

function spansOf({ from, to, values }: Parameters<typeof valuesByDay>[0]): readonly Span[] {
  const stored = new Map(values.map((value) => [value.day, value]))
  const days = daysBetween(from, to).map((day) => {
    const { words, reason = 'NOT_RECORDED' } = stored.get(day) ?? { words: undefined }
    return { day, words, reason }
  })
  const isAlike = (first: (typeof days)[number], { words, reason }: (typeof days)[number]) =>
    first.words === undefined && words === undefined && first.reason === reason
  return runsOf(days, isAlike).map((run) => ({ ...run[0], from: run[0].day, to: lastOf(run).day }))
}
