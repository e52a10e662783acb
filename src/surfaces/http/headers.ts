import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LIMITS } from '#contract/limits.ts'
import type { Path } from './routes.ts'

const EXPOSED = [
  'etag',
  'x-request-id',
  'x-api-version',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'retry-after',
  'svc-tier',
  'svc-monthly-remaining',
  'svc-position',
  'svc-sandbox',
]
const SENT = [
  'a2a-extensions',
  'a2a-version',
  'accept',
  'authorization',
  'content-type',
  'if-none-match',
  'min-position',
  'x-api-key',
  'x-request-id',
  'x-svc-integration',
]

const ALWAYS = {
  'x-api-version': '1',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
  vary: 'accept, accept-encoding, authorization, min-position, x-api-key, x-svc-integration',
} as const

/** Whether a request has exactly one host header, which HTTP/1.1 requires. */
export function namesOneHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined ? httpVersion !== '1.1' : !headers.host.includes(',')
}

/** The caller's request id when it is safe to repeat, otherwise a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const own = request.headers['x-request-id']
  const safe = typeof own === 'string' && own.length <= LIMITS.requestIdLength && /^[\w.:/@+=-]+$/.test(own)
  return safe ? own : randomUUID()
}

/** The headers of every answer. */
export function commonHeaders(sandbox: boolean): Record<string, string> {
  return { ...ALWAYS, ...(sandbox ? { 'svc-sandbox': '1' } : {}) }
}

/**
 * The headers of a preflight answer: web pages of other sites may read, and not write. They may also send the messages
 * of a protocol that only reads, unless the protocol refuses foreign origins itself. @source contract, Authentication
 */
export function preflightHeaders({ allow, operations }: Path): Record<string, string> {
  const fromPages = operations.get('POST')?.fromPages === true
  return {
    allow,
    'access-control-allow-methods': `GET, HEAD, ${fromPages ? 'POST, ' : ''}OPTIONS`,
    'access-control-allow-headers': SENT.join(', '),
    'access-control-max-age': '86400',
  }
}
