import { withoutEndSlashes } from '#contract/end-slashes.ts'
import { hasCredentials } from '../http.ts'
import { underOrigin } from '../under-origin.ts'

/**
 * The address of a site without a trailing slash. The scheme is https unless the locator names one. Undefined when the
 * locator is no web address or has credentials.
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
 * Whether a redirect or link of a site may be followed: to a web address without credentials, at the default port or
 * the port of the address before. Another port of the same host is another service.
 */
export function isFollowable(next: URL, from: URL): boolean {
  return isWeb(next) && !hasCredentials(next) && (next.port === '' || next.port === from.port)
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:'
}
