import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Server as ConnectionServer } from 'node:net'
import type { CountCall } from '#accounts/agent-calls.ts'
import type { Callers } from '#accounts/callers.ts'
import type { SignUps } from '#accounts/sign-in/deps.ts'
import type { Instant } from '#contract/time.ts'
import type { Tracer } from '#contract/tracing.ts'
import type { AnswerSources, ServiceFacts } from '#reads/deps.ts'
import { openDescriptions } from '#reads/openapi.ts'
import { openAccountPages } from '../account/answer-account.ts'
import { type AccountDeps, type HandlerDeps, REGISTRY, type Registry } from '../handlers.ts'
import { openErrorPages } from '../pages/error-page.ts'
import { openAnswerCheck } from './answer-check.ts'
import { openBrokenRequests } from './broken-request.ts'
import { openCalls } from './call-answer.ts'
import type { Keys } from './caller.ts'
import { openClients } from './client.ts'
import { type Computed, openComputing } from './compute.ts'
import { endUnreadBody, guardConnections } from './connections.ts'
import { openFailureLog } from './failure-log.ts'
import type { LeftOut } from './list-check.ts'
import { type MetricsDeps, SILENT, type Telemetry } from './metrics.ts'
import type { Gate } from './overload.ts'
import { openRequestParser } from './parse-request.ts'
import { type InTurn, openPipelining } from './pipelining.ts'
import { openPositionedReads } from './positioned-reads.ts'
import { openProtocols } from './protocol-answer.ts'
import { openQuestions } from './questions.ts'
import { openReads } from './read-answer.ts'
import { openRequestHandler, type RequestHandler, type RequestHandlerDeps } from './request-handler.ts'
import { openResponseCache, type ResponseCache } from './response-cache.ts'
import { openRoutes } from './routes.ts'
import { openStreaming } from './streaming.ts'

/** Dependencies of the server. */
export type ServerDeps = {
  /** The databases to read answers from. Writes go to the primary. */
  readonly sources: AnswerSources
  readonly clock: { readonly now: () => Instant }
  readonly callers: Callers
  readonly logger: RequestHandlerDeps['logger']
  readonly config: {
    readonly baseUrl: string
    readonly sandbox: boolean
    readonly production: boolean
    readonly trustedProxies: number
    readonly keys: Keys
    /** Whether a person can sign up on the account page without an invitation. */
    readonly signUps: SignUps
    /** The address for reports of a vulnerability. */
    readonly securityContact: string
    /** The address for reports of a wrong figure; without it pages name the operator's contact. */
    readonly corrections?: string | undefined
  }
  readonly version: string
  readonly changelog: ServiceFacts['changelog']
  readonly documents: ServiceFacts['documents']
  /** Without it the deployment documents no token of its own. */
  readonly token?: ServiceFacts['token']
  /** Without it the agent card is unsigned. */
  readonly cardSigner?: ServiceFacts['cardSigner']
  readonly webhooks: AccountDeps['webhooks']
  /** The standbys that answers are read from; without it there are none. */
  readonly standbys?: ServiceFacts['standbys']
  /** Why the database cannot be used now; without it health does not depend on one. */
  readonly outage?: HandlerDeps['outage']
  /** Without it nothing is cached. Concurrent requests for the same answer still share one computation. */
  readonly cache?: ResponseCache<Computed>
  /** Counts the calls of agents; without it they are not counted. */
  readonly countCall?: CountCall
  /** Limits concurrent computations; without it there is no limit. */
  readonly gate?: Gate
  readonly telemetry?: Telemetry
  /** Traces requests; without it nothing is traced. */
  readonly tracer?: Tracer | undefined
  /** The source of `/metrics`; without it the path does not exist. */
  readonly metrics?: MetricsDeps
  readonly bounds?: Partial<Bounds>
  /** The operations to serve; by default all operations of the service. */
  readonly registry?: Registry
}

/** The HTTP server of the service. */
export type HttpServer = {
  readonly server: Server
  /** @throws Error of the system, for example when the port is in use */
  readonly listen: (at: Address) => Promise<void>
  /**
   * Stops accepting connections and resolves when the last one has ended. Each connection ends after its next answer;
   * the caller ends connections that get no request.
   */
  readonly close: () => Promise<void>
  /** Number of requests whose answer is not complete. */
  readonly inFlight: () => number
}
type Address = { readonly host: string; readonly port: number }

/** Limits of requests and connections. */
type Bounds = { readonly [K in keyof typeof BOUNDS]: number }

const BOUNDS = {
  headerBytes: 16_384,
  headersMs: 10_000,
  requestMs: 15_000,
  lingerMs: 1_000,
  lookMs: 2_000,
  idleMs: 30_000,
  connections: 4_000,
  connectionsPerAddress: 1_000,
  leastBytesTaken: 10_000,
  takenLookMs: 10_000,
  requestsPerConnection: 10_000,
  waitingPerConnection: 16,
  waitingPerClient: 256,
  waiting: 4_096,
  streams: 2,
  streamMs: 600_000,
} as const

const NOTHING_CACHED = { bytes: 1, freshMs: 0, unannouncedMs: 0 }
const ALWAYS_OPEN: Gate = { pass: (work) => work(), counts: () => ({ computing: 0, refused: 0 }) }

