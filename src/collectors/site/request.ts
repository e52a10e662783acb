import { known } from '#contract/known.ts'
import type { Instant } from '#contract/time.ts'
import { isOfSite, type SiteUnread } from '#domain/site/declarations.ts'
import type { Collected } from '../collector.ts'
import {
  coolOffUntil,
  type HttpAnswer,
  type HttpClient,
  type HttpDeps,
  type HttpFailure,
  type HttpRequest,
  isChallenge,
  REDIRECTS,
} from '../http.ts'
import type { ParserThread } from '../parser-thread/parser-thread.ts'
import type { RateLimit, Timer } from '../rate-limit.ts'
import { isFollowable } from './home-url.ts'

/** A failed attempt, with its outcome. */
export type UnreadPage = {
  readonly kind: 'failed'
  readonly collected: Pick<Collected, 'limit' | 'coolOffUntil'> & {
    readonly outcome: SiteUnread | 'rate_limited'
    readonly detail: string
  }
}

/** Whether robots.txt allows an address; undefined when its rules take too long to apply. */
export type Allows = (url: string) => Promise<boolean | undefined>

type SiteRequest = Pick<HttpRequest, 'url' | 'headers' | 'maxBytes' | 'optional'> & {
  readonly robots: { readonly home: string; readonly allows: Allows; readonly rateLimit: RateLimit }
  /** Number of redirects before this request; default: 0. */
  readonly moves?: number
}
/** An answer, with the number of redirects that led to it. */
type SiteAnswer = HttpAnswer & { readonly moves: number }

/** The dependencies of the readings of a site. */
export type SiteDeps = HttpDeps & {
  readonly parserThread: ParserThread
  /** The clock of the pauses that a site asks for; default: that of the machine. */
  readonly timer?: Timer
}

const MOVES_MAX = 3
/** Maximum length of an address. Matching a longer one with the rules of robots.txt takes too long. */
const ADDRESS_LENGTH_MAX = 4_096

/**
 * Requests one address of a site. Follows redirects inside the site only. Each redirect must be allowed by robots.txt,
 * and waits for the pause that robots.txt asks for.
 */
export async function requestSite(input: SiteRequest, deps: HttpDeps): Promise<SiteAnswer | UnreadPage> {
  const { robots, moves: before = 0, ...request } = input
  let { url } = request
  for (let moves = before; moves <= MOVES_MAX; moves += 1) {
    if (url.length > ADDRESS_LENGTH_MAX) return unreadPage('error', 'the address is too long')
    const allowed = await robots.allows(url)
    if (allowed === undefined) return unreadPage('error', 'robots.txt took too long')
    if (!allowed) return unreadPage('disallowed', 'robots.txt forbids it')
    const { rateLimit } = robots
    const answer = await deps.http.request({ ...request, url, publicOnly: true, rateLimit })
    if (answer.kind === 'failure') return failedAs(answer, deps.clock())
    const next = movedTo(answer)
    if (next === undefined) return { ...answer, moves }
    if (!isInside(next, { from: new URL(url), home: new URL(robots.home) })) return MOVED_AWAY
    url = next.href
  }
  return unreadPage('error', 'moved too often')
}

/** The outcome of an HTTP failure. A site's rate limit stops only its own stream, not the other sites. */
export function failedAs(failure: HttpFailure, now: Instant, what?: string): UnreadPage {
  const { outcome } = failure
  const detail = what === undefined ? failure.detail : `${what}: ${failure.detail}`
  if (!isLimit(failure)) return unreadPage(outcome === 'rate_limited' ? 'unavailable' : outcome, detail)
  const pause = known({ coolOffUntil: coolOffUntil(failure, now) })
  return { kind: 'failed', collected: { outcome: 'rate_limited', detail, limit: 'stream', ...pause } }
}

/**
 * Whether the site asks for a pause. A request that our own budget refused has no status and is no limit of the site.
 */
function isLimit({ outcome, status, headers = {}, retryAfterMs }: HttpFailure): boolean {
  if (status === null || isChallenge(headers)) return false
  return outcome === 'rate_limited' || (status === 503 && retryAfterMs !== null)
}

/**
 * The HTTP client of one reading. After a rate limit it sends nothing more. `limit` returns that limit; undefined
 * before it.
 */
export function openUntilLimited(http: HttpClient): HttpClient & {
  readonly limit: () => HttpFailure | undefined
} {
  let limit: HttpFailure | undefined
  return {
    limit: () => limit,
    request: async (request) => {
      if (limit !== undefined) return limit
      const result = await http.request(request)
      if (result.kind === 'failure' && isLimit(result)) limit = result
      return result
    },
  }
}

/** The failure of a page that moved to another site, which can be on the same host. */
export const MOVED_AWAY: UnreadPage = unreadPage('error', 'moved to another site')

export function unreadPage(outcome: SiteUnread, detail: string): UnreadPage {
  return { kind: 'failed', collected: { outcome, detail } }
}

/** The target of a redirect; undefined for another answer, or without a valid address. */
export function movedTo({ status, headers, url }: HttpAnswer): URL | undefined {
  const location = REDIRECTS.includes(status) ? headers['location'] : undefined
  return location === undefined ? undefined : (URL.parse(location, url) ?? undefined)
}

/** Whether a page may move to an address: inside the same site, and not from https to http. */
export function isInside(next: URL, { from, home }: { readonly from: URL; readonly home: URL }): boolean {
  const safe = next.protocol === 'https:' || from.protocol === 'http:'
  return safe && isFollowable(next, from) && isOfSite(next, home)
}
