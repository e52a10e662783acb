import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPipelines } from '#app/commands/operate.ts'
import { readConfig } from '#app/config.ts'
import { replayPast } from '#app/past.ts'
import { registerPipelines } from '#app/pipelines.ts'
import { requestSandbox } from '#app/sandbox.ts'
import { openService, type Service } from '#app/service.ts'
import { buildService, openServiceCallers } from '#app/serving.ts'
import { runEachOnce } from '#app/work.ts'
import { applyCatalogue } from '#operator/catalogue.ts'
import { inTransaction } from '#records/database.ts'
import { advanceServiceClock } from '#records/service-clock.ts'
import { type Sandbox, startSandbox } from '#sandbox/start.ts'
import { openTestDatabase } from './database.ts'
import { withInject } from './inject.ts'

/** The whole service on the sandboxed world, in one process, driven step by step: nothing happens by itself. */
export type World = AsyncDisposable & {
  readonly service: Service
  readonly sandbox: Sandbox
  /** Makes something happen to a project, out in the world. */
  readonly act: (action: string, slug: string) => Promise<Record<string, unknown>>
  /** Asks the sandbox's control server. */
  readonly ask: (path: string, body: unknown) => Promise<Record<string, unknown>>
  /** Moves the world's and the service's clock, then runs what became due. */
  readonly advance: (ms: number) => Promise<void>
  /** Moves the service's clock alone. */
  readonly passClock: (ms: number) => Promise<void>
  /** Runs every pipeline over everything, once. */
  readonly settle: () => Promise<void>
  /** Asks the service over HTTP, each time as another client. */
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Answer>
}
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Record<string, unknown>
  readonly text: string
}

/** Where a service keeps what it lived through, to be taken up again. */
export type Kept = { readonly dataDir: string; readonly databaseUrl: string }

/** A world and the service on it, before anything was read. */
export type Begun = AsyncDisposable & { readonly sandbox: Sandbox; readonly service: Service }

/** Starts or takes up a world, in the past or in the present, and opens the service on it. */
export async function beginWorld(kept: Kept, options: { past: boolean }): Promise<Begun> {
  await using stack = new AsyncDisposableStack()
  const sandboxDir = join(kept.dataDir, 'sandbox')
  const sandbox = stack.use(await startSandbox({ dataDir: sandboxDir, background: false, ...options }))
  const config = readConfig({
    ...sandbox.settings,
    DATA_DIR: kept.dataDir,
    MARKET_INTEGRITY: 'published',
    LOG_LEVEL: 'error',
    BASE_URL: 'http://127.0.0.1:4663',
  })
  const service = stack.use(
    await openService({
      ...{ config, databaseUrl: kept.databaseUrl, sandboxControlUrl: sandbox.controlUrl },
      ...{ maxConnections: 12, behindMs: sandbox.clock.behindMs },
    }),
  )
  const held = stack.move()
  return { sandbox, service, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

/** Starts a new world in its present and runs every pipeline once; or lives through the past of one that was begun. */
export async function openWorld(lived?: Kept): Promise<World> {
  const stack = new AsyncDisposableStack()
  const kept = lived ?? (await keptNowhere(stack))
  const { sandbox, service } = stack.use(await beginWorld(kept, { past: lived !== undefined }))
  const { signal } = new AbortController()
  if (lived !== undefined) await replayPast({ world: sandbox, signal }, service)
  const callers = stack.use(await openServiceCallers(service))
  const server = withInject(buildService({ callers }, service))
  stack.defer(() => server.close())
  await applyCatalogue(sandbox.catalogueDir, {
    database: service.database,
    now: service.clock.now(),
    lockerAddress: service.config.providers.lockerAddress,
  })
  await registerPipelines(service)
  const ask = async (path: string, body: unknown) =>
    (await requestSandbox({ controlUrl: sandbox.controlUrl, path, body })) as Record<string, unknown>
  const settle = async () => {
    await runPipelines({ name: 'all', extent: 'everything', signal }, service)
  }
  const passClock = async (ms: number) => {
    await inTransaction(service.database, (writer) => advanceServiceClock({ ms }, writer))
    await service.clock.sync(service.database)
  }
  let clients = 0
  if (lived === undefined) await settle()
  else await runEachOnce({ signal }, service)
  return {
    service,
    sandbox,
    ask,
    settle,
    passClock,
    act: (action, slug) => ask('/do', { action, slug }),
    async advance(ms) {
      await ask('/advance', { ms })
      await passClock(ms)
      await runPipelines({ name: 'all', extent: 'due', signal }, service)
    },
    async get(path, headers = {}) {
      clients += 1
      const remoteAddress = `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`
      const answer = await server.inject({ method: 'GET', url: path, headers, remoteAddress })
      const isJson = String(answer.headers['content-type']).includes('json')
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: isJson ? answer.json() : {},
        text: answer.body,
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function keptNowhere(stack: AsyncDisposableStack): Promise<Kept> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-world-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  return { dataDir, databaseUrl: stack.use(await openTestDatabase()).url }
}
