import { createHash } from 'node:crypto'
import type { Instant } from '#contract/time.ts'
import type { Collected } from './collector.ts'
import { coolOffUntil, type HttpDeps, type HttpFailure, type HttpRequest, parseJson } from './http.ts'

/** What an interface answered: its status, the value (undefined when the body was not whole JSON), the body's digest. */
export type JsonAnswer = {
  readonly kind: 'json'
  readonly status: number
  readonly value: unknown
  readonly digest: string
}
/** An attempt that came to nothing, with what it is recorded as. */
export type Failed = { readonly kind: 'failed'; readonly collected: Collected }

/**
 * Asks an interface that answers JSON. A page of HTML in its place is a challenge when it refuses (403) and a fault
 * otherwise; a refusal other than 400 and 404 is a fault of ours.
 */
export async function askJson(request: HttpRequest, deps: HttpDeps): Promise<JsonAnswer | Failed> {
  const answer = await deps.http.request({
    ...request,
    headers: { accept: 'application/json', ...request.headers },
  })
  if (answer.kind === 'failure') return failed(answer, deps.clock())
  const { status, body } = answer
  const parsed = parseJson(body)
  if (status === 403 && parsed === undefined) return failed(challenge(status), deps.clock())
  if (status === 200 && parsed === undefined) return fault('the answer is not whole JSON')
  if (status !== 200 && status !== 400 && status !== 404) return fault(`refused (${status})`)
  return { kind: 'json', status, value: parsed?.value, digest: digestOf(body) }
}

/** An attempt recorded as an error of the answer. */
export function fault(detail: string): Failed {
  return { kind: 'failed', collected: { outcome: 'error', detail } }
}

/** A failure of the exchange as what the attempt is recorded as; a limit asks all processes to wait. */
export function failed(failure: HttpFailure, now: Instant): Failed {
  const { outcome, detail } = failure
  if (outcome !== 'rate_limited') return { kind: 'failed', collected: { outcome, detail } }
  return { kind: 'failed', collected: { outcome, detail, coolOffUntil: coolOffUntil(failure, now) } }
}

/** SHA-256 of a text, in hexadecimal. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function challenge(status: number): HttpFailure {
  return {
    kind: 'failure',
    outcome: 'rate_limited',
    detail: `challenged (${status})`,
    status,
    retryAfterMs: null,
  }
}
