import { DAY, HOUR, weekStartOf } from '../clock.ts'

/**
 * When a first start reads the world before it comes to its present: at the beginning of a week, before emberline
 * falls silent; while it is silent and cinderforge's market stands; a last time while it stands; on two UTC days
 * after it went.
 */
export function pastInstants(epoch: number): readonly [number, ...number[]] {
  const first = weekStartOf(epoch - 82 * DAY)
  return [first, epoch - 14 * DAY, epoch - 50 * HOUR, epoch - 26 * HOUR, epoch - 2 * HOUR]
}
