import type { EstablishedBy, ReadingOutcome, SourceKind } from '#contract/enums.ts'
import type { NoValueReason } from '#contract/shapes/history.ts'
import { earlierOf, earliest, type Instant, laterOf, msOf } from '#contract/time.ts'

/** A stream of a source, and how it was read. */
export type ReadStream = {
  readonly stream: string
  readonly cadenceMs: number
  readonly firstOkAt: Instant | null
  /** The beginning of the newest run of good readings, which ends with the last one; null before it. */
  readonly coversFrom: Instant | null
  readonly lastOkAt: Instant | null
  /** The oldest attempt that is kept; null where none is. */
  readonly keptFrom: Instant | null
  /** The kept attempts, oldest first; attempts within the newest run may be left out. */
  readonly attempts: readonly ReadAttempt[]
}
export type ReadAttempt = { readonly at: Instant; readonly outcome: ReadingOutcome }

/**
 * A source that a project has or had, with the readings of its streams of a present state. `streams` is empty until the
 * first reading is due.
 */
export type ReadSource = {
  readonly kind: SourceKind
  readonly counted: boolean
  readonly establishedBy: EstablishedBy
  readonly attachedAt: Instant
  readonly detachedAt: Instant | null
  /** The outages that were announced; `to` is null while one is not over. */
  readonly outages: readonly { readonly from: Instant; readonly to: Instant | null }[]
  readonly streams: readonly ReadStream[]
}

export type Time = { readonly from: Instant; readonly to: Instant }

/**
 * The rule by which a source counts as read: the times that its streams cover, and the attempts that count as a
 * reading.
 */
type Reading = {
  readonly readTimes: (source: ReadSource) => readonly Time[]
  readonly shows: (attempt: ReadAttempt, source: ReadSource) => boolean
}

/**
 * Why the sources were not read throughout a time; null where all of them were. NO_SOURCE while none was attached,
 * SOURCE_UNAVAILABLE while attempts failed, NOT_ENOUGH_YET before a first reading, STALE while nothing was tried, and
 * NOT_RECORDED where the attempts of that time are no longer kept.
 */
export function readGap(sources: readonly ReadSource[], time: Time, reading: Reading): NoValueReason | null {
  const attached = sources.map(({ attachedAt, detachedAt }) => {
    return { from: attachedAt, to: detachedAt === null ? time.to : detachedAt }
  })
  if (firstGap(attached, time) !== null) return 'NO_SOURCE'
  const gaps = sources.flatMap((source) => {
    const { attachedAt, detachedAt } = source
    const to = detachedAt === null ? time.to : earlierOf(time.to, detachedAt)
    const gap = firstGap(reading.readTimes(source), { from: laterOf(time.from, attachedAt), to })
    return gap === null ? [] : [{ from: gap.from, reason: reasonOf(source, gap, reading) }]
  })
  const [first] = gaps.toSorted((a, b) => msOf(a.from) - msOf(b.from))
  return first === undefined ? null : first.reason
}

/** The first part of a time that none of the `covering` times has; null when together they cover it. */
function firstGap(covering: readonly Time[], { from, to }: Time): Time | null {
  let end = from
  for (const next of covering.toSorted((a, b) => msOf(a.from) - msOf(b.from))) {
    if (msOf(next.from) > msOf(end))
      return msOf(end) < msOf(to) ? { from: end, to: earlierOf(next.from, to) } : null
    end = laterOf(end, next.to)
  }
  return msOf(end) < msOf(to) ? { from: end, to } : null
}

function reasonOf(source: ReadSource, gap: Time, { shows }: Reading): NoValueReason {
  const within = source.streams
    .flatMap(({ attempts }) => attempts)
    .filter(({ at }) => msOf(at) >= msOf(gap.from) && msOf(at) <= msOf(gap.to))
  if (within.some((attempt) => !shows(attempt, source))) return 'SOURCE_UNAVAILABLE'
  const firstOkAt = firstOf(source, 'firstOkAt')
  if (firstOkAt === null || msOf(gap.from) < msOf(firstOkAt)) return 'NOT_ENOUGH_YET'
  const keptFrom = firstOf(source, 'keptFrom')
  return keptFrom === null || msOf(gap.from) < msOf(keptFrom) ? 'NOT_RECORDED' : 'STALE'
}

function firstOf({ streams }: ReadSource, field: 'firstOkAt' | 'keptFrom'): Instant | null {
  return earliest(streams.map((stream) => stream[field]).filter((at) => at !== null))
}
