import { isUtf8 } from 'node:buffer'
import { type LookupAddress, type LookupAllOptions, type LookupOptions, lookup as lookUp } from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request as send } from 'undici'
import { known } from '#contract/known.ts'
import { DAY_MS, type Instant, instantOfMs, msOf } from '#contract/time.ts'
import { isPublicAddress, isPublicName } from '#domain/public-address.ts'
import { decodeBody } from './content-encoding.ts'
import { PRODUCT_TOKEN } from './product-token.ts'
import { isExhausted, type ResetForm } from './providers.ts'
import { hasTurn, type RateLimit } from './rate-limit.ts'
import { retryAfterMs } from './retry-after.ts'
import { underOrigin } from './under-origin.ts'

/** One GET. `url` is absolute. */
export type HttpRequest = {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Time limit of the whole exchange: name lookup, connection, redirects and body. */
  readonly timeoutMs?: number
  /** Maximum length of the body, as sent and as decompressed. A longer body is a failure; it is never cut. */
  readonly maxBytes?: number
  /**
   * Follows redirects, but only below the address `within`; without this option the redirect is the answer. `placed`
   * corrects the target of a redirect.
   */
  readonly redirects?: {
    readonly max: number
    readonly within: string
    readonly placed?: (location: URL) => URL
  }
  /** Refuses addresses that are not public. For URLs from outside, such as that of a project's site. */
  readonly publicOnly?: boolean
  /** The form of `x-ratelimit-reset`; Unix seconds by default. */
  readonly resetForm?: ResetForm
  /** Marks a request that is refused first when the provider's daily budget is nearly used. */
  readonly optional?: true
  /** The rate limit of the host. The request waits for its turn, and its time limit begins at that turn. */
  readonly rateLimit?: RateLimit
  readonly signal?: AbortSignal
}

/**
 * An answer with a status below 500 that is neither a rate limit nor a browser challenge. Header names are in lower
 * case.
 */
export type HttpAnswer = {
  readonly kind: 'answer'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The address of the answer, after redirects. */
  readonly url: string
  /** Whether the body is valid UTF-8. Invalid bytes are U+FFFD in `body`. */
  readonly isUtf8: boolean
}

/** Why there is no answer. `detail` is short and has no secrets. */
export type HttpFailure = {
  readonly kind: 'failure'
  /** `disallowed` when the address itself is refused, so that no request is sent. */
  readonly outcome: 'unavailable' | 'rate_limited' | 'error' | 'disallowed'
  readonly detail: string
  readonly status: number | null
  /** The headers and the body of the answer; absent without an answer. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The pause that the provider asked for; null when it gave none. */
  readonly retryAfterMs: number | null
}

/** An answer of the host, or the reason why there is none. */
export type HttpResult = HttpAnswer | HttpFailure
export type HttpClient = { readonly request: (request: HttpRequest) => Promise<HttpResult> }
export type HttpDeps = { readonly http: HttpClient; readonly clock: () => Instant }
/** Hosts that end in `.suffix` are requested from `origin`, with their own name as the Host header. */
type ConnectTo = readonly { readonly suffix: string; readonly origin: string }[]

const DEFAULT_TIMEOUT_MS = 15_000
const DEFAULT_MAX_BYTES = 8 * 1024 * 1024
const MAX_COOL_OFF_MS = DAY_MS
/** The failure of a request whose signal ended it before its turn. */
export const GIVEN_UP: HttpFailure = httpFailure('unavailable', 'given up')
/** The detail of a request whose time limit passed. */
export const NOT_IN_TIME = 'no answer in time'
/** The statuses of a redirect. */
export const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

type Fetcher = { readonly any: Agent; readonly publicOnly: Agent; readonly userAgent: string } & {
  readonly connectTo: ConnectTo
  readonly clock: () => Instant
}

/**
 * The only HTTP client. Network failures are results of kind `failure`; only bugs throw. By default, `lookup` asks the
 * system.
 */
