import { addDays, addMs, DAY_MS, dateOf, type Instant, mondayOf, msOf, startOfDate } from '#contract/time.ts'
import { placedAt, type RecordedShip } from '#domain/evidence.ts'
import { ACTIVITY_RULE } from '#domain/ships/activity.ts'

const BOUNDARIES_MS = [
  ACTIVITY_RULE.shippingMs,
  ACTIVITY_RULE.activeMs,
  ACTIVITY_RULE.activeTwiceMs,
  ACTIVITY_RULE.dormantMs,
] as const

/** The next instant at which time alone can change a conclusion: a ship crosses a boundary, or a week ends. */
export function nextBoundary(input: { ships: readonly RecordedShip[] }, now: Instant): Instant {
  const nextMonday = startOfDate(addDays(mondayOf(dateOf(now)), 7))
  const crossings = input.ships
    .slice(-2)
    .flatMap((ship) =>
      BOUNDARIES_MS.flatMap((ms) => [
        addMs(placedAt(ship), ms + 1000),
        addMs(placedAt(ship), ms + DAY_MS + 1000),
      ]),
    )
    .filter((at) => msOf(at) > msOf(now))
  return [...crossings, nextMonday].reduce((earliest, at) => (msOf(at) < msOf(earliest) ? at : earliest))
}
