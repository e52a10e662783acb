import type { SiteUnread } from '#domain/site/declarations.ts'
import type { HttpAnswer, HttpDeps, HttpFailure, HttpRequest } from '../http.ts'
import { isSameHost } from './home-url.ts'
import type { Robots } from './robots.ts'

/** An attempt that came to nothing, with what it is recorded as. */
export type UnreadPage = {
  readonly kind: 'failed'
  readonly collected: { readonly outcome: SiteUnread; readonly detail: string }
}

export type AskedOfSite = Pick<HttpRequest, 'url' | 'headers' | 'maxBytes' | 'optional'> & {
  readonly robots: Robots
}

const HOPS_MAX = 3
export const MOVED: readonly number[] = [301, 302, 303, 307, 308]

/** Asks for one thing of a site, over moves inside the site only, each as robots.txt allows. */
export async function askSite(asked: AskedOfSite, deps: HttpDeps): Promise<HttpAnswer | UnreadPage> {
  const { robots, ...request } = asked
  let { url } = request
  for (let hop = 0; hop <= HOPS_MAX; hop += 1) {
    if (!robots.allows(url)) return failed('disallowed', 'robots.txt forbids it')
    const answer = await deps.http.request({ ...request, url, publicOnly: true })
    if (answer.kind === 'failure') return failedAs(answer)
    const next = movedTo(answer)
    if (next === undefined) return answer
    if (!isInside(next, new URL(url))) return failed('error', 'moved to another site')
    url = next.href
  }
  return failed('error', 'moved too often')
}

/** A failed exchange. One site's limit is that site's: it must not keep us from all the others. */
export function failedAs({ outcome, detail }: HttpFailure, what?: string): UnreadPage {
  const words = what === undefined ? detail : `${what}: ${detail}`
  return failed(outcome === 'rate_limited' ? 'unavailable' : outcome, words)
}

export function failed(outcome: SiteUnread, detail: string): UnreadPage {
  return { kind: 'failed', collected: { outcome, detail } }
}

function movedTo({ status, headers, url }: HttpAnswer): URL | undefined {
  const location = MOVED.includes(status) ? headers['location'] : undefined
  return location === undefined ? undefined : (URL.parse(location, url) ?? undefined)
}

function isInside(next: URL, from: URL): boolean {
  const safe = next.protocol === 'https:' || (next.protocol === 'http:' && from.protocol === 'http:')
  return safe && isSameHost(next, from)
}
