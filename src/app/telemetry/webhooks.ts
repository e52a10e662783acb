import { Gauge, type Registry } from 'prom-client'
import { addMs, msOf } from '#contract/time.ts'
import {
  countAttempts,
  countDeadEndpoints,
  findAttemptLatency,
  findNextAttempt,
} from '#records/webhooks/attempts.ts'
import { countDeadDeliveries, countPendingDeliveries } from '#records/webhooks/backlog.ts'
import type { Service } from '../service.ts'
import { clear } from './clear.ts'

const RECENT_MS = 300_000
/** A larger backlog is shown as this number, so that a scrape stays cheap. */
const COUNTED_PENDING = 100_000

/**
 * Measures deliveries from their records, since the processes that deliver do not all serve metrics. A failed reading
 * is logged, and its metric is absent.
 */
export function measureWebhooks(service: Service, registers: Registry[]): void {
  const { logger } = service
  const logFailure = (err: unknown) => logger.error({ err }, 'a metric could not be read')
  measureBacklog(service, (described, read) => {
    new Gauge({
      ...described,
      aggregator: 'max',
      registers,
      async collect() {
        clear(this)
        const value = await read().catch(logFailure)
        if (value !== undefined) this.set(value)
      },
    })
  })
  measureAttempts(service, { registers, logFailure })
}

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
  { registers, logFailure }: { readonly registers: Registry[]; readonly logFailure: (err: unknown) => void },
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
      const counts = await countAttempts(recent(), database).catch(logFailure)
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
        (await findAttemptLatency(recent(), database).catch(logFailure)) ?? {}
      if (p50Ms !== null) this.set({ quantile: '0.5' }, p50Ms / 1000)
      if (p99Ms !== null) this.set({ quantile: '0.99' }, p99Ms / 1000)
    },
  })
}
