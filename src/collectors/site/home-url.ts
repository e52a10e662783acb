import { bareHost } from '#domain/site/declarations.ts'
import { hasCredentials } from '../http.ts'

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

/** Whether two addresses are of one site: the same name, with or without `www.`. */
export function isSameHost(one: URL, other: URL): boolean {
  return bareHost(one) === bareHost(other)
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
