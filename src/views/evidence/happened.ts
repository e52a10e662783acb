import type { Receipt } from '#contract/shapes/receipt.ts'
import {
  addDays,
  type CalendarDate,
  dateOf,
  type Instant,
  parseInstant,
  startOfDate,
} from '#contract/time.ts'
import { weekOfShip } from '../ships/week.ts'
import { dayWords } from '../words/clocks.ts'

/** The time of a recorded event, as exactly as it is dated. */
type Happened =
  | { readonly kind: 'instant'; readonly at: Instant }
  | { readonly kind: 'day'; readonly day: CalendarDate }
  /** Whole days, both included. */
  | { readonly kind: 'days'; readonly from: CalendarDate; readonly to: CalendarDate }
  /** A week of commits, with the time of its newest commit. */
  | { readonly kind: 'week'; readonly week: CalendarDate; readonly newest: Instant }
  /** Between two readings: no outside source dates it. */
  | { readonly kind: 'between'; readonly from: Instant; readonly to: Instant }

type Recorded = Readonly<Record<string, unknown>>

/** When what a receipt records happened; undefined where neither a source nor two readings date it. */
export function happened({
  occurredAt,
  recorded = {},
}: Pick<Receipt, 'occurredAt' | 'recorded'>): Happened | undefined {
  if (occurredAt == null) return betweenReadings(recorded)
  const days = windowDays(recorded)
  if (days !== undefined) return { kind: 'days', ...days }
  const week = weekOfShip({
    kind: recorded['shipKind'] === 'code_week' ? 'code_week' : undefined,
    occurredAt,
  })
  if (week !== undefined) return { kind: 'week', week, newest: occurredAt }
  if (recorded['precision'] === 'DATE') return { kind: 'day', day: dateOf(occurredAt) }
  return { kind: 'instant', at: occurredAt }
}

function betweenReadings({ between }: Recorded): Happened | undefined {
  const from = instantOf(Object(between)['from'])
  const to = instantOf(Object(between)['to'])
  return from === undefined || to === undefined ? undefined : { kind: 'between', from, to }
}

/** The days of a recorded window that begins and ends at midnight; undefined for any other window. */
export function windowDays({
  windowFrom,
  windowTo,
}: Recorded): { readonly from: CalendarDate; readonly to: CalendarDate } | undefined {
  const [start, end] = [instantOf(windowFrom), instantOf(windowTo)]
  if (start === undefined || end === undefined || start >= end) return undefined
  if (start !== startOfDate(dateOf(start)) || end !== startOfDate(dateOf(end))) return undefined
  return { from: dateOf(start), to: addDays(dateOf(end), -1) }
}

/** The day for the title of a receipt. Undefined for a week and for a window, because their words name the days. */
export function happenedOn(receipt: Parameters<typeof happened>[0]): string | undefined {
  const when = happened(receipt)
  if (when?.kind === 'instant') return dayWords(when.at)
  return when?.kind === 'day' ? dayWords(when.day) : undefined
}

/** The time of a recorded event in text for programs. */
export function happenedText(receipt: Parameters<typeof happened>[0]): string {
  const when = happened(receipt)
  switch (when?.kind) {
    case undefined:
      return 'unknown'
    case 'instant':
      return when.at
    case 'day':
      return when.day
    case 'days':
      return `${when.from} to ${when.to}`
    case 'week':
      return `week of ${when.week}, newest commit ${when.newest}`
    case 'between':
      return `between ${when.from} and ${when.to}, two readings`
  }
}

function instantOf(value: unknown): Instant | undefined {
  return typeof value === 'string' ? parseInstant(value) : undefined
}
