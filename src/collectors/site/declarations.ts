import { hash } from 'node:crypto'
import { recordOf } from '#contract/keyed.ts'
import { known } from '#contract/known.ts'
import {
  DECLARATIONS_RULE,
  isOfSite,
  linkEntry,
  type PartUnread,
  SITE_PARTS,
  type SitePart,
} from '#domain/site/declarations.ts'
import { saveMutualLinks } from '#records/project/mutual-links.ts'
import { saveSiteReading } from '#records/site/readings.ts'
import type { Collected, Collector, StreamToRead } from '../collector.ts'
import { textAt } from '../json-field.ts'
import { underOrigin } from '../under-origin.ts'
import { atSite, homeUrl } from './home-url.ts'
import { LINKS_MAX } from './page.ts'
import { declaredPart, readPart, type TaggedPart } from './read-document.ts'
import { openPage, type ReadPage } from './read-page.ts'
import { failedAs, openUntilLimited, type SiteDeps, type UnreadPage } from './request.ts'
import { type Robots, readRobots } from './robots.ts'
import { readSections } from './sitemap.ts'

/** A project site's declarations: its links, sections, llms.txt, security.txt and API description. */
export const siteDeclarations: Collector<SiteDeps> = {
  kind: 'website',
  stream: 'declarations',
  provider: 'site',
  cadenceSeconds: 3 * 24 * 3600,
  coverage: 'present_state',
  collect: collectDeclarations,
}

const LLMS = { maxBytes: 256 * 1024, types: /^\s*text\/(plain|markdown)\b/i }
const SECURITY = { maxBytes: 64 * 1024, types: /^\s*text\/plain\b/i }
const API = { maxBytes: 2 * 1024 * 1024, types: /\bjson\b|^\s*text\/plain\b/i }
const API_PATH = /\/(openapi|swagger)[\w.-]{0,60}\.json$/i

type Site = { readonly home: string; readonly robots: Robots; readonly tags: Tags }
/** The etags of the parts that are one document each. */
type Tags = { readonly [P in SitePart]?: { readonly url: string; readonly etag: string } }
type Part = TaggedPart & { readonly url?: string | undefined }

async function collectDeclarations(leased: StreamToRead, given: SiteDeps): Promise<Collected> {
  const http = openUntilLimited(given.http)
  const deps = { ...given, http }
  const home = homeUrl(leased.locator)
  if (home === undefined) return { outcome: 'error', detail: 'no web address in the locator' }
  const robots = await readRobots({ home }, deps)
  if (robots.kind === 'failed') return robots.collected
  const front = await openPage({ url: home, robots }, deps)
  if (front.kind !== 'page' && front.collected.outcome !== 'disallowed') return front.collected
  const site = { home, robots, tags: toTags(leased.position) }
  const page = front.kind === 'page' ? front : undefined
  const read: Readonly<Record<SitePart, Part>> = {
    links: { part: page === undefined ? unread('disallowed') : linksOf(page, home) },
    sections: await readSections({ ...site, tagged: site.tags.sections }, deps),
    llms: await readTagged('llms', { ...LLMS, site, url: atSite('/llms.txt', home), form: 'llms' }, deps),
    security: await readSecurity(site, deps),
    api: await readTagged('api', { ...API, site, url: apiUrlOf(page, home), form: 'api' }, deps),
  }
  const collected = concluded({ leased, read, before: site.tags })
  const limit = http.limit()
  return limit === undefined ? collected : limited(collected, failedAs(limit, deps.clock()))
}

/** A reading that met a rate limit. The parts that it read before are stored; the others are unread. */
function limited({ position, save }: Collected, { collected }: UnreadPage): Collected {
  return { ...collected, ...known({ position, save }) }
}

function concluded(input: {
  readonly leased: StreamToRead
  readonly read: Readonly<Record<SitePart, Part>>
  readonly before: Tags
}): Collected {
  const { projectId, sourceId, attachedAt } = input.leased
  const parts = recordOf(SITE_PARTS, (name) => input.read[name].part)
  if (Object.values(parts).every(({ kind }) => kind === 'unread')) {
    return { outcome: 'disallowed', detail: 'robots.txt forbids it' }
  }
  return {
    outcome: 'fresh',
    digest: hash('sha256', JSON.stringify(parts)),
    position: { rule: DECLARATIONS_RULE.id, tags: tagsAfter(input) },
    save: async (writer, { now }) => {
      await saveSiteReading({ projectId, sourceId, attachedAt, parts, observedAt: now }, writer)
      await saveMutualLinks({ projectId, now }, writer)
    },
  }
}

/**
 * The etags after a reading. A part that was not read keeps its etag, because its recorded content remains. A part that
 * was read has its new etag, if any.
 */
function tagsAfter(input: { readonly read: Readonly<Record<SitePart, Part>>; readonly before: Tags }): Tags {
  const tags = recordOf(SITE_PARTS, (name) => {
    const { part, url, etag } = input.read[name]
    if (part.kind !== 'declared') return input.before[name]
    return url === undefined || etag === undefined ? undefined : { url, etag }
  })
  return known(tags)
}

type Wanted = Omit<Parameters<typeof readPart>[0], 'robots' | 'etag'> & { readonly site: Site }

async function readTagged(name: SitePart, wanted: Wanted, deps: SiteDeps): Promise<Part> {
  const { site, ...document } = wanted
  const { url } = document
  const tag = site.tags[name]
  const etag = tag?.url === url ? tag.etag : undefined
  return { url, ...(await readPart({ ...document, etag, robots: site.robots }, deps)) }
}

/**
 * Reads the security.txt of a site. For a site at a path of a host it is not read, because the file applies to the
 * whole host.
 * @source RFC 9116
 */
async function readSecurity(site: Site, deps: SiteDeps): Promise<Part> {
  if (new URL(site.home).pathname !== '/') return { part: unread('of_host') }
  const url = atSite('/.well-known/security.txt', site.home)
  return readTagged('security', { ...SECURITY, site, url, form: 'security' }, deps)
}

/** The links of a page. Unread when the page reaches the maximum number of links, because further links are unknown. */
function linksOf({ page }: ReadPage, home: string): Part['part'] {
  if (page.links.length >= LINKS_MAX) return unread('error')
  return declaredPart(page.links.flatMap((href) => linkEntry(href, new URL(home)) ?? []))
}

/** The address of the API description that the home page links, or the default address. */
function apiUrlOf(front: ReadPage | undefined, home: string): string {
  const linked = front?.page.links.filter((href) => {
    const url = new URL(href)
    return isOfSite(url, new URL(home)) && API_PATH.test(url.pathname)
  })
  const [first] = (linked ?? []).toSorted()
  if (first === undefined) return atSite('/openapi.json', home)
  return underOrigin({ pathname: new URL(first).pathname, search: '' }, home).href
}

function unread(reason: PartUnread): Part['part'] {
  return { kind: 'unread', reason }
}

/** The etags of the last reading. None after a change of the rule's version, so that every part is read again. */
function toTags(position: unknown): Tags {
  if (textAt(position, 'rule') !== DECLARATIONS_RULE.id) return {}
  const tags = recordOf(SITE_PARTS, (name) => {
    const url = textAt(position, 'tags', name, 'url')
    const etag = textAt(position, 'tags', name, 'etag')
    return url === undefined || etag === undefined ? undefined : { url, etag }
  })
  return known(tags)
}
