import { withoutEndSlashes } from '#contract/end-slashes.ts'
import { type Instant, msOf } from '#contract/time.ts'

/** The rule that normalizes the declarations of a site, so that only material differences count. */
export const DECLARATIONS_RULE = { id: 'site.declarations@4', entriesAtMost: 2000 } as const

/**
 * What an official site declares: links of its home page, sitemap sections, llms.txt, security.txt, API description.
 */
export const SITE_PARTS = ['links', 'sections', 'llms', 'security', 'api'] as const
export type SitePart = (typeof SITE_PARTS)[number]

/** Why a page of a site was not read. */
export type SiteUnread = 'disallowed' | 'unavailable' | 'error'
/** Why a part is unknown in a reading. `of_host`: the document is of the host, and the site is a path of it. */
export type PartUnread = SiteUnread | 'of_host'
/** One part as a reading found it. `unchanged`: the site answers that it has not changed since the last reading. */
export type ReadPart =
  | { readonly kind: 'declared'; readonly entries: readonly string[] }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unread'; readonly reason: PartUnread }
export type ReadParts = Readonly<Record<SitePart, ReadPart>>

/** The parts as last read, each with its time; a part that was never read is absent. */
export type StoredParts = { readonly [P in SitePart]?: StoredPart }
type StoredPart = {
  readonly entries: readonly string[]
  /** When the last reading found all the entries. */
  readonly readAt: Instant
  /** Number of changes of the part since a reading last showed no change. Absent where it was not counted. */
  readonly changesInRow?: number
  /**
   * The entries of the last reading, if it lacked some of `entries`. Those stay until a second reading lacks them too.
   */
  readonly unconfirmed?: { readonly entries: readonly string[]; readonly readAt: Instant }
}
type Counts = { readonly added: number; readonly removed: number }
export type PartCounts = Counts & {
  /**
   * Number of changes of the part, this one included, since a reading last showed no change; a minimum if earlier
   * changes were not counted.
   */
  readonly changesInRow: number
}
/** The counts of added and removed entries, by part. Invariant: at least one part differs. */
export type SiteDifference = Counts & {
  readonly parts: { readonly [P in SitePart]?: PartCounts }
  /** When the oldest of the compared parts was read. */
  readonly comparedWithAt: Instant
}

const OWN_DEPTH = 1
const OTHER_DEPTH = 2
const TRACKING =
  /^(utm_.*|mtm_.*|pk_.*|_ga|_gl|gclid|dclid|fbclid|msclkid|twclid|igshid|mc_cid|mc_eid|ref|ref_src|source)$/i
const SECURITY_FIELDS: readonly string[] = [
  'acknowledgments',
  'canonical',
  'contact',
  'csaf',
  'encryption',
  'hiring',
  'policy',
  'preferred-languages',
]

/**
 * A part with these entries, sorted and without duplicates, because order and repetition do not matter. Unread (error)
 * with more than two thousand entries, because a longer list would be compared only in part.
 */
export function declare(entries: readonly string[]): ReadPart {
  const distinct = [...new Set(entries)].toSorted()
  if (distinct.length > DECLARATIONS_RULE.entriesAtMost) return { kind: 'unread', reason: 'error' }
  return { kind: 'declared', entries: distinct }
}

/** The host of a site without `www.`, because both forms are one site. */
export function bareHost({ hostname }: URL): string {
  return hostname.toLowerCase().replace(/^www\./, '')
}

/**
 * Whether an address is of a site: its home page, or below it. Many sites can share a host, each with a path of its own,
 * so the rest of the host is not the site's. Letter case and `www.` do not matter.
 */
export function isOfSite(url: URL, home: URL): boolean {
  const path = `${withoutEndSlashes(home.pathname)}/`.toLowerCase()
  return bareHost(url) === bareHost(home) && `${url.pathname}/`.toLowerCase().startsWith(path)
}

/** The path of an address below the home page of its site, from the slash on; empty for the home page. */
export function pathBelow(url: URL, home: URL): string {
  return withoutEndSlashes(url.pathname).slice(withoutEndSlashes(home.pathname).length)
}

/**
 * The normalized form of a home page link: the section on the site itself; elsewhere the host with two path segments.
 * Undefined for a link to the home page and for anything that is not a web address.
 */
export function linkEntry(href: string, home: URL): string | undefined {
  const url = webAddress(href)
  if (url === undefined) return undefined
  if (isOfSite(url, home)) return sectionEntry(href, home)
  return [hostOf(url), ...steps(url.pathname).slice(0, OTHER_DEPTH)].join('/')
}

/** The section of the site for an address, the first step below the home page; undefined there and on other sites. */
export function sectionEntry(href: string, home: URL): string | undefined {
  const url = webAddress(href)
  if (url === undefined || !isOfSite(url, home)) return undefined
  const own = steps(pathBelow(url, home)).slice(0, OWN_DEPTH)
  return own.length === 0 ? undefined : `/${own.join('/')}`
}

