import { Type } from 'typebox'
import { type Month, Month as MonthSchema, parseMonth } from './month.ts'
import { type Form, parsedBy } from './parameter.ts'
import { type CalendarDate, endOfDate, type Instant, parseDate, parseInstant, startOfDate } from './time.ts'

/** An instant in UTC. */
export function instant(description: string): Form<Instant> {
  return {
    schema: Type.String({ format: 'date-time', description }),
    expected: 'an ISO 8601 instant in UTC, for example 2026-11-20T10:00:00Z',
    parse: parsedBy(parseInstant),
  }
}

/** A calendar month. */
export function month(): Form<Month> {
  return {
    schema: MonthSchema,
    expected: 'a month (YYYY-MM)',
    parse: parsedBy(parseMonth),
  }
}

/** A calendar day in UTC. Its year has a predecessor and a successor, so that days can be added. */
export function calendarDay(description: string): Form<CalendarDate> {
  return {
    schema: Type.String({ format: 'date', description: `${description} (YYYY-MM-DD, UTC)` }),
    expected: 'a date from 1970-01-01 to 2999-12-31, as YYYY-MM-DD',
    parse: parsedBy((text) => {
      const day = parseDate(text)
      return day !== undefined && day >= '1970' && day < '3000' ? day : undefined
    }),
  }
}

/** A date or an instant in UTC. A date means its first instant as a start and its last instant as an end. */
export function dateOrInstant(edge: 'start' | 'end', description: string): Form<Instant> {
  return {
    schema: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?Z)?$',
      description: `${description}. A date (YYYY-MM-DD) means its ${edge} in UTC`,
    }),
    expected: 'a date (YYYY-MM-DD) or an ISO 8601 instant in UTC, for example 2026-11-20T10:00:00Z',
    parse: parsedBy((text) => {
      const day = parseDate(text)
      if (day === undefined) return parseInstant(text)
      return edge === 'start' ? startOfDate(day) : endOfDate(day)
    }),
  }
}
