import type { State } from '../world/state.ts'
import { MINUTE } from './times.ts'

const LATER_MS = 15_000

/** A run ends within seconds, and the next one comes ten minutes after the first reading of this one, or later. */
export const BETWEEN_RUNS = 5 * MINUTE

/** When the service concluded: shortly after the last reading of each run. */
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
