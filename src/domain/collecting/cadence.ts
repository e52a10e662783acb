import { DAY_MS } from '#contract/time.ts'

/** How long a source must be silent to be read less often, and how often it is then read; the longest silence first. */
const SILENCES = [
  { silentMs: 60 * DAY_MS, cadenceSeconds: 86_400 },
  { silentMs: 14 * DAY_MS, cadenceSeconds: 6 * 3600 },
] as const

/**
 * Seconds between two readings of a source in which nothing changed for `silentMs`; null while no change of it is
 * known. They are those of the collector while the source is alive, and while that is unknown. They are never fewer,
 * and more than a day only where the collector's are.
 */
export function cadenceAfter(source: {
  readonly cadenceSeconds: number
  readonly silentMs: number | null
}): number {
  const { cadenceSeconds, silentMs } = source
  const reached = silentMs === null ? undefined : SILENCES.find((silence) => silentMs >= silence.silentMs)
  return reached === undefined ? cadenceSeconds : Math.max(cadenceSeconds, reached.cadenceSeconds)
}
