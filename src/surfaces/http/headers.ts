import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LIMITS } from '#contract/limits.ts'

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
  'svc-sandbox',
]
const SENT = [
  'accept',
  'authorization',
  'content-type',
  'if-none-match',
  'x-api-key',
  'x-request-id',
  'x-svc-integration',
]

const ALWAYS = {
  'x-api-version': '1',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
  vary: 'accept, accept-encoding, authorization, x-api-key, x-svc-integration',
} as const

/** The methods every path takes. */
export const READ_METHODS = 'GET, HEAD, OPTIONS'

/** Whether a request names the host it asks once, as HTTP/1.1 has it. */
export function namesOneHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined ? httpVersion !== '1.1' : !headers.host.includes(',')
}

/** The caller's own request id when it is safe to repeat, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const own = request.headers['x-request-id']
  const safe = typeof own === 'string' && own.length <= LIMITS.requestIdLength && /^[\w.:/@+=-]+$/.test(own)
  return safe ? own : randomUUID()
}

/** Headers every answer has, whatever it answers and to whom. */
export function commonHeaders(sandbox: boolean): Record<string, string> {
  return { ...ALWAYS, ...(sandbox ? { 'svc-sandbox': '1' } : {}) }
}

/** What a browser asks before it sends the request itself. Other sites may only read. */
export function preflightHeaders(allow: string): Record<string, string> {
  return {
    allow,
    'access-control-allow-methods': READ_METHODS,
    'access-control-allow-headers': SENT.join(', '),
    'access-control-max-age': '86400',
  }
}
