import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPipelines } from '#app/commands/operate.ts'
import { replayPast } from '#app/pipelines/past.ts'
import { requestSandbox } from '#app/sandbox.ts'
import type { Service } from '#app/service.ts'
import { buildService, openServiceCallers } from '#app/serving.ts'
import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { makeStreamsDue } from '#records/collecting/streams.ts'
import { inTransaction, type Writer } from '#records/database.ts'
import { markForEvaluation } from '#records/project/work.ts'
import { advanceServiceClock } from '#records/service-clock.ts'
import { cloneDatabase, dropDatabase } from '#test/postgres/postgres.ts'
import { sharedByRun } from '#test/run/shared-by-run.ts'
import { STRICT } from '#test/service/http-service.ts'
import { withInject } from '#test/service/inject.ts'
import { isJsonType } from '#test/service/json-type.ts'
import { type BegunWorld, beginWorld, type WorldFolder } from './begin-world.ts'
import { applyWorldCatalogue } from './make-world.ts'

const NEVER = '2999-01-01T00:00:00.000Z' as Instant

/**
 * The whole service on the sandboxed world, in one process. A test drives it step by step: nothing happens by itself.
 */
export type World = BegunWorld & {
  /** Makes something happen to a project in the outside world. */
  readonly act: (action: string, slug: string) => Promise<Record<string, unknown>>
  /** Asks the sandbox's control server. */
  readonly ask: (path: string, body: unknown) => Promise<Record<string, unknown>>
  /** Moves the clocks of the world and of the service, then runs all due work. */
  readonly advance: (ms: number) => Promise<void>
  /** Moves the service's clock alone. */
  readonly passClock: (ms: number) => Promise<void>
  /** Reads every source of these projects and evaluates them, due or not. Then writes the ledger. */
  readonly settle: (...slugs: readonly string[]) => Promise<void>
  /** Runs every pipeline over every project. Slow: name the projects in `settle` where that is enough. */
  readonly settleAll: () => Promise<void>
  /** Asks the service over HTTP, each time as another client. */
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  /** Sends a request with any method to the service, each time as another client. The body is optional. */
  readonly send: (asked: Sent) => Promise<Answer>
}
export type Sent = {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string
}
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Record<string, unknown>
  readonly text: string
}

/**
 * Opens a world of the test file's own, cloned from the run's world, whose sources were all read once. With `reading`,
 * only the sources of these projects are read again.
 */
export async function openWorld(options: { reading?: readonly string[] } = {}): Promise<World> {
  await using stack = new AsyncDisposableStack()
  const made = await sharedByRun('world')
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-world-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  await cp(made.dataDir, dataDir, { recursive: true })
  const databaseUrl = await cloneDatabase(made.databaseUrl)
  stack.defer(() => dropDatabase(databaseUrl))
  const begun = stack.use(await beginWorld({ dataDir, databaseUrl }, { past: false }))
  if (options.reading !== undefined) await leaveOthersUndue(options.reading, begun.service)
  return await drive(begun, stack)
}

/** Runs the past of the world in a folder up to its present, and opens it. */
export async function openLivedWorld(folder: WorldFolder): Promise<World> {
  await using stack = new AsyncDisposableStack()
  const begun = stack.use(await beginWorld(folder, { past: true }))
  const { signal } = new AbortController()
  await replayPast({ world: begun.sandbox, signal }, begun.service)
  await applyWorldCatalogue(begun)
  await runPipelines({ name: 'all', extent: 'due', signal }, begun.service)
  return await drive(begun, stack)
}

async function drive({ service, sandbox }: BegunWorld, stack: AsyncDisposableStack): Promise<World> {
  const { signal } = new AbortController()
  const callers = stack.use(await openServiceCallers(service))
  const server = withInject(buildService({ callers, telemetry: STRICT }, service))
  stack.defer(() => server.close())
  const ask = async (path: string, body: unknown) =>
    (await requestSandbox({ controlUrl: sandbox.controlUrl, path, body })) as Record<string, unknown>
  const runAll = async (extent: 'due' | 'everything') => {
    await runPipelines({ name: 'all', extent, signal }, service)
  }
  const passClock = async (ms: number) => {
    await inTransaction(service.database, (writer) => advanceServiceClock({ ms }, writer))
    await service.clock.sync(service.database)
  }
  let clients = 0
  const send = async ({ method, ...asked }: Sent): Promise<Answer> => {
    clients += 1
    const remoteAddress = `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`
    const answer = await server.inject({ ...asked, method: method as 'GET', remoteAddress })
    const isJson = isJsonType(answer.headers['content-type'])
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isJson ? answer.json() : {},
      text: answer.body,
    }
  }
  const open = stack.move()
  return {
    service,
    sandbox,
    ask,
    passClock,
    act: (action, slug) => ask('/do', { action, slug }),
    async advance(ms) {
      await ask('/advance', { ms })
      await passClock(ms)
      await runAll('due')
    },
    async settle(...slugs) {
      const now = service.clock.now()
      await inTransaction(service.database, (writer) => makeProjectsDue({ slugs, now }, writer))
      await runAll('due')
    },
    settleAll: () => runAll('everything'),
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    send,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Moves the due time of every source of the other projects beyond the end of the test. */
export async function leaveOthersUndue(slugs: readonly string[], { database }: Service): Promise<void> {
  await database
    .updateTable('source_streams')
    .set({ due_at: NEVER })
    .where('source_id', 'in', (query) =>
      query
        .selectFrom('sources')
        .innerJoin('projects', 'projects.id', 'sources.project_id')
        .where('projects.slug', 'not in', slugs as readonly Slug[])
        .select('sources.id'),
    )
    .execute()
}

async function makeProjectsDue(
  input: { readonly slugs: readonly string[]; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const { slugs, now } = input
  const projects = await writer
    .selectFrom('projects')
    .select(['id', 'state'])
    .where('slug', 'in', slugs as readonly Slug[])
    .execute()
  if (projects.length !== slugs.length) throw new Error(`not all of these are projects: ${slugs.join(', ')}`)
  const projectIds = projects.map(({ id }) => id)
  const sources = await writer
    .selectFrom('sources')
    .select('id')
    .where('project_id', 'in', projectIds)
    .execute()
  await makeStreamsDue({ now, sourceIds: sources.map(({ id }) => id) }, writer)
  const published = projects.filter(({ state }) => state === 'published').map(({ id }) => id)
  await markForEvaluation({ projectIds: published, now }, writer)
}
