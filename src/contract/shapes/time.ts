import { Type } from 'typebox'
import type * as time from '../time.ts'

// The schemas stand apart from the functions: a parser thread reads times without loading the schema library.

export type Instant = time.Instant
export type CalendarDate = time.CalendarDate

export const Instant = Type.Unsafe<time.Instant>(
  Type.String({
    $id: 'Instant',
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    description: 'ISO 8601 instant in UTC, with three decimals',
  }),
)
export const CalendarDate = Type.Unsafe<time.CalendarDate>(
  Type.String({ $id: 'CalendarDate', format: 'date', description: 'Calendar day in UTC, YYYY-MM-DD' }),
)
