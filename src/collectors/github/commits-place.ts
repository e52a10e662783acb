import { addDays, dateOf, type Instant, mondayOf, msOf, startOfDate } from '#contract/time.ts'
import { isRevisable } from '#domain/ships/code-week.ts'
import { fieldAt, instantAt } from '../json-field.ts'

/** The last reading's start, how far back the readings have no gap, and commits without substance. */
export type CommitsPosition = {
  readonly since: Instant
  readonly coversFrom: Instant | null
  readonly plain: readonly string[]
}

const FIRST_DAYS = 120

/** Parses a stored position; undefined before the first reading. */
export function parsePosition(value: unknown): CommitsPosition | undefined {
  const since = instantAt(value, 'since')
  const plain = fieldAt(value, 'plain')
  if (since === null) return undefined
  return {
    ...{ since, coversFrom: instantAt(value, 'coversFrom') },
    plain: Array.isArray(plain) ? plain.filter((sha) => typeof sha === 'string') : [],
  }
}

/**
 * The start of the listing: 120 days back at first, then the oldest week that can still change, and never later than
 * the last good reading, so that an outage leaves no gap. It is always a Monday, so that the address is the same for a
 * week.
 */
export function sinceOf(input: {
  readonly position: CommitsPosition | undefined
  readonly lastOkAt: Instant | null
  readonly now: Instant
}): Instant {
  const today = dateOf(input.now)
  if (input.position === undefined || input.lastOkAt === null)
    return startOfDate(mondayOf(addDays(today, -FIRST_DAYS)))
  const oldest = mondayOf(addDays(today, -21))
  const revisable = isRevisable(oldest, input.now) ? oldest : addDays(oldest, 7)
  const lastRead = mondayOf(dateOf(input.lastOkAt))
  const [earlier = revisable] = [lastRead, revisable].toSorted()
  return startOfDate(earlier)
}

/**
 * The oldest instant to which the readings reach without a gap; null when unknown. A complete listing reaches to its
 * start, or to the repository's creation. A listing cut by the page limit reaches to its oldest commit.
 */
export function coveredFrom(input: {
  readonly listed: readonly { readonly committedAt: Instant }[]
  readonly complete: boolean
  readonly since: Instant
  readonly createdAt: Instant | null
  /** How far back earlier readings reach, and the time of the last one. */
  readonly before: Instant | null
  readonly lastOkAt: Instant | null
}): Instant | null {
  const { since, createdAt, before, lastOkAt } = input
  const [oldest = null] = input.listed.map(({ committedAt }) => committedAt).toSorted()
  const whole = createdAt !== null && msOf(createdAt) > msOf(since) ? createdAt : since
  const reached = input.complete ? whole : oldest
  if (reached === null || before === null) return reached
  const joins = lastOkAt !== null && msOf(reached) <= msOf(lastOkAt)
  return joins && msOf(before) < msOf(reached) ? before : reached
}
