import type { EvidenceId } from '#contract/ids.ts'
import type { Explanation } from '#contract/shapes/explanation.ts'
import type { TimelineEntry } from '#contract/shapes/timeline.ts'
import {
  addDays,
  type CalendarDate,
  dateOf,
  daysBetween,
  type Instant,
  mondayOf,
  toInstant,
} from '#contract/time.ts'

/** `unread`: no reading of every source covers the day, so that its silence says nothing. */
export type CalendarDay = {
  readonly day: CalendarDate
  readonly state: 'shipped' | 'silent' | 'unread'
  /** The ships that their sources date on the day. */
  readonly ships: readonly { readonly id: EvidenceId; readonly title: string }[]
}

/** The days of the last 52 weeks and of this week, from a Monday to today. */
export type ShipCalendar = { readonly weeks: readonly (readonly CalendarDay[])[] }

const WEEKS = 52

/** The days that every counted source of building covers: between both, silence is a finding. */
export type Watched = { readonly from: Instant | undefined; readonly to: Instant | undefined }

/** The recorded ships by day. A day without one is silent only where it was watched, otherwise it is unread. */
export function shipCalendar(
  of: {
    readonly entries: readonly TimelineEntry[]
    readonly watched: Watched
    readonly listedFrom: Instant | undefined
  },
  now: Instant,
): ShipCalendar {
  const today = dateOf(now)
  const first = addDays(mondayOf(today), -7 * WEEKS)
  const byDay = Map.groupBy(of.entries, ({ at }) => dateOf(at))
  const isSilent = openWatch(of)
  const days = daysBetween(first, today).map((day): CalendarDay => {
    const ships = byDay.get(day)?.map(({ evidenceId: id, displayTitle: title }) => ({ id, title }))
    if (ships !== undefined) return { day, state: 'shipped', ships }
    return { day, state: isSilent(day) ? 'silent' : 'unread', ships: [] }
  })
  const weeks = Array.from({ length: WEEKS + 1 }, (_, week) => days.slice(7 * week, 7 * week + 7))
  return { weeks }
}

/** Returns whether every source was read for the whole of a day, and the list of ships goes back to it. */
function openWatch(of: {
  readonly watched: Watched
  readonly listedFrom: Instant | undefined
}): (day: CalendarDate) => boolean {
  const { from, to } = of.watched
  if (from === undefined || to === undefined) return () => false
  const start = of.listedFrom === undefined || of.listedFrom < from ? from : of.listedFrom
  const [first, last] = [dateOf(start), dateOf(to)]
  return (day) => day > first && day < last
}

type Streams = {
  readonly streams?: readonly { readonly lastOkAt?: unknown; readonly coveredFrom?: unknown }[]
}

/** The time that the readings behind an activity status cover, as its explanation has them. */
export function watchedBy({ inputs = [] }: Pick<Explanation, 'inputs'>): Watched {
  const streams = inputs.flatMap(({ name, value }) =>
    name === 'sources' ? ((value as Streams | null)?.streams ?? NO_STREAMS) : [],
  )
  const from = instantsOf(streams.map(({ coveredFrom }) => coveredFrom))
  const to = instantsOf(streams.map(({ lastOkAt }) => lastOkAt))
  return { from: from?.at(-1), to: to?.at(0) }
}

const NO_STREAMS: NonNullable<Streams['streams']> = []

/** Sorted; undefined when there is none, or when one is unknown. */
function instantsOf(values: readonly unknown[]): readonly Instant[] | undefined {
  if (values.length === 0 || values.some((value) => typeof value !== 'string')) return undefined
  return values.map((value) => toInstant(String(value))).toSorted()
}
