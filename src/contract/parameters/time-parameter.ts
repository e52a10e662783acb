import { Type } from 'typebox'
import { described } from '../enums.ts'
import { type Month, Month as MonthSchema, parseMonth, YEAR_AND_MONTH } from '../month.ts'
import { type CalendarDate, endOfDate, type Instant, parseDate, parseInstant, startOfDate } from '../time.ts'
import { type Form, parsedBy } from './parameter.ts'

/** A year from 0001 on, a month and a day. Whether the month has that day is checked afterwards. */
const DAY = `${YEAR_AND_MONTH}-(0[1-9]|[12][0-9]|3[01])`
const TIME = 'T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?Z'

/** An instant in UTC. */
export function instant(description: string): Form<Instant> {
  return {
    schema: Type.String({
      format: 'date-time',
      pattern: `^${DAY}${TIME}$`,
      description: `${description}. UTC, with Z`,
    }),
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

const RequestedDay = Type.String({
  $id: 'RequestedDay',
  format: 'date',
  pattern: '^(19[7-9]|2[0-9]{2})[0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
})

/** A calendar day in UTC. Its year has a predecessor and a successor, so that days can be added. */
export function calendarDay(description: string): Form<CalendarDate> {
  return {
    schema: described(RequestedDay, `${description} (YYYY-MM-DD, UTC)`),
    expected: 'a date from 1970-01-01 to 2999-12-31, as YYYY-MM-DD',
    parse: parsedBy((text) => {
      const day = parseDate(text)
      return day !== undefined && day >= '1970' && day < '3000' ? day : undefined
    }),
  }
}

const DateOrInstant = Type.String({ $id: 'DateOrInstant', pattern: `^${DAY}(${TIME})?$` })

/** A date or an instant in UTC. A date means its first instant as a start and its last instant as an end. */
export function dateOrInstant(edge: 'start' | 'end', description: string): Form<Instant> {
  return {
    schema: described(
      DateOrInstant,
      `${description}. A date (YYYY-MM-DD) of the calendar means its ${edge} in UTC`,
    ),
    expected: 'a date (YYYY-MM-DD) or an ISO 8601 instant in UTC, for example 2026-11-20T10:00:00Z',
    parse: parsedBy((text) => {
      const day = parseDate(text)
      if (day === undefined) return parseInstant(text)
      return edge === 'start' ? startOfDate(day) : endOfDate(day)
    }),
  }
}
