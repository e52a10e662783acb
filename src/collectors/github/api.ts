import { hash } from 'node:crypto'
import { withoutEndSlashes } from '#contract/end-slashes.ts'
import type { Reader } from '#records/database.ts'
import type { Collected } from '../collector.ts'
import { type HttpDeps, type HttpFailure, httpFailure } from '../http.ts'
import { type Failed, failedAnswer, REFUSALS, readJson, unreadable } from '../json-answer.ts'
import { countAt, textAt } from '../json-field.ts'
import { parseJson } from '../parse-json.ts'
import type { ParserThread } from '../parser-thread/parser-thread.ts'
import { ACCOUNT_LIMIT, type ProviderAnswer, policyOf } from '../providers.ts'
import { isRefusedToken } from './refusals.ts'

/**
 * GitHub is read with our HTTP client, so that conditional requests, limits of redirects and time, and the shared
 * budget apply. A client library reports a 304 as an exception, and retries without notice.
 */
export type GithubDeps = HttpDeps & {
  readonly parserThread: ParserThread
  readonly reader: Reader
  readonly providers: {
    readonly githubApiUrl: string
    readonly githubToken: { reveal(): string } | undefined
  }
}

export type GithubValue = {
  readonly kind: 'value'
  readonly value: unknown
  readonly etag: string | undefined
  readonly digest: string
  /** The `link` header, with the links to other parts. */
  readonly link: string | undefined
}
export type GithubFailed = Failed & {
  readonly status: number | null
  /** The JSON of the answer; absent when there is none. */
  readonly value?: unknown
}
type GithubAnswer = GithubValue | { readonly kind: 'not_modified' } | GithubFailed
type GithubRequest = { readonly path: string; readonly etag?: string | null; readonly optional?: true }
/** A request, and whether it is sent without our token. */
type Asked = GithubRequest & { readonly isAnonymous: boolean }

const MAX_REDIRECTS = 3
const ANSWER_BYTES = 16 * 1024 * 1024

/** The readings for which GitHub refused our token. Each reading has an HTTP client of its own, which is the key. */
const refusedToken = new WeakSet<HttpDeps['http']>()

/** The rate limit that each reading met, by the reading's HTTP client. */
const limits = new WeakMap<HttpDeps['http'], GithubFailed>()

/**
 * Requests one path of the API; the path begins with a slash. An answer that GitHub's policy does not name is
 * `unavailable`. An organization can refuse our token for public data; the reading then continues without the token.
 * After a rate limit the reading sends nothing more.
 */
export async function requestGithub(request: GithubRequest, deps: GithubDeps): Promise<GithubAnswer> {
  const limit = limits.get(deps.http)
  if (limit !== undefined) return limit
  const answer = await askWithToken(request, deps)
  const isLimit = answer.kind === 'failed' && answer.collected.outcome === 'rate_limited'
  // A request that was put off has no status, and nobody was asked.
  if (isLimit && answer.status !== null) limits.set(deps.http, answer)
  return answer
}

async function askWithToken(request: GithubRequest, deps: GithubDeps): Promise<GithubAnswer> {
  const isAnonymous = refusedToken.has(deps.http)
  const answer = await ask({ ...request, isAnonymous }, deps)
  if (isAnonymous || answer.kind !== 'failed' || !isRefusedToken(answer)) return answer
  refusedToken.add(deps.http)
  return ask({ ...request, isAnonymous: true }, deps)
}

async function ask(request: Asked, deps: GithubDeps): Promise<GithubAnswer> {
  const result = await send(request, deps)
  if (result.kind === 'failure') return failed(result, request, deps)
  if (result.status === 304) return { kind: 'not_modified' }
  const answer = readJson(result)
  if (answer === undefined)
    return broken(`the answer is no JSON, not whole, or too large to read (${result.status})`)
  const { status, headers, value } = answer
  if (policyOf('github').isLimit(answer)) {
    const seen = { status, headers, body: result.body }
    return failed(httpFailure('rate_limited', `limited (${status})`, seen), request, deps)
  }
  if (status === 200) {
    return {
      kind: 'value',
      value,
      etag: headers['etag'],
      digest: hash('sha256', result.body),
      link: headers['link'],
    }
  }
  return refused(answer)
}

