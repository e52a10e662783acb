import { hash } from 'node:crypto'
import { withoutEndSlashes } from '#contract/end-slashes.ts'
import { known } from '#contract/known.ts'
import { addDays, dateOf, type Instant, startOfDate } from '#contract/time.ts'
import type { Collected } from './collector.ts'
import {
  coolOffUntil,
  type HttpAnswer,
  type HttpDeps,
  type HttpFailure,
  type HttpRequest,
  type HttpResult,
} from './http.ts'
import { fieldAt } from './json-field.ts'
import { parseJson } from './parse-json.ts'
import { type ProviderAnswer, policyOf } from './providers.ts'
import type { SharedDeps, SharedRequest } from './shared-requests.ts'

/** The value of a 200 and the digest of its body. */
export type JsonAnswer = { readonly kind: 'json'; readonly value: unknown; readonly digest: string }
/** An answer with which the provider says, in its own words, that it does not have the requested thing. */
export type MissingAnswer = {
  readonly kind: 'missing'
  readonly status: number
  readonly value: unknown
  readonly digest: string
}
/** A failed attempt, with its outcome. */
export type Failed = { readonly kind: 'failed'; readonly collected: Collected }

/** Statuses with which a provider refuses a request. With the provider's own body, the fault is ours. */
export const REFUSALS: readonly number[] = [400, 401, 403, 422]
const JSON_TYPE = /^\s*application\/([\w.+-]+\+)?json\b/i

/**
 * Requests a JSON API and judges the answer by the provider's policy. Any answer that the policy does not name is a
 * failure of the provider: a page in place of JSON, a challenge, half a body, a 404 of a proxy.
 */
export async function requestJson(
  request: {
    readonly provider: string
    readonly base: string
    readonly path: string
    readonly headers?: Readonly<Record<string, string>>
  },
  deps: HttpDeps,
): Promise<JsonAnswer | MissingAnswer | Failed> {
  const isKeyed = request.headers?.['authorization'] !== undefined
  return judge(await deps.http.request(toHttp(request)), { ...request, isKeyed, now: deps.clock() })
}

/**
 * Requests a JSON API together with other readings. `unusable` is an answer that proves nothing about a single reading,
 * such as a body that cannot be read: a key of another reading may be the cause, so each reading then asks alone. A
 * failed request fails each reading.
 */
export async function requestJsonTogether(
  request: Pick<SharedRequest, 'form' | 'keys' | 'most'> & {
    readonly provider: string
    readonly base: string
    readonly pathOf: (keys: readonly string[]) => string
  },
  deps: HttpDeps & SharedDeps,
): Promise<JsonAnswer | Failed | { readonly kind: 'unusable' }> {
  const { provider, base, pathOf, ...asked } = request
  const requestOf = (keys: readonly string[]) => toHttp({ base, path: pathOf(keys) })
  const result = await deps.shared.request({ ...asked, requestOf })
  const answer = judge(result, { provider, isKeyed: false, now: deps.clock() })
  const isOfAnother = answer.kind === 'missing' || (answer.kind === 'failed' && result.status === 200)
  return isOfAnother ? { kind: 'unusable' } : answer
}

function toHttp(request: {
  readonly base: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}): HttpRequest {
  return {
    url: `${withoutEndSlashes(request.base)}${request.path}`,
    headers: { accept: 'application/json', ...request.headers },
  }
}

function judge(
  result: HttpResult,
  asked: { readonly provider: string; readonly isKeyed: boolean; readonly now: Instant },
): JsonAnswer | MissingAnswer | Failed {
  if (result.kind === 'failure') return failedAnswer(result, asked.now)
  const answer = readJson(result)
  if (answer === undefined)
    return unreadable(`the answer is no JSON, not whole, or too large to read (${result.status})`)
  const { status, value } = answer
  const digest = hash('sha256', result.body)
  const policy = policyOf(asked.provider)
  if (policy.isMissing(answer)) return { kind: 'missing', status, value, digest }
  if (status === 200) return { kind: 'json', value, digest }
  if (policy.isUnpaid?.(answer) === true) return unpaid(status, asked)
  const isOurs = REFUSALS.includes(status) && !isOfNetwork(value)
  return isOurs ? fault(`refused (${status})`) : unreadable(`refused (${status})`)
}

/**
 * The failure of an answer that asks for payment. Without a key, the provider refuses until one is set. With a key, it
 * answers again at 00:00 UTC.
 */
function unpaid(
  status: number,
  { isKeyed, now }: { readonly isKeyed: boolean; readonly now: Instant },
): Failed {
  if (!isKeyed) return fault(`a key is needed, and none is set (${status})`)
  const detail = `the key has no credits left (${status})`
  const coolOffUntil = startOfDate(addDays(dateOf(now), 1))
  return { kind: 'failed', collected: { outcome: 'rate_limited', detail, coolOffUntil } }
}

/**
 * Whether Cloudflare answered in place of the provider. Cloudflare answers in JSON when the client accepts JSON.
 * @source https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/
 */
function isOfNetwork(value: unknown): boolean {
  return fieldAt(value, 'cloudflare_error') === true
}

/** The JSON value of an answer. Undefined when its type or encoding is wrong, or when `parseJson` rejects the body. */
export function readJson({ status, headers, body, isUtf8 }: HttpAnswer): ProviderAnswer | undefined {
  const type = headers['content-type']
  if (!isUtf8 || (type !== undefined && !JSON_TYPE.test(type))) return undefined
  const parsed = parseJson(body)
  return parsed && { status, headers, value: parsed.value }
}

/** A failed attempt whose cause is ours: a wrong address, a wrong key. */
export function fault(detail: string): Failed {
  return { kind: 'failed', collected: { outcome: 'error', detail } }
}

/** A failed attempt whose cause is the answer of the provider, or of a proxy before it. It proves nothing. */
export function unreadable(detail: string): Failed {
  return { kind: 'failed', collected: { outcome: 'unavailable', detail } }
}

/** The outcome of an HTTP failure, with the pause after a rate limit. All processes obey that pause. */
export function failedAnswer(failure: HttpFailure, now: Instant): Failed {
  const { outcome, detail } = failure
  const until = outcome === 'rate_limited' ? coolOffUntil(failure, now) : undefined
  return {
    kind: 'failed',
    collected: { outcome, detail, ...known({ coolOffUntil: until }) },
  }
}
