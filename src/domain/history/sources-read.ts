import type { NoValueReason } from '#contract/shapes/history.ts'
import { addMs, DAY_MS, type Instant, msOf } from '#contract/time.ts'
import { isGood } from '#domain/collecting/reading-outcome.ts'
import { isUnreadKind, WATCHING_RULE } from '#domain/collecting/watching.ts'
import { ANSWERING } from '#domain/ledger/sources.ts'
import { type ReadAttempt, type ReadSource, type ReadStream, readGap, type Time } from './read-time.ts'

/** How late the next reading may be: the longest pause after a failure or a limit. */
const LATE_MS = DAY_MS

/**
 * Why it is not known whether the counted sources that can stop answering answered throughout a time; null where it is
 * known of each source. A source counts as read until its next reading is more than a day late; the stream that is read
 * most often decides. An attempt in an announced outage is a reading too. No outage can be confirmed in the first hour
 * of a source, so that hour needs no reading.
 */
export function sourcesGap(sources: readonly ReadSource[], time: Time): NoValueReason | null {
  const watched = sources.filter(
    ({ kind, counted }) => counted && ANSWERING.includes(kind) && !isUnreadKind(kind),
  )
  return readGap(watched.map(readMostOften), time, { readTimes: answeredTimes, shows })
}

function readMostOften(source: ReadSource): ReadSource {
  const shortestMs = Math.min(...source.streams.map(({ cadenceMs }) => cadenceMs))
  return { ...source, streams: source.streams.filter(({ cadenceMs }) => cadenceMs === shortestMs) }
}

function answeredTimes(source: ReadSource): readonly Time[] {
  const { attachedAt, streams } = source
  const first = { from: attachedAt, to: addMs(attachedAt, WATCHING_RULE.freshAtLeastMs) }
  return [first, ...streams.flatMap((stream) => streamTimes(stream, source))]
}

function streamTimes(stream: ReadStream, source: ReadSource): readonly Time[] {
  const { attempts, cadenceMs, coversFrom, lastOkAt } = stream
  const lateAfter = (at: Instant) => addMs(at, cadenceMs + LATE_MS)
  const telling = attempts.filter((attempt) => shows(attempt, source))
  const times = telling.map(({ at }) => ({ from: at, to: lateAfter(at) }))
  const isRun = coversFrom !== null && lastOkAt !== null
  return isRun ? [...times, { from: coversFrom, to: lateAfter(lastOkAt) }] : times
}

/** Whether an attempt shows that the source answered, or that an announced outage of it goes on. */
function shows(attempt: ReadAttempt, { outages }: ReadSource): boolean {
  if (answers(attempt)) return true
  const isGone = attempt.outcome === 'missing' || attempt.outcome === 'unavailable'
  return isGone && outages.some((outage) => isWithin(attempt.at, outage))
}

/** A source that forbids a reading answers. */
function answers({ outcome }: ReadAttempt): boolean {
  return isGood(outcome) || outcome === 'disallowed'
}

function isWithin(at: Instant, { from, to }: { readonly from: Instant; readonly to: Instant | null }) {
  return msOf(at) >= msOf(from) && (to === null || msOf(at) <= msOf(to))
}
