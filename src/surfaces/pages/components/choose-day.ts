import type { CalendarDate } from '#contract/time.ts'
import { type Html, html, inAttribute } from '../markup.ts'

/** A form that opens the page of a project on a past day. */
export function chooseDay({
  slug,
  day,
  last,
}: {
  readonly slug: string
  readonly day: CalendarDate
  readonly last: CalendarDate
}): Html {
  return html`<form class="search" action="${`/projects/${slug}`}"><label for="at">What was recorded on</label> <input id="at" type="date" name="at" value="${inAttribute(day)}" max="${inAttribute(last)}" required> <button type="submit">Show the day</button></form>`
}
