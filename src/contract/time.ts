import { type Static, Type } from 'typebox'

declare const instantBrand: unique symbol
declare const dateBrand: unique symbol

/** An ISO 8601 instant in UTC with a trailing `Z`, for example `2026-11-20T10:00:00.123Z`. */
export type Instant = string & { readonly [instantBrand]: true }
/** A calendar day in UTC, `YYYY-MM-DD`. */
export type CalendarDate = string & { readonly [dateBrand]: true }

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

export const Instant = Type.Unsafe<Instant>(
  Type.String({ format: 'date-time', description: 'ISO 8601 instant in UTC' }),
)
export const CalendarDate = Type.Unsafe<CalendarDate>(
  Type.String({ format: 'date', description: 'Calendar day in UTC, YYYY-MM-DD' }),
)
export const InstantOrNull = Type.Union([Instant, Type.Null()])
export type InstantOrNull = Static<typeof InstantOrNull>

/** Narrows text to an instant; undefined when it is not a real UTC instant. */
export function parseInstant(text: string): Instant | undefined {
  if (!INSTANT.test(text)) return undefined
  try {
    return Temporal.Instant.from(text).toString() as Instant
  } catch {
    return undefined
  }
}

/** The instant, from text that is one by construction. @throws RangeError when it is not. */
export function toInstant(text: string): Instant {
  const instant = parseInstant(text)
  if (instant === undefined) throw new RangeError(`not a UTC instant: ${JSON.stringify(text.slice(0, 40))}`)
  return instant
}

/** The instant of whole milliseconds since the Unix epoch. */
export function instantOfMs(epochMs: number): Instant {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toString() as Instant
}

/** Whole milliseconds since the Unix epoch. */
export function msOf(instant: Instant): number {
  return Temporal.Instant.from(instant).epochMilliseconds
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

/** The UTC day an instant falls on. */
export function dateOf(instant: Instant): CalendarDate {
  return instantOfMs(msOf(instant)).slice(0, 10) as CalendarDate
}

/** The first instant of a UTC day. */
export function startOfDate(date: CalendarDate): Instant {
  return toInstant(`${date}T00:00:00Z`)
}

/** The day a number of days later (earlier when negative). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return Temporal.PlainDate.from(date).add({ days }).toString() as CalendarDate
}

/** The instant a number of milliseconds later (earlier when negative). */
export function addMs(instant: Instant, ms: number): Instant {
  return instantOfMs(msOf(instant) + ms)
}

/** The Monday of the ISO week a day falls in. */
export function mondayOf(date: CalendarDate): CalendarDate {
  const day = Temporal.PlainDate.from(date)
  return day.subtract({ days: day.dayOfWeek - 1 }).toString() as CalendarDate
}

export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
