import type { CalendarDate, Instant } from '#contract/time.ts'
import { ageWords, dayWords, exactWords, instantWords } from '#views/words/clocks.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'

const FORMS = { age: ageWords, day: dayWords, instant: instantWords } as const

/** A time in words with the exact instant: when something happened ("on 14 Nov 2026"), or its age ("3 h ago"). */
export function clock(
  {
    at,
    as,
    before = '',
  }: { readonly at: Instant; readonly as: keyof typeof FORMS; readonly before?: string },
  { now }: Pick<Sheet, 'now'>,
): Html {
  const words = FORMS[as](at, now)
  return html`<span class="clock">${before && `${before} `}<time${as === 'age' && html` class="age"`} datetime="${inAttribute(at)}" title="${instantWords(at)}">${words}</time></span>`
}

/** The day when something happened; where no source dates it, the day when it was first seen. */
export function dayOrSeen(
  of: { readonly occurredAt?: Instant | null | undefined; readonly detectedAt: Instant },
  sheet: Pick<Sheet, 'now'>,
): Html {
  return of.occurredAt == null
    ? clock({ at: of.detectedAt, as: 'day', before: 'seen' }, sheet)
    : clock({ at: of.occurredAt, as: 'day' }, sheet)
}

/** A week by its Monday, for what has a week instead of a moment. */
export function week(monday: CalendarDate): Html {
  return html`<span class="clock">week of <time datetime="${inAttribute(monday)}">${dayWords(monday)}</time></span>`
}

/** An instant to the second, for the pop-up of a figure. */
export function exact(at: Instant): Html {
  return html`<time datetime="${inAttribute(at)}">${exactWords(at)}</time>`
}

/** A calendar day in words. */
export function day(at: CalendarDate): Html {
  return html`<time datetime="${inAttribute(at)}">${dayWords(at)}</time>`
}
