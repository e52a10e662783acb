import type { FastifyInstance } from 'fastify'
import { buildServer } from '#surfaces/http/server.ts'
import type { Service } from './service.ts'

export const VERSION = '0.1.0'

/** The service's HTTP server, not yet listening. */
export async function buildService(service: Service): Promise<FastifyInstance> {
  const { config, database, clock, logger, sandboxControlUrl } = service
  return buildServer({
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
  const { host, port } = service.config
  const server = await buildService(service)
  await server.listen({ host, port }).catch((cause: NodeJS.ErrnoException) => {
    const why =
      cause.code === 'EADDRINUSE' ? 'is taken; set PORT to another' : `cannot be used: ${cause.message}`
    throw new Error(`port ${port} on ${host} ${why}`, { cause })
  })
  return { [Symbol.asyncDispose]: () => server.close() }
}
