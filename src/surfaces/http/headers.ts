import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { budgetHeaders } from '#accounts/callers.ts'
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

/** The methods every address takes. */
export const TAKEN_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const

/** What is at fault in a request that does not say one host. */
export const ONE_HOST = { parameter: 'host', expected: 'one host header' }

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

/** Headers every counted answer to a caller without a key has, besides its own. */
export function anonymousHeaders(sandbox: boolean): Record<string, string> {
  return { ...commonHeaders(sandbox), ...budgetHeaders(LIMITS.anonymousPerMinute) }
}

/** What a browser asks before it sends the request itself. */
export function preflightHeaders(): Record<string, string> {
  return {
    allow: TAKEN_METHODS.join(', '),
    'access-control-allow-methods': TAKEN_METHODS.join(', '),
    'access-control-allow-headers': SENT.join(', '),
    'access-control-max-age': '86400',
  }
}
