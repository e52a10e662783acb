import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { refuse } from '#operator/refusal.ts'
import type { Migrated } from '#records/migrate.ts'
import { warnAboutNewerMigrations, warnAboutSettings } from '../checks/warnings.ts'
import { aborted, runByClock } from '../clock/followed-clock.ts'
import { readConfig } from '../config.ts'
import { registerPipelines } from '../pipelines/pipelines.ts'
import { workUntil } from '../pipelines/work.ts'
import { startLogger } from '../process/logger.ts'
import { logStop } from '../process/shutdown.ts'
import { leavePrimary, reportReady, runWorkers } from '../process/workers.ts'
import { migrateRunning, openRunningService, READ_STATEMENT_MS, type Service } from '../service.ts'
import { listen, listenForMonitoring } from '../serving.ts'
import { openTraced } from '../telemetry/tracing.ts'

const CONNECTIONS = 24
/** Connections of all workers of one `serve` together. The notification connection of each worker is not counted. */
const WORKERS_CONNECTIONS = 64
const MOST_WORKERS = 64
const NOT_SHARED = 'each worker gives each caller a full rate limit; set REDIS_URL to share limits'
/** Time limit of a statement of the pipelines. */
const WORK_MS = 600_000

/** Serves the API until the signal, in this process or in workers. */
export async function serve(options: { workers?: string }, signal: AbortSignal): Promise<void> {
  const count = workersOf(options.workers)
  if (count === 1) return serveHere({ connections: CONNECTIONS }, signal)
  if (cluster.isWorker) {
    await serveHere({ connections: Math.max(4, Math.min(CONNECTIONS, WORKERS_CONNECTIONS / count)) }, signal)
    return leavePrimary()
  }
  const { listensAt, redisUrl, logLevel } = readConfig()
  const logger = startLogger(logLevel)
  if (redisUrl === undefined) logger.warn({ workers: count }, NOT_SHARED)
  const ready = () => console.log(`ready: ${listensAt}`)
  const sendFailed = (err: Error) => logger.error({ err }, 'a message to a worker failed')
  await runWorkers({ count, ready, sendFailed }, signal)
}

async function serveHere(pool: { connections: number }, signal: AbortSignal): Promise<void> {
  const connections = Math.floor(pool.connections)
  await runUntil(signal, { connections, statementMs: READ_STATEMENT_MS }, async (until, service) => {
    await using _listening = await listen(until, service)
    if (cluster.isWorker) reportReady()
    else console.log(`ready: ${service.config.listensAt}`)
    await aborted(until)
  })
}

/** Opens the running service and runs `run` on it until the signal. */
async function runUntil(
  signal: AbortSignal,
  { connections, statementMs }: { readonly connections: number; readonly statementMs: number },
  run: (until: AbortSignal, service: Service) => Promise<void>,
): Promise<void> {
  await using running = await openRunningService({
    maxConnections: connections,
    statementMs,
    isLasting: true,
  })
  await using service = await openTraced(running)
  logStop(signal, service.logger)
  warnAboutNewerMigrations(service)
  await runByClock(signal, service, (until) => run(until, service))
}

function workersOf(text: string | undefined): number {
  if (text === undefined) return 1
  if (text === 'cores') return availableParallelism()
  const count = /^[1-9][0-9]?$/.test(text) ? Number.parseInt(text, 10) : MOST_WORKERS + 1
  if (count > MOST_WORKERS)
    refuse(`Invalid --workers: expected "cores" or a number from 1 to ${MOST_WORKERS}`)
  return count
}

/**
 * Runs the pipelines until the signal. Any number of processes may do this at once. Prints `ready: work` when it begins
 * to lease due pipelines; unlike `up`, it does not wait for a first run. Answers health and metrics when a port is
 * configured for them.
 */
export async function work(signal: AbortSignal): Promise<void> {
  await runUntil(signal, { connections: CONNECTIONS, statementMs: WORK_MS }, async (until, service) => {
    await registerPipelines(service)
    await using _monitoring = await listenForMonitoring(until, service)
    const warned = service.sandboxControlUrl === undefined ? warnAboutSettings(service) : undefined
    console.log('ready: work')
    await Promise.all([workUntil(until, service), warned])
  })
}

/** Applies the migrations, and prints their result. */
export async function migrateOnce(): Promise<void> {
  console.log(migratedText(await migrateRunning()))
}

/** The result of the migrations, in words. */
export function migratedText({ applied, newer }: Migrated): string {
  const newest = newer.at(-1)
  if (newest !== undefined)
    return `The database is at migration ${newest} of a newer version; this version runs on it, and nothing was changed`
  return applied.length === 0
    ? 'The database has the newest migration'
    : ['Applied', ...applied.map((name) => `  ${name}`)].join('\n')
}
