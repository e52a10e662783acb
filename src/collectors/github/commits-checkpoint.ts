import {
  addDays,
  type CalendarDate,
  dateOf,
  earlierDay,
  earlierOf,
  endOfDate,
  type Instant,
  mondayOf,
  startOfDate,
} from '#contract/time.ts'
import { CODE_WEEK_RULE } from '#domain/ships/code-week.ts'
import { fieldAt, instantAt } from '../json-field.ts'
import { newRound, parseRound, type Round } from './round.ts'

/**
 * The stored position of the commits: the start of the last reading, how far back the readings have no gap, and the
 * commits without substance.
 */
export type CommitsPosition = {
  readonly since: Instant
  readonly coversFrom: Instant | null
  readonly plain: readonly string[]
  /** A round that has not reached its start yet; null when none is under way. */
  readonly walk: Walk | null
}
/** A round back through the commits. Its next reading begins at `until`, the end of a week; null at first. */
export type Walk = Round & { readonly until: Instant | null }

const FIRST_DAYS = 120

/**
 * Parses a stored position; undefined before the first reading. A walk is not continued after a day. It then counts as
 * unfinished, and the next walk has to reach its start.
 */
export function parsePosition(
  value: unknown,
  now: Instant,
): (CommitsPosition & { readonly isUnfinished: boolean }) | undefined {
  const since = instantAt(value, 'since')
  const plain = fieldAt(value, 'plain')
  const until = instantAt(value, 'walk', 'until')
  const round = parseRound(fieldAt(value, 'walk'), now)
  if (since === null) return undefined
  return {
    since,
    coversFrom: instantAt(value, 'coversFrom'),
    plain: Array.isArray(plain) ? plain.filter((sha) => typeof sha === 'string') : [],
    walk: round === undefined || until === null ? null : { ...round, until },
    isUnfinished: until !== null,
  }
}

/** The walk that this reading continues, or a new one. */
export function walkToRead(
  input: {
    readonly position: Pick<CommitsPosition, 'walk' | 'coversFrom'> | undefined
    readonly lastOkAt: Instant | null
  },
  now: Instant,
): Walk {
  const { position, lastOkAt } = input
  if (position?.walk != null) return position.walk
  return { ...newRound({ coversFrom: position?.coversFrom ?? null, lastOkAt }, now), until: null }
}

/** Where a reading was cut by the limit of parts. */
type Cut = {
  /** The oldest listed week, which is listed only in part. */
  readonly week: CalendarDate
  /** Whether the week has more commits than one reading can list. Its listed commits are then its minimum. */
  readonly isMinimum: boolean
  /** The end of the week at which the next reading begins. */
  readonly until: Instant
}

/**
 * The cut after the last part that a reading may read. The next reading reads the cut week again from its end, so that
 * one reading counts the whole week. The cut week is that of the last part's middle commit, because a single date may
 * be far off.
 */
export function cutAfter(lastPart: readonly Instant[], top: Instant): Cut {
  const middle = lastPart.toSorted()[Math.floor(lastPart.length / 2)] ?? top
  const week = mondayOf(dateOf(earlierOf(top, middle)))
  const isMinimum = week === mondayOf(dateOf(top))
  return { week, isMinimum, until: endOfDate(addDays(week, isMinimum ? -1 : 6)) }
}

/**
 * The start of the listing, 120 days back at first. Later readings list every week that a rule counts, because a late
 * merge adds commits to weeks that were read before. The start is never later than the last good reading, so that an
 * outage leaves no gap. An unfinished walk keeps its start. The start is always a Monday, so that the address stays the
 * same for a week.
 */
export function sinceOf(input: {
  readonly position: { readonly since: Instant; readonly isUnfinished: boolean } | undefined
  readonly lastOkAt: Instant | null
  readonly now: Instant
}): Instant {
  const today = dateOf(input.now)
  if (input.position === undefined || input.lastOkAt === null)
    return startOfDate(mondayOf(addDays(today, -FIRST_DAYS)))
  const counted = addDays(mondayOf(today), -7 * CODE_WEEK_RULE.weeksReadAgain)
  const lastRead = mondayOf(dateOf(input.lastOkAt))
  const unfinished = input.position.isUnfinished ? dateOf(input.position.since) : counted
  return startOfDate(earlierDay(earlierDay(lastRead, counted), unfinished))
}
