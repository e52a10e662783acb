import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { Failure } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Instant } from '#contract/time.ts'
import type { HandlerDeps } from '../handlers.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { clientOf } from './client.ts'
import { sendFailure } from './errors.ts'
import { requestIdOf, setCommonHeaders, setRateHeaders } from './headers.ts'
import { countRequests } from './limiter.ts'
import { addRoutes } from './routes.ts'

/** What the server is made with. */
export type ServerDeps = {
  readonly database: HandlerDeps['reader']
  readonly clock: { readonly now: () => Instant }
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
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who the caller declares to be; null where it declares nothing usable. */
    integration: string | null
  }
  interface FastifyContextConfig {
    /** Whether the request counts against its client's minute; counted unless said otherwise. */
    counted?: boolean
    /** The methods the address takes, on routes of those it does not. */
    allow?: string
  }
}

const BOUNDS = {
  headerBytes: 16_384,
  bodyBytes: 65_536,
  headersMs: 10_000,
  requestMs: 15_000,
  handlerMs: 20_000,
  idleMs: 30_000,
  connections: 4_000,
  requestsPerConnection: 10_000,
  clients: 100_000,
} as const

/** The HTTP surface of the service, not yet listening. */
export function buildServer(deps: ServerDeps): FastifyInstance {
  const { config, logger } = deps
  const app = fastify({
    genReqId: requestIdOf,
    trustProxy: (_address: string, hop: number) => hop < config.trustedProxies,
    bodyLimit: BOUNDS.bodyBytes,
    requestTimeout: BOUNDS.requestMs,
    connectionTimeout: BOUNDS.idleMs,
    keepAliveTimeout: BOUNDS.idleMs,
    handlerTimeout: BOUNDS.handlerMs,
    maxRequestsPerSocket: BOUNDS.requestsPerConnection,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: { maxHeaderSize: BOUNDS.headerBytes, headersTimeout: BOUNDS.headersMs },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: BOUNDS.headerBytes },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (thrown, request, reply) => {
      setCommonHeaders(request, reply, config.sandbox)
      sendFailure(thrown, { request, reply, log: logger })
    },
  })
  app.server.maxConnections = BOUNDS.connections
  app.setErrorHandler((thrown, request, reply) => sendFailure(thrown, { request, reply, log: logger }))
  app.removeAllContentTypeParsers()
  app.decorateRequest('integration', null)
  app.addHook('onRequest', opening(deps))
  app.addHook('onResponse', async (request, reply) => {
    logger.info(lineOf(request, reply), 'answered')
  })
  app.setNotFoundHandler(() => {
    throw new Failure('not_found')
  })
  addRoutes(app, { handlerDeps: () => handlerDepsOf(deps), checkAnswers: !config.production })
  return app
}

function opening({ config }: ServerDeps) {
  const count = countRequests({
    requests: LIMITS.anonymousPerMinute,
    windowSeconds: 60,
    maxClients: BOUNDS.clients,
  })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    setCommonHeaders(request, reply, config.sandbox)
    const { counted, allow } = request.routeOptions.config
    if (counted !== false) {
      setRateHeaders(reply)
      await count(clientOf(request.ip))
    }
    if (allow !== undefined) {
      reply.header('allow', allow)
      throw new Failure('method_not_allowed')
    }
    if (request.is404) throw new Failure('not_found')
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
