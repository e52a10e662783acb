import { createServer, type ServerResponse } from 'node:http'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'

/** What a proxy does with a request: passes it on, refuses it, or breaks the connection before or within the answer. */
export const FAULTS = ['none', 'rate_limited', 'unavailable', 'cut_before', 'cut_within'] as const
export type Fault = (typeof FAULTS)[number]

/** A proxy in front of a service. Requests take the faults in turn, and are passed on when none is left. */
export type FaultyProxy = AsyncDisposable & { readonly url: string; readonly faults: Fault[] }

/** Starts a proxy that asks callers to come back at once. */
export async function openFaultyProxy(target: string): Promise<FaultyProxy> {
  const faults: Fault[] = []
  const server = createServer(async (request, response) => {
    const fault = faults.shift() ?? 'none'
    if (fault === 'cut_before') return void response.destroy()
    if (fault === 'rate_limited' || fault === 'unavailable') return refuse(response, fault)
    const { authorization } = request.headers
    const answer = await fetch(`${target}${request.url}`, {
      headers: { ...(authorization && { authorization }) },
    })
    const body = await answer.text()
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
      'content-length': Buffer.byteLength(body),
    })
    if (fault === 'none') return void response.end(body)
    response.write(body.slice(0, Math.ceil(body.length / 2)), () => response.destroy())
  })
  return {
    ...(await listenOnLoopback(server)),
    faults,
  }
}

/** Answers 429 as the service refuses, or 503 with the page of a proxy. */
function refuse(response: ServerResponse, fault: 'rate_limited' | 'unavailable'): void {
  const headers = { 'retry-after': '0' }
  if (fault === 'unavailable') {
    response.writeHead(503, { ...headers, 'content-type': 'text/html' }).end('<h1>503</h1>')
    return
  }
  const body = { error: fault, message: 'Too many requests.', requestId: 'r', retryable: true }
  response.writeHead(429, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body))
}
