import { Gauge } from 'prom-client'
import { addMs, msOf } from '#contract/time.ts'
import {
  countAttempts,
  countDeadEndpoints,
  findAttemptLatency,
  findNextAttempt,
} from '#records/webhooks/attempts.ts'
import { countDeadDeliveries, countPendingDeliveries } from '#records/webhooks/backlog.ts'
import type { Service } from '../service.ts'
import { clear, type DatabaseMetrics } from './gauges.ts'

const RECENT_MS = 300_000
/** A larger backlog is shown as this number, so that a scrape stays cheap. */
const COUNTED_PENDING = 100_000

/**
 * Measures deliveries from their records, since the processes that deliver do not all serve metrics. A failed reading
 * is logged, and its metric is absent.
 */
export function measureWebhooks(service: Service, { registers, isReachable }: DatabaseMetrics): void {
  const { logger } = service
  const readOrLog: ReadOrLog = async (read) => {
    if (!isReachable()) return undefined
    return read().catch((err: unknown) => {
      logger.error({ err }, 'a metric could not be read')
      return undefined
    })
  }
  measureBacklog(service, (described, read) => {
    new Gauge({
      ...described,
      aggregator: 'max',
      registers,
      async collect() {
        clear(this)
        const value = await readOrLog(read)
        if (value !== undefined) this.set(value)
      },
    })
  })
  measureAttempts(service, { registers, readOrLog })
}

/** A reading of a metric; undefined when it failed, which is logged, or while the database is away. */
type ReadOrLog = <T>(read: () => Promise<T>) => Promise<T | undefined>
type AddGauge = (
  described: { readonly name: string; readonly help: string },
  read: () => Promise<number>,
) => void

function measureBacklog({ database, clock }: Service, gauge: AddGauge): void {
  gauge(
    {
      name: 'svc_webhook_backlog_age_seconds',
      help: 'Seconds since the oldest attempt that may be made became due; 0 when none is due',
    },
    async () => {
      const next = await findNextAttempt(database)
      const now = clock.now()
      return Math.max(0, msOf(now) - msOf(next ?? now)) / 1000
    },
  )
  gauge(
    {
      name: 'svc_webhook_deliveries_pending',
      help: `Deliveries that are queued or will be tried again, counted up to ${COUNTED_PENDING}`,
    },
    () => countPendingDeliveries({ atMost: COUNTED_PENDING }, database),
  )
  gauge(
    {
      name: 'svc_webhook_deliveries_dead',
      help: 'Deliveries that were given up in the last five minutes',
    },
    () => countDeadDeliveries({ since: addMs(clock.now(), -RECENT_MS) }, database),
  )
  gauge(
    {
      name: 'svc_webhook_disabled_endpoints',
      help: 'Subscriptions that were disabled because ten deliveries in a row were given up',
    },
    () => countDeadEndpoints(database),
  )
}

function measureAttempts(
  { database, clock }: Service,
  { registers, readOrLog }: Pick<DatabaseMetrics, 'registers'> & { readonly readOrLog: ReadOrLog },
): void {
  const recent = () => ({ since: addMs(clock.now(), -RECENT_MS) })
  new Gauge({
    name: 'svc_webhook_attempts',
    help: 'Attempts of the last five minutes, by outcome',
    labelNames: ['outcome'],
    aggregator: 'max',
    registers,
    async collect() {
      clear(this)
      const counts = await readOrLog(() => countAttempts(recent(), database))
      for (const [outcome, count] of counts ?? []) this.set({ outcome }, count)
    },
  })
  new Gauge({
    name: 'svc_webhook_attempt_seconds',
    help: 'Percentiles of the time that attempts of the last five minutes took',
    labelNames: ['quantile'],
    aggregator: 'max',
    registers,
    async collect() {
      clear(this)
      const { p50Ms = null, p99Ms = null } =
        (await readOrLog(() => findAttemptLatency(recent(), database))) ?? {}
      if (p50Ms !== null) this.set({ quantile: '0.5' }, p50Ms / 1000)
      if (p99Ms !== null) this.set({ quantile: '0.99' }, p99Ms / 1000)
    },
  })
}
