import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { refuse } from '#operator/refusal.ts'
import { readConfig } from '../config.ts'
import { startLogger } from '../logger.ts'
import { registerPipelines } from '../pipelines.ts'
import { openRunningService, READ_STATEMENT_MS } from '../service.ts'
import { listen } from '../serving.ts'
import { keepClock, workUntil } from '../work.ts'
import { letGo, runWorkers, sayReady } from '../workers.ts'

const CONNECTIONS = 24
/** Connections of all workers of one `serve` together, but for the one each listens on. */
const WORKERS_CONNECTIONS = 64
const MOST_WORKERS = 64
const COUNTED_APART =
  'each worker counts requests for itself, so a caller gets its budget from every one of them; set REDIS_URL to share it'
/** The longest a statement of the pipelines may take. */
const WORK_MS = 600_000

/** Serves the API until the signal, in this process or in as many workers as are asked for. */
export async function serve(options: { workers?: string }, signal: AbortSignal): Promise<void> {
  const count = workersOf(options.workers)
  if (count === 1) return serveHere({ connections: CONNECTIONS }, signal)
  if (cluster.isWorker) {
    await serveHere({ connections: Math.max(4, Math.min(CONNECTIONS, WORKERS_CONNECTIONS / count)) }, signal)
    return letGo()
  }
  const { host, port, redisUrl, logLevel } = readConfig()
  const logger = startLogger(logLevel)
  if (redisUrl === undefined) logger.warn({ workers: count }, COUNTED_APART)
  const ready = () => console.log(`ready: http://${host}:${port}`)
  const unreached = (err: Error) => logger.error({ err }, 'a worker could not be told something')
  await runWorkers({ count, ready, unreached }, signal)
}

async function serveHere(held: { connections: number }, signal: AbortSignal): Promise<void> {
  await using service = await openRunningService({
    maxConnections: Math.floor(held.connections),
    statementMs: READ_STATEMENT_MS,
  })
  await using _listening = await listen(service)
  if (cluster.isWorker) sayReady()
  else console.log(`ready: http://${service.config.host}:${service.config.port}`)
  await keepClock(signal, service)
}

function workersOf(text: string | undefined): number {
  if (text === undefined) return 1
  if (text === 'cores') return availableParallelism()
  const count = /^[1-9][0-9]?$/.test(text) ? Number.parseInt(text, 10) : MOST_WORKERS + 1
  if (count > MOST_WORKERS) refuse(`--workers takes cores, or a number from 1 to ${MOST_WORKERS}`)
  return count
}

/** Runs the pipelines until the signal, beside any number of other workers. */
export async function work(signal: AbortSignal): Promise<void> {
  await using service = await openRunningService({ maxConnections: CONNECTIONS, statementMs: WORK_MS })
  await registerPipelines(service)
  await Promise.all([workUntil(signal, service), keepClock(signal, service)])
}

/** Brings the database to the newest migration; opening the service does that. */
export async function migrateOnce(): Promise<void> {
  await using _service = await openRunningService({ maxConnections: 1 })
  console.log('the database is at the newest migration')
}