export function openHttp(
  input: { readonly contactUrl: string; readonly connectTo: ConnectTo },
  deps: { readonly clock: () => Instant; readonly lookup?: LookupAll },
): HttpClient & AsyncDisposable {
  const { lookup = lookUp } = deps
  const fetcher: Fetcher = {
    any: new Agent({ connections: 32 }),
    publicOnly: new Agent({ connections: 4, connect: { lookup: publicOnly(lookup) } }),
    userAgent: `Mozilla/5.0 (compatible; ${PRODUCT_TOKEN}/1; +${input.contactUrl})`,
    connectTo: input.connectTo,
    clock: deps.clock,
  }
  return {
    request: (request) => exchange(request, fetcher),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([fetcher.any.destroy(), fetcher.publicOnly.destroy()])
    },
  }
}

/** Parses `suffix=origin[,suffix=origin]`. @throws Error for another form */
export function parseConnectTo(text: string): ConnectTo {
  return text
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const match = /^\.?([a-z0-9.-]+)=(https?:\/\/[^/\s]+)\/?$/.exec(entry.trim())
      if (match?.[1] === undefined || match[2] === undefined) throw new Error(`not suffix=origin: ${entry}`)
      return { suffix: match[1], origin: match[2] }
    })
}

/** When a provider may be asked again after a rate limit, at most a day later; undefined when it did not say. */
export function coolOffUntil({ retryAfterMs }: HttpFailure, now: Instant): Instant | undefined {
  if (retryAfterMs === null) return undefined
  return instantOfMs(msOf(now) + Math.min(MAX_COOL_OFF_MS, retryAfterMs))
}

async function exchange(request: HttpRequest, fetcher: Fetcher): Promise<HttpResult> {
  const { rateLimit, signal: ending = new AbortController().signal } = request
  if (rateLimit !== undefined && !(await hasTurn(rateLimit, ending))) return GIVEN_UP
  const timeLimit = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const signal = request.signal === undefined ? timeLimit : AbortSignal.any([timeLimit, request.signal])
  let url = request.url
  for (let hop = 0; ; hop += 1) {
    const result = await once({ ...request, url, signal }, fetcher)
    if (result.kind === 'failure' || request.redirects === undefined) return result
    const { location } = result.headers
    if (!REDIRECTS.includes(result.status) || location === undefined) return result
    if (hop === request.redirects.max)
      return httpFailure('error', 'too many redirects', { status: result.status })
    const named = URL.parse(location, url)
    const next = named === null ? null : (request.redirects.placed?.(named) ?? named)
    if (next === null || !isWithin(next, request.redirects.within)) {
      return httpFailure('error', 'redirected to another place', { status: result.status })
    }
    url = next.href
  }
}

async function once(request: HttpRequest, fetcher: Fetcher): Promise<HttpResult> {
  const target = URL.parse(request.url)
  if (target === null || !/^https?:$/.test(target.protocol))
    return httpFailure('error', 'not an http address')
  const override = fetcher.connectTo.find(({ suffix }) => target.hostname.endsWith(`.${suffix}`))
  const isGuarded = request.publicOnly === true && override === undefined
  if (isGuarded && !isPublicName(target.hostname))
    return httpFailure('disallowed', 'not asked: no public name')
  if (request.publicOnly === true && hasCredentials(target))
    return httpFailure('error', 'credentials in the address')
  try {
    const response = await send(override === undefined ? target : underOrigin(target, override.origin), {
      method: 'GET',
      dispatcher: isGuarded ? fetcher.publicOnly : fetcher.any,
      headers: {
        'user-agent': fetcher.userAgent,
        'accept-encoding': 'identity',
        ...request.headers,
        ...(override === undefined ? {} : { host: target.host }),
      },
      signal: request.signal ?? null,
    })
    const { maxBytes = DEFAULT_MAX_BYTES } = request
    const headers = flat(response.headers)
    const encoded = await readAtMost(maxBytes, response.body)
    const encoding = headers['content-encoding']
    const bytes = encoded === undefined ? 'too_long' : await decodeBody(encoded, { encoding, maxBytes })
    if (bytes === 'too_long')
      return httpFailure('error', 'the answer is too long', { status: response.statusCode })
    if (bytes === 'unreadable') return httpFailure('unavailable', 'the encoding of the answer cannot be read')
    const body = new TextDecoder().decode(bytes)
    const received = { status: response.statusCode, headers, body, isUtf8: isUtf8(bytes), url: target.href }
    return judge(received, { now: fetcher.clock(), resetForm: request.resetForm ?? 'unix_seconds' })
  } catch (error) {
    return httpFailure('unavailable', networkDetail(error))
  }
}

