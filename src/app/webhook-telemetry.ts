import { Gauge, type Registry } from 'prom-client'
import { addMs, type Instant, msOf } from '#contract/time.ts'
import { countDeadEndpoints, findNextAttempt, getAttemptFigures } from '#records/webhooks/attempts.ts'
import type { Service } from './service.ts'

const RECENT_MS = 300_000

/**
 * Measures deliveries from their records, since the processes that deliver do not all serve metrics. A failed reading
 * is logged, and its metric is absent.
 */
export function measureWebhooks({ database, clock, logger }: Service, registers: Registry[]): void {
  const logFailure = (err: unknown) => logger.error({ err }, 'a metric could not be read')
  const since = (now: Instant) => addMs(now, -RECENT_MS)
  new Gauge({
    name: 'svc_webhook_backlog_age_seconds',
    help: 'Seconds since the oldest attempt that may be made became due; 0 when none is due',
    aggregator: 'max',
    registers,
    async collect() {
      this.reset()
      try {
        const next = await findNextAttempt(database)
        this.set(next === undefined ? 0 : Math.max(0, msOf(clock.now()) - msOf(next)) / 1000)
      } catch (err) {
        logFailure(err)
      }
    },
  })
  const latency = new Gauge({
    name: 'svc_webhook_attempt_seconds',
    help: 'Percentiles of the time that attempts of the last five minutes took',
    labelNames: ['quantile'],
    aggregator: 'max',
    registers,
  })
  new Gauge({
    name: 'svc_webhook_attempts',
    help: 'Attempts of the last five minutes, by outcome',
    labelNames: ['outcome'],
    aggregator: 'max',
    registers,
    async collect() {
      this.reset()
      latency.reset()
      const figures = await getAttemptFigures({ since: since(clock.now()) }, database).catch(logFailure)
      for (const [outcome, count] of figures?.outcomes ?? []) this.set({ outcome }, count)
      const { p50Ms = null, p99Ms = null } = figures ?? {}
      if (p50Ms !== null) latency.set({ quantile: '0.5' }, p50Ms / 1000)
      if (p99Ms !== null) latency.set({ quantile: '0.99' }, p99Ms / 1000)
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
