import { Gauge } from 'prom-client'
import { positionOf } from '#contract/ids.ts'
import { ProviderState } from '#contract/shapes/status.ts'
import { type Instant, msOf } from '#contract/time.ts'
import type { ProviderReadings } from '#domain/collecting/status-record.ts'
import { getProviderReadings } from '#records/collecting/status.ts'
import { findHeadRecordedAt } from '#records/ledger/head.ts'
import type { PresentStatus } from '#views/status/service-status.ts'
import { readServiceStatus } from '../checks/service-status.ts'
import type { Service } from '../service.ts'
import { clear, type DatabaseMetrics } from './gauges.ts'

type Described = { readonly name: string; readonly help: string; readonly labelNames?: readonly string[] }
type Series = readonly { readonly labels: Record<string, string>; readonly value: number }[]
/** The status as `/api/status` answers it, without past outages, and the parts that `/api/status` leaves out. */
type Measured = {
  readonly status: PresentStatus
  readonly headRecordedAt: Instant | undefined
  readonly readings: readonly ProviderReadings[]
}

/**
 * Measures pipelines, providers, the ledger and the chain by the status of the service. A status that cannot be read is
 * logged, and its metrics are absent.
 */
export function measureRecords(service: Service, { registers, isReachable }: DatabaseMetrics): void {
  const read = readOnce(service)
  const gauge = ({ name, help, labelNames = [] }: Described, seriesOf: (measured: Measured) => Series) =>
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      aggregator: 'max',
      registers,
      async collect() {
        clear(this)
        const measured = isReachable() ? await read() : undefined
        for (const { labels, value } of measured === undefined ? [] : seriesOf(measured))
          this.set(labels, value)
      },
    })
  measurePipelines(gauge)
  measureProviders(gauge)
  measureBudgets(gauge)
  measureLedger(gauge)
  measureChain(gauge)
}

type AddGauge = (described: Described, seriesOf: (measured: Measured) => Series) => void

async function readMeasured(service: Service): Promise<Measured> {
  const status = await readServiceStatus(service)
  const headRecordedAt = await findHeadRecordedAt(service.database)
  return { status, headRecordedAt, readings: await getProviderReadings(service.database) }
}

/** Returns the function that reads the records once for all metrics of a scrape; undefined when they cannot be read. */
function readOnce(service: Service): () => Promise<Measured | undefined> {
  let reading: Promise<Measured | undefined> | undefined
  return () => {
    reading ??= readMeasured(service)
      .catch((err: unknown) => {
        service.logger.error({ err }, 'the metrics of the status could not be read')
        return undefined
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }
}

function measurePipelines(gauge: AddGauge): void {
  const labelNames = ['pipeline']
  gauge(
    {
      name: 'svc_pipeline_success_age_seconds',
      help: 'Seconds since a pipeline last succeeded; absent until it succeeds',
      labelNames,
    },
    ({ status: { pipelines, now } }) =>
      pipelines.flatMap(({ name: pipeline, lastSucceededAt }) => ageOf(lastSucceededAt, now, { pipeline })),
  )
  gauge(
    { name: 'svc_pipeline_cadence_seconds', help: 'Seconds between runs of a pipeline', labelNames },
    ({ status: { pipelines } }) =>
      pipelines.map(({ name: pipeline, cadenceSeconds: value }) => ({ labels: { pipeline }, value })),
  )
}

function measureProviders(gauge: AddGauge): void {
  const labelNames = ['provider']
  gauge(
    {
      name: 'svc_provider_reading_age_seconds',
      help: 'Seconds since a provider was last read with success; absent until it is',
      labelNames,
    },
    ({ status: { providers, now } }) =>
      providers.flatMap(({ provider, lastReadAt }) => ageOf(lastReadAt, now, { provider })),
  )
  gauge(
    {
      name: 'svc_provider_tolerance_seconds',
      help: 'Reading age at which a provider is silent: three times the shortest cadence of its streams',
      labelNames,
    },
    ({ readings }) =>
      readings.flatMap(({ provider, toleranceSeconds: value }) =>
        value === null ? [] : [{ labels: { provider }, value }],
      ),
  )
  gauge(
    {
      name: 'svc_provider_state',
      help: '1 for the state that a provider is in, 0 for the others',
      labelNames: ['provider', 'state'],
    },
    ({ status: { providers } }) =>
      providers.flatMap(({ provider, state: current }) =>
        ProviderState.enum.map((state) => ({
          labels: { provider, state },
          value: state === current ? 1 : 0,
        })),
      ),
  )
  gauge(
    {
      name: 'svc_provider_streams',
      help: 'Streams of a provider: all, and those that are fresh, fail, or whose source is missing',
      labelNames: ['provider', 'state'],
    },
    ({ status: { providers } }) =>
      providers.flatMap(({ provider, streams }) => {
        if (streams === null) return []
        const { total: all, fresh, failing, missing } = streams
        return Object.entries({ all, fresh, failing, missing }).map(([state, value]) => ({
          labels: { provider, state },
          value,
        }))
      }),
  )
}

function measureBudgets(gauge: AddGauge): void {
  const labelNames = ['provider']
  gauge(
    {
      name: 'svc_provider_budget_left',
      help: 'Requests left of the budget of the day (UTC), for all processes',
      labelNames,
    },
    ({ status: { providers } }) =>
      providers.flatMap(({ provider, budget }) =>
        budget === null ? [] : [{ labels: { provider }, value: budget.dailyLimit - budget.usedToday }],
      ),
  )
  gauge(
    {
      name: 'svc_provider_budget_limit',
      help: 'Requests of the budget of a day (UTC), for all processes',
      labelNames,
    },
    ({ status: { providers } }) =>
      providers.flatMap(({ provider, budget }) =>
        budget === null ? [] : [{ labels: { provider }, value: budget.dailyLimit }],
      ),
  )
}

function measureLedger(gauge: AddGauge): void {
  gauge({ name: 'svc_ledger_head', help: 'Newest position of the change ledger' }, ({ status }) => [
    { labels: {}, value: positionOf(status.ledger.cursor) },
  ])
  gauge(
    {
      name: 'svc_ledger_head_age_seconds',
      help: 'Seconds since the newest entry of the ledger was recorded; absent while the ledger is empty',
    },
    ({ headRecordedAt, status: { now } }) => ageOf(headRecordedAt ?? null, now, {}),
  )
  gauge(
    {
      name: 'svc_ledger_run_age_seconds',
      help: 'Seconds since the last complete run of the ledger; absent before the first',
    },
    ({ status: { ledger, now } }) => ageOf(ledger.lastRunAt, now, {}),
  )
}

function measureChain(gauge: AddGauge): void {
  gauge(
    {
      name: 'svc_chain_safe_block_age_seconds',
      help: 'Age of the newest safe block that a node named; it grows while the node answers and stands still',
    },
    ({ status: { chain, now } }) =>
      chain === null
        ? []
        : ageOf(chain.readAt, now, {}).map(({ labels, value }) => ({
            labels,
            value: value + chain.safeBehindSeconds,
          })),
  )
}

function ageOf(at: Instant | null, now: Instant, labels: Record<string, string>): Series {
  return at === null ? [] : [{ labels, value: Math.max(0, msOf(now) - msOf(at)) / 1000 }]
}
