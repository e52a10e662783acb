import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises'
import { AgentCallCounter } from '#accounts/agent-calls.ts'
import { type Callers, openCallers } from '#accounts/callers.ts'
import { LIMITS } from '#contract/limits.ts'
import type { ServiceStatus } from '#contract/shapes/status.ts'
import type { Outage } from '#reads/health.ts'
import { getPipelineNames } from '#records/collecting/pipelines.ts'
import { getMissingMigrations } from '#records/migrate.ts'
import { listenForAnnouncements } from '#records/notifications.ts'
import { pause } from '#records/pause.ts'
import { primaryOnly, type ReadSources } from '#records/standbys/read-sources.ts'
import type { StandbyState } from '#records/standbys/standby.ts'
import { MONITORING_REGISTRY, REGISTRY, type Registry } from '#surfaces/handlers.ts'
import type { Computed } from '#surfaces/http/compute.ts'
import { openGate, watchLateness } from '#surfaces/http/overload.ts'
import { openResponseCache, type ResponseCache } from '#surfaces/http/response-cache.ts'
import { buildServer, type HttpServer, type ServerDeps } from '#surfaces/http/server.ts'
import { openDestinationCheck } from '#webhooks/check-destination.ts'
import { openNameServers } from '#webhooks/send.ts'
import { openChangelog } from './files/changelog.ts'
import { readDocuments } from './files/documents.ts'
import { namingAddress } from './instance/address.ts'
import { readServiceToken } from './instance/service-token.ts'
import { openSources } from './instance/standbys.ts'
import { VERSION } from './process/version.ts'
import { publishMetrics } from './process/workers.ts'
import type { Service } from './service.ts'
import { measureRecords } from './telemetry/records.ts'
import { measureRequests } from './telemetry/requests.ts'
import { measureStandbys } from './telemetry/standbys.ts'
import { measureProcess } from './telemetry/telemetry.ts'
import { measureWebhooks } from './telemetry/webhooks.ts'

const MEGABYTE = 1024 * 1024
const CACHE = {
  freshMs: LIMITS.anonymousCacheSeconds * 1000,
  unannouncedMs: 5_000,
  bytes: 96 * MEGABYTE,
}
const WORK = {
  computing: 256,
  ofCaller: 32,
  lateMs: 500,
  late: { computing: 64, ofCaller: 1 },
  waitMs: 20_000,
}
/**
 * At shutdown: the time limit of requests in progress, and the number of checks for one more request on idle
 * connections.
 */
const FINISH_MS = 6_000
const ARRIVING_LOOKS = 40
const POLL_MS = 50
/** Longest wait of a start for the notification connection. The health check fails until the connection is open. */
const BEGIN_MS = 3_000

export function openServiceCallers({ config, database, clock, logger }: Service): Promise<Callers> {
  return openCallers(
    {
      allowances: config.monthlyAllowances,
      redisUrl: config.redisUrl?.reveal(),
      anonymousPerMinute: config.anonymousPerMinute,
    },
    { database, clock, logger },
  )
}

type ServingDeps = Pick<
  ServerDeps,
  'callers' | 'countCall' | 'cache' | 'gate' | 'telemetry' | 'metrics' | 'registry'
> & {
  /** The databases to read answers from; without them answers are read from the primary alone. */
  readonly sources?: ReadSources
  /** Whether the process last reached its database; without it, always. */
  readonly isReachable?: () => boolean
  /** Whether the database lacks migrations of this version; without it, never. */
  readonly isOlder?: () => boolean
  /** Whether the database has no pipelines; without it, never. */
  readonly isWithoutPipelines?: () => boolean
  /** Whether the process was told to stop; without it, never. */
  readonly isStopping?: () => boolean
}

