import type { NoValueReason } from '#contract/shapes/history.ts'
import { addMs, DAY_MS, earlierOf, type Instant, laterOf, msOf } from '#contract/time.ts'

/**
 * How long a site counts as read: readings at most two cadences apart are one run, and the next reading is late a day after
 * its cadence has passed. A day is the longest pause after a failure or a limit.
 */
const SITE_RUN = { apartCadences: 2, lateMs: DAY_MS } as const

/** An official site of a project, and how its declarations were read. */
export type ReadSite = {
  readonly attachedAt: Instant
  readonly detachedAt: Instant | null
  /** Null while nothing reads it. */
  readonly cadenceMs: number | null
  readonly firstOkAt: Instant | null
  /** The beginning of the newest run of readings, which ends with the last one; null before it. */
  readonly coversFrom: Instant | null
  readonly lastOkAt: Instant | null
  /** The attempts that are kept, oldest first. */
  readonly attempts: readonly { readonly at: Instant; readonly good: boolean }[]
}

type Time = { readonly from: Instant; readonly to: Instant }

/**
 * Why the official sites of a project were not read throughout a time; null where all of them were. NO_SOURCE while none was
 * attached, SOURCE_UNAVAILABLE while attempts failed, NOT_ENOUGH_YET before a first reading, STALE while nothing was tried,
 * and NOT_RECORDED where the attempts of that time are no longer kept.
 */
export function sitesGap(sites: readonly ReadSite[], time: Time): NoValueReason | null {
  const attached = sites.flatMap(({ attachedAt, detachedAt }) => {
    return [{ from: attachedAt, to: detachedAt === null ? time.to : detachedAt }]
  })
  if (firstGap(attached, time) !== null) return 'NO_SOURCE'
  const gaps = sites.flatMap((site) => {
    const { attachedAt, detachedAt } = site
    const to = detachedAt === null ? time.to : earlierOf(time.to, detachedAt)
    const gap = firstGap(readTimes(site), { from: laterOf(time.from, attachedAt), to })
    return gap === null ? [] : [{ from: gap.from, reason: reasonOf(site, gap) }]
  })
  const [first] = gaps.toSorted((a, b) => msOf(a.from) - msOf(b.from))
  return first === undefined ? null : first.reason
}

/** The times in which a site counts as read. */
function readTimes({ attempts, cadenceMs, coversFrom, lastOkAt }: ReadSite): readonly Time[] {
  if (cadenceMs === null) return []
  const lateAfter = (at: Instant) => addMs(at, cadenceMs + SITE_RUN.lateMs)
  const good = attempts.filter((attempt) => attempt.good)
  const runs = good.map(({ at }, place) => {
    const next = good[place + 1]
    const isRun = next !== undefined && msOf(next.at) - msOf(at) <= SITE_RUN.apartCadences * cadenceMs
    return { from: at, to: isRun ? next.at : lateAfter(at) }
  })
  return coversFrom === null || lastOkAt === null
    ? runs
    : [...runs, { from: coversFrom, to: lateAfter(lastOkAt) }]
}

/** The first part of a time that none of the others covers; null when they cover it. */
function firstGap(covering: readonly Time[], { from, to }: Time): Time | null {
  let end = from
  for (const next of covering.toSorted((a, b) => msOf(a.from) - msOf(b.from))) {
    if (msOf(next.from) > msOf(end))
      return msOf(end) < msOf(to) ? { from: end, to: earlierOf(next.from, to) } : null
    end = laterOf(end, next.to)
  }
  return msOf(end) < msOf(to) ? { from: end, to } : null
}

function reasonOf({ attempts, firstOkAt }: ReadSite, gap: Time): NoValueReason {
  const within = attempts.filter(({ at }) => msOf(at) >= msOf(gap.from) && msOf(at) <= msOf(gap.to))
  if (within.some(({ good }) => !good)) return 'SOURCE_UNAVAILABLE'
  if (firstOkAt === null || msOf(gap.from) < msOf(firstOkAt)) return 'NOT_ENOUGH_YET'
  const [oldest] = attempts
  return oldest === undefined || msOf(gap.from) < msOf(oldest.at) ? 'NOT_RECORDED' : 'STALE'
}
