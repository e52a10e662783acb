import { type CalendarDate, DAY_MS, dateOf, HOUR_MS, type Instant, MINUTE_MS, msOf } from '#contract/time.ts'
import { counted } from '#domain/rules/rule.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/**
 * The time between an instant and now in one unit: "3 h ago", "in 2 days". Below a minute it is "just now" or "in less
 * than 1 min".
 */
export function ageWords(instant: Instant, now: Instant): string {
  const ms = msOf(now) - msOf(instant)
  const span = spanWords(Math.abs(ms))
  if (span === undefined) return ms < 0 ? 'in less than 1 min' : 'just now'
  return ms < 0 ? `in ${span}` : `${span} ago`
}

function spanWords(ms: number): string | undefined {
  if (ms < MINUTE_MS) return undefined
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return `${Math.floor(ms / DAY_MS)} days`
}

/** A wait of whole seconds in one unit, rounded up so that its end is not too early: "35 seconds", "32 hours". */
export function waitWords(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second')
  if (seconds <= 59 * 60) return counted(Math.ceil(seconds / 60), 'minute')
  if (seconds <= 48 * 3600) return counted(Math.ceil(seconds / 3600), 'hour')
  return counted(Math.ceil(seconds / 86_400), 'day')
}

/** A day in words: "14 Nov 2026". */
export function dayWords(day: CalendarDate | Instant): string {
  const [year, month, date] = day.slice(0, 10).split('-')
  return `${Number.parseInt(String(date), 10)} ${MONTHS[Number.parseInt(String(month), 10) - 1]} ${year}`
}

/** A week by its Monday: "week of 23 Nov 2026". */
export function weekWords(monday: CalendarDate): string {
  return `week of ${dayWords(monday)}`
}

/** A month on the axis of a chart: "Nov"; the first month of a year with the year: "Jan 2027". */
export function axisMonth(day: CalendarDate): string {
  const [, month = '', year] = dayWords(day).split(' ')
  return day.slice(5, 7) === '01' ? `${month} ${year}` : month
}

/** Said in place of a time that no source gives. */
export const UNDATED = 'not dated by its source'

/** An instant to the second in words: "14 Nov 2026, 09:05:31 UTC". */
export function exactWords(instant: Instant): string {
  return `${dayWords(dateOf(instant))}, ${instant.slice(11, 19)} UTC`
}

/** The day and minute of an instant in words: "14 Nov 2026, 09:05 UTC". */
export function instantWords(instant: Instant): string {
  return `${dayWords(dateOf(instant))}, ${minuteWords(instant)} UTC`
}

/** The minute of an instant in UTC: "09:05". */
export function minuteWords(instant: Instant): string {
  return instant.slice(11, 16)
}
