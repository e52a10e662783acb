import { known } from '#contract/known.ts'
import { applyCatalogue, getCatalogueFiles } from '#operator/catalogue.ts'
import { endLeases } from '#records/collecting/leases.ts'
import { inTransaction } from '#records/database.ts'
import { getProjectIds } from '#records/project/projects.ts'
import type { Sandbox } from '#sandbox/start.ts'
import { warnAboutNewerMigrations, warnAboutSettings } from '../checks/warnings.ts'
import { runByClock } from '../clock/followed-clock.ts'
import { type Config, readConfig } from '../config.ts'
import { databaseOf, removeInstance, writeInstance } from '../instance/instance.ts'
import { replayPast } from '../pipelines/past.ts'
import { registerPipelines } from '../pipelines/pipelines.ts'
import { workFromStart } from '../pipelines/work.ts'
import { logStop } from '../process/shutdown.ts'
import { openForReads, openService, type Service } from '../service.ts'
import { listen } from '../serving.ts'
import { openTraced } from '../telemetry/tracing.ts'
import type { StartShow } from './progress.ts'

const CONNECTIONS = { work: 10, reads: 14 }

/** The parts that `up` started before the service. */
type Started = {
  readonly own: Config
  readonly databaseUrl: string
  /** Undefined when the real providers are read. */
  readonly world: Sandbox | undefined
  readonly show: StartShow
}

/**
 * Opens the whole service on the started parts and runs it until the signal. Replays the sandbox's past first. Prints
 * `ready: <address>` when every pipeline but those of webhooks and retention has run once; reading delays that by a
 * minute at most.
 */
export async function runWhole(
  signal: AbortSignal,
  { own, databaseUrl, world, show }: Started,
): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const service = stack.use(
    await openService({
      config: world === undefined ? own : readConfig(world.settings),
      databaseUrl,
      sandboxControlUrl: world?.controlUrl,
      maxConnections: CONNECTIONS.work,
      isLasting: true,
      ...(world === undefined ? {} : { behindMs: world.clock.behindMs }),
    }),
  )
  logStop(signal, service.logger)
  warnAboutNewerMigrations(service)
  await inTransaction(service.database, endLeases)
  if (world !== undefined) await replayPast({ world, signal, show, began: beganOn(show) }, service)
  if (signal.aborted) return
  const traced = stack.use(await openTraced(service))
  await runByClock(signal, traced, (until) => runUntil(until, { world, stack, show }, traced))
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
    baseUrl: config.baseUrl,
    ...known({ sandboxControlUrl, database: databaseOf(config) }),
  })
  stack.defer(() => removeInstance(config.dataDir))
  await applyFiles(world?.catalogueDir ?? config.catalogueDir, service)
  await registerPipelines(service)
  stack.use(await listen(signal, stack.use(openForReads(service, { maxConnections: CONNECTIONS.reads }))))
  const warned = world === undefined ? warnAboutSettings(service) : undefined
  show.step(`listening on ${config.listensAt}, and running every pipeline once`)
  const ready = ({ isReading }: { readonly isReading: boolean }) => {
    show.step(isReading ? 'ready; sources that are due are still being read' : 'ready')
    console.log(`ready: ${config.listensAt}`)
    console.error(whatToOpen(config.listensAt, { sandbox: world !== undefined }))
  }
  await Promise.all([workFromStart({ signal, show, ready }, service), warned])
}

/** Prints each day of the replay as a step. */
function beganOn(show: StartShow): NonNullable<Parameters<typeof replayPast>[0]['began']> {
  return ({ day, days, date }) => show.step(`replaying ${date}, step ${day} of ${days} of the sandbox's past`)
}

/** The pages that a person can open first. */
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
    const { lockers } = config.providers
    await applyCatalogue(directory, { database, now: clock.now(), lockers })
    return
  }
  const [any] = await getProjectIds({ after: undefined, limit: 1, state: 'any' }, database)
  if (any !== undefined) return
  console.error(
    `svc: the catalogue is empty. Add a project file to ${directory} (docs/operating/catalogue.md), then restart or run svc catalogue apply`,
  )
}