/** The normalized form of a listed address, without scheme, fragment and tracking; undefined when not a web address. */
export function addressEntry(href: string): string | undefined {
  const url = webAddress(href)
  if (url === undefined) return undefined
  const query = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
  return [[hostOf(url), ...steps(url.pathname)].join('/'), ...query].join('&')
}

/** The normalized form of a security.txt field; undefined for a field that is not material, such as `Expires`. */
export function securityEntry(name: string, value: string): string | undefined {
  const field = name.toLowerCase()
  return SECURITY_FIELDS.includes(field) ? `${field}: ${value.replace(/\s+/g, ' ').trim()}` : undefined
}

/** The normalized form of an API path, without the names of its parameters. */
export function pathEntry(path: string): string {
  const unnamed = path.replace(/\{[^{}/]*\}/g, '{}')
  return unnamed.length > 1 ? withoutEndSlashes(unnamed) : unnamed
}

/**
 * The parts to store after a first reading: the parts that it read, and stored parts that the site reports as
 * unchanged.
 */
export function baselineOf(input: { stored: StoredParts; read: ReadParts }, now: Instant): StoredParts {
  const parts = SITE_PARTS.map((part) => [part, readOf(input.read[part], input.stored[part], now)] as const)
  return Object.fromEntries(parts.filter(([, stored]) => stored !== undefined))
}

/**
 * The parts to store after a later reading, and the difference from before; null when nothing is concluded to differ.
 * An unread part stays as stored. A part read for the first time is its own baseline. An entry is removed when two
 * readings of its part in a row lack it, because a single reading may have met a page that stands in for the site. The
 * first of the two adds no entry either.
 */
export function compareDeclarations(
  input: { stored: StoredParts; read: ReadParts },
  now: Instant,
): { readonly stored: StoredParts; readonly difference: SiteDifference | null } {
  const read = baselineOf(input, now)
  const compared = SITE_PARTS.flatMap((part) => {
    const before = input.stored[part]
    const after = read[part]
    if (before === undefined || after === undefined) return []
    return [{ part, readAt: before.readAt, ...comparePart(before, after) }]
  })
  const differing = compared.flatMap(({ part, readAt, counts }) =>
    counts === null ? [] : [{ part, readAt, counts }],
  )
  const [oldest] = differing.map(({ readAt }) => readAt).toSorted((a, b) => msOf(a) - msOf(b))
  return {
    stored: {
      ...input.stored,
      ...read,
      ...Object.fromEntries(compared.map(({ part, stored }) => [part, stored])),
    },
    difference:
      oldest === undefined
        ? null
        : {
            added: differing.reduce((sum, { counts }) => sum + counts.added, 0),
            removed: differing.reduce((sum, { counts }) => sum + counts.removed, 0),
            parts: Object.fromEntries(differing.map(({ part, counts }) => [part, counts])),
            comparedWithAt: oldest,
          },
  }
}

/**
 * The part after another reading, and the counts of the entries that are concluded to differ; null when none differs.
 */
function comparePart(
  before: StoredPart,
  after: StoredPart,
): { readonly stored: StoredPart; readonly counts: PartCounts | null } {
  const entries = new Set(before.entries)
  const found = new Set(after.entries)
  const lacking = entries.difference(found)
  const foundLast = new Set((before.unconfirmed ?? before).entries)
  const removed = lacking.difference(foundLast)
  const isConfirmed = removed.size === lacking.size
  const added = isConfirmed ? found.difference(entries).size : 0
  const changesInRow = before.changesInRow === undefined ? 1 : before.changesInRow + 1
  const differs = added + removed.size > 0
  const counts = differs ? { added, removed: removed.size, changesInRow } : null
  if (isConfirmed) return { stored: { ...after, changesInRow: differs ? changesInRow : 0 }, counts }
  const kept = { ...before, entries: [...entries.difference(removed)], unconfirmed: after }
  return { stored: differs ? { ...kept, changesInRow } : kept, counts }
}

function readOf(found: ReadPart, before: StoredPart | undefined, now: Instant): StoredPart | undefined {
  switch (found.kind) {
    case 'declared':
      return { entries: found.entries, readAt: now }
    case 'unchanged':
      return before && { entries: (before.unconfirmed ?? before).entries, readAt: now }
    case 'unread':
      return undefined
  }
}

function webAddress(href: string): URL | undefined {
  const url = URL.parse(href)
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined
}

function hostOf(url: URL): string {
  return url.port === '' ? bareHost(url) : `${bareHost(url)}:${url.port}`
}

function steps(pathname: string): readonly string[] {
  return pathname.split('/').filter((step) => step !== '')
}
