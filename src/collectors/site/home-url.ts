import { bareHost } from '#domain/site/declarations.ts'

/** A site's address without a trailing slash, with https by default; undefined when it is not a web address. */
export function homeUrl(locator: string): string | undefined {
  const url = URL.parse(locator.includes('://') ? locator : `https://${locator}`)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  url.hash = ''
  return url.href.replace(/\/$/, '')
}

/** Whether two addresses are of one site: the same name, with or without `www.`. */
export function isSameHost(one: URL, other: URL): boolean {
  return bareHost(one) === bareHost(other)
}
