import { setTimeout as wait } from 'node:timers/promises'
import { type FastifyInstance, fastify } from 'fastify'
import { type Callers, openCallers } from '#accounts/callers.ts'
import { LIMITS } from '#contract/limits.ts'
import { listenForAnnouncements } from '#records/notifications.ts'
import type { Answer } from '#surfaces/http/answer.ts'
import { type AnswerCache, openAnswerCache } from '#surfaces/http/cache.ts'
import { openGate, watchLateness } from '#surfaces/http/overload.ts'
import { buildServer, type ServerDeps } from '#surfaces/http/server.ts'
import type { Service } from './service.ts'
import { openTelemetry } from './telemetry.ts'
import { publishMetrics } from './workers.ts'

const VERSION = '0.1.0'

const MEGABYTE = 1024 * 1024
const CACHE = {
  freshMs: LIMITS.anonymousCacheSeconds * 1000,
  unannouncedMs: 5_000,
  bytes: { published: 64 * MEGABYTE, unpublished: 8 * MEGABYTE, lists: 32 * MEGABYTE },
  spellings: 8,
}
const WORK = { computing: 256, lateMs: 500 }
/** At shutdown: how long requests in progress may take, and how long to wait for requests already sent. */
const FINISH_MS = 6_000
const ARRIVE_MS = 500
const POLL_MS = 50

export function openServiceCallers({ config, database, clock, logger }: Service): Promise<Callers> {
  return openCallers(
    { allowances: config.monthlyAllowances, redisUrl: config.redisUrl?.reveal() },
    { database, clock, logger },
  )
}

type ServingDeps = { readonly callers: Callers } & Pick<
  ServerDeps,
  'answers' | 'gate' | 'telemetry' | 'metrics'
>

/** The service's HTTP server, before it listens. Without `answers` nothing is cached. */
export function buildService(deps: ServingDeps, service: Service): FastifyInstance {
  const { config, database, clock, logger, sandboxControlUrl } = service
  return buildServer({
    ...deps,
    database,
    clock,
    logger,
    version: VERSION,
    config: {
      baseUrl: config.baseUrl,
      sandbox: sandboxControlUrl !== undefined,
      production: config.production,
      trustedProxies: config.trustedProxies,
    },
  })
}

/** Listens on the configured address until disposed. @throws Error naming the port when it is in use */
export async function listen(service: Service): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const callers = stack.use(await openServiceCallers(service))
  const answers = openAnswerCache<Answer>(CACHE, { timer: () => performance.now() })
  const gate = openGate(WORK, { lateness: stack.use(watchLateness()) })
  let inFlight = () => 0
  const telemetry = openTelemetry({ answers, gate, inFlight: () => inFlight() }, service)
  const metrics = { text: publishMetrics(telemetry.registry), token: service.config.metricsToken }
  const server = buildService({ callers, answers, gate, telemetry, metrics }, service)
  inFlight = server.inFlight
  stack.use(followNotifications({ answers, callers }, service))
  stack.defer(() => finish(server))
  await listenOn(server, service.config)
  const resources = stack.move()
  return { [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** Checks that the address is free, so that a long start fails early. @throws Error as `listen` does */
export async function checkAddress(at: { host: string; port: number }): Promise<void> {
  const probe = fastify()
  await listenOn(probe, at)
  await probe.close()
}

async function listenOn(server: FastifyInstance, at: { host: string; port: number }): Promise<void> {
  const { host, port } = at
  await server.listen({ host, port }).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'EADDRINUSE' ? 'is in use; set PORT' : `cannot be used: ${cause.message}`
    throw new Error(`Port ${port} on ${host} ${why}`, { cause })
  })
}

/** Stops accepting connections, waits for requests in progress, and closes every connection. */
async function finish(server: FastifyInstance): Promise<void> {
  const done = new AbortController()
  const closed = server.close().finally(() => done.abort())
  const begun = performance.now()
  const isWaiting = () => {
    const waited = performance.now() - begun
    return waited < ARRIVE_MS || (waited < FINISH_MS && server.inFlight() > 0)
  }
  while (!done.signal.aborted && isWaiting()) {
    server.server.closeIdleConnections()
    await wait(POLL_MS, undefined, { signal: done.signal }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error
    })
  }
  server.server.closeAllConnections()
  await closed
}

/** Clears the caches when a notification arrives. Without notifications the response cache shortens its lifetime. */
function followNotifications(
  caches: { readonly answers: AnswerCache<Answer>; readonly callers: Callers },
  { databaseUrl, logger }: Service,
): AsyncDisposable {
  const { answers, callers } = caches
  return listenForAnnouncements(databaseUrl.reveal(), {
    heard: (topic) => (topic === 'answers' ? answers.drop() : callers.forget()),
    began: () => {
      answers.setAnnounced(true)
      callers.forget()
    },
    lost: (err) => {
      answers.setAnnounced(false)
      logger.warn({ err }, 'no notifications from PostgreSQL; answers are cached for five seconds only')
    },
  })
}
