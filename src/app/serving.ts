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

export const VERSION = '0.1.0'

const MEGABYTE = 1024 * 1024
const CACHE = {
  freshMs: LIMITS.anonymousCacheSeconds * 1000,
  unannouncedMs: 5_000,
  bytes: { published: 64 * MEGABYTE, unpublished: 8 * MEGABYTE, lists: 32 * MEGABYTE },
  spellings: 8,
}
const WORK = { computing: 256, lateMs: 500 }
/** How long answers under way may take to finish when the process ends, and requests on the wire to arrive. */
const FINISH_MS = 6_000
const ARRIVE_MS = 500
const LOOK_MS = 50

/** Whose requests are counted and where, as the configuration says. */
export function openServiceCallers({ config, database, clock, logger }: Service): Promise<Callers> {
  return openCallers(
    { allowances: config.monthlyAllowances, redisUrl: config.redisUrl?.reveal() },
    { database, clock, logger },
  )
}

type Holding = { readonly callers: Callers } & Pick<ServerDeps, 'answers' | 'gate' | 'telemetry' | 'metrics'>

/** The service's HTTP server, not yet listening; it holds no answers unless it is given where. */
export function buildService(holding: Holding, service: Service): FastifyInstance {
  const { config, database, clock, logger, sandboxControlUrl } = service
  return buildServer({
    ...holding,
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

/** Listens where the configuration says, until disposed. @throws Error naming the port when it is taken */
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
  stack.use(hearAnnouncements({ answers, callers }, service))
  stack.defer(() => finish(server))
  await listenOn(server, service.config)
  const held = stack.move()
  return { [Symbol.asyncDispose]: () => held.disposeAsync() }
}

/** Listens and lets go at once, so that a long start fails before its work is done. @throws Error as `listen` does */
export async function tryToListen(at: { host: string; port: number }): Promise<void> {
  const probe = fastify()
  await listenOn(probe, at)
  await probe.close()
}

async function listenOn(server: FastifyInstance, at: { host: string; port: number }): Promise<void> {
  const { host, port } = at
  await server.listen({ host, port }).catch((cause: NodeJS.ErrnoException) => {
    const why =
      cause.code === 'EADDRINUSE' ? 'is taken; set PORT to another' : `cannot be used: ${cause.message}`
    throw new Error(`port ${port} on ${host} ${why}`, { cause })
  })
}

/** Takes no more connections, lets the answers under way finish for a while, and ends every connection. */
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
    await wait(LOOK_MS, undefined, { signal: done.signal }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error
    })
  }
  server.server.closeAllConnections()
  await closed
}

/** Drops what is held when it changes; while nobody is heard, nothing is held for long. */
function hearAnnouncements(
  held: { readonly answers: AnswerCache<Answer>; readonly callers: Callers },
  { databaseUrl, logger }: Service,
): AsyncDisposable {
  const { answers, callers } = held
  return listenForAnnouncements(databaseUrl.reveal(), {
    heard: (topic) => (topic === 'answers' ? answers.drop() : callers.forget()),
    began: () => {
      answers.setAnnounced(true)
      callers.forget()
    },
    lost: (err) => {
      answers.setAnnounced(false)
      logger.warn({ err }, 'announcements are not heard; answers are held for five seconds until they are')
    },
  })
}
