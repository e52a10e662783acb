import { known } from '#contract/known.ts'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import type { Collected } from '../collector.ts'
import { fieldAt, instantAt } from '../json-field.ts'
import type { GithubListing } from './listing.ts'

/**
 * The readings that together read a listing from its newest item to its end. A long listing takes several; the stream's
 * position keeps the round between them.
 */
export type Round = {
  readonly beganAt: Instant
  /** The time that the readings before the round cover. */
  readonly before: { readonly coversFrom: Instant | null; readonly lastOkAt: Instant | null }
  /** The oldest instant down to which every item was read; null before the first one. */
  readonly reach: Instant | null
  /** An item could not be read or a week was cut: the round reaches no further. */
  readonly isBroken: boolean
}

/** A new round; its first reading begins at the newest item. */
export function newRound(before: Round['before'], now: Instant): Round {
  return { beganAt: now, before, reach: null, isBroken: false }
}

/** A stored round that can go on; undefined after a day, because its newest items are then too old. */
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
 * The round after a further reading. `dates` are those of its items in order, null for an item that could not be read:
 * the round reaches to the item before it, since its date is unknown. `reach` is how far back the items reach if
 * all were read; null for their oldest date.
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

/** The oldest instant that the round covers, joined to the readings before it; null when it covers nothing. */
export function coveredBy({ reach, before }: Round): Instant | null {
  if (reach === null || before.coversFrom === null) return reach
  const joins = before.lastOkAt !== null && msOf(reach) <= msOf(before.lastOkAt)
  return joins && msOf(before.coversFrom) < msOf(reach) ? before.coversFrom : reach
}

/** The instant up to which the round read everything. Without any readable item, that of the readings before it. */
export function roundReadUpTo({ reach, isBroken, before, beganAt }: Round): Instant | null {
  return isBroken && reach === null ? before.lastOkAt : beganAt
}

/** The items and parts that a reading left out, for its stored line; undefined when it left out nothing. */
export function leftOut(listing: Pick<GithubListing, 'end' | 'parts'>, unread: number): string | undefined {
  const parts = [
    ...(unread === 0 ? [] : [`${unread} ${unread === 1 ? 'item' : 'items'} could not be read`]),
    ...(listing.end === 'lost' ? [`the link after ${listing.parts} parts cannot be followed`] : []),
  ]
  return parts.length === 0 ? undefined : parts.join('; ')
}

/** Whether a listing that goes on, and so begins with the last part read before, has a part that was not read yet. */
export function hasProgress({ parts }: Pick<GithubListing, 'parts'>, goesOn: boolean): boolean {
  return parts > (goesOn ? 1 : 0)
}

/**
 * A reading of a listing that a failure ended. It has the outcome of the failure, so that nothing rests on its being
 * whole, and stores what was read before and where the next reading goes on.
 */
export function withFailure(reading: Collected, { failure }: Pick<GithubListing, 'failure'>): Collected {
  if (failure === undefined) return reading
  return { ...failure.collected, ...known({ position: reading.position, save: reading.save }) }
}
