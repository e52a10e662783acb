import type { Gauge } from 'prom-client'

/** Removes every series of a gauge. `reset` of the library would leave 0 for a gauge without labels. */
export function clear(gauge: Gauge): void {
  gauge.reset()
  gauge.remove({})
}
