import { createServer, METHODS, type RequestListener, type Server } from 'node:http'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { budgetHeaders, type Caller, type Callers } from '#accounts/callers.ts'
import { Failure } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS, type OperationName } from '#contract/operations/index.ts'
import type { Instant } from '#contract/time.ts'
import type { HandlerDeps } from '../handlers.ts'
import type { Answer } from './answer.ts'
import { openRefusals, type Refusals } from './broken-request.ts'
import { type AnswerCache, openAnswerCache } from './cache.ts'
import { costOf, identify } from './caller.ts'
import { type ClientOf, tellClients } from './client.ts'
import { guardConnections } from './connections.ts'
import { sendFailure } from './errors.ts'
import { openFront } from './front.ts'
import { commonHeaders, namesOneHost, ONE_HOST, requestIdOf, TAKEN_METHODS } from './headers.ts'
import { answerHits } from './hits.ts'
import { type MetricsDeps, SILENT, type Telemetry } from './metrics.ts'
import type { Gate } from './overload.ts'
import { addRoutes } from './routes.ts'

/** What the server is made with. */
export type ServerDeps = {
  readonly database: HandlerDeps['reader']
  readonly clock: { readonly now: () => Instant }
  readonly callers: Callers
  readonly logger: {
    readonly info: (fields: object, message: string) => void
    readonly error: (fields: object, message: string) => void
  }
  readonly config: {
    readonly baseUrl: string
    readonly sandbox: boolean
    readonly production: boolean
    readonly trustedProxies: number
  }
  readonly version: string
  /** Where answers are held; without it each is computed anew, one computation for all who wait for it. */
  readonly answers?: AnswerCache<Answer>
  /** What lets computations through; without it as many as come. */
  readonly gate?: Gate
  readonly telemetry?: Telemetry
  /** What `/metrics` answers with; without it there is no such address. */
  readonly metrics?: MetricsDeps
  readonly bounds?: Partial<Bounds>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Requests begun and not yet answered. */
    readonly inFlight: () => number
  }
  interface FastifyRequest {
    /** Who the caller declares to be; null where it declares nothing usable. */
    integration: string | null
    /** Who calls, once known. */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    operation?: OperationName
    /** Whether the request counts against its client's minute; counted unless said otherwise. */
    counted?: boolean
    /** The methods the address takes, on routes of those it does not. */
    allow?: string
  }
}

/** What a caller may cost. */
export type Bounds = { readonly [K in keyof typeof BOUNDS]: number }

const BOUNDS = {
  headerBytes: 16_384,
  bodyBytes: 65_536,
  headersMs: 10_000,
  requestMs: 15_000,
  lingerMs: 1_000,
  lookMs: 2_000,
  handlerMs: 20_000,
  idleMs: 30_000,
  connections: 4_000,
  connectionsPerAddress: 1_000,
  leastBytesTaken: 10_000,
  takenLookMs: 10_000,
  requestsPerConnection: 10_000,
} as const

const KEPT_NOT = { bytes: { published: 0, unpublished: 0, lists: 0 }, spellings: 0 }
const ALWAYS_OPEN: Gate = { pass: (work) => work(), counts: () => ({ computing: 0, refused: 0 }) }

/** The HTTP surface of the service, not yet listening. */
export function buildServer(deps: ServerDeps): FastifyInstance {
  const { config, logger, callers, telemetry = SILENT, gate = ALWAYS_OPEN } = deps
  const answers =
    deps.answers ??
    openAnswerCache<Answer>({ ...KEPT_NOT, freshMs: 0, unannouncedMs: 0 }, { timer: () => performance.now() })
  const { sandbox, trustedProxies } = config
  const bounds: Bounds = { ...BOUNDS, ...deps.bounds }
  const clientOf = tellClients(trustedProxies)
  const front = openFront({
    answerHit: answerHits({ answers, callers, telemetry, logger, sandbox, clientOf }),
    metrics: deps.metrics,
    failed: (err) => logger.error({ err }, 'the metrics could not be answered'),
    lingerMs: bounds.lingerMs,
  })
  const refusals = openRefusals({ sandbox, lingerMs: bounds.lingerMs })
  const count = counting(deps, clientOf)
  const tell = closing(telemetry, logger)
  const app = fastify({
    genReqId: requestIdOf,
    bodyLimit: bounds.bodyBytes,
    handlerTimeout: bounds.handlerMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: (framework) =>
      openServer({ listener: front.before(framework), refusals }, bounds, trustedProxies === 0),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: bounds.headerBytes },
    clientErrorHandler: refusals.broken,
    frameworkErrors: async (thrown, request, reply) => {
      const refused = await count(request, reply).then(
        () => thrown,
        (refusal: unknown) => refusal,
      )
      sendFailure(refused, { request, reply, log: logger })
      await tell(request, reply)
    },
  })
  app.setErrorHandler((thrown, request, reply) => sendFailure(thrown, { request, reply, log: logger }))
  app.removeAllContentTypeParsers()
  const unknown = METHODS.filter((method) => !app.supportedMethods.includes(method))
  for (const method of unknown) app.addHttpMethod(method)
  app.decorate('inFlight', front.inFlight)
  app.decorateRequest('integration', null)
  app.decorateRequest('caller', null)
  app.addHook('onRequest', opening(count))
  app.addHook('onResponse', tell)
  app.addHook('preClose', async () => front.close())
  app.setNotFoundHandler(() => {
    throw new Failure('not_found')
  })
  addRoutes(app, { handlerDeps: () => handlerDepsOf(deps), checkAnswers: !config.production, answers, gate })
  return app
}

