import { Gauge, type Registry } from 'prom-client'
import { addMs, msOf } from '#contract/time.ts'
import {
  countAttempts,
  countDeadEndpoints,
  findAttemptLatency,
  findNextAttempt,
} from '#records/webhooks/attempts.ts'
import type { Service } from './service.ts'

const RECENT_MS = 300_000

/**
 * Measures deliveries from their records, since the processes that deliver do not all serve metrics. A failed reading
 * is logged, and its metric is absent.
 */
export function measureWebhooks({ database, clock, logger }: Service, registers: Registry[]): void {
  const logFailure = (err: unknown) => logger.error({ err }, 'a metric could not be read')
  const recent = () => ({ since: addMs(clock.now(), -RECENT_MS) })
  new Gauge({
    name: 'svc_webhook_backlog_age_seconds',
    help: 'Seconds since the oldest attempt that may be made became due; 0 when none is due',
    aggregator: 'max',
    registers,
    async collect() {
      this.reset()
      try {
        const next = await findNextAttempt(database)
        const now = clock.now()
        this.set(Math.max(0, msOf(now) - msOf(next ?? now)) / 1000)
      } catch (err) {
        logFailure(err)
      }
    },
  })
  new Gauge({
    name: 'svc_webhook_attempts',
    help: 'Attempts of the last five minutes, by outcome',
    labelNames: ['outcome'],
    aggregator: 'max',
    registers,
    async collect() {
      this.reset()
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
      this.reset()
      const { p50Ms = null, p99Ms = null } =
        (await findAttemptLatency(recent(), database).catch(logFailure)) ?? {}
      if (p50Ms !== null) this.set({ quantile: '0.5' }, p50Ms / 1000)
      if (p99Ms !== null) this.set({ quantile: '0.99' }, p99Ms / 1000)
    },
  })
  new Gauge({
    name: 'svc_webhook_disabled_endpoints',
    help: 'Subscriptions that were disabled because ten deliveries in a row were given up',
    aggregator: 'max',
    registers,
    async collect() {
      this.reset()
      const count = await countDeadEndpoints(database).catch(logFailure)
      if (count !== undefined) this.set(count)
    },
  })
}
