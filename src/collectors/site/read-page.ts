import type { HttpAnswer } from '../http.ts'
import { ENDED } from '../parser-thread/parser-thread.ts'
import { saysNotFound } from './not-found-title.ts'
import type { SitePage } from './page.ts'
import { isInside, MOVED_AWAY, requestSite, type SiteDeps, type UnreadPage, unreadPage } from './request.ts'
import type { Robots } from './robots.ts'

/** A page that answered with HTML. */
export type ReadPage = {
  readonly kind: 'page'
  readonly url: string
  readonly body: string
  readonly page: SitePage
}
/** A page that does not exist: `missing` by its status, or `error` when only its title says so. */
type AbsentPage = {
  readonly kind: 'absent'
  readonly collected: { readonly outcome: 'missing' | 'error'; readonly detail: string }
}

const PAGE_BYTES = 2 * 1024 * 1024

/**
 * Reads one page of a site. After a challenge, a limit or a prohibition the page is unread, never empty. A page with a
 * refresh (`<meta http-equiv=refresh>`) that leads to another page at once counts as a redirect.
 */
export async function openPage(
  input: { readonly url: string; readonly robots: Robots },
  deps: SiteDeps,
): Promise<ReadPage | AbsentPage | UnreadPage> {
  const headers = { accept: 'text/html,application/xhtml+xml' }
  let { url } = input
  for (let moves = 0; ; moves += 1) {
    const answer = await requestSite({ ...input, url, headers, maxBytes: PAGE_BYTES, moves }, deps)
    if (answer.kind === 'failed') return answer
    const found = await judge(answer, deps)
    if (found.kind !== 'page' || found.page.refreshesTo === undefined) return found
    const place = { from: new URL(found.url), home: new URL(input.robots.home) }
    if (!isInside(new URL(found.page.refreshesTo), place)) return MOVED_AWAY
    url = found.page.refreshesTo
    moves = answer.moves
  }
}

async function judge(
  { status, headers, body, url }: HttpAnswer,
  { parserThread }: SiteDeps,
): Promise<ReadPage | AbsentPage | UnreadPage> {
  if (status === 404 || status === 410)
    return { kind: 'absent', collected: { outcome: 'missing', detail: `not there (${status})` } }
  if (status !== 200) return unreadPage('unavailable', `refused (${status})`)
  if (!isHtmlType(headers['content-type'])) return unreadPage('error', 'not HTML')
  const page = await parserThread.parse('page', { body, url })
  if (page === ENDED) return unreadPage('error', 'the page took too long to parse')
  if (page === undefined) return unreadPage('error', 'no readable HTML')
  if (page.interstitial !== undefined) return unreadPage('unavailable', `${page.interstitial} (${status})`)
  if (page.cut) return unreadPage('unavailable', 'the page is not whole')
  if (saysNotFound(page.title))
    return { kind: 'absent', collected: { outcome: 'error', detail: 'says it is not there' } }
  return { kind: 'page', url, body, page }
}

/** Whether a content type is HTML. False without a content type. */
export function isHtmlType(type: string | undefined): boolean {
  return type !== undefined && /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type)
}
