import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Computed } from '#surfaces/http/compute.ts'
import { openResponseCache, type ResponseCache } from '#surfaces/http/response-cache.ts'
import { type HttpService, openHttpService } from './http-service.ts'

/** The HTTP surface on a socket. Tests advance the timer of its response cache. */
export type ListeningService = AsyncDisposable & {
  readonly service: HttpService
  readonly cache: ResponseCache<Computed>
  /** Advances the timer of the cache. */
  readonly pass: (ms: number) => void
  readonly port: number
  /** Sends one request on a new connection, from a new client unless `from` names one. */
  readonly send: (path: string, request?: SentRequest) => Promise<Sent>
}
type SentRequest = {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  /** A loopback address, such as 127.0.0.9. */
  readonly from?: string
}
export type Sent = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
}

const MEGABYTE = 1024 * 1024

/** Opens a service that caches answers for a minute, and listens on a free port. */
export async function openListeningService(
  options: Parameters<typeof openHttpService>[0] = {},
): Promise<ListeningService> {
  let passedMs = 0
  const cache = openResponseCache<Computed>(
    { bytes: 3 * MEGABYTE, freshMs: 60_000, unannouncedMs: 5_000 },
    { timer: () => performance.now() + passedMs },
  )
  cache.setAnnounced(true)
  const service = await openHttpService({ cache, ...options })
  await service.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.server.server.address() as AddressInfo
  let clients = 0
  return {
    service,
    cache,
    pass: (ms) => {
      passedMs += ms
    },
    port,
    send(path, { method = 'GET', headers = {}, from } = {}) {
      clients += 1
      const own = `127.1.${Math.floor(clients / 250)}.${(clients % 250) + 1}`
      return sendTo({ port, path, method, headers, localAddress: from ?? own })
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

function sendTo(target: {
  readonly port: number
  readonly path: string
  readonly method: string
  readonly headers: OutgoingHttpHeaders
  readonly localAddress: string
}): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', agent: false, ...target }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          text: bytes.toString('utf8'),
        })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
