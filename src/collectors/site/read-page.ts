import type { Collected } from '../collector.ts'
import type { HttpAnswer, HttpDeps, HttpFailure } from '../http.ts'
import { type Page, parsePage } from './page.ts'

/** A page that answered with HTML of its own. */
export type ReadPage = {
  readonly kind: 'page'
  readonly url: string
  readonly body: string
  readonly page: Page
}
/** A page the site says it does not have, by its status or, softly, by its words alone. */
export type AbsentPage = { readonly kind: 'absent'; readonly soft: boolean; readonly detail: string }
export type UnreadPage = { readonly kind: 'failed'; readonly collected: Collected }

const PAGE_BYTES = 1024 * 1024
const HOPS_MAX = 3
const MOVED: readonly number[] = [301, 302, 303, 307, 308]
const NOT_FOUND = /\b404\b|\bnot found\b|\bdoes(n't| not) exist\b/i

/** Reads one page of a site, over moves inside the site only. A wall or a limit makes it unread, never empty. */
export async function openPage(
  input: { readonly url: string },
  deps: HttpDeps,
): Promise<ReadPage | AbsentPage | UnreadPage> {
  let { url } = input
  for (let hop = 0; hop <= HOPS_MAX; hop += 1) {
    const answer = await deps.http.request({
      url,
      headers: { accept: 'text/html,application/xhtml+xml' },
      maxBytes: PAGE_BYTES,
      publicOnly: true,
    })
    if (answer.kind === 'failure') return unread(answer)
    const next = movedTo(answer)
    if (next === undefined) return judge(answer)
    if (!isSameSite(new URL(next), new URL(url))) return failed('error', 'moved to another site')
    url = next
  }
  return failed('error', 'moved too often')
}

/** One site's limit is that site's: it must not keep us from all the others. */
function unread({ outcome, detail }: HttpFailure): UnreadPage {
  return failed(outcome === 'rate_limited' ? 'unavailable' : outcome, detail)
}

function judge(answer: HttpAnswer): ReadPage | AbsentPage | UnreadPage {
  const { status, headers, body, url } = answer
  if (status === 404 || status === 410)
    return { kind: 'absent', soft: false, detail: `not there (${status})` }
  if (status !== 200) return failed('unavailable', `refused (${status})`)
  if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '')) {
    return failed('error', 'not HTML')
  }
  const page = parsePage({ body, url })
  if (page === undefined) return failed('error', 'no readable HTML')
  if (NOT_FOUND.test(page.title)) return { kind: 'absent', soft: true, detail: 'says it is not there' }
  return { kind: 'page', url, body, page }
}

function movedTo({ status, headers, url }: HttpAnswer): string | undefined {
  const location = MOVED.includes(status) ? headers['location'] : undefined
  return location === undefined ? undefined : (URL.parse(location, url)?.href ?? undefined)
}

function isSameSite(next: URL, from: URL): boolean {
  const bare = (url: URL) => url.hostname.replace(/^www\./, '')
  const safe = next.protocol === 'https:' || (next.protocol === 'http:' && from.protocol === 'http:')
  return safe && bare(next) === bare(from)
}

function failed(outcome: 'unavailable' | 'error', detail: string): UnreadPage {
  return { kind: 'failed', collected: { outcome, detail } }
}
