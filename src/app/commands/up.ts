import { join } from 'node:path'
import { applyCatalogue } from '#operator/catalogue.ts'
import { refuse } from '#operator/refusal.ts'
import { endLeases } from '#records/collecting/leases.ts'
import { inTransaction } from '#records/database.ts'
import { holdInstanceLock } from '#records/instance-lock.ts'
import { type Config, readConfig } from '../config.ts'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { removeInstance, writeInstance } from '../instance.ts'
import { replayPast } from '../past.ts'
import { registerPipelines } from '../pipelines.ts'
import { startSandboxWorld } from '../sandbox.ts'
import { openForReads, openService } from '../service.ts'
import { checkAddress, listen } from '../serving.ts'
import { runEachOnce, syncClock, workUntil } from '../work.ts'
import { showCounts } from './progress.ts'

const CONNECTIONS = { work: 10, reads: 14 }

/**
 * Runs the whole service in this process until the signal: database, API and pipelines. With `sandbox` it also starts
 * the sandbox, and the first start replays its past before the API listens. Prints `ready: <address>` when every
 * pipeline has run once.
 * @throws Refusal when another process uses this data folder, or for a sandbox in production
 */
export async function up(options: { sandbox: boolean }, signal: AbortSignal): Promise<void> {
  const own = readConfig()
  if (options.sandbox && own.production) refuse('The sandbox does not run with NODE_ENV=production')
  await using stack = new AsyncDisposableStack()
  const databaseUrl = await openDatabaseServer(own, stack)
  const lock = await holdInstanceLock(databaseUrl)
  if (lock === undefined) refuse(`Another svc up runs on ${own.dataDir}`)
  stack.use(lock)
  await checkAddress(own)
  const world = options.sandbox ? stack.use(await startSandboxWorld(own.dataDir)) : undefined
  const config = world === undefined ? own : readConfig(world.settings)
  const sandboxControlUrl = world?.controlUrl
  const service = stack.use(
    await openService({
      ...{ config, databaseUrl, sandboxControlUrl, maxConnections: CONNECTIONS.work },
      ...(world === undefined ? {} : { behindMs: world.clock.behindMs }),
    }),
  )
  await inTransaction(service.database, endLeases)
  if (world !== undefined) await replayPast({ world, signal, show: showCounts }, service)
  if (signal.aborted) return
  await writeInstance(config.dataDir, {
    pid: process.pid,
    settings: { ...(world?.settings ?? {}) },
    ...(sandboxControlUrl === undefined ? {} : { sandboxControlUrl }),
  })
  stack.defer(() => removeInstance(config.dataDir))
  await applyCatalogue(world?.catalogueDir ?? join(import.meta.dirname, '../../../catalogue'), {
    database: service.database,
    now: service.clock.now(),
    lockerAddress: config.providers.lockerAddress,
  })
  await registerPipelines(service)
  stack.use(await listen(stack.use(openForReads(service, { maxConnections: CONNECTIONS.reads }))))
  await runEachOnce({ signal, show: showCounts }, service)
  if (!signal.aborted) console.log(`ready: http://${config.host}:${config.port}`)
  await Promise.all([workUntil(signal, service), syncClock(signal, service)])
}

async function openDatabaseServer(config: Config, stack: AsyncDisposableStack): Promise<string> {
  if (config.databaseUrl !== undefined) return config.databaseUrl.reveal()
  return stack.use(await startEmbeddedPostgres({ dataDir: config.dataDir })).url
}
