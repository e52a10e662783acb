import { applyCatalogue, getCatalogueFiles } from '#operator/catalogue.ts'
import { Refusal, refuse } from '#operator/refusal.ts'
import { endLeases } from '#records/collecting/leases.ts'
import { inTransaction } from '#records/database.ts'
import { holdInstanceLock } from '#records/instance-lock.ts'
import { getProjectIds } from '#records/project/projects.ts'
import type { Sandbox } from '#sandbox/start.ts'
import { allEnded } from '../all-ended.ts'
import { type Config, readConfig } from '../config.ts'
import { holdDataFolder } from '../data-folder.ts'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { removeInstance, writeInstance } from '../instance.ts'
import { startLogger } from '../logger.ts'
import { replayPast } from '../past.ts'
import { registerPipelines } from '../pipelines.ts'
import { startSandboxWorld } from '../sandbox.ts'
import { checkDatabase, openForReads, openService, type Service } from '../service.ts'
import { checkAddress, listen } from '../serving.ts'
import { logStop } from '../shutdown.ts'
import { warnAboutSettings } from '../warnings.ts'
import { makeLocalKey } from '../webhook-settings.ts'
import { runEachOnce, syncClock, workUntil } from '../work.ts'
import { openStartShow, type StartShow } from './progress.ts'

const CONNECTIONS = { work: 10, reads: 14 }

/**
 * Runs the whole service in this process until the signal: database, API and pipelines. With `sandbox` it also starts
 * the sandbox, and the first start replays its past before the API listens. Says each step on standard error, and prints
 * `ready: <address>` when every pipeline has run once.
 * @throws Refusal when another process uses this data folder or database, or for a sandbox in production
 */
export async function up(options: { sandbox: boolean }, asked: AbortSignal): Promise<void> {
  const own = readConfig()
  const show = openStartShow()
  if (options.sandbox && own.production) refuse('The sandbox does not run with NODE_ENV=production')
  show.step(
    `starting PostgreSQL${options.sandbox ? ' and the sandbox' : ''}, with the data in ${own.dataDir}`,
  )
  await using stack = new AsyncDisposableStack()
  stack.use(await holdDataFolder(own.dataDir))
  await makeLocalKey(own)
  await checkAddress(own)
  const [{ databaseUrl, taken }, world] = await allEnded([
    openHeldDatabase(own, stack),
    openWorld(options, own, stack),
  ])
  const signal = AbortSignal.any([asked, taken])
  const config = world === undefined ? own : readConfig(world.settings)
  const sandboxControlUrl = world?.controlUrl
  const service = stack.use(
    await openService({
      ...{ config, databaseUrl, sandboxControlUrl, maxConnections: CONNECTIONS.work },
      ...(world === undefined ? {} : { behindMs: world.clock.behindMs }),
    }),
  )
  logStop(signal, service.logger)
  await inTransaction(service.database, endLeases)
  if (world !== undefined) await replayPast({ world, signal, show, began: beganOn(show) }, service)
  if (!signal.aborted) await runUntil(signal, { world, stack, show }, service)
  taken.throwIfAborted()
}

/** A database server that this process alone works on. `taken` aborts when another process took it over. */
async function openHeldDatabase(
  own: Config,
  stack: AsyncDisposableStack,
): Promise<{ readonly databaseUrl: string; readonly taken: AbortSignal }> {
  const databaseUrl = await openDatabaseServer(own, stack)
  return { databaseUrl, taken: await holdDatabase(databaseUrl, own, stack) }
}

async function openWorld(
  { sandbox }: { readonly sandbox: boolean },
  { dataDir }: Config,
  stack: AsyncDisposableStack,
): Promise<Sandbox | undefined> {
  return sandbox ? stack.use(await startSandboxWorld(dataDir)) : undefined
}

async function runUntil(
  signal: AbortSignal,
  {
    world,
    stack,
    show,
  }: {
    readonly world: Sandbox | undefined
    readonly stack: AsyncDisposableStack
    readonly show: StartShow
  },
  service: Service,
): Promise<void> {
  const { config, sandboxControlUrl } = service
  await writeInstance(config.dataDir, {
    pid: process.pid,
    settings: { ...(world?.settings ?? {}) },
    ...(sandboxControlUrl === undefined ? {} : { sandboxControlUrl }),
  })
  stack.defer(() => removeInstance(config.dataDir))
  await applyFiles(world?.catalogueDir ?? config.catalogueDir, service)
  await registerPipelines(service)
  stack.use(await listen(stack.use(openForReads(service, { maxConnections: CONNECTIONS.reads }))))
  const warned = world === undefined ? warnAboutSettings(service) : undefined
  show.step(`listening on ${config.listensAt}, and running every pipeline once`)
  await runEachOnce({ signal, show }, service)
  if (!signal.aborted) {
    show.step('ready')
    console.log(`ready: ${config.listensAt}`)
    console.error(whatToOpen(config.listensAt, { sandbox: world !== undefined }))
  }
  await Promise.all([workUntil(signal, service), syncClock(signal, service), warned])
}

/** Says each day of the replay. */
function beganOn(show: StartShow): NonNullable<Parameters<typeof replayPast>[0]['began']> {
  return ({ day, days, date }) => show.step(`replaying ${date}, day ${day} of ${days} of the sandbox's past`)
}

/** What a person opens first. */
function whatToOpen(address: string, { sandbox }: { readonly sandbox: boolean }): string {
  const pages = [
    ['/', 'the pages: projects, changes, the Radar'] as const,
    ...(sandbox ? [['/projects/lumen', 'the page of a project'] as const] : []),
    ['/api', 'the API: its index'] as const,
    ['/api/status', 'the state of every pipeline'] as const,
  ]
  return pages.map(([path, title]) => `  open ${address}${path.padEnd(16)} ${title}`).join('\n')
}

/** Applies the project files. Without any file and any project it says how to add one. */
async function applyFiles(directory: string, { database, clock, config }: Service): Promise<void> {
  if ((await getCatalogueFiles(directory)).length > 0) {
    const { lockerAddress } = config.providers
    await applyCatalogue(directory, { database, now: clock.now(), lockerAddress })
    return
  }
  const [any] = await getProjectIds({ after: undefined, limit: 1, state: 'any' }, database)
  if (any !== undefined) return
  console.error(
    `svc: the catalogue is empty. Add a project file to ${directory} (docs/operating.md, Catalogue), then restart or run svc catalogue apply`,
  )
}

async function openDatabaseServer(config: Config, stack: AsyncDisposableStack): Promise<string> {
  if (config.databaseUrl !== undefined) return checkDatabase(config.databaseUrl)
  const logger = startLogger(config.logLevel)
  const restarted = (err: unknown) =>
    err === undefined
      ? logger.warn('PostgreSQL ended by itself and was started again')
      : logger.error({ err }, 'PostgreSQL ended by itself and does not start')
  return stack.use(await startEmbeddedPostgres({ dataDir: config.dataDir, restarted })).url
}

/** Holds the lock of the database. The signal aborts when another process took it. */
async function holdDatabase(
  url: string,
  { databaseUrl, dataDir }: Config,
  stack: AsyncDisposableStack,
): Promise<AbortSignal> {
  const place = databaseUrl === undefined ? dataDir : 'the database that DATABASE_URL names'
  const taken = new AbortController()
  const refusal = new Refusal(`Another svc up took over ${place}; this one ended`)
  const lock = await holdInstanceLock({ url, taken: () => taken.abort(refusal) })
  if (lock === undefined) refuse(`Another svc up runs on ${place}`)
  stack.use(lock)
  return taken.signal
}
