import { LIMITS } from '#contract/limits.ts'
import {
  addDays,
  type CalendarDate,
  dateOf,
  earlierDay,
  earlierOf,
  endOfDate,
  type Instant,
  laterDay,
  msOf,
  startOfDate,
} from '#contract/time.ts'

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

/** The two days of a comparison, in order. Refused when they are more than 400 days apart. */
export function diffSpan({ from, to }: Span): Span | Refused {
  if (from < addDays(to, -LIMITS.diffDays))
    return { parameter: 'from', expected: `a day at most ${LIMITS.diffDays} days before ${to}` }
  return { from, to }
}

/** The days whose events a comparison counts, both included: the days of the span since collection began. */
export function countedDays({ from, to }: Span, collectedFrom: CalendarDate): Span {
  return { from: laterDay(from, earlierDay(to, collectedFrom)), to }
}

/**
 * The collected time of a project: from the first recorded day, null before it, to the last run of the ledger, null
 * before the first run.
 */
type Collected = { readonly from: CalendarDate | null; readonly to: Instant | null }

/**
 * The time of a span whose events are counted, or why no event is counted. A day that has not begun was not collected.
 */
export function countedTime(
  span: Span,
  { from, to }: Collected,
): { readonly from: Instant; readonly to: Instant } | 'NOT_RECORDED' | 'NOT_ENOUGH_YET' {
  if (from === null || span.to < from) return 'NOT_RECORDED'
  const start = startOfDate(countedDays(span, from).from)
  if (to === null || msOf(to) <= msOf(start)) return 'NOT_ENOUGH_YET'
  return { from: start, to: earlierOf(to, endOfDate(span.to)) }
}

/** How much of a span was collected. */
export function collectedPart(span: Span, collected: Collected): 'available' | 'partial' | 'unavailable' {
  const counted = countedTime(span, collected)
  if (typeof counted === 'string') return 'unavailable'
  const isWhole = counted.from === startOfDate(span.from) && counted.to === endOfDate(span.to)
  return isWhole ? 'available' : 'partial'
}
