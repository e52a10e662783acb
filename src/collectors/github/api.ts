import type { Reader } from '#records/database.ts'
import type { Collected } from '../collector.ts'
import { type HttpAnswer, type HttpDeps, type HttpFailure, parseJson } from '../http.ts'
import { digestOf, type Failed, failed as failedAnswer, fault } from '../json-answer.ts'
import { textAt } from '../json-field.ts'

/**
 * GitHub is read with our HTTP client, so that conditional requests, redirect limits, time limits and the shared budget
 * apply. A client library hides a 304 in an exception and retries without notice.
 */
export type GithubDeps = HttpDeps & {
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
  /** The links to other pages, as given. */
  readonly link: string | undefined
}
export type GithubFailed = Failed & { readonly status: number | null }
type GithubAnswer = GithubValue | { readonly kind: 'not_modified' } | GithubFailed

const MAX_REDIRECTS = 3
const PAGE_BYTES = 16 * 1024 * 1024

/** Requests one path of the API; it begins with a slash. */
export async function askGithub(
  asked: { readonly path: string; readonly etag?: string | null; readonly optional?: true },
  deps: GithubDeps,
): Promise<GithubAnswer> {
  const { githubApiUrl, githubToken } = deps.providers
  const base = githubApiUrl.replace(/\/+$/, '')
  const result = await deps.http.request({
    url: base + asked.path,
    headers: {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      ...(githubToken === undefined ? {} : { authorization: `Bearer ${githubToken.reveal()}` }),
      ...(asked.etag == null ? {} : { 'if-none-match': asked.etag }),
    },
    maxBytes: PAGE_BYTES,
    ...(asked.optional === true ? { optional: true } : {}),
    redirects: { max: MAX_REDIRECTS, within: base },
  })
  if (result.kind === 'failure') return failed(result, deps)
  if (result.status === 304) return { kind: 'not_modified' }
  return result.status === 200 ? readValue(result) : refused(result, deps)
}

/** The failure for an answer that does not have the API's form. */
export function broken(detail: string): GithubFailed {
  return { ...fault(detail), status: 200 }
}

function readValue(answer: HttpAnswer): GithubValue | GithubFailed {
  const parsed = parseJson(answer.body)
  if (parsed === undefined) return broken('the answer is cut or no JSON')
  const { etag, link } = answer.headers
  return { kind: 'value', value: parsed.value, etag, digest: digestOf(answer.body), link }
}

function failed(failure: HttpFailure, deps: GithubDeps): GithubFailed {
  return { ...failedAnswer(failure, deps.clock()), status: failure.status }
}

/** A secondary rate limit is a 403 with a message, sometimes without a pause. */
function refused(answer: HttpAnswer, deps: GithubDeps): GithubFailed {
  const { status } = answer
  const message = textAt(parseJson(answer.body)?.value, 'message') ?? ''
  if (status === 403 && /rate limit|abuse detection/i.test(message)) {
    const limit = { outcome: 'rate_limited', detail: 'limited (403)', status, retryAfterMs: null } as const
    return failed({ kind: 'failure', ...limit }, deps)
  }
  return { kind: 'failed', status, collected: collectedOf(status) }
}

function collectedOf(status: number): Collected {
  if (status === 404 || status === 410 || status === 451)
    return { outcome: 'missing', detail: `not there (${status})` }
  if (status === 202) return { outcome: 'unavailable', detail: 'being computed (202)' }
  return { outcome: 'error', detail: `refused (${status})` }
}
