import type { Gauge, Registry } from 'prom-client'

/**
 * Where metrics of the database go, and whether the process reaches its database. While it does not, they are absent.
 */
export type DatabaseMetrics = {
  readonly registers: Registry[]
  readonly isReachable: () => boolean
}

/** Removes every series of a gauge. `reset` of the library would leave 0 for a gauge without labels. */
export function clear(gauge: Gauge): void {
  gauge.reset()
  gauge.remove({})
}