/** The service's HTTP server, before it listens. Without `cache` nothing is cached. */
export function buildService(deps: ServingDeps, service: Service): HttpServer {
  const never = () => false
  const { isReachable = () => true, isOlder = never, isStopping = never, ...given } = deps
  const { isWithoutPipelines = never, sources = primaryOnly(service.database), ...others } = given
  const { config, clock, logger, tracer, signer, cardSigner, destinationRules } = service
  const { sandboxControlUrl, full } = service
  const checkDestination = openDestinationCheck({ rules: destinationRules, resolver: openNameServers() })
  return buildServer({
    sources,
    standbys: () => standbysOf(sources),
    ...others,
    clock,
    logger,
    tracer,
    version: VERSION,
    changelog: openChangelog({ logger }),
    documents: readDocuments({ baseUrl: config.baseUrl }),
    token: config.serviceTokenFile === undefined ? null : readServiceToken(config.serviceTokenFile),
    cardSigner,
    webhooks: { signer, checkDestination },
    outage: () =>
      outageOf({
        isStopping: isStopping(),
        isReachable: isReachable(),
        isOlder: isOlder(),
        isFull: full.size > 0,
        isWithoutPipelines: isWithoutPipelines(),
        standbys: sources.standbys(),
      }),
    config: {
      baseUrl: config.baseUrl,
      sandbox: sandboxControlUrl !== undefined,
      production: config.production,
      trustedProxies: config.trustedProxies,
      keys: config.keys,
      signUps: config.signUps,
      securityContact: config.securityContact,
      corrections: config.corrections,
    },
  })
}

function standbysOf(sources: ReadSources): ServiceStatus['standbys'] {
  const standbys = sources.standbys()
  if (standbys.length === 0) return null
  return { configured: standbys.length, inService: standbys.filter(({ inService }) => inService).length }
}

function outageOf(now: {
  readonly isStopping: boolean
  readonly isReachable: boolean
  readonly isOlder: boolean
  readonly isFull: boolean
  readonly isWithoutPipelines: boolean
  readonly standbys: readonly StandbyState[]
}): Outage | undefined {
  if (now.isStopping) return 'stopping'
  if (now.isOlder) return 'older'
  if (!now.isReachable) return now.standbys.some(({ inService }) => inService) ? 'read_only' : 'away'
  if (now.isFull) return 'full'
  return now.isWithoutPipelines ? 'no_pipelines' : undefined
}

/**
 * Serves the API on the configured address until disposed. From the signal on it says that it is not ready.
 * @throws Error naming the port when it is in use
 */
export function listen(signal: AbortSignal, service: Service): Promise<AsyncDisposable> {
  return listenOn({ port: service.config.port, setting: 'PORT', registry: REGISTRY, signal }, service)
}

/**
 * Answers health and metrics alone until disposed, where a port is configured for them.
 * @throws Error naming the port when it is in use
 */
export async function listenForMonitoring(
  signal: AbortSignal,
  service: Service,
): Promise<AsyncDisposable | undefined> {
  const { monitoringPort: port } = service.config
  if (port === undefined) return undefined
  return listenOn({ port, setting: 'MONITORING_PORT', registry: MONITORING_REGISTRY, signal }, service)
}

type Listening = {
  readonly port: number
  readonly setting: 'PORT' | 'MONITORING_PORT'
  readonly registry: Registry
  readonly signal: AbortSignal
}

