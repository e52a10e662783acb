import { type Instant, msOf } from '#contract/time.ts'

/** In which form the parts of what a site declares are compared, so that only a material difference is one. */
export const DECLARATIONS_RULE = { id: 'site.declarations@1', entriesAtMost: 2000 } as const

/** What an official site declares: links of its home page, sitemap sections, llms.txt, security.txt, API description. */
export const SITE_PARTS = ['links', 'sections', 'llms', 'security', 'api'] as const
export type SitePart = (typeof SITE_PARTS)[number]

/** Why a part is unknown in a reading. */
export type SiteUnread = 'disallowed' | 'unavailable' | 'error'
/** One part as a reading found it. `unchanged`: the site answers that it is as when it was read last. */
export type ReadPart =
  | { readonly kind: 'declared'; readonly entries: readonly string[] }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unread'; readonly reason: SiteUnread }
export type ReadParts = Readonly<Record<SitePart, ReadPart>>

/** The parts as last read, each with when; one that was never read is absent. */
export type HeldParts = {
  readonly [P in SitePart]?: { readonly entries: readonly string[]; readonly readAt: Instant }
}
export type PartCounts = { readonly added: number; readonly removed: number }
/** How a reading differs from what was held, as counts of the parts that differ. Invariant: not nothing. */
export type SiteDifference = PartCounts & {
  readonly parts: { readonly [P in SitePart]?: PartCounts }
  /** When the oldest of what it was compared with was read. */
  readonly comparedWithAt: Instant
}

const OWN_DEPTH = 1
const OTHER_DEPTH = 2
const TRACKING =
  /^(utm_.*|mtm_.*|pk_.*|_ga|_gl|gclid|dclid|fbclid|msclkid|twclid|igshid|mc_cid|mc_eid|ref|ref_src|source)$/i
const SECURITY_FIELDS: readonly string[] = [
  ...['acknowledgments', 'canonical', 'contact', 'csaf', 'encryption', 'hiring', 'policy'],
  'preferred-languages',
]

/**
 * A part that declares these entries, each once and in order of their text: their order and repetition say nothing.
 * Unread (error) with more than two thousand, since a longer list is not compared whole.
 */
export function declare(entries: readonly string[]): ReadPart {
  const distinct = [...new Set(entries)].toSorted()
  if (distinct.length > DECLARATIONS_RULE.entriesAtMost) return { kind: 'unread', reason: 'error' }
  return { kind: 'declared', entries: distinct }
}

/** The name of a site without `www.`: the two are one site. */
export function bareHost({ hostname }: URL): string {
  return hostname.toLowerCase().replace(/^www\./, '')
}

/**
 * A link of a home page as it is compared: on the site itself its section, elsewhere the host with two steps of the
 * path. Undefined for a link home and for what is no web address.
 */
export function linkEntry(href: string, home: URL): string | undefined {
  const url = webAddress(href)
  if (url === undefined) return undefined
  if (isOn(url, home)) return sectionEntry(href, home)
  return [hostOf(url), ...steps(url).slice(0, OTHER_DEPTH)].join('/')
}

/** The section of the site an address lies in, its first step; undefined for the home page and for another site. */
export function sectionEntry(href: string, home: URL): string | undefined {
  const url = webAddress(href)
  if (url === undefined || !isOn(url, home)) return undefined
  const own = steps(url).slice(0, OWN_DEPTH)
  return own.length === 0 ? undefined : `/${own.join('/')}`
}

/** A chosen address as it is compared: whole, but for scheme, fragment and what only tracks; undefined when no web address. */
export function addressEntry(href: string): string | undefined {
  const url = webAddress(href)
  if (url === undefined) return undefined
  const query = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
  return [[hostOf(url), ...steps(url)].join('/'), ...query].join('&')
}

/** A field of security.txt as it is compared; undefined for one that says nothing by itself, as when the file expires. */
export function securityEntry(name: string, value: string): string | undefined {
  const field = name.toLowerCase()
  return SECURITY_FIELDS.includes(field) ? `${field}: ${value.replace(/\s+/g, ' ').trim()}` : undefined
}

/** A path of an API description as it is compared: what its parameters are called says nothing. */
export function pathEntry(path: string): string {
  const unnamed = path.replace(/\{[^{}/]*\}/g, '{}')
  return unnamed.length > 1 ? unnamed.replace(/\/+$/, '') : unnamed
}

/** What is held after a first reading: the parts it read, nothing of before but what the site says is unchanged. */
export function baselineOf(input: { held: HeldParts; read: ReadParts }, now: Instant): HeldParts {
  return entriesOf(SITE_PARTS.map((part) => [part, readOf(part, input, now)]))
}

/**
 * What is held after a later reading, and how it differs from before: null when nothing does. A part that was not read
 * stays as it was held; one that is read for the first time is its own baseline.
 */
export function compareDeclarations(
  input: { held: HeldParts; read: ReadParts },
  now: Instant,
): { readonly held: HeldParts; readonly difference: SiteDifference | null } {
  const read = baselineOf(input, now)
  const differing = SITE_PARTS.flatMap((part) => {
    const before = input.held[part]
    const after = read[part]
    if (before === undefined || after === undefined) return []
    const counts = {
      added: countMissing(after.entries, before.entries),
      removed: countMissing(before.entries, after.entries),
    }
    return counts.added + counts.removed === 0 ? [] : [{ part, counts, readAt: before.readAt }]
  })
  const [oldest] = differing.map(({ readAt }) => readAt).toSorted((a, b) => msOf(a) - msOf(b))
  return {
    held: { ...input.held, ...read },
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

type Held = NonNullable<HeldParts[SitePart]>

function readOf(part: SitePart, input: { held: HeldParts; read: ReadParts }, now: Instant): Held | undefined {
  const found = input.read[part]
  switch (found.kind) {
    case 'declared':
      return { entries: found.entries, readAt: now }
    case 'unchanged': {
      const before = input.held[part]
      return before === undefined ? undefined : { ...before, readAt: now }
    }
    case 'unread':
      return undefined
  }
}

function entriesOf(parts: readonly (readonly [SitePart, Held | undefined])[]): HeldParts {
  return Object.fromEntries(parts.filter(([, held]) => held !== undefined))
}

/** How many of one list the other lacks. */
function countMissing(list: readonly string[], other: readonly string[]): number {
  const there = new Set(other)
  return list.filter((entry) => !there.has(entry)).length
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