export function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}

/** Reads a body of at most `maxBytes`; undefined for a longer body, whose connection is then closed. */
export async function readAtMost(
  maxBytes: number,
  body: AsyncIterable<Uint8Array>,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

type Received = Omit<HttpAnswer, 'kind'>

/**
 * The headers that mark a challenge: a page that only a browser can pass. Its status can be 403 or 429, but it is no
 * rate limit, because waiting does not end it.
 * @source https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response
 * @source https://vercel.com/docs/vercel-firewall/attack-challenge-mode
 */
const CHALLENGES: readonly string[] = ['cf-mitigated', 'x-vercel-mitigated']

/** Whether the headers of an answer mark a challenge: a page that only a browser can pass. */
export function isChallenge(headers: HttpAnswer['headers']): boolean {
  return CHALLENGES.some((name) => headers[name] === 'challenge')
}

type Pausing = { readonly now: Instant; readonly resetForm: ResetForm }

function judge(received: Received, pausing: Pausing): HttpResult {
  const { status, headers } = received
  const seen = { status, headers, body: received.body, retryAfterMs: requestedPause(headers, pausing) }
  if (isChallenge(headers)) return httpFailure('unavailable', `challenged (${status})`, seen)
  if (status === 429 || isExhausted(received)) return httpFailure('rate_limited', `limited (${status})`, seen)
  if (status >= 500) return httpFailure('unavailable', `server error (${status})`, seen)
  return { kind: 'answer', ...received }
}

/**
 * The pause that a provider asks for, in milliseconds; null when it asks for none. It is `retry-after` (seconds or a
 * date), or else `x-ratelimit-reset` when no request is left, measured with our clock.
 */
function requestedPause(headers: Received['headers'], { now, resetForm }: Pausing): number | null {
  const retryAfter = retryAfterMs(headers['retry-after'], now)
  if (retryAfter !== null) return retryAfter
  const reset = headers['x-ratelimit-reset']
  if (headers['x-ratelimit-remaining'] !== '0' || reset === undefined || !/^\d{1,12}$/.test(reset))
    return null
  const given = Number.parseInt(reset, 10)
  return resetForm === 'ms_left' ? given : Math.max(0, given * 1000 - msOf(now))
}

function flat(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(known(headers)).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]),
  )
}

/** A failed request. Without `seen` there was no answer. */
export function httpFailure(
  outcome: HttpFailure['outcome'],
  detail: string,
  seen: Partial<Pick<HttpFailure, 'status' | 'headers' | 'body' | 'retryAfterMs'>> = {},
): HttpFailure {
  return {
    kind: 'failure',
    outcome,
    detail,
    status: seen.status ?? null,
    ...known({ headers: seen.headers, body: seen.body }),
    retryAfterMs: seen.retryAfterMs ?? null,
  }
}

function networkDetail(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection'
  if (error.name === 'TimeoutError') return NOT_IN_TIME
  if (error.name === 'AbortError') return 'given up'
  if (error instanceof NotPublic) return error.message
  const cause = error.cause instanceof Error ? error.cause : error
  return 'code' in cause && typeof cause.code === 'string' ? `no connection (${cause.code})` : 'no connection'
}

function isWithin(url: URL, within: string): boolean {
  const base = URL.parse(within)
  if (base === null || url.origin !== base.origin) return false
  const folder = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`
  return url.pathname === base.pathname || url.pathname.startsWith(folder)
}

type LookupCallback = (error: Error | null, found: string | LookupAddress[], family?: number) => void
/** Looks up every address of a host name. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

/** The error of a host name that has an address that is not public. */
class NotPublic extends Error {
  override readonly name = 'NotPublic'
  override readonly message = 'not asked: the name has an address that is not public'
}

/** A DNS lookup that refuses a host name when any of its addresses is not public. */
function publicOnly(lookup: LookupAll) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) return callback(error ?? new Error('no address'), [])
      if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(new NotPublic(), [])
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
    })
}
