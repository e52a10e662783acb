import robotsModule from 'robots-parser'
import { type HttpAnswer, type HttpDeps, PRODUCT_TOKEN } from '../http.ts'
import { failed, failedAs, movedTo, type UnreadPage } from './ask.ts'
import { isFollowable } from './home-url.ts'

/** What robots.txt allows; it applies to the site under `www.` too. */
export type Robots = {
  readonly kind: 'robots'
  readonly allows: (url: string) => boolean
  /** The sitemaps it names, unchanged. */
  readonly sitemaps: readonly string[]
}

const ROBOTS_BYTES = 512 * 1024
const SITEMAPS_MAX = 20
/** The redirects that the standard requires to follow. */
const HOPS_MAX = 5

/** The module's types declare a default export, but the module is the function itself. */
const parse = robotsModule as unknown as typeof robotsModule.default

/**
 * Reads /robots.txt and follows redirects to any host. Without the file everything is allowed; while it cannot be read,
 * nothing is.
 * @source RFC 9309
 */
export async function readRobots(
  input: { readonly home: string },
  deps: HttpDeps,
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
    if (answer.kind === 'failure') return failedAs(answer, 'robots.txt')
    const next = movedTo(answer)
    if (next === undefined) return judge(answer, first)
    if (!isFollowable(next, new URL(url))) return failed('error', 'robots.txt moved to no web address')
    url = next.href
  }
  return failed('error', 'robots.txt moved too often')
}

function judge({ status, headers, body }: HttpAnswer, url: string): Robots | UnreadPage {
  if (status >= 400) return parseRobots({ body: '', url })
  if (status !== 200) return failed('error', `robots.txt not given (${status})`)
  const isHtml = /^text\/html\b/i.test(headers['content-type'] ?? '')
  return parseRobots({ body: isHtml ? '' : body, url })
}

/** Parses a robots.txt for this service. */
export function parseRobots(input: { readonly body: string; readonly url: string }): Robots {
  const robots = parse(input.url, input.body)
  return {
    kind: 'robots',
    allows: (url) => {
      const { pathname, search } = new URL(url)
      return robots.isAllowed(new URL(pathname + search, input.url).href, PRODUCT_TOKEN) !== false
    },
    sitemaps: robots.getSitemaps().slice(0, SITEMAPS_MAX),
  }
}
