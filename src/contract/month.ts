import { Type } from 'typebox'
import { addDays, type CalendarDate, type Instant, parseDate, startOfDate } from './time.ts'

declare const monthBrand: unique symbol

/** A calendar month in UTC, `YYYY-MM`. */
export type Month = string & { readonly [monthBrand]: true }

/** Years from 0001 on with a month, as part of a regular expression. */
export const YEAR_AND_MONTH = '([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])'
const PATTERN = `^${YEAR_AND_MONTH}$`
const FORM = new RegExp(PATTERN)

export const Month = Type.Unsafe<Month>(
  Type.String({ pattern: PATTERN, description: 'Calendar month in UTC, YYYY-MM' }),
)

/** Narrows text to a month; undefined when no such month exists. */
export function parseMonth(text: string): Month | undefined {
  return FORM.test(text) && parseDate(`${text}-01`) !== undefined ? (text as Month) : undefined
}

/** The month of a day or an instant. */
export function monthOf(time: CalendarDate | Instant): Month {
  return time.slice(0, 7) as Month
}

/** The first day of a month. */
export function firstDayOf(month: Month): CalendarDate {
  return `${month}-01` as CalendarDate
}

/** The month after a month. */
export function nextMonth(month: Month): Month {
  return monthOf(addDays(firstDayOf(month), 31))
}

/** The first instant of a month, and of the month after it. */
export function boundsOf(month: Month): { readonly from: Instant; readonly end: Instant } {
  return { from: startOfDate(firstDayOf(month)), end: startOfDate(firstDayOf(nextMonth(month))) }
}
