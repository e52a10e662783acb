import type { State } from '../world/state.ts'
import { HOUR } from './times.ts'

const LATER_MS = 15_000

/** When the service concluded: shortly after the last reading of each run. Readings ten minutes apart are two runs. */
export function passesOf(state: State): readonly number[] {
  const times = state.projects
    .flatMap(({ sources }) => sources)
    .flatMap(({ streams }) => streams)
    .flatMap(({ readings }) => readings.map(({ at }) => at))
    .toSorted((a, b) => a - b)
  return times
    .filter((at, place) => (times[place + 1] ?? Number.POSITIVE_INFINITY) - at > HOUR / 6)
    .map((at) => at + LATER_MS)
}