/** Builds the HTTP server; it does not listen yet. */
export function buildServer(deps: ServerDeps): HttpServer {
  const { config, logger, callers, metrics, telemetry = SILENT, gate = ALWAYS_OPEN } = deps
  const { registry = REGISTRY, webhooks, countCall = () => {} } = deps
  const { sandbox, production, trustedProxies, keys } = config
  const bounds: Bounds = { ...BOUNDS, ...deps.bounds }
  const cache = deps.cache ?? openResponseCache<Computed>(NOTHING_CACHED, { timer: () => performance.now() })
  const descriptions = openDescriptions({ baseUrl: config.baseUrl, version: deps.version })
  const leftOut = leftOutBy({ telemetry, logger })
  const checked = openAnswerCheck(registry.operations, { whole: !production, leftOut })
  const reads = openPositionedReads({
    sources: deps.sources,
    handlerDeps: (source) => ({ ...handlerDepsOf(deps), ...source, descriptions, checked }),
  })
  const shared = { registry, reads, gate, leftOut, checked }
  const failed = openFailureLog(logger, () => performance.now())
  const compute = openComputing({ ...shared, webhooks })
  const clientOf = openClients(trustedProxies)
  const handle = openRequestHandler({
    callers,
    clientOf,
    parseRequest: openRequestParser(registry.operations, openRoutes(registry.operations, bounds.headerBytes)),
    read: openReads({ compute, cache, countCall }),
    call: openCalls({ compute }),
    message: openProtocols({
      protocols: registry.protocols,
      callers,
      failed,
      countCall,
      baseUrl: config.baseUrl,
      version: deps.version,
      questions: openQuestions({ ...shared, cache }),
    }),
    account: openAccountPages({ reads, callers, gate, config, webhooks }),
    stream: openStreaming({ ...shared, atOnce: bounds.streams }),
    streamMs: bounds.streamMs,
    keys,
    metrics,
    telemetry,
    tracer: deps.tracer,
    failed,
    logger,
    sandbox,
    errorPage: openErrorPages({
      site: { baseUrl: config.baseUrl },
      sandbox,
      corrections: config.corrections,
    }),
  })
  const server = openServer(bounds, trustedProxies)
  const { broken, tunnel } = openBrokenRequests({ sandbox, lingerMs: bounds.lingerMs })
  server.on('clientError', broken).on('connect', (_request, socket) => tunnel(socket))
  const inTurn = openPipelining(
    { perConnection: bounds.waitingPerConnection, perClient: bounds.waitingPerClient, inAll: bounds.waiting },
    clientOf,
  )
  return serve(server, { handle, inTurn, lingerMs: bounds.lingerMs })
}

/**
 * The HTTP server with its limits: callers must send requests and take answers in time. The request handler answers
 * `Expect` headers and missing hosts, so that these answers have the common headers too.
 */
function openServer(bounds: Bounds, trustedProxies: number): Server {
  const server = createServer({
    requireHostHeader: false,
    joinDuplicateHeaders: true,
    maxHeaderSize: bounds.headerBytes,
    headersTimeout: bounds.headersMs,
    requestTimeout: bounds.requestMs,
    connectionsCheckingInterval: bounds.lookMs,
    keepAliveTimeout: bounds.idleMs,
  })
  server.setTimeout(bounds.idleMs)
  server.maxConnections = bounds.connections
  server.maxRequestsPerSocket = bounds.requestsPerConnection
  guardConnections(
    server,
    {
      perAddress: bounds.connectionsPerAddress,
      lookMs: bounds.takenLookMs,
      leastBytes: bounds.leastBytesTaken,
    },
    trustedProxies === 0,
  )
  return server
}

function serve(
  server: Server,
  deps: { readonly handle: RequestHandler; readonly inTurn: InTurn; readonly lingerMs: number },
): HttpServer {
  const { handle, inTurn, lingerMs } = deps
  let inFlight = 0
  let isClosing = false
  let hasListened = false
  const ended = () => {
    inFlight -= 1
  }
  const answer: Parameters<typeof server.on>[1] = (request, response) => {
    inFlight += 1
    response.on('close', ended)
    if (isClosing) response.shouldKeepAlive = false
    inTurn(request, response, () => {
      endUnreadBody(request, response, lingerMs)
      void handle(request, response)
    })
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, answer)
  return {
    server,
    inFlight: () => inFlight,
    async listen(at) {
      await listenOn(server, at)
      hasListened = true
    },
    async close() {
      isClosing = true
      // Not `server.listening`: a worker loses its listening socket before its connections have ended.
      if (!hasListened) return
      const closed = once(server, 'close')
      // `close` of the HTTP server would also end idle connections, on which a request can be on its way.
      ConnectionServer.prototype.close.call(server)
      await closed
    },
  }
}

/**
 * As many connections as the server takes may wait until it accepts them; by default 511 may, and others are dropped.
 */
async function listenOn(server: Server, { host, port }: Address): Promise<void> {
  server.listen({ host, port, backlog: server.maxConnections })
  await once(server, 'listening')
}

/** Reports an item that was left out of a list to the operator. */
function leftOutBy({ telemetry, logger }: { telemetry: Telemetry; logger: RequestHandlerDeps['logger'] }) {
  return (event: LeftOut) => {
    telemetry.leftOut(event)
    logger.error(event, 'an item was left out of a list')
  }
}

function handlerDepsOf(deps: ServerDeps): Omit<HandlerDeps, 'reader' | 'descriptions' | 'checked'> {
  const {
    clock,
    config,
    version,
    changelog,
    documents,
    token = null,
    cardSigner,
    outage = () => undefined,
    standbys = () => null,
  } = deps
  return {
    outage,
    now: clock.now(),
    site: { baseUrl: config.baseUrl },
    service: {
      version,
      sandbox: config.sandbox,
      changelog,
      documents,
      token,
      cardSigner,
      securityContact: config.securityContact,
      corrections: config.corrections,
      requestsPerMinute: deps.callers.anonymousPerMinute,
      standbys,
    },
  }
}