/** The failure of an answer that does not have the API's form. Such an answer proves nothing. */
export function broken(detail: string): GithubFailed {
  return { ...unreadable(detail), status: null }
}

function send(request: Asked, deps: GithubDeps) {
  const { githubApiUrl } = deps.providers
  const githubToken = request.isAnonymous ? undefined : deps.providers.githubToken
  const base = withoutEndSlashes(githubApiUrl)
  return deps.http.request({
    url: base + request.path,
    headers: {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      ...(githubToken === undefined ? {} : { authorization: `Bearer ${githubToken.reveal()}` }),
      ...(request.etag == null ? {} : { 'if-none-match': request.etag }),
    },
    maxBytes: ANSWER_BYTES,
    ...(request.optional === true ? { optional: true } : {}),
    redirects: { max: MAX_REDIRECTS, within: base, placed: (location) => placed(location, base) },
  })
}

/**
 * The target of a redirect, at our own address of the API. GitHub redirects a renamed repository to its id, and a proxy
 * may leave GitHub's own address in that redirect.
 */
function placed(location: URL, base: string): URL {
  const [path] = /\/repositories\/\d+(\/.*)?$/.exec(location.pathname) ?? []
  return path === undefined ? location : new URL(`${base}${path}${location.search}`)
}

function refused(answer: ProviderAnswer): GithubFailed {
  const { status, value } = answer
  const message = textAt(value, 'message')
  const collectedAs = (outcome: Collected['outcome'], words: string): GithubFailed => ({
    kind: 'failed',
    status,
    value,
    collected: { outcome, detail: `${words} (${status})` },
  })
  if (policyOf('github').isMissing(answer)) return collectedAs('missing', 'not there')
  // GitHub answers 410 for a version of its API that it no longer has.
  const isOurs = REFUSALS.includes(status) || status === 410
  if (isOurs && message !== undefined) return collectedAs('error', 'refused')
  return collectedAs('unavailable', 'refused')
}

/**
 * The failure of a request that GitHub did not answer. A redirect elsewhere, or too long an answer, comes from a proxy
 * before GitHub.
 */
async function failed(failure: HttpFailure, { isAnonymous }: Asked, deps: GithubDeps): Promise<GithubFailed> {
  const { status, outcome, detail } = failure
  if (outcome === 'error' && status !== null) return { ...unreadable(detail), status }
  const { collected } = failedAnswer(failure, deps.clock())
  const value = parseJson(failure.body ?? '')?.value
  if (outcome !== 'rate_limited' || status === null) return { kind: 'failed', status, value, collected }
  // Requests without a token have a limit of their own.
  const limit = isAnonymous ? 'stream' : await limitOf({ headers: failure.headers, value }, deps)
  return { kind: 'failed', status, value, collected: { ...collected, limit } }
}

/**
 * Which requests a rate limit stops. The primary limit leaves no requests, and the secondary limit has a message; both
 * apply to our account. When GitHub throttles everybody, its answer has a message too. Any other limit applies to the
 * repository alone, provided that GitHub's `/rate_limit`, which costs nothing, says that requests are left.
 */
async function limitOf(
  limited: { readonly headers: HttpFailure['headers']; readonly value: unknown },
  deps: GithubDeps,
): Promise<'provider' | 'stream'> {
  const message = textAt(limited.value, 'message') ?? ''
  const isOfAccount = limited.headers?.['x-ratelimit-remaining'] === '0' || ACCOUNT_LIMIT.test(message)
  if (isOfAccount) return 'provider'
  const result = await send({ path: '/rate_limit', optional: true, isAnonymous: false }, deps)
  const answer = result.kind === 'answer' && result.status === 200 ? readJson(result) : undefined
  const left = countAt(answer?.value, 'resources', 'core', 'remaining')
  return left !== undefined && left > 0 ? 'stream' : 'provider'
}
