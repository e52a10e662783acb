import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { beforeEach } from 'vitest'
import type { Collected, Collector } from '#collectors/collector.ts'
import { type HttpDeps, openHttp } from '#collectors/http.ts'
import type { ProviderLimits } from '#collectors/provider-limits.ts'
import type { Provider } from '#collectors/providers.ts'
import { type RunCounts, type RunDue, runDue } from '#collectors/run-due.ts'
import type { SharedDeps } from '#collectors/shared-requests.ts'
import { known } from '#contract/known.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import type { Tracer } from '#contract/tracing.ts'
import { CONTEXT_STREAMS } from '#domain/collecting/watching.ts'
import { ensureStreams, type StreamSpec } from '#records/collecting/streams.ts'
import { type Database, inTransaction } from '#records/database.ts'
import type { Tables } from '#records/tables.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { forFile } from '#test/run/for-file.ts'
import { type AnsweringServer, startAnsweringServer } from '#test/servers/answering-server.ts'

export type Collect = Collector<HttpDeps & SharedDeps>['collect']
/** A reading that also gets the streams that its collector reads. */
type CollectOf = (...given: [...Parameters<Collect>, TrialStream]) => ReturnType<Collect>

const [CONTEXT_STREAM = ''] = CONTEXT_STREAMS

export const START = toInstant('2026-11-20T10:00:00Z')
/** A provider that the service does not have. It has the policy that every new provider begins with. */
export const PROVIDER = 'trial' as string as Provider
/** The due time of a stream that was never tried: before all others. */
export const UNTRIED_DUE = toInstant('1970-01-01T00:00:00Z')
export const FRESH: Collected = { outcome: 'fresh', etag: '"1"' }
type TrialStream = StreamSpec & { readonly provider: Provider }
export const PAGES: TrialStream = {
  kind: 'website',
  stream: 'page',
  provider: PROVIDER,
  cadenceSeconds: 3600,
  coverage: 'present_state',
}

/** A context stream of the same sources. Its readings say nothing about the health of the provider. */
export const LISTINGS: TrialStream = { ...PAGES, stream: CONTEXT_STREAM }

/** A made-up provider on a database and a clock of the test's own, to run any collector against. */
type Trial = AsyncDisposable & {
  now: Instant
  /** Traces the readings of a run; at first nothing is traced. */
  tracer: Tracer | undefined
  /** The limits of requests to the provider; at first those of its policy, without a pace. */
  limits: ProviderLimits | undefined
  readonly database: Database
  readonly url: string
  readonly server: AnsweringServer
  readonly bugs: unknown[]
  readonly streams: () => Promise<readonly Selectable<Tables['source_streams']>[]>
  readonly readings: () => Promise<readonly Selectable<Tables['readings']>[]>
  /** Forgets every reading and stream, and sets the clock back to START. */
  readonly reset: () => Promise<void>
  /** Registers this number of sources with these streams, by default one stream. Detaches earlier sources. */
  readonly storeStreams: (count: number, specs?: readonly TrialStream[]) => Promise<readonly string[]>
  readonly run: (collect: CollectOf, input?: Partial<RunDue>, on?: Database) => Promise<RunCounts>
}

/** The trial of a test file, reset before each test, until after the last. Call it outside of tests. */
export async function fileTrial(): Promise<Trial> {
  const trial = await forFile(openTrial())
  beforeEach(() => trial.reset())
  return trial
}

async function openTrial(): Promise<Trial> {
  let read: readonly TrialStream[] = [PAGES]
  const opened = await openTestDatabase()
  const { database } = opened
  const server = await startAnsweringServer()
  const clock = () => trial.now
  const http = openHttp({ contactUrl: 'https://svc.example', connectTo: [] }, { clock })
  const trial: Trial = {
    now: START,
    tracer: undefined,
    limits: undefined,
    database,
    url: opened.url,
    server,
    bugs: [],
    streams: () => database.selectFrom('source_streams').selectAll().orderBy('source_id').execute(),
    readings: () => database.selectFrom('readings').selectAll().orderBy('attempted_at').execute(),
    async reset() {
      trial.now = START
      trial.tracer = undefined
      trial.limits = undefined
      trial.bugs.length = 0
      server.answer = () => ({ body: '{}' })
      await database.deleteFrom('source_streams').execute()
      await database.deleteFrom('readings').execute()
      await database.deleteFrom('provider_budgets').execute()
      await database.deleteFrom('provider_outages').execute()
      await database.deleteFrom('provider_days').execute()
    },
    async storeStreams(count, specs = [PAGES]) {
      read = specs
      await database.updateTable('sources').set({ detached_at: START }).execute()
      const stored = await Promise.all(
        Array.from({ length: count }, () =>
          storeProject({ kind: 'website', locator: `https://${randomUUID()}.example` }, database),
        ),
      )
      await database
        .updateTable('projects')
        .set({ state: 'published', first_published_at: START, published_at: START })
        .execute()
      await inTransaction(database, (writer) => ensureStreams({ specs }, writer))
      return stored.map(({ sourceId }) => sourceId)
    },
    run: (collect, input = {}, on = database) =>
      runDue(
        { now: trial.now, ...input },
        {
          database: on,
          collectors: read.map((spec) => ({
            ...spec,
            collect: (leased, deps) => collect(leased, deps, spec),
          })),
          world: { http, clock },
          reportBug: (bug) => trial.bugs.push(bug),
          tracer: trial.tracer,
          ...known({ limits: trial.limits }),
        },
      ),
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
      await opened[Symbol.asyncDispose]()
    },
  }
  return trial
}
