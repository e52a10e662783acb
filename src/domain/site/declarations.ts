import { type Instant, msOf } from '#contract/time.ts'

/** The rule that normalizes the declarations of a site, so that only material differences count. */
export const DECLARATIONS_RULE = { id: 'site.declarations@2', entriesAtMost: 2000 } as const

/** What an official site declares: links of its home page, sitemap sections, llms.txt, security.txt, API description. */
export const SITE_PARTS = ['links', 'sections', 'llms', 'security', 'api'] as const
export type SitePart = (typeof SITE_PARTS)[number]

/** Why a part is unknown in a reading. */
export type SiteUnread = 'disallowed' | 'unavailable' | 'error'
/** One part as a reading found it. `unchanged`: the site answers that it has not changed since the last reading. */
export type ReadPart =
  | { readonly kind: 'declared'; readonly entries: readonly string[] }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unread'; readonly reason: SiteUnread }
export type ReadParts = Readonly<Record<SitePart, ReadPart>>

/** The parts as last read, each with its time; a part that was never read is absent. */
export type StoredParts = { readonly [P in SitePart]?: StoredPart }
type StoredPart = {
  readonly entries: readonly string[]
  readonly readAt: Instant
  /** In how many readings of the part in a row, up to the last, it differed. Absent where that was not counted. */
  readonly changesInRow?: number
}
type Counts = { readonly added: number; readonly removed: number }
export type PartCounts = Counts & {
  /** In how many readings in a row, with this one, the part differed; a minimum if earlier ones were not counted. */
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
 * The normalized form of a home page link: the section on the site itself; elsewhere the host with two path segments.
 * Undefined for a link to the home page and for anything that is not a web address.
 */
export function linkEntry(href: string, home: URL): string | undefined {
  const url = webAddress(href)
  if (url === undefined) return undefined
  if (isOn(url, home)) return sectionEntry(href, home)
  return [hostOf(url), ...steps(url).slice(0, OTHER_DEPTH)].join('/')
}

/** The section of the site for an address, its first path segment; undefined for the home page and other sites. */
export function sectionEntry(href: string, home: URL): string | undefined {
  const url = webAddress(href)
  if (url === undefined || !isOn(url, home)) return undefined
  const own = steps(url).slice(0, OWN_DEPTH)
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
  return [[hostOf(url), ...steps(url)].join('/'), ...query].join('&')
}

/** The normalized form of a security.txt field; undefined for a field that is not material, such as `Expires`. */
export function securityEntry(name: string, value: string): string | undefined {
  const field = name.toLowerCase()
  return SECURITY_FIELDS.includes(field) ? `${field}: ${value.replace(/\s+/g, ' ').trim()}` : undefined
}

/** The normalized form of an API path, without the names of its parameters. */
export function pathEntry(path: string): string {
  const unnamed = path.replace(/\{[^{}/]*\}/g, '{}')
  return unnamed.length > 1 ? unnamed.replace(/(?<!\/)\/+$/, '') : unnamed
}

/** The parts to store after a first reading: those it read, and stored ones that the site reports as unchanged. */
export function baselineOf(input: { stored: StoredParts; read: ReadParts }, now: Instant): StoredParts {
  const parts = SITE_PARTS.map((part) => [part, readOf(input.read[part], input.stored[part], now)] as const)
  return Object.fromEntries(parts.filter(([, stored]) => stored !== undefined))
}

/**
 * The parts to store after a later reading, and the difference from before; null when nothing differs. An unread part
 * stays as stored. A part read for the first time is its own baseline.
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
    const counts = countsOf(before, after)
    const stored: StoredPart = { ...after, changesInRow: counts.changesInRow }
    return [{ part, counts, stored, readAt: before.readAt }]
  })
  const differing = compared.filter(({ counts }) => counts.changesInRow > 0)
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

/** What differs between two readings of a part. A reading that shows the same ends the row of changes. */
function countsOf(before: StoredPart, after: StoredPart): PartCounts {
  const added = new Set(after.entries).difference(new Set(before.entries)).size
  const removed = new Set(before.entries).difference(new Set(after.entries)).size
  if (added + removed === 0) return { added, removed, changesInRow: 0 }
  return { added, removed, changesInRow: before.changesInRow === undefined ? 1 : before.changesInRow + 1 }
}

function readOf(found: ReadPart, before: StoredPart | undefined, now: Instant): StoredPart | undefined {
  switch (found.kind) {
    case 'declared':
      return { entries: found.entries, readAt: now }
    case 'unchanged':
      return before && { entries: before.entries, readAt: now }
    case 'unread':
      return undefined
  }
}

function webAddress(href: string): URL | undefined {
  const url = URL.parse(href)
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined
}

function isOn(url: URL, home: URL): boolean {
  return bareHost(url) === bareHost(home)
}

function hostOf(url: URL): string {
  return url.port === '' ? bareHost(url) : `${bareHost(url)}:${url.port}`
}

function steps({ pathname }: URL): readonly string[] {
  return pathname.split('/').filter((step) => step !== '')
}