/**
 * The HTTP server with its limits: what a caller sends must come in time, and what it asked for it must take. Whatever
 * a caller expects, or however it names the host, it is answered by the listener.
 */
function openServer(
  { listener, refusals }: { readonly listener: RequestListener; readonly refusals: Refusals },
  bounds: Bounds,
  isDirect: boolean,
): Server {
  const server = createServer(
    {
      requireHostHeader: false,
      joinDuplicateHeaders: true,
      maxHeaderSize: bounds.headerBytes,
      headersTimeout: bounds.headersMs,
      requestTimeout: bounds.requestMs,
      connectionsCheckingInterval: bounds.lookMs,
      keepAliveTimeout: bounds.idleMs,
    },
    listener,
  )
  server.on('checkContinue', listener).on('checkExpectation', listener)
  server.on('connect', (_request, socket) => refusals.tunnel(socket, TAKEN_METHODS.join(', ')))
  server.setTimeout(bounds.idleMs)
  server.maxConnections = bounds.connections
  server.maxRequestsPerSocket = bounds.requestsPerConnection
  const { connectionsPerAddress: perAddress, takenLookMs: lookMs, leastBytesTaken: leastBytes } = bounds
  guardConnections(server, { perAddress, lookMs, leastBytes }, isDirect)
  return server
}

/** Finds out who calls and takes what the request costs, saying so in the headers of whatever is answered. */
function counting({ config, callers }: ServerDeps, clientOf: ClientOf) {
  const always = commonHeaders(config.sandbox)
  const anonymous = budgetHeaders(LIMITS.anonymousPerMinute)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers({ ...always, 'x-request-id': request.id })
    const { counted, allow, operation } = request.routeOptions.config
    if (request.method === 'OPTIONS' && allow === undefined && !request.is404) return
    if (counted !== false) reply.headers(anonymous)
    const client = clientOf(request.raw)
    const caller = await identify({ headers: request.headers, client }, callers)
    request.caller = caller
    if (counted === false) return
    const { headers, refusal } = await callers.spend(caller, costOf(askedOf(request, operation), caller))
    reply.headers(headers)
    if (refusal !== undefined) throw refusal
  }
}

/** Counts a request, then refuses what no route answers. */
function opening(count: ReturnType<typeof counting>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await count(request, reply)
    const { allow } = request.routeOptions.config
    if (allow !== undefined) {
      reply.header('allow', allow)
      throw new Failure('method_not_allowed')
    }
    if (request.is404) throw new Failure('not_found')
    if (!namesOneHost(request.raw)) throw new Failure('invalid_parameter', { detail: ONE_HOST })
  }
}

function askedOf(request: FastifyRequest, name: OperationName | undefined) {
  const operation: Operation | undefined = name === undefined ? undefined : OPERATIONS[name]
  const needsKey = operation?.needsKey ?? []
  const mark = needsKey.length === 0 ? -1 : request.url.indexOf('?')
  return { needsKey, query: new URLSearchParams(mark === -1 ? '' : request.url.slice(mark + 1)) }
}

function closing(telemetry: Telemetry, logger: ServerDeps['logger']) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { operation = 'none' } = request.routeOptions.config
    telemetry.answered({ operation, status: reply.statusCode, ms: reply.elapsedTime })
    logger.info(lineOf(request, reply), 'answered')
  }
}

function handlerDepsOf({ database, clock, config, version }: ServerDeps): HandlerDeps {
  return {
    reader: database,
    now: clock.now(),
    site: { baseUrl: config.baseUrl },
    service: { version, sandbox: config.sandbox },
  }
}

function lineOf(request: FastifyRequest, reply: FastifyReply): object {
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    integration: request.integration,
  }
}
