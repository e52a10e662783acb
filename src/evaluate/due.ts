import {
  addDays,
  addMs,
  dateOf,
  earlierOf,
  type Instant,
  mondayOf,
  msOf,
  startOfDate,
} from '#contract/time.ts'
import { placedAt, type RecordedShip } from '#domain/evidence.ts'
import { ACTIVITY_RULE } from '#domain/ships/activity.ts'

const BOUNDARIES_MS = [
  ACTIVITY_RULE.shippingMs,
  ACTIVITY_RULE.activeMs,
  ACTIVITY_RULE.activeTwiceMs,
  ACTIVITY_RULE.dormantMs,
] as const

/**
 * The next instant at which time alone can change a conclusion: one of the two newest ships (`ships`: oldest first)
 * crosses a boundary, at once or after the day of grace, or a week ends.
 */
export function nextBoundary(ships: readonly RecordedShip[], now: Instant): Instant {
  const nextMonday = startOfDate(addDays(mondayOf(dateOf(now)), 7))
  const crossings = ships
    .slice(-2)
    .flatMap((ship) =>
      BOUNDARIES_MS.flatMap((ms) => [
        addMs(placedAt(ship), ms + 1000),
        addMs(placedAt(ship), ms + ACTIVITY_RULE.settleMs + 1000),
      ]),
    )
    .filter((at) => msOf(at) > msOf(now))
  return crossings.reduce(earlierOf, nextMonday)
}
