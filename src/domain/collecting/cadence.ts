import { DAY_MS } from '#contract/time.ts'

/** The silence after which a source is read less often, and its cadence then; the longest silence first. */
const SILENCES = [
  { silentMs: 60 * DAY_MS, cadenceSeconds: 86_400 },
  { silentMs: 14 * DAY_MS, cadenceSeconds: 6 * 3600 },
] as const

/**
 * Seconds between two readings of a source in which nothing changed for `silentMs`; `silentMs` is null while no change
 * is known. While the source is alive or no change is known, the result is the cadence of the collector. It is never
 * shorter than the cadence of the collector, and longer than a day only where that cadence is.
 */
export function cadenceAfter(source: {
  readonly cadenceSeconds: number
  readonly silentMs: number | null
}): number {
  const { cadenceSeconds, silentMs } = source
  const reached = silentMs === null ? undefined : SILENCES.find((silence) => silentMs >= silence.silentMs)
  return reached === undefined ? cadenceSeconds : Math.max(cadenceSeconds, reached.cadenceSeconds)
}
