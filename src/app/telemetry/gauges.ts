import type { Gauge, Registry } from 'prom-client'

/** Where metrics of the database are registered. They are absent while the process does not reach the database. */
export type DatabaseMetrics = {
  readonly registers: Registry[]
  readonly isReachable: () => boolean
}

/** Removes every series of a gauge. `reset` of the library would leave 0 for a gauge without labels. */
export function clear(gauge: Gauge): void {
  gauge.reset()
  gauge.remove({})
}
