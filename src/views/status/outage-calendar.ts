import type { OutageDayLine, ServiceStatus } from '#contract/shapes/status.ts'
import { type CalendarDate, dateOf, daysBetween, type Instant } from '#contract/time.ts'
import { firstOutageDay, type OutageRecord, outageDays } from '#domain/collecting/outage-days.ts'
import { lastOf, runsOf } from '../lists/runs.ts'

/** The calendar of a provider's outages. */
export type OutageCalendar = ServiceStatus['outageCalendar'][number]

/** Neighbouring days in one state. */
export type OutageSpan = OutageCalendar['days'][number]

/**
 * The last 90 days (UTC) of each of these providers, oldest first, and its newest outages. `recordedFrom` is null while
 * no judgement of the provider is recorded.
 */
export function outageCalendar(
  of: {
    readonly providers: readonly { readonly provider: string; readonly outageSince: Instant | null }[]
    readonly records: readonly OutageRecord[]
  },
  { now }: { readonly now: Instant },
): OutageCalendar[] {
  const records = new Map(of.records.map((record) => [record.provider, record]))
  return of.providers.map(({ provider, outageSince }) => {
    const record = records.get(provider)
    return {
      provider,
      recordedFrom: record === undefined ? null : record.recordedFrom,
      days: spansOf(outageDays({ record, outageSince }, { now })),
      newest: newestOf({ record, outageSince }),
    }
  })
}

/** The days of each calendar as lines of a file. */
export function outageDayLines(calendars: readonly OutageCalendar[]): readonly OutageDayLine[] {
  return calendars.flatMap(({ provider, days }) =>
    days.flatMap(({ from, to, state }) => daysBetween(from, to).map((day) => ({ provider, day, state }))),
  )
}

/** The first and the last day of every calendar. */
export function calendarEnds(now: Instant): { readonly from: CalendarDate; readonly to: CalendarDate } {
  return { from: firstOutageDay(now), to: dateOf(now) }
}

/**
 * The newest outages of a provider. The running outage is among them also while no judgement has recorded it, because
 * an earlier release of the service noticed it.
 */
function newestOf({ record, outageSince }: Parameters<typeof outageDays>[0]): OutageCalendar['newest'] {
  const outages = record === undefined ? [] : [...record.outages]
  const isListed = outageSince === null || outages.some(({ endedAt }) => endedAt === null)
  return isListed ? outages : [{ beganAt: outageSince, endedAt: null }, ...outages]
}

function spansOf(days: ReturnType<typeof outageDays>): OutageSpan[] {
  return runsOf(days, (first, { state }) => first.state === state).map((run) => ({
    from: run[0].day,
    to: lastOf(run).day,
    state: run[0].state,
  }))
}
