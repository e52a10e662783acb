import { type Instant, msOf } from '#contract/time.ts'
import { placedAt, type RecordedShip } from '#domain/evidence.ts'
import { countAt, fieldAt, instantAt, textAt } from '../json-field.ts'
import { newRound, parseRound, type Round } from './round.ts'
import { etagOfWhole, type WholeListing } from './whole-listing.ts'

/**
 * The stored position of the releases: the last whole round and the round under way. It is stored under these names.
 */
export type ReleasesPosition = {
  readonly whole: WholeListing | null
  readonly coversFrom: Instant | null
  readonly round: StoredRound | null
  /** The number of releases in one part, with which a new round begins. */
  readonly pageSize: number
}
/** A round under way: the query of the part at which its next reading begins, and the number of parts read so far. */
export type OpenRound = Round & { readonly query: string; readonly parts: number }
/** An open round as stored. */
type StoredRound = Round & { readonly query: string; readonly pages: number }

/** The round that this reading continues, or a new one. */
export function roundToRead(
  leased: { readonly position: unknown; readonly lastOkAt: Instant | null },
  now: Instant,
): OpenRound {
  const stored = fieldAt(leased.position, 'round')
  const round = parseRound(stored, now)
  const goesOnAt = textAt(stored, 'query')
  const parts = fieldAt(stored, 'pages')
  if (round !== undefined && goesOnAt !== undefined && typeof parts === 'number')
    return { ...round, query: goesOnAt, parts }
  const coversFrom = instantAt(leased.position, 'coversFrom')
  const size = countAt(leased.position, 'pageSize')
  const query = size === undefined ? '' : String(new URLSearchParams({ per_page: String(size) }))
  return { ...newRound({ coversFrom, lastOkAt: leased.lastOkAt }, now), query, parts: 0 }
}

/** The etag for the first part of a round; null while a round is under way. */
export function conditionOf(
  leased: { readonly position: unknown; readonly etag: string | null },
  now: Instant,
): string | null {
  return fieldAt(leased.position, 'round') === null ? etagOfWhole(leased, now) : null
}

/** The releases of consecutive parts; null when the listing has not changed. */
type Listed = readonly { readonly naturalKey: string; readonly publishedAt: Instant }[] | null

/**
 * The recorded releases to look up by id: those that the parts should list but do not, and in a round's first reading
 * also those that were missing before. Parts cover the time between their newest and oldest item. The first part also
 * covers all time after, and the last part all time before.
 */
export function absentees(input: {
  readonly listed: Listed
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly recorded: readonly RecordedShip[]
}): readonly RecordedShip[] {
  const { listed, isFirst, isLast } = input
  const standing = input.recorded.filter(({ withdrawn }) => !withdrawn)
  const missed = isFirst ? standing.filter(({ missingSince }) => missingSince !== null) : []
  if (listed === null) return missed
  const keys = new Set(listed.map(({ naturalKey }) => naturalKey))
  const times = listed.map(({ publishedAt }) => msOf(publishedAt))
  const isBetween = (ship: RecordedShip) =>
    (isLast || msOf(placedAt(ship)) > Math.min(...times)) &&
    (isFirst || msOf(placedAt(ship)) < Math.max(...times))
  const unlisted = standing.filter((ship) => !keys.has(ship.naturalKey))
  const stillMissed = missed.filter(({ naturalKey }) => !keys.has(naturalKey))
  return [...stillMissed, ...unlisted.filter((ship) => ship.missingSince === null && isBetween(ship))]
}
