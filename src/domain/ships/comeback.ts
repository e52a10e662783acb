import type { EvidenceId } from '#contract/ids.ts'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import { codeStreams, covers } from '#domain/collecting/watching.ts'
import { placedAt, type RecordedShip, type Source } from '#domain/evidence.ts'

/** Thresholds of a return to shipping. */
export const COMEBACK_RULE = { id: 'activity.comeback@2', gapMs: 60 * DAY_MS, standsMs: 14 * DAY_MS } as const

/** A return: the first ship after the gap, the last ship before the gap, and the sources that watched the gap. */
type Comeback = {
  readonly first: RecordedShip
  readonly before: RecordedShip
  readonly watchedBy: readonly EvidenceId[]
}

/**
 * The return to shipping at `now`: a gap of at least 60 days that ended at most 14 days ago. Sources attached and read
 * before the gap must have watched it. Undefined when there is none, when no source dates the first ship after it, or
 * when no source watched the gap. Takes the ships that prove shipping, newest first.
 */
export function findComeback(
  input: { readonly ships: readonly RecordedShip[]; readonly sources: readonly Source[] },
  now: Instant,
): Comeback | undefined {
  const edge = input.ships.findIndex((ship, index) => gapBefore(ship, input.ships[index + 1]))
  const first = input.ships[edge]
  const before = input.ships[edge + 1]
  if (first === undefined || first.occurredAt === null || before === undefined) return undefined
  if (msOf(now) - msOf(placedAt(first)) > COMEBACK_RULE.standsMs) return undefined
  const span = { from: placedAt(before), to: placedAt(first) }
  const watchers = input.sources.filter((source) => knewBefore(source, span.from))
  const watched = watchers.every((source) => codeStreams(source).every((stream) => covers(stream, span)))
  if (watchers.length === 0 || !watched) return undefined
  return { first, before, watchedBy: watchers.map((source) => source.id) }
}

function gapBefore(ship: RecordedShip, earlier: RecordedShip | undefined): boolean {
  return earlier !== undefined && msOf(placedAt(ship)) - msOf(placedAt(earlier)) >= COMEBACK_RULE.gapMs
}

function knewBefore(source: Source, at: Instant): boolean {
  const streams = codeStreams(source)
  const read = streams.every((stream) => stream.firstOkAt !== null && msOf(stream.firstOkAt) <= msOf(at))
  return streams.length > 0 && read && msOf(source.attachedAt) <= msOf(at)
}
