import { Refusal, refuse } from '#operator/refusal.ts'
import { holdInstanceLock } from '#records/instance-lock.ts'
import type { Sandbox } from '#sandbox/start.ts'
import { type Config, readConfig } from '../config.ts'
import { checkAddress } from '../instance/address.ts'
import { holdDataFolder } from '../instance/data-folder.ts'
import { checkDatabase } from '../instance/database-url.ts'
import { startEmbeddedPostgres } from '../instance/embedded-postgres.ts'
import { makeLocalKeys } from '../instance/local-key.ts'
import { allEnded } from '../pipelines/all-ended.ts'
import { startLogger } from '../process/logger.ts'
import { startSandboxWorld } from '../sandbox.ts'
import { openStartShow } from './progress.ts'

/**
 * Runs the whole service in this process until the signal: database, API and pipelines. With `sandbox` it also starts
 * the sandbox, and the first start replays its past before the API listens. Says each step on standard error, and
 * prints `ready: <address>` when every pipeline but those of webhooks and retention has run once. The embedded
 * PostgreSQL and the sandbox start while the service's code loads.
 * @throws Refusal when another process uses this data folder or database, or for a sandbox in production
 */
export async function up(options: { sandbox: boolean }, stopSignal: AbortSignal): Promise<void> {
  const own = readConfig()
  const show = openStartShow()
  if (options.sandbox && own.production) refuse('The sandbox does not run with NODE_ENV=production')
  const server = own.databaseUrl === undefined ? 'starting PostgreSQL' : 'connecting to PostgreSQL'
  show.step(`${server}${options.sandbox ? ' and the sandbox' : ''}, with the data in ${own.dataDir}`)
  await using stack = new AsyncDisposableStack()
  stack.use(await holdDataFolder(own.dataDir))
  await makeLocalKeys(own)
  await checkAddress(own)
  const begun = Promise.withResolvers<void>()
  const database = openHeldDatabase({ own, begun: begun.resolve }, stack)
  const [{ databaseUrl, taken }, world, { runWhole }] = await allEnded([
    database,
    openWorld(options, own, stack),
    loadAfter(Promise.race([begun.promise, Promise.allSettled([database])])),
  ])
  await runWhole(AbortSignal.any([stopSignal, taken]), { own, databaseUrl, world, show })
  taken.throwIfAborted()
}

async function loadAfter(moment: Promise<unknown>): Promise<typeof import('./whole-service.ts')> {
  await moment
  return import('./whole-service.ts')
}

/**
 * `begun` is called when the embedded PostgreSQL starts. Loading code blocks the thread, so earlier loading would delay
 * that start. With DATABASE_URL the code loads after the connections are made: on a slow processor they would time out
 * during the load.
 */
type Beginning = { readonly own: Config; readonly begun: () => void }

/** A database server that this process alone works on. `taken` aborts when another process took it over. */
async function openHeldDatabase(
  { own, begun }: Beginning,
  stack: AsyncDisposableStack,
): Promise<{ readonly databaseUrl: string; readonly taken: AbortSignal }> {
  const databaseUrl = await openDatabaseServer({ own, begun }, stack)
  return { databaseUrl, taken: await holdDatabase(databaseUrl, own, stack) }
}

async function openWorld(
  { sandbox }: { readonly sandbox: boolean },
  { dataDir }: Config,
  stack: AsyncDisposableStack,
): Promise<Sandbox | undefined> {
  return sandbox ? stack.use(await startSandboxWorld(dataDir)) : undefined
}

async function openDatabaseServer({ own, begun }: Beginning, stack: AsyncDisposableStack): Promise<string> {
  if (own.databaseUrl !== undefined) return checkDatabase(own.databaseUrl)
  const logger = startLogger(own.logLevel)
  const restarted = (err: unknown) =>
    err === undefined
      ? logger.warn('PostgreSQL ended by itself and was started again')
      : logger.error({ err }, 'PostgreSQL ended by itself and does not start')
  return stack.use(await startEmbeddedPostgres({ dataDir: own.dataDir, restarted, begun })).url
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
