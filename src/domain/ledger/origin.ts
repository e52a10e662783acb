import type { ChangeOrigin } from '#contract/enums.ts'
import { EVENT_TYPES } from '#contract/events.ts'
import type { EvidenceId } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { DAY_MS, earlierOf, earliest, type Instant, msOf } from '#contract/time.ts'
import { placedAt, type RecordedShip } from '#domain/evidence.ts'
import type { ChangeDraft, Seen } from './draft.ts'
import type { LedgerEvidence, WatchedSource } from './evidence.ts'

const RECENT_MS = LIMITS.livePushDays * DAY_MS

/**
 * The origin of an event, decided once, at its first revision. `bootstrap`: written before the deployment's first run
 * completed. `live`: the service saw it happen, it was at most seven days old when detected, and it was detected at
 * most seven days ago. `backfill`: all others. An event that was known or happened before the project's newest
 * publication is never `live`, so that nothing from the time when it was hidden is.
 * @source contract, Delivery rules 1
 */
export function originOf(
  draft: Pick<ChangeDraft, 'occurredAt' | 'detectedAt' | 'seen'>,
  ledger: {
    readonly bootstrap: boolean
    /** The newest publication; null for a project that was never published. */
    readonly publishedAt: Instant | null
    readonly now: Instant
  },
): ChangeOrigin {
  if (ledger.bootstrap) return 'bootstrap'
  const { publishedAt, now } = ledger
  if (publishedAt === null || msOf(publishedAt) > msOf(knownAt(draft))) return 'backfill'
  return wasWatching(draft) && isFresh(draft, now) ? 'live' : 'backfill'
}

/**
 * The origin of an event that returns after a retraction: `live` only when it was first seen live and is still recent.
 * Publishing its kind again does not make it `live`.
 */
export function originOfReturn(
  event: Pick<ChangeDraft, 'type' | 'occurredAt' | 'detectedAt' | 'seen'> & {
    readonly firstSeenLive: boolean
  },
  now: Instant,
): ChangeOrigin {
  const { delivery } = EVENT_TYPES[event.type]
  if (delivery === 'integrity' && event.seen.by === 'research') return 'backfill'
  return event.firstSeenLive && msOf(now) - msOf(knownAt(event)) <= RECENT_MS ? 'live' : 'backfill'
}

/**
 * The earlier of the times when an event happened and was detected. A scheduled event is detected before it happens.
 */
function knownAt({ occurredAt, detectedAt }: Pick<ChangeDraft, 'occurredAt' | 'detectedAt'>): Instant {
  return occurredAt === null ? detectedAt : earlierOf(occurredAt, detectedAt)
}

/** How a record of a source was seen: when the source was attached and the named stream first read. */
export function seenThrough(sourceId: EvidenceId, evidence: LedgerEvidence, stream?: string): Seen {
  const source = sourceOf(sourceId, evidence)
  if (source === undefined) return { by: 'research' }
  return { by: 'reading', attachedAt: source.attachedAt, firstReadAt: firstReadAt(source, stream) }
}

/** Whether a ship happened before its source was attached, and so belongs to the history of the source. */
export function cameWithHistory(ship: RecordedShip, evidence: LedgerEvidence): boolean {
  const source = sourceOf(ship.sourceId, evidence)
  return source === undefined || msOf(source.attachedAt) > msOf(placedAt(ship))
}

/** The source with an id; undefined when the project does not have it. */
export function sourceOf(sourceId: EvidenceId, evidence: LedgerEvidence): WatchedSource | undefined {
  return evidence.sources.find((source) => source.id === sourceId)
}

/** The first successful reading of a source's named stream, or else of any of its streams; null before it. */
export function firstReadAt(source: WatchedSource, stream?: string): Instant | null {
  const named = source.streams.filter((candidate) => candidate.stream === stream)
  const streams = named.length > 0 ? named : source.streams
  return earliest(streams.map(({ firstOkAt }) => firstOkAt).filter((at) => at !== null))
}

function wasWatching(draft: Pick<ChangeDraft, 'occurredAt' | 'detectedAt' | 'seen'>): boolean {
  const { seen, occurredAt, detectedAt } = draft
  if (seen.by !== 'reading') return seen.by === 'service'
  if (occurredAt !== null) return msOf(seen.attachedAt) <= msOf(occurredAt)
  return seen.firstReadAt !== null && msOf(seen.firstReadAt) < msOf(detectedAt)
}

function isFresh(
  { occurredAt, detectedAt }: Pick<ChangeDraft, 'occurredAt' | 'detectedAt'>,
  now: Instant,
): boolean {
  const wasRecent = occurredAt === null || msOf(detectedAt) - msOf(occurredAt) <= RECENT_MS
  return wasRecent && msOf(now) - msOf(detectedAt) <= RECENT_MS
}
