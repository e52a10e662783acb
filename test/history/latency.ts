import type { Exchange } from './history.ts'

/** Milliseconds from the intended start of a read to the end of its answer. */
type Latency = { readonly p50: number; readonly p99: number; readonly max: number }

/** @throws Error without exchanges: nothing was measured */
export function latencyOf(exchanges: readonly Exchange[]): Latency {
  const times = exchanges
    .map(({ intendedAt, endedAt }) => endedAt - intendedAt)
    .toSorted((one, other) => one - other)
  const at = (share: number) => {
    const time = times[Math.min(times.length - 1, Math.floor(times.length * share))]
    if (time === undefined) throw new Error('No latency without exchanges')
    return Math.round(time)
  }
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}
