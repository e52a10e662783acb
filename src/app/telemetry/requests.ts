import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { countedOrZero } from '#contract/counted.ts'
import { type Database, type PoolCounts, poolCountsOf } from '#records/database.ts'
import type { Computed } from '#surfaces/http/compute.ts'
import type { Telemetry } from '#surfaces/http/metrics.ts'
import type { Gate } from '#surfaces/http/overload.ts'
import type { ResponseCache } from '#surfaces/http/response-cache.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type Measured = {
  readonly cache: Pick<ResponseCache<Computed>, 'counts'>
  readonly gate: Pick<Gate, 'counts'>
  readonly inFlight: () => number
  readonly database: Database
  /** Whether the process last reached its database. */
  readonly isReachable: () => boolean
}

/** Measures the requests of this process. Events are counted as they happen; gauges are read at each scrape. */
export function measureRequests(measured: Measured, registers: Registry[]): Telemetry {
  const count = countAnswers(registers)
  const seconds = new Histogram({
    name: 'svc_request_seconds',
    help: 'Time to answer, by operation',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers,
  })
  const leftOut = new Counter({
    name: 'svc_items_left_out_total',
    help: 'Items left out of lists because they could not be built or did not match their schema, by operation',
    labelNames: ['operation'],
    registers,
  })
  const refusals = new Counter({
    name: 'svc_refusals_total',
    help: 'Requests that were refused, by error code',
    labelNames: ['code'],
    registers,
  })
  measureCache(measured, registers)
  measureWork(measured, registers)
  return {
    answered(event) {
      count(event)
      seconds.observe({ operation: event.operation }, event.ms / 1000)
    },
    refused: ({ code }) => refusals.inc({ code }),
    leftOut: ({ operation }) => leftOut.inc({ operation }),
  }
}

const CLASSES: readonly (string | undefined)[] = [undefined, '1xx', '2xx', '3xx', '4xx', '5xx']

/**
 * Counts answers by class of status. A count is kept here and read at a scrape: an increase of the metric costs more.
 */
function countAnswers(registers: Registry[]): Telemetry['answered'] {
  const counted = new Map<string, number[]>()
  new Counter({
    name: 'svc_requests_total',
    help: 'Requests answered, by operation and status class',
    labelNames: ['operation', 'status'],
    registers,
    collect() {
      this.reset()
      for (const [operation, counts] of counted) {
        for (const [index, count] of counts.entries())
          if (count > 0) this.inc({ operation, status: CLASSES[index] ?? 'other' }, count)
      }
    },
  })
  return ({ operation, status }) => {
    const counts = counted.get(operation) ?? CLASSES.map(() => 0)
    counted.set(operation, counts)
    const index = Math.floor(status / 100)
    counts[index] = countedOrZero(counts[index]) + 1
  }
}

function measureCache({ cache }: Measured, registers: Registry[]): void {
  new Counter({
    name: 'svc_answer_cache_lookups_total',
    help: 'Response cache lookups: hit, joined to a computation in progress, or computed',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      const { hit, joined, computed } = cache.counts()
      for (const [result, count] of Object.entries({ hit, joined, computed })) this.inc({ result }, count)
    },
  })
  new Gauge({
    name: 'svc_answer_cache_bytes',
    help: 'Bytes of the response cache, at most',
    registers,
    collect() {
      this.set(cache.counts().bytes)
    },
  })
}

function measureWork({ gate, inFlight, database, isReachable }: Measured, registers: Registry[]): void {
  new Gauge({
    name: 'svc_database_reachable',
    help: '1 while the process reaches its database, as /readyz says; 0 when one of its workers does not',
    aggregator: 'min',
    registers,
    collect() {
      this.set(isReachable() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'svc_requests_in_flight',
    help: 'Requests in progress',
    registers,
    collect() {
      this.set(inFlight())
    },
  })
  new Counter({
    name: 'svc_refused_overload_total',
    help: 'Requests refused because of too many computations',
    registers,
    collect() {
      this.reset()
      this.inc(gate.counts().refused)
    },
  })
  new Gauge({
    name: 'svc_database_connections',
    help: 'Connections of the pool, and callers waiting for one',
    labelNames: ['state'],
    registers,
    collect() {
      const counts: Partial<PoolCounts> = poolCountsOf(database) ?? {}
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count)
    },
  })
}
