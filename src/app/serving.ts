import { setTimeout as wait } from 'node:timers/promises'
import { type Callers, openCallers } from '#accounts/callers.ts'
import { LIMITS } from '#contract/limits.ts'
import { listenForAnnouncements } from '#records/notifications.ts'
import type { Computed } from '#surfaces/http/compute.ts'
import { openGate, watchLateness } from '#surfaces/http/overload.ts'
import { openResponseCache, type ResponseCache } from '#surfaces/http/response-cache.ts'
import { buildServer, type HttpServer, listenOnce, type ServerDeps } from '#surfaces/http/server.ts'
import type { Service } from './service.ts'
import { openTelemetry } from './telemetry.ts'
import { publishMetrics } from './workers.ts'

const VERSION = '0.1.0'

const MEGABYTE = 1024 * 1024
const CACHE = {
  freshMs: LIMITS.anonymousCacheSeconds * 1000,
  unannouncedMs: 5_000,
  bytes: 96 * MEGABYTE,
}
const WORK = { computing: 256, lateMs: 500, waitMs: 20_000 }
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

type ServingDeps = Pick<ServerDeps, 'callers' | 'cache' | 'gate' | 'telemetry' | 'metrics'>

/** The service's HTTP server, before it listens. Without `cache` nothing is cached. */
export function buildService(deps: ServingDeps, service: Service): HttpServer {
  const { config, database, clock, logger, sandboxControlUrl, full } = service
  return buildServer({
    ...deps,
    database,
    clock,
    logger,
    version: VERSION,
    isFull: () => full.size > 0,
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
  const cache = openResponseCache<Computed>(CACHE, { timer: () => performance.now() })
  const gate = openGate(WORK, { lateness: stack.use(watchLateness()) })
  let inFlight = () => 0
  const telemetry = openTelemetry({ cache, gate, inFlight: () => inFlight() }, service)
  const metrics = { text: publishMetrics(telemetry.registry), token: service.config.metricsToken }
  const server = buildService({ callers, cache, gate, telemetry, metrics }, service)
  inFlight = server.inFlight
  stack.use(followNotifications({ cache, callers }, service))
  stack.defer(() => finish(server))
  await namingAddress(service.config, server.listen(service.config))
  const resources = stack.move()
  return { [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** Checks that the address is free, so that a long start fails early. @throws Error as `listen` does */
export async function checkAddress(at: { host: string; port: number }): Promise<void> {
  await namingAddress(at, listenOnce(at))
}

const NO_ADDRESS = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL']

async function namingAddress(at: { host: string; port: number }, listening: Promise<void>): Promise<void> {
  const { host, port } = at
  await listening.catch((cause: NodeJS.ErrnoException) => {
    const { code = cause.message } = cause
    if (NO_ADDRESS.includes(code)) {
      throw new Error(`Invalid HOST: "${host}", expected an address of this machine (${code})`, { cause })
    }
    const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`
    throw new Error(`Port ${port} on ${host} ${why}; set PORT`, { cause })
  })
}

/** Stops accepting connections, waits for requests in progress, and closes every connection. */
async function finish(server: HttpServer): Promise<void> {
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
  caches: { readonly cache: ResponseCache<Computed>; readonly callers: Callers },
  { databaseUrl, logger }: Service,
): AsyncDisposable {
  const { cache, callers } = caches
  return listenForAnnouncements(databaseUrl.reveal(), {
    heard: (topic) => (topic === 'answers' ? cache.drop() : callers.forget()),
    began: () => {
      cache.setAnnounced(true)
      callers.forget()
    },
    lost: (err) => {
      cache.setAnnounced(false)
      logger.warn({ err }, 'no notifications from PostgreSQL; answers are cached for five seconds only')
    },
  })
}
