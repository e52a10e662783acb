import { type Instant, msOf } from '#contract/time.ts'
import { placedAt, type RecordedShip } from '#domain/evidence.ts'
import { countAt, fieldAt, instantAt, textAt } from '../json-field.ts'
import { newRound, parseRound, type Round } from './round.ts'
import { etagOfWhole, type WholeListing } from './whole-listing.ts'

/** Where the readings of releases are: the last whole round, and the round under way. It is stored with these names. */
export type ReleasesPosition = {
  readonly whole: WholeListing | null
  readonly coversFrom: Instant | null
  readonly round: StoredRound | null
  /** The releases asked for in one part, with which a new round begins. */
  readonly pageSize: number
}
/** A round, with the part that its next reading begins at and the parts read so far. */
export type OpenRound = Round & { readonly query: string; readonly parts: number }
/** An open round as stored. */
type StoredRound = Round & { readonly query: string; readonly pages: number }

/** The round that this reading goes on with, or begins. */
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

/** The etag of a round's first part; none while a round is under way. */
export function conditionOf(
  leased: { readonly position: unknown; readonly etag: string | null },
  now: Instant,
): string | null {
  return fieldAt(leased.position, 'round') === null ? etagOfWhole(leased, now) : null
}

/** The releases of consecutive parts; null instead of them when the listing has not changed. */
type Listed = readonly { readonly naturalKey: string; readonly publishedAt: Instant }[] | null

/**
 * Recorded releases to look up by id: those that the parts should have listed, and in a round's first reading those
 * that were missing before. Parts cover the time between their newest and oldest item; the first and the last part
 * reach beyond it.
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
