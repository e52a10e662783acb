import { DAY, HOUR, weekStartOf } from '../clock.ts'

/**
 * The days of the replay: at the start of a week before emberline's silence; twice during the silence, while
 * cinderforge's market is live; on two UTC days after that market's end.
 */
export function pastInstants(epoch: number): readonly [number, ...number[]] {
  const first = weekStartOf(epoch - 82 * DAY)
  return [first, epoch - 14 * DAY, epoch - 50 * HOUR, epoch - 26 * HOUR, epoch - 2 * HOUR]
}
