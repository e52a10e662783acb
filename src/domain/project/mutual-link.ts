import { addressEntry, bareHost, isOfSite } from '#domain/site/declarations.ts'

/** A repository as last read. `url` is its page; `homepage` is null where it names none. */
export type RepositoryEnd = { readonly url: string | null; readonly homepage: string | null }
/** A site as last read: its registered address, and the normalized links of its home page; null before a reading. */
export type SiteEnd = { readonly locator: string; readonly links: readonly string[] | null }
/** How a repository and a site name each other, each as it was read. */
type MutualLink = { readonly homepage: string; readonly link: string }

/**
 * How a repository and a site name each other: the repository's homepage is on the site, and the site's home page links
 * the repository or its owner under the present name. Somebody else may take a former name, so a link to it proves
 * nothing. Null when one of the two does not name the other, and while one of them is unknown. @source contract,
 * Enumerations
 */
export function mutualLink(repository: RepositoryEnd, site: SiteEnd): MutualLink | null {
  const home = URL.parse(site.locator)
  const { url, homepage } = repository
  if (home === null || site.links === null || url === null || homepage === null) return null
  const named = addressOf(homepage)
  const names = namesOf(url, home)
  if (named === null || !isOfSite(named, home) || named.port !== home.port) return null
  const link = site.links.find((entry) => names.includes(entry.toLowerCase()))
  return link === undefined ? null : { homepage, link }
}

/**
 * The entries that a link to a repository or to its owner has, in lower case. Empty when the page is on the host of the
 * site, or is not an owner's repository: an entry keeps only the beginning of a longer path, which other pages share.
 */
function namesOf(url: string, home: URL): readonly string[] {
  const page = URL.parse(url)
  if (page === null || bareHost(page) === bareHost(home)) return []
  const own = addressEntry(url)?.toLowerCase().split('/')
  return own?.length === 3 ? [own.join('/'), own.slice(0, 2).join('/')] : []
}

/** A code host takes a homepage as it is typed, often without its scheme. */
function addressOf(homepage: string): URL | null {
  const typed = homepage.trim()
  return URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`)
}
