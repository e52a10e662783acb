import { LIMITS } from '#contract/limits.ts'
import { addDays, type CalendarDate, dateOf, earlierDay, type Instant, laterDay } from '#contract/time.ts'

/** Two days, both included. */
export type Span = { readonly from: CalendarDate; readonly to: CalendarDate }
type Refused = { readonly parameter: 'from' | 'to'; readonly expected: string }

/**
 * The days of a history: 30 that end with the newest day that ended, unless the caller names others. Refused when it
 * begins after its end, or has more than 400 days.
 */
export function historySpan(
  period: { readonly from?: CalendarDate; readonly to?: CalendarDate },
  now: Instant,
): Span | Refused {
  const { max, default: usual } = LIMITS.historyDays
  const to = period.to ?? addDays(dateOf(now), -1)
  const from = period.from ?? addDays(to, 1 - usual)
  if (from > to) return { parameter: 'from', expected: `a day not after ${to}` }
  if (from <= addDays(to, -max)) return { parameter: 'from', expected: `at most ${max} days, to ${to}` }
  return { from, to }
}

/** The two days of a comparison. Refused when they are in the wrong order, or more than 400 days apart. */
export function diffSpan({ from, to }: Span): Span | Refused {
  if (from > to) return { parameter: 'from', expected: `a day not after ${to}` }
  if (from < addDays(to, -LIMITS.diffDays))
    return { parameter: 'from', expected: `a day at most ${LIMITS.diffDays} days before ${to}` }
  return { from, to }
}

/** The days whose events a comparison counts, both included: those of the span from where collection began. */
export function countedDays({ from, to }: Span, collectedFrom: CalendarDate): Span {
  return { from: laterDay(from, earlierDay(to, collectedFrom)), to }
}

/** How much of a span was collected, which began on this day; null before it began. */
export function collectedPart(
  { from, to }: Span,
  collectedFrom: CalendarDate | null,
): 'available' | 'partial' | 'unavailable' {
  if (collectedFrom === null || to < collectedFrom) return 'unavailable'
  return from < collectedFrom ? 'partial' : 'available'
}
