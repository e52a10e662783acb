import type { EvidenceId } from '#contract/ids.ts'
import type { Explanation } from '#contract/shapes/explanation.ts'
import type { Ship } from '#contract/shapes/ship.ts'
import {
  addDays,
  type CalendarDate,
  dateOf,
  daysBetween,
  type Instant,
  mondayOf,
  toInstant,
} from '#contract/time.ts'
import { shipTitleToday } from '#domain/project/evidence-words.ts'
import type { ShipDay } from '#domain/ships/ship-day.ts'
import { lastOf, runsOf } from '../lists/runs.ts'
import { dayWords } from '../words/clocks.ts'
import { numberWords } from '../words/figures.ts'
import { sourceWords } from '../words/sources.ts'

/** A ship that a day names. */
type NamedShip = {
  readonly id: EvidenceId
  readonly title: string
  readonly isCodeWeek: boolean
  readonly counts: boolean
}

/** A day with ships: how many, how many of them count, and the first few by name. Those that count come first. */
export type DayOfShips = {
  readonly day: CalendarDate
  readonly ships: number
  readonly counted: number
  /** How many of the ships have no date of their own: the day is that of their detection. */
  readonly undated: number
  readonly named: readonly NamedShip[]
}

/**
 * `shipped`: a ship of the day counts. `recorded`: the day has ships, but none counts. `silent`: every source was read
 * for the whole day, and the day has no ship. `unread`: not every source was read for the whole day, so its silence
 * says nothing.
 */
export type CalendarDay = DayOfShips & { readonly state: 'shipped' | 'recorded' | 'silent' | 'unread' }

/** The states of a day in words, under the calendar and in its table. */
export const DAY_WORDS: Readonly<Record<CalendarDay['state'], string>> = {
  shipped: 'shipped',
  recorded: 'recorded, not counted',
  silent: 'read, nothing shipped',
  unread: 'not read: silence says nothing',
}

/** The days of the last 52 weeks and of this week, from a Monday to yesterday; also today once it has a ship. */
export type ShipCalendar = {
  readonly weeks: readonly (readonly CalendarDay[])[]
  /** Ships of the calendar without a date of their own. */
  readonly undated: number
}

/** Neighbouring days in one state. A day with ships stands alone. */
export type CalendarSpan = CalendarDay & { readonly to: CalendarDate }

const WEEKS = 52

/** The time that every counted source of building covers. Silence inside this time is a finding. */
type WatchedSpan = { readonly from: Instant | undefined; readonly to: Instant | undefined }

/** The days with ships, in today's wording. */
export function shipDays(days: readonly ShipDay[], now: Instant): readonly DayOfShips[] {
  return days.map(({ named, ...day }) => ({
    ...day,
    named: named.map((ship) => ({
      id: ship.id,
      title: sourceWords(shipTitleToday(ship, now)),
      isCodeWeek: ship.codeWeek !== null,
      counts: ship.counts,
    })),
  }))
}

/** The Monday with which the calendar begins. */
export function firstCalendarDay(now: Instant): CalendarDate {
  return addDays(mondayOf(dateOf(now)), -7 * WEEKS)
}

/** Every day of the calendar. A day without a ship is silent only where it was watched, otherwise it is unread. */
export function shipCalendar(
  of: { readonly days: readonly DayOfShips[]; readonly watched: WatchedSpan },
  now: Instant,
): ShipCalendar {
  const byDay = new Map(of.days.map((one) => [one.day, one]))
  const isSilent = openWatch(of.watched)
  const today = dateOf(now)
  // Today is not over, so that it can be neither silent nor unread.
  const last = byDay.has(today) ? today : addDays(today, -1)
  const days = daysBetween(firstCalendarDay(now), last).map((day): CalendarDay => {
    const found = byDay.get(day)
    if (found !== undefined) return { ...found, state: found.counted > 0 ? 'shipped' : 'recorded' }
    return { day, state: isSilent(day) ? 'silent' : 'unread', ships: 0, counted: 0, undated: 0, named: [] }
  })
  const weeks = Array.from({ length: WEEKS + 1 }, (_, week) => days.slice(7 * week, 7 * week + 7))
  return { weeks, undated: days.reduce((sum, { undated }) => sum + undated, 0) }
}

