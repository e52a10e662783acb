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
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    allow: methods.join(', '),
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': SENT.join(', '),
    'access-control-max-age': '86400',
  }
}
