import { isOfSite, sectionEntry } from '#domain/site/declarations.ts'
import { ENDED } from '../parser-thread/parser-thread.ts'
import { atSite, isFollowable } from './home-url.ts'
import { declaredPart, openDocument, type TaggedPart } from './read-document.ts'
import type { SiteDeps } from './request.ts'
import type { Robots } from './robots.ts'
import type { Sitemap } from './sitemap-form.ts'

const SITEMAP = { maxBytes: 2 * 1024 * 1024, types: /\bxml\b|^\s*text\/plain\b/i }
const SITEMAPS_MAX = 20
const UNREAD: TaggedPart = { part: { kind: 'unread', reason: 'error' } }

/**
 * Reads the sections of a site from the sitemaps that its robots.txt names, or else from its sitemap.xml. It reads one
 * level of index and at most twenty sitemaps. When the site is a path of a host, robots.txt also names the host's other
 * sitemaps, which are ignored. The part is unread when a sitemap is on another site or cannot be read, because an
 * incomplete list is not the list.
 */
export async function readSections(
  site: {
    readonly home: string
    readonly robots: Robots
    readonly tagged: { url: string; etag: string } | undefined
  },
  deps: SiteDeps,
): Promise<TaggedPart & { readonly url?: string }> {
  const { home, robots, tagged } = site
  const named = sitemapsOf(robots, home)
  const waiting = absolute(named, home)
  const [only] = waiting
  if (only === undefined) return UNREAD
  const sections = new Set<string>()
  const seen = new Set<string>()
  let etag: string | undefined
  let isIndexed = false
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    if (seen.has(url)) continue
    seen.add(url)
    if (seen.size > SITEMAPS_MAX || !isOwn(url, home)) return UNREAD
    const known = tagged?.url === url && named.length === 1 ? tagged.etag : undefined
    const found = await openDocument({ ...SITEMAP, url, robots, etag: known }, deps)
    if (found.kind === 'unread' || found.kind === 'unchanged') return { part: found }
    if (found.kind === 'absent') continue
    const sitemap = await deps.parserThread.parse('sitemap', found.body)
    if (sitemap === ENDED || sitemap === undefined || (sitemap.kind === 'sitemaps' && isIndexed))
      return UNREAD
    etag = found.etag
    if (sitemap.kind === 'pages') {
      for (const section of sectionsOf(sitemap, home)) sections.add(section)
    } else {
      isIndexed = true
      waiting.push(...absolute(sitemap.locations.slice(0, SITEMAPS_MAX + 1), url))
    }
  }
  const isOneDocument = seen.size === 1 && etag !== undefined
  return { part: declaredPart([...sections]), ...(isOneDocument && { etag, url: only }) }
}

function sitemapsOf({ sitemaps }: Robots, home: string): readonly string[] {
  const isWholeHost = new URL(home).pathname === '/'
  const own = isWholeHost ? sitemaps : absolute(sitemaps, home).filter((url) => isOwn(url, home))
  return own.length > 0 ? own : [atSite('/sitemap.xml', home)]
}

function isOwn(url: string, home: string): boolean {
  return isOfSite(new URL(url), new URL(home)) && isFollowable(new URL(url), new URL(home))
}

function sectionsOf({ locations }: Sitemap, home: string): readonly string[] {
  const base = new URL(home)
  return locations.flatMap((location) => sectionEntry(location, base) ?? [])
}

function absolute(locations: readonly string[], base: string): string[] {
  return locations.flatMap((location) => URL.parse(location, base)?.href ?? [])
}