/**
 * The rows of the calendar's table, newest first. Neighbouring days in one state share a row; a day with ships has its
 * own.
 */
export function calendarSpans({ weeks }: Pick<ShipCalendar, 'weeks'>): readonly CalendarSpan[] {
  return runsOf(weeks.flat(), (first, { ships, state }) => ships === 0 && first.state === state)
    .map((run) => ({ ...run[0], to: lastOf(run).day }))
    .toReversed()
}

/** Says where the calendar has ships without a date; undefined when it has none. */
export function undatedWords({ undated }: Pick<ShipCalendar, 'undated'>): string | undefined {
  if (undated === 0) return undefined
  return undated === 1
    ? '1 ship has no date from its source. It is on the day when it was first read.'
    : `${numberWords(undated)} ships have no date from their source. Each is on the day when it was first read.`
}

/** Returns whether every source was read for the whole of a day. */
function openWatch({ from, to }: WatchedSpan): (day: CalendarDate) => boolean {
  if (from === undefined || to === undefined) return () => false
  const [first, last] = [dateOf(from), dateOf(to)]
  return (day) => day > first && day < last
}

/** The ships that are marked on the axis of a chart: for each day the first ship that is not a code week. */
export function markedShips(of: {
  readonly days: readonly DayOfShips[]
  readonly from: CalendarDate
  readonly to: CalendarDate
}): readonly { readonly day: CalendarDate; readonly words: string; readonly counts: boolean }[] {
  return of.days.flatMap(({ day, named }) => {
    const first = named.find(({ isCodeWeek }) => !isCodeWeek)
    if (day < of.from || day > of.to || first === undefined) return []
    return [{ day, words: first.title, counts: first.counts }]
  })
}

/** One day that fills a list of the newest ships: how many ships it has, and how many of them are listed. */
type FullDay = { readonly day: CalendarDate; readonly ships: number; readonly listed: number }

/** The day of the newest ships, if all of them are of one day that has more ships. Otherwise undefined. */
export function fullDay(of: {
  readonly ships: readonly Pick<Ship, 'occurredAt' | 'detectedAt'>[]
  readonly days: readonly DayOfShips[]
}): FullDay | undefined {
  const dates = new Set(of.ships.map(({ occurredAt, detectedAt }) => dateOf(occurredAt ?? detectedAt)))
  const listed = of.ships.length
  const found = of.days.find(({ day, ships }) => dates.has(day) && ships > listed)
  return dates.size === 1 && found !== undefined ? { day: found.day, ships: found.ships, listed } : undefined
}

/** Says how many ships of the day are not listed. */
export function fullDayWords({ day, ships, listed }: FullDay): string {
  return `${dayWords(day)} alone has ${numberWords(ships)} ships. Listed are the ${listed} newest of them.`
}

type Streams = {
  readonly streams?: readonly { readonly lastOkAt?: unknown; readonly coveredFrom?: unknown }[]
}

/** The time that the readings behind an activity status cover, as its explanation has them. */
export function watchedBy({ inputs = [] }: Pick<Explanation, 'inputs'>): WatchedSpan {
  const streams = inputs.flatMap(({ name, value }) =>
    name === 'sources' ? ((value as Streams | null)?.streams ?? NO_STREAMS) : [],
  )
  const from = instantsOf(streams.map(({ coveredFrom }) => coveredFrom))
  const to = instantsOf(streams.map(({ lastOkAt }) => lastOkAt))
  return { from: from?.at(-1), to: to?.at(0) }
}

const NO_STREAMS: NonNullable<Streams['streams']> = []

/** The instants, sorted. Undefined when there is none, or when one is unknown. */
function instantsOf(values: readonly unknown[]): readonly Instant[] | undefined {
  if (values.length === 0 || values.some((value) => typeof value !== 'string')) return undefined
  return values.map((value) => toInstant(String(value))).toSorted()
}
