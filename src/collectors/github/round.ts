import { known } from '#contract/known.ts'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import type { Collected } from '../collector.ts'
import { fieldAt, instantAt } from '../json-field.ts'
import type { GithubListing } from './listing.ts'

/**
 * A round: the readings that together read a listing from its newest item to its end. A long listing takes several
 * readings; the stream's position stores the round between them.
 */
export type Round = {
  readonly beganAt: Instant
  /** The time that the readings before this round cover. */
  readonly before: { readonly coversFrom: Instant | null; readonly lastOkAt: Instant | null }
  /** Every item down to this instant was read; null before the first item. */
  readonly reach: Instant | null
  /** Whether an item could not be read or a week was cut. The round then reaches no further. */
  readonly isBroken: boolean
}

/** A new round; its first reading begins at the newest item. */
export function newRound(before: Round['before'], now: Instant): Round {
  return { beganAt: now, before, reach: null, isBroken: false }
}

/** A stored round that can continue. Undefined after a day, because its newest items are then out of date. */
export function parseRound(value: unknown, now: Instant): Round | undefined {
  const beganAt = instantAt(value, 'beganAt')
  if (beganAt === null || msOf(now) - msOf(beganAt) >= DAY_MS) return undefined
  return {
    beganAt,
    before: {
      coversFrom: instantAt(value, 'before', 'coversFrom'),
      lastOkAt: instantAt(value, 'before', 'lastOkAt'),
    },
    reach: instantAt(value, 'reach'),
    isBroken: fieldAt(value, 'isBroken') === true,
  }
}

/**
 * The round after a further reading. `dates` are the dates of its items in order, null for an unreadable item. The
 * round reaches to the item before that one, because its date is unknown. `reach` is how far back the reading reaches
 * if all items were read; null to use their oldest date.
 */
export function continued(
  round: Round,
  read: { readonly dates: readonly (Instant | null)[]; readonly reach: Instant | null },
): Round {
  if (round.isBroken) return round
  const unread = read.dates.indexOf(null)
  const isBroken = unread !== -1
  const readable = (isBroken ? read.dates.slice(0, unread) : read.dates).filter((at) => at !== null)
  const [oldest = round.reach] = readable.toSorted()
  const reach = isBroken || read.reach === null ? oldest : read.reach
  return { ...round, reach, isBroken }
}

/** The oldest instant that the round covers, including earlier readings that it joins; null when it covers nothing. */
export function coveredBy({ reach, before }: Round): Instant | null {
  if (reach === null || before.coversFrom === null) return reach
  const joins = before.lastOkAt !== null && msOf(reach) <= msOf(before.lastOkAt)
  return joins && msOf(before.coversFrom) < msOf(reach) ? before.coversFrom : reach
}

/**
 * The instant up to which everything was read: the beginning of the round. When the round could read no item, the last
 * good reading before it.
 */
export function roundReadUpTo({ reach, isBroken, before, beganAt }: Round): Instant | null {
  return isBroken && reach === null ? before.lastOkAt : beganAt
}

/** What a reading left out, in a short line for the stored detail; undefined when it left out nothing. */
export function leftOut(listing: Pick<GithubListing, 'end' | 'parts'>, unread: number): string | undefined {
  const parts = [
    ...(unread === 0 ? [] : [`${unread} ${unread === 1 ? 'item' : 'items'} could not be read`]),
    ...(listing.end === 'lost' ? [`the link after ${listing.parts} parts cannot be followed`] : []),
  ]
  return parts.length === 0 ? undefined : parts.join('; ')
}

/**
 * Whether a listing has a part that was not read before. A listing that continues begins with the last part of the
 * reading before.
 */
export function hasProgress({ parts }: Pick<GithubListing, 'parts'>, goesOn: boolean): boolean {
  return parts > (goesOn ? 1 : 0)
}

/**
 * A reading whose listing a failure ended. It has the failure's outcome, so that nothing relies on its completeness. It
 * still stores what was read, and where the next reading continues.
 */
export function withFailure(reading: Collected, { failure }: Pick<GithubListing, 'failure'>): Collected {
  if (failure === undefined) return reading
  return { ...failure.collected, ...known({ position: reading.position, save: reading.save }) }
}
