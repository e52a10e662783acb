import { DAY, HOUR, weekStartOf } from '../clock.ts'

/** A conclusion holds for 72 hours after the last reading that supports it. */
const LONGEST_GAP = 71 * HOUR
/**
 * The last instants of the replay, in hours before the epoch. At the first, cinderforge's market is live; at the
 * others, on two UTC days, it is gone.
 */
const END = [50, 26, 2]

/**
 * The instants of the replay, at most 71 hours apart, so that no day of the history is unknown. The first is at the
 * start of a week before emberline's silence, because a silence must be watched from its beginning to end in a return.
 */
export function pastInstants(epoch: number): readonly [number, ...number[]] {
  const first = weekStartOf(epoch - 72 * DAY)
  const last = END.map((hours) => epoch - hours * HOUR)
  const span = epoch - 50 * HOUR - first
  const steps = Math.ceil(span / LONGEST_GAP)
  const regular = Array.from({ length: steps - 1 }, (_, place) => first + ((place + 1) * span) / steps)
  return [first, ...regular.map(Math.floor), ...last]
}
