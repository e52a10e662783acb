import type { State } from '../world/state.ts'
import { MINUTE } from './times.ts'

const LATER_MS = 15_000

/**
 * Readings further apart than this belong to different runs. A run ends within seconds, and the next one comes at least
 * ten minutes after its first reading.
 */
export const BETWEEN_RUNS = 5 * MINUTE

/** The instants at which the service concluded: shortly after the last reading of each run. */
export function passesOf(state: State): readonly number[] {
  const times = state.projects
    .flatMap(({ sources }) => sources)
    .flatMap(({ streams }) => streams)
    .flatMap(({ readings }) => readings.map(({ at }) => at))
    .toSorted((a, b) => a - b)
  return times
    .filter((at, place) => (times[place + 1] ?? Number.POSITIVE_INFINITY) - at > BETWEEN_RUNS)
    .map((at) => at + LATER_MS)
}
