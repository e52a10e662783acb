import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { msOf } from '#contract/time.ts'
import { getPipelines } from '#records/collecting/pipelines.ts'
import { findLedgerHead } from '#records/collecting/status.ts'
import { type PoolCounts, poolCountsOf } from '#records/database.ts'
import type { Answer } from '#surfaces/http/answer.ts'
import type { AnswerCache } from '#surfaces/http/cache.ts'
import type { Telemetry } from '#surfaces/http/metrics.ts'
import type { Gate } from '#surfaces/http/overload.ts'
import type { Service } from './service.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type Watched = {
  readonly answers: Pick<AnswerCache<Answer>, 'counts'>
  readonly gate: Pick<Gate, 'counts'>
  readonly inFlight: () => number
}

/** What this process counts: events as they happen, the rest read when it is asked for. */
export type ProcessTelemetry = Telemetry & { readonly registry: Registry }

/** Counts for one process of the service. */
export function openTelemetry(watched: Watched, service: Service): ProcessTelemetry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'svc_' })
  const held = new Map<string, (number | undefined)[]>()
  const requests = new Counter({
    name: 'svc_requests_total',
    help: 'Requests answered, by operation and class of status',
    labelNames: ['operation', 'status'],
    registers,
    collect() {
      for (const [operation, counts] of held) {
        for (const [index, count] of counts.splice(0).entries()) {
          if (count !== undefined) this.inc({ operation, status: CLASSES[index] ?? 'other' }, count)
        }
      }
    },
  })
  const seconds = new Histogram({
    name: 'svc_request_seconds',
    help: 'Time to answer what was not held, by operation',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers,
  })
  watchCache(watched, registers)
  watchWork(watched, service, registers)
  watchRecords(service, registers)
  return {
    registry,
    answered({ operation, status, ms }) {
      requests.inc({ operation, status: CLASSES[Math.floor(status / 100)] ?? 'other' })
      seconds.observe({ operation }, ms / 1000)
    },
    answeredHeld({ operation, status }) {
      const counts = held.get(operation) ?? []
      if (counts.length === 0) held.set(operation, counts)
      const index = Math.floor(status / 100)
      counts[index] = (counts[index] ?? 0) + 1
    },
  }
}

const CLASSES: readonly (string | undefined)[] = [undefined, '1xx', '2xx', '3xx', '4xx', '5xx']

function watchCache({ answers }: Watched, registers: Registry[]): void {
  new Counter({
    name: 'svc_answer_cache_lookups_total',
    help: 'Answers looked up: held, joined to a computation under way, or computed',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      const { hit, joined, computed } = answers.counts()
      for (const [result, count] of Object.entries({ hit, joined, computed })) this.inc({ result }, count)
    },
  })
  new Gauge({
    name: 'svc_answer_cache_bytes',
    help: 'Bytes of answers held, by room',
    labelNames: ['room'],
    registers,
    collect() {
      for (const [room, bytes] of Object.entries(answers.counts().bytes)) this.set({ room }, bytes)
    },
  })
}

function watchWork({ gate, inFlight }: Watched, { database }: Service, registers: Registry[]): void {
  new Gauge({
    name: 'svc_requests_in_flight',
    help: 'Requests begun and not yet answered',
    registers,
    collect() {
      this.set(inFlight())
    },
  })
  new Counter({
    name: 'svc_refused_overload_total',
    help: 'Answers not computed because too many were being computed or the event loop ran late',
    registers,
    collect() {
      this.reset()
      this.inc(gate.counts().refused)
    },
  })
  new Gauge({
    name: 'svc_database_connections',
    help: 'Connections of the pool, and callers who wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const counts: Partial<PoolCounts> = poolCountsOf(database) ?? {}
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count)
    },
  })
}

function watchRecords({ database, clock, logger }: Service, registers: Registry[]): void {
  const unread = (err: unknown) => logger.error({ err }, 'a metric could not be read')
  new Gauge({
    name: 'svc_pipeline_success_age_seconds',
    help: 'Seconds since a pipeline last succeeded; absent while it never did',
    labelNames: ['pipeline'],
    aggregator: 'max',
    registers,
    async collect() {
      this.reset()
      const pipelines = await getPipelines(database).catch(unread)
      for (const { name, lastSucceededAt } of pipelines ?? []) {
        const ageMs = lastSucceededAt === null ? undefined : msOf(clock.now()) - msOf(lastSucceededAt)
        if (ageMs !== undefined) this.set({ pipeline: name }, ageMs / 1000)
      }
    },
  })
  new Gauge({
    name: 'svc_ledger_head',
    help: 'The newest position of the change ledger',
    aggregator: 'max',
    registers,
    async collect() {
      this.reset()
      const head = await findLedgerHead(database).catch(unread)
      if (head !== undefined) this.set(head.position)
    },
  })
}
