import { addDays, type CalendarDate, dateOf, daysBetween, type Instant, startOfDate } from '#contract/time.ts'

/** An outage of a provider, from the judgement that noticed it to the judgement that noticed its end. */
export type ProviderOutage = {
  readonly beganAt: Instant
  /** Null while it runs. */
  readonly endedAt: Instant | null
}

/** A UTC day on which a provider was judged, with the newest outage that had begun by the end of the day. */
export type JudgedDay = { readonly day: CalendarDate; readonly outage: ProviderOutage | null }

/** The recorded outages of a provider. */
export type OutageRecord = {
  readonly provider: string
  /** The first judgement that was recorded. */
  readonly recordedFrom: Instant
  readonly days: readonly JudgedDay[]
  /** The newest outages, newest first. */
  readonly outages: readonly ProviderOutage[]
}

/**
 * `outage`: the provider failed as a whole at some time of the day. `no_outage`: the provider was judged on the day and
 * did not fail. `not_judged`: unknown, because no reading showed whether the provider failed. `not_recorded`: unknown,
 * because the day is before the first recorded judgement.
 */
export type OutageDayState = 'outage' | 'no_outage' | 'not_judged' | 'not_recorded'

/** How many UTC days the calendar has, today included. */
export const OUTAGE_DAYS = 90

/** The first day of the calendar. */
export function firstOutageDay(now: Instant): CalendarDate {
  return addDays(dateOf(now), 1 - OUTAGE_DAYS)
}

/**
 * The state of each of the last 90 UTC days, oldest first. A running outage marks today. A past day inside an outage on
 * which nothing judged the provider is unknown: it may have answered. Today is judged up to now.
 */
export function outageDays(
  of: { readonly record: OutageRecord | undefined; readonly outageSince: Instant | null },
  { now }: { readonly now: Instant },
): readonly { readonly day: CalendarDate; readonly state: OutageDayState }[] {
  const { record, outageSince } = of
  const today = dateOf(now)
  const judged = new Map(record?.days.map((one) => [one.day, one]))
  const stateOf = (day: CalendarDate): OutageDayState => {
    if (day === today && outageSince !== null) return 'outage'
    if (record === undefined || day < dateOf(record.recordedFrom)) return 'not_recorded'
    const found = judged.get(day)
    if (found === undefined) return 'not_judged'
    return wasInOutage(found) ? 'outage' : 'no_outage'
  }
  return daysBetween(firstOutageDay(now), today).map((day) => ({ day, state: stateOf(day) }))
}

/**
 * Whether the outage reached into the day. `endedAt` is not part of an outage: an outage that ended as the day began
 * did not reach into it.
 */
function wasInOutage({ day, outage }: JudgedDay): boolean {
  if (outage === null) return false
  const { beganAt, endedAt } = outage
  const start = startOfDate(day)
  return endedAt === null || endedAt > start || beganAt >= start
}
