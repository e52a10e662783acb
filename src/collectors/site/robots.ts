import type { HttpAnswer } from '../http.ts'
import { ENDED } from '../parser-thread/parser-thread.ts'
import { openRateLimit, type RateLimit } from '../rate-limit.ts'
import { isFollowable } from './home-url.ts'
import { type Allows, failedAs, movedTo, type SiteDeps, type UnreadPage, unreadPage } from './request.ts'

/** The rules of robots.txt, which also apply to the site under `www.`. */
export type Robots = {
  readonly kind: 'robots'
  /** The home page of the site. The file belongs to the site's host. */
  readonly home: string
  readonly allows: Allows
  /** The sitemaps that the file names, unchanged. */
  readonly sitemaps: readonly string[]
  /** The rate limit that the file asks for. It begins when the file has been read. */
  readonly rateLimit: RateLimit
}

const ROBOTS_BYTES = 512 * 1024
/** Maximum number of redirects; the standard requires at least five. */
const HOPS_MAX = 5
/**
 * The longest pause between requests that is accepted. A site that asks for more is not read, because its reading would
 * not end in time and the run waits for it.
 */
const DELAY_MAX_SECONDS = 10

/**
 * Reads /robots.txt and follows redirects to any host. Without the file everything is allowed. While the file cannot be
 * read, nothing is allowed.
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

/** The rules of a file. The site is unread when they are too many, too long or too slow. */
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

/** The rate limit of a Crawl-delay. The request of robots.txt counts as the first request. */
async function paceOf(delaySeconds: number | undefined, timer: SiteDeps['timer']): Promise<RateLimit> {
  const rateLimit = openRateLimit(delaySeconds === undefined ? null : 1 / delaySeconds, timer)
  await rateLimit(new AbortController().signal)
  return rateLimit
}