async function listenOn(
  { port, setting, registry: operations, signal }: Listening,
  service: Service,
): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const callers = stack.use(await openServiceCallers(service))
  const agentCalls = stack.use(new AgentCallCounter(service))
  const cache = openResponseCache<Computed>(CACHE, { timer: () => performance.now() })
  const gate = openGate(WORK, { lateness: stack.use(watchLateness()) })
  let inFlight = () => 0
  const { registry } = service.telemetry
  const { database } = service
  const sources = stack.use(setting === 'PORT' ? openSources(service) : primaryOnly(database))
  const following = stack.use(followNotifications({ cache, callers, sources }, service))
  const { isReachable, isOlder, isWithoutPipelines } = following
  const registers = [registry]
  const telemetry = measureRequests(
    { cache, gate, database, isReachable, inFlight: () => inFlight() },
    registers,
  )
  measureProcess(registry)
  measureStandbys(sources, registers)
  measureRecords(service, { registers, isReachable })
  measureWebhooks(service, { registers, isReachable })
  const metrics = { text: publishMetrics(registry), token: service.config.metricsToken }
  await Promise.race([following.begun, wait(BEGIN_MS, undefined, { ref: false })])
  const countCall = agentCalls.count
  const server = buildService(
    {
      callers,
      countCall,
      cache,
      gate,
      telemetry,
      metrics,
      isReachable,
      isOlder,
      isWithoutPipelines,
      isStopping: () => signal.aborted,
      sources,
      registry: operations,
    },
    service,
  )
  inFlight = server.inFlight
  stack.defer(() => finish(server))
  const at = { host: service.config.host, port }
  await namingAddress(at, server.listen(at), setting)
  const resources = stack.move()
  return { [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** Stops accepting connections, waits for requests in progress, and closes every connection. */
async function finish(server: HttpServer): Promise<void> {
  const done = new AbortController()
  const closed = server.close().finally(() => done.abort())
  const endsAt = performance.now() + FINISH_MS
  // Counted in looks and not in time: a busy process reads late what has arrived.
  for (let looks = 1; !done.signal.aborted; looks += 1) {
    await pause(POLL_MS, done.signal)
    // Node reads what has arrived before this resolves.
    await immediate()
    if (looks >= ARRIVING_LOOKS) server.server.closeIdleConnections()
    if (performance.now() >= endsAt || (looks >= ARRIVING_LOOKS && server.inFlight() === 0)) break
  }
  server.server.closeAllConnections()
  await closed
}

type Following = AsyncDisposable & {
  readonly isReachable: () => boolean
  /** Whether the database lacked migrations of this version when it was last connected to. */
  readonly isOlder: () => boolean
  /** Whether the database had no pipelines when it was last connected to, and none was registered since. */
  readonly isWithoutPipelines: () => boolean
  /** Resolves when the database was first reached. */
  readonly begun: Promise<void>
}

/**
 * Clears the caches when a notification arrives, and has standbys catch up before they answer. Without notifications
 * the response cache shortens its lifetime. The connection is probed every two seconds, so its state also says whether
 * the database is reachable.
 */
function followNotifications(
  followers: {
    readonly cache: ResponseCache<Computed>
    readonly callers: Callers
    readonly sources: ReadSources
  },
  { database, databaseUrl, logger }: Service,
): Following {
  const { cache, callers, sources } = followers
  let reachable = false
  let older = false
  let withoutPipelines = false
  const findPipelines = async () => {
    if ((await getPipelineNames(database)).length > 0) withoutPipelines = false
  }
  // Standbys first: an answer that is computed in place of a dropped one must not come from an older snapshot.
  const forgetAnswers = () => {
    sources.announced()
    cache.drop()
  }
  const begun = Promise.withResolvers<void>()
  const listening = listenForAnnouncements(databaseUrl.reveal(), {
    // A failover or a restore can put an older database in the place of the one that this process migrated.
    async prepare() {
      const missing = await getMissingMigrations(database)
      if (missing.length > 0 && !older)
        logger.error({ missing }, 'the database lacks migrations of this version: run svc migrate')
      older = missing.length > 0
      if (older) throw new Error(`The database lacks ${missing.join(', ')}`)
      withoutPipelines = true
      await findPipelines()
    },
    heard(topic) {
      if (topic === 'answers') forgetAnswers()
      if (topic === 'answers' && withoutPipelines)
        findPipelines().catch((err: unknown) => logger.warn({ err }, 'the pipelines could not be read'))
      if (topic === 'keys') callers.forget()
    },
    began: () => {
      reachable = true
      begun.resolve()
      forgetAnswers()
      cache.setAnnounced(true)
      callers.forget()
    },
    lost: (err) => {
      reachable = false
      cache.setAnnounced(false)
      logger.warn({ err }, 'no notifications from PostgreSQL; answers are cached for five seconds only')
    },
  })
  return {
    isReachable: () => reachable,
    isOlder: () => older,
    isWithoutPipelines: () => withoutPipelines,
    begun: begun.promise,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  }
}
