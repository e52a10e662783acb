declare const instantBrand: unique symbol
declare const dateBrand: unique symbol

/** An ISO 8601 instant in UTC. Invariant: exactly three decimals and a `Z`, for example `2026-11-20T10:00:00.123Z`. */
export type Instant = string & { readonly [instantBrand]: true }
/** A calendar day in UTC, `YYYY-MM-DD`. */
export type CalendarDate = string & { readonly [dateBrand]: true }

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** The Unix epoch was a Thursday. */
const DAYS_FROM_MONDAY_TO_EPOCH = 3

/** Neither pattern accepts the year 0000: PostgreSQL has no such year and refuses it. */
const TAKEN_INSTANT = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/
const DATE = /^(?!0000)\d{4}-\d{2}-\d{2}$/

/** Narrows text to an instant, cutting decimals after the third; undefined when it is not a real UTC instant. */
export function parseInstant(text: string): Instant | undefined {
  if (!TAKEN_INSTANT.test(text)) return undefined
  try {
    return instantOfMs(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    return undefined
  }
}

/** The instant of a text that is always valid. @throws RangeError when it is not */
export function toInstant(text: string): Instant {
  const instant = parseInstant(text)
  if (instant === undefined) throw new RangeError(`not a UTC instant: ${JSON.stringify(text.slice(0, 40))}`)
  return instant
}

/** The instant of whole milliseconds since the Unix epoch. @throws RangeError for any other number */
export function instantOfMs(epochMs: number): Instant {
  return new Date(epochMs).toISOString() as Instant
}

/** Whole milliseconds since the Unix epoch. @throws RangeError for text that is not an instant */
export function msOf(instant: Instant): number {
  const epochMs = Date.parse(instant)
  if (Number.isNaN(epochMs)) throw new RangeError(`not an instant: ${JSON.stringify(instant.slice(0, 40))}`)
  return epochMs
}

/** Narrows text to a calendar day; undefined when no such day exists. */
export function parseDate(text: string): CalendarDate | undefined {
  if (!DATE.test(text)) return undefined
  try {
    return Temporal.PlainDate.from(text).toString() as CalendarDate
  } catch {
    return undefined
  }
}

/** The UTC day of an instant. */
export function dateOf(instant: Instant): CalendarDate {
  return instant.slice(0, 10) as CalendarDate
}

/** The first instant of a UTC day. */
export function startOfDate(date: CalendarDate): Instant {
  return `${date}T00:00:00.000Z` as Instant
}

/** The last instant of a UTC day. */
export function endOfDate(date: CalendarDate): Instant {
  return `${date}T23:59:59.999Z` as Instant
}

/** The day a number of days later (earlier when negative). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dayOfMs(msOf(startOfDate(date)) + days * DAY_MS)
}

/** Every day from `first` to `last`, both included; empty when `last` is earlier. */
export function daysBetween(first: CalendarDate, last: CalendarDate): readonly CalendarDate[] {
  const firstMs = msOf(startOfDate(first))
  const count = (msOf(startOfDate(last)) - firstMs) / DAY_MS + 1
  return Array.from({ length: Math.max(0, count) }, (_, after) => dayOfMs(firstMs + after * DAY_MS))
}

/**
 * The UTC day of epoch milliseconds. Writing the digits takes a tenth of the time of `toISOString`, and charts and
 * weeks of commits need thousands of days.
 */
function dayOfMs(epochMs: number): CalendarDate {
  const at = new Date(epochMs)
  const digits = (part: number, length: number) => String(part).padStart(length, '0')
  return `${digits(at.getUTCFullYear(), 4)}-${digits(at.getUTCMonth() + 1, 2)}-${digits(at.getUTCDate(), 2)}` as CalendarDate
}

/** The instant a number of milliseconds later (earlier when negative). */
export function addMs(instant: Instant, ms: number): Instant {
  return instantOfMs(msOf(instant) + ms)
}

/** Whole seconds from now until an instant, rounded up; at least one. */
export function secondsUntil(instant: Instant, now: Instant): number {
  return Math.max(1, Math.ceil((msOf(instant) - msOf(now)) / 1000))
}

/** The earlier of two instants. */
export function earlierOf(a: Instant, b: Instant): Instant {
  return msOf(a) <= msOf(b) ? a : b
}

/** The later of two instants. */
export function laterOf(a: Instant, b: Instant): Instant {
  return msOf(a) >= msOf(b) ? a : b
}

/** The earlier of two days. */
export function earlierDay(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a <= b ? a : b
}

/** The later of two days. */
export function laterDay(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a >= b ? a : b
}

/** The earliest of these instants; null without one. */
export function earliest(instants: readonly Instant[]): Instant | null {
  return instants.length === 0 ? null : instantOfMs(Math.min(...instants.map(msOf)))
}

/** The latest of these instants; null without one. */
export function latest(instants: readonly Instant[]): Instant | null {
  return instants.length === 0 ? null : instantOfMs(Math.max(...instants.map(msOf)))
}

/** The Monday of a day's ISO week. */
export function mondayOf(date: CalendarDate): CalendarDate {
  const sinceEpoch = Math.floor(msOf(startOfDate(date)) / DAY_MS)
  return addDays(date, -((((sinceEpoch + DAYS_FROM_MONDAY_TO_EPOCH) % 7) + 7) % 7))
}
