import { createHash } from 'node:crypto'
import type { Instant } from '#contract/time.ts'
import type { Collected } from './collector.ts'
import { coolOffUntil, type HttpDeps, type HttpFailure, parseJson } from './http.ts'

/** A JSON answer: its status, its value (undefined for invalid JSON), the digest of its body. */
export type JsonAnswer = {
  readonly kind: 'json'
  readonly status: number
  readonly value: unknown
  readonly digest: string
}
/** A failed attempt, with its outcome. */
export type Failed = { readonly kind: 'failed'; readonly collected: Collected }

/**
 * Requests a JSON API. An HTML page is a challenge if the status is 403, and otherwise a fault. Other refusals except
 * 400 and 404 mean that our request is wrong.
 */
export async function askJson(
  asked: {
    readonly base: string
    readonly path: string
    readonly headers?: Readonly<Record<string, string>>
  },
  deps: HttpDeps,
): Promise<JsonAnswer | Failed> {
  const answer = await deps.http.request({
    url: `${asked.base.replace(/\/+$/, '')}${asked.path}`,
    headers: { accept: 'application/json', ...asked.headers },
  })
  if (answer.kind === 'failure') return failed(answer, deps.clock())
  const { status, body } = answer
  const parsed = parseJson(body)
  if (status === 403 && parsed === undefined) return failed(CHALLENGED, deps.clock())
  if (status === 200 && parsed === undefined) return fault('the answer is not whole JSON')
  if (status !== 200 && status !== 400 && status !== 404) return fault(`refused (${status})`)
  return { kind: 'json', status, value: parsed?.value, digest: digestOf(body) }
}

/** An attempt that failed because of the answer's form. */
export function fault(detail: string): Failed {
  return { kind: 'failed', collected: { outcome: 'error', detail } }
}

/** Maps an HTTP failure to an outcome. A rate limit makes all processes wait. */
export function failed(failure: HttpFailure, now: Instant): Failed {
  const { outcome, detail } = failure
  const until = outcome === 'rate_limited' ? coolOffUntil(failure, now) : undefined
  return {
    kind: 'failed',
    collected: { outcome, detail, ...(until === undefined ? {} : { coolOffUntil: until }) },
  }
}

/** SHA-256 of a text, in hexadecimal. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const CHALLENGED: HttpFailure = {
  kind: 'failure',
  outcome: 'rate_limited',
  detail: 'challenged (403)',
  status: 403,
  retryAfterMs: null,
}
