import type { HttpAnswer } from '../http.ts'
import { ENDED } from '../parser-thread/parser-thread.ts'
import { openRateLimit, type RateLimit } from '../rate-limit.ts'
import { isFollowable } from './home-url.ts'
import { type Allows, failedAs, movedTo, type SiteDeps, type UnreadPage, unreadPage } from './request.ts'

/** The rules of robots.txt; they apply to the site under `www.` too. */
export type Robots = {
  readonly kind: 'robots'
  /** The home page of the site. The file is of its host. */
  readonly home: string
  readonly allows: Allows
  /** The sitemaps it names, unchanged. */
  readonly sitemaps: readonly string[]
  /** The rate limit that it asks for, begun when it was read. */
  readonly rateLimit: RateLimit
}

const ROBOTS_BYTES = 512 * 1024
/** The redirects that the standard requires to follow. */
const HOPS_MAX = 5
/** A site that asks for longer pauses is not read: its reading would not end in time, and the run waits for it. */
const DELAY_MAX_SECONDS = 10

/**
 * Reads /robots.txt and follows redirects to any host. Without the file everything is allowed; while it cannot be read,
 * nothing is.
 * @source RFC 9309
 */
export async function readRobots(
  input: { readonly home: string },
  deps: SiteDeps,
): Promise<Robots | UnreadPage> {
  const first = new URL('/robots.txt', input.home).href
  let url = first
  for (let hop = 0; hop <= HOPS_MAX; hop += 1) {
    const answer = await deps.http.request({
      url,
      headers: { accept: 'text/plain' },
      maxBytes: ROBOTS_BYTES,
      publicOnly: true,
    })
    if (answer.kind === 'failure') return failedAs(answer, deps.clock(), 'robots.txt')
    const next = movedTo(answer)
    if (next === undefined) return judge(answer, { home: input.home, url: first, deps })
    if (!isFollowable(next, new URL(url))) return unreadPage('error', 'robots.txt moved to no web address')
    url = next.href
  }
  return unreadPage('error', 'robots.txt moved too often')
}

async function judge(
  { status, headers, body }: HttpAnswer,
  { home, url, deps }: { readonly home: string; readonly url: string; readonly deps: SiteDeps },
): Promise<Robots | UnreadPage> {
  if (status >= 400) return rulesOf({ body: '', url }, home, deps)
  if (status !== 200) return unreadPage('error', `robots.txt not given (${status})`)
  if (!/^text\/html\b/i.test(headers['content-type'] ?? '')) return rulesOf({ body, url }, home, deps)
  const page = await deps.parserThread.parse('page', { body, url })
  if (page === ENDED) return unreadPage('error', 'robots.txt is too complex')
  return page?.interstitial === undefined
    ? rulesOf({ body: '', url }, home, deps)
    : unreadPage('unavailable', `robots.txt: ${page.interstitial} (${status})`)
}

/** Rules that are too many, too long or too slow make the site unread. */
async function rulesOf(
  given: { readonly body: string; readonly url: string },
  home: string,
  { parserThread, timer }: SiteDeps,
): Promise<Robots | UnreadPage> {
  const found = await parserThread.parse('robots', { ...given, urls: [] })
  if (found === ENDED || found === undefined) return unreadPage('error', 'robots.txt is too complex')
  const { delaySeconds, sitemaps } = found
  if (delaySeconds !== undefined && delaySeconds > DELAY_MAX_SECONDS)
    return unreadPage('disallowed', `robots.txt asks for pauses of more than ${DELAY_MAX_SECONDS} s`)
  return {
    kind: 'robots',
    home,
    allows: async (url) => {
      const verdict = await parserThread.parse('robots', { ...given, urls: [url] })
      return verdict === ENDED ? undefined : verdict?.allowed[0]
    },
    sitemaps,
    rateLimit: await paceOf(delaySeconds, timer),
  }
}

/** The rate limit of a Crawl-delay. The request of robots.txt counts as its first request. */
async function paceOf(delaySeconds: number | undefined, timer: SiteDeps['timer']): Promise<RateLimit> {
  const rateLimit = openRateLimit(delaySeconds === undefined ? null : 1 / delaySeconds, timer)
  await rateLimit(new AbortController().signal)
  return rateLimit
}
