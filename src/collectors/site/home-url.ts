import { withoutEndSlashes } from '#contract/end-slashes.ts'
import { hasCredentials } from '../http.ts'
import { underOrigin } from '../under-origin.ts'

/**
 * A site's address without a trailing slash, with https by default; undefined when it is not a web address or has
 * credentials.
 */
export function homeUrl(locator: string): string | undefined {
  const url = URL.parse(locator.includes('://') ? locator : `https://${locator}`)
  if (url === null || !isWeb(url) || hasCredentials(url)) return undefined
  url.hash = ''
  return url.href.replace(/\/$/, '')
}

/** An address below the home page of a site, such as `/llms.txt`. */
export function atSite(path: string, home: string): string {
  const { pathname } = new URL(home)
  return underOrigin({ pathname: `${withoutEndSlashes(pathname)}${path}`, search: '' }, home).href
}

/**
 * Whether what a site sent may name the next address to ask: a web address without credentials, at the default port or
 * the port of the address before. Another port of the same host is another service.
 */
export function isFollowable(next: URL, from: URL): boolean {
  return isWeb(next) && !hasCredentials(next) && (next.port === '' || next.port === from.port)
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:'
}
