import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Counts } from '../pipelines/counts.ts'
import { VERSION } from '../process/version.ts'

/** How a run of a pipeline ended, with its counts. */
type EndedRun = {
  readonly pipeline: string
  readonly result: 'ran' | 'failed'
  readonly ms: number
  readonly counts: Counts
}

/** The metrics of one process, and the functions by which its pipelines record their runs. */
export type ProcessTelemetry = {
  readonly registry: Registry
  readonly ran: (run: EndedRun) => void
  /** Counts a run in which a provider said that one of its endpoints ends. */
  readonly deprecated: (provider: string) => void
}

/** Pipelines of this name count their readings as `<provider>.<outcome>`. */
const COLLECT = 'collect:'
const LEDGER_ENTRIES = ['upserts', 'revisions', 'retractions'] as const

/** Opens the metrics that every process has. A process that serves metrics adds its own. */
export function openProcessTelemetry(): ProcessTelemetry {
  const registry = new Registry()
  const registers = [registry]
  const runs = new Counter({
    name: 'svc_pipeline_runs_total',
    help: 'Runs of a pipeline in this process, by result',
    labelNames: ['pipeline', 'result'],
    registers,
  })
  const seconds = new Counter({
    name: 'svc_pipeline_run_seconds_total',
    help: 'Time that the runs of a pipeline took in this process',
    labelNames: ['pipeline'],
    registers,
  })
  const readings = new Counter({
    name: 'svc_readings_total',
    help: 'Readings of a provider in this process, by outcome',
    labelNames: ['provider', 'outcome'],
    registers,
  })
  const deprecations = new Counter({
    name: 'svc_provider_deprecations_total',
    help: 'Runs of this process in which a provider said that an endpoint ends, by Deprecation or Sunset',
    labelNames: ['provider'],
    registers,
  })
  const entries = new Counter({
    name: 'svc_ledger_entries_total',
    help: 'Entries that this process wrote to the ledger, by kind',
    labelNames: ['kind'],
    registers,
  })
  return {
    registry,
    deprecated: (provider) => deprecations.inc({ provider }),
    ran({ pipeline, result, ms, counts }) {
      runs.inc({ pipeline, result })
      seconds.inc({ pipeline }, ms / 1000)
      if (pipeline.startsWith(COLLECT)) {
        for (const { provider, outcome, count } of readingsIn(counts))
          readings.inc({ provider, outcome }, count)
      }
      if (pipeline !== 'ledger') return
      for (const kind of LEDGER_ENTRIES) {
        const count = counts[kind]
        if (count !== undefined) entries.inc({ kind }, count)
      }
    },
  }
}

/** Adds the default metrics of process and Node, and the build's name. From then on it observes the event loop. */
export function measureProcess(register: Registry): void {
  collectDefaultMetrics({ register })
  new Gauge({
    name: 'svc_build_info',
    help: 'Always 1; the labels name the version of the service and of Node',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers: [register],
  }).set({ version: VERSION, node: process.version }, 1)
}

function readingsIn(counts: Counts) {
  return Object.entries(counts).flatMap(([name, count]) => {
    const [provider, outcome] = name.split('.')
    return provider === undefined || outcome === undefined ? [] : [{ provider, outcome, count }]
  })
}
