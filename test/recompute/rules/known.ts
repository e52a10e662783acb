import type { Repository } from '../world/code-host.ts'
import type { Observation, Source, State, Stream } from '../world/state.ts'
import { HOUR } from './times.ts'

/** The factor by which cadences are longer in the replay of the sandbox's past, where the days are far apart. */
const REPLAY_SLOWER = 60
const GOOD = new Set(['fresh', 'not_modified'])

export function isGood(outcome: string): boolean {
  return GOOD.has(outcome)
}

export function streamOf(source: Source, name: string): Stream | undefined {
  return source.streams.find((stream) => stream.name === name)
}

/** The last successful reading at or before an instant. */
export function lastGood(stream: Stream | undefined, at: number): number | undefined {
  return stream?.readings.findLast((reading) => reading.at <= at && GOOD.has(reading.outcome))?.at
}

export function firstGood(stream: Stream | undefined): number | undefined {
  return stream?.readings.find(({ outcome }) => GOOD.has(outcome))?.at
}

export function firstGoodAfter(stream: Stream | undefined, at: number): number | undefined {
  return stream?.readings.find((reading) => reading.at > at && GOOD.has(reading.outcome))?.at
}

/** The longest time from the beginning of a reading to its record. A listing is complete only up to the beginning. */
const READING_MS = 5 * 60_000

/** The instant up to which the last successful reading is complete: its beginning, where the run knows it. */
export function completeTo(stream: Stream | undefined, at: number): number | undefined {
  const good = lastGood(stream, at)
  const began = stream?.completeTo
  if (good === undefined || began === undefined) return good
  return began <= good && good - began <= READING_MS ? began : good
}

export function lastTried(stream: Stream | undefined, at: number) {
  return stream?.readings.findLast((reading) => reading.at <= at)
}

/** Whether the last successful reading is at most three cadences old, or an hour if that is longer (watching). */
export function isFresh(stream: Stream | undefined, at: number): boolean {
  return isWithin(stream, { at, leastMs: HOUR })
}

/** Whether the last successful reading is at most three cadences old, or 72 hours if that is longer (watching). */
export function isReadable(stream: Stream | undefined, at: number): boolean {
  return isWithin(stream, { at, leastMs: 72 * HOUR })
}

function isWithin(
  stream: Stream | undefined,
  { at, leastMs }: { readonly at: number; readonly leastMs: number },
): boolean {
  const good = lastGood(stream, at)
  if (stream === undefined || good === undefined) return false
  const cadenceMs = at < stream.replayedTo ? stream.cadenceMs * REPLAY_SLOWER : stream.cadenceMs
  return at - good <= Math.max(3 * cadenceMs, leastMs)
}

export function observationAt(state: State, at: number): Observation {
  const found = state.observations.findLast(({ from }) => from <= at) ?? state.observations[0]
  if (found === undefined) throw new Error('The state has no observation')
  return found
}

/** The repository as a reading at an instant showed it; undefined when it showed none. */
export function repositoryAt(state: State, locator: string, at: number): Repository | undefined {
  return observationAt(state, at).repositories.get(locator)
}
