import { hash } from 'node:crypto'
import { broken, type GithubDeps, type GithubFailed, requestGithub } from './api.ts'

/** Consecutive pages of a listing, newest first. */
export type GithubListing = {
  readonly kind: 'listing'
  readonly items: readonly unknown[]
  readonly pages: number
  /** `whole`: to its end. `more`: the page limit came first. `lost`: a link to the next page that leads nowhere. */
  readonly end: 'whole' | 'more' | 'lost'
  /** The query of the last page read. The next reading goes on there, since items move between pages. */
  readonly lastQuery: string
  readonly etag: string | undefined
  readonly digest: string
}

type ListingRequest = {
  readonly path: string
  /** The parameters of the first page to read, without `per_page`. */
  readonly query: string
  readonly etag?: string | null
  readonly maxPages: number
}

export const PAGE_SIZE = 100
/** A host may give more than it was asked for; many times more is no page. */
const MOST_OF_A_PAGE = 10 * PAGE_SIZE
const NEXT = /;\s*rel="?([^";]*\s)?next(\s[^";]*)?"?/
const BACK = /;\s*rel="?([^";]*\s)?(prev|first)(\s[^";]*)?"?/
const PAGING = ['page', 'before', 'after', 'cursor']

/** Reads pages of a listing by their links, on our own path. The condition applies to the first of them. */
export async function listGithub(
  request: ListingRequest,
  deps: GithubDeps,
): Promise<GithubListing | { readonly kind: 'not_modified' } | GithubFailed> {
  const items: unknown[] = []
  const digests: string[] = []
  let etag: string | undefined
  let query = new URLSearchParams(request.query)
  for (;;) {
    query.set('per_page', String(PAGE_SIZE))
    const condition = digests.length === 0 ? { etag: request.etag ?? null } : {}
    const answer = await requestGithub({ path: `${request.path}?${query}`, ...condition }, deps)
    if (answer.kind !== 'value') return answer
    if (!Array.isArray(answer.value)) return broken('not a listing')
    const { length } = answer.value
    if (length > MOST_OF_A_PAGE) return broken(`a page of ${length} items, where ${PAGE_SIZE} were asked for`)
    items.push(...answer.value)
    digests.push(answer.digest)
    etag ??= answer.etag
    const next = nextPageParameters({ link: answer.link, query, length })
    if (typeof next === 'string' || digests.length === request.maxPages) {
      const end = typeof next === 'string' ? next : 'more'
      const digest = hash('sha256', digests.join(' '))
      return { kind: 'listing', items, pages: digests.length, end, lastQuery: String(query), etag, digest }
    }
    query = next
  }
}

/**
 * The parameters of the next page. A link is followed by its parameters alone, because a proxy may leave GitHub's own
 * address in it. `lost` for a link that cannot be read, that asks for something else, or that leads back. After a full
 * page without GitHub's links the next number is asked for, because a proxy may drop them.
 */
export function nextPageParameters(page: {
  readonly link: string | undefined
  readonly query: URLSearchParams
  readonly length: number
}): URLSearchParams | 'whole' | 'lost' {
  const { link = '', query, length } = page
  const number = pageOf(query)
  const links = [...link.matchAll(/<([^<>]*)>([^<]*)/g)]
  if (links.length === 0 && link !== '') return 'lost'
  const next = links.find(([, , relation = '']) => NEXT.test(relation))
  if (next === undefined) {
    const isLast = length < PAGE_SIZE || links.some(([, , relation = '']) => BACK.test(relation))
    return isLast ? 'whole' : withParameters(query, [['page', String(number + 1)]])
  }
  const parameters = [...(URL.parse(next[1] ?? '', 'https://relative.invalid')?.searchParams ?? [])]
  const following = withParameters(query, parameters)
  const isOther = parameters.some(([name, value]) => !PAGING.includes(name) && differs(query, name, value))
  const leadsOn = following.has('page') ? pageOf(following) > number : String(following) !== String(query)
  return isOther || !leadsOn ? 'lost' : following
}

function pageOf(query: URLSearchParams): number {
  return Number.parseInt(query.get('page') ?? '1', 10)
}

function differs(query: URLSearchParams, name: string, value: string): boolean {
  return query.has(name) && query.get(name) !== value
}

function withParameters(
  query: URLSearchParams,
  parameters: readonly (readonly [string, string])[],
): URLSearchParams {
  const merged = new URLSearchParams(query)
  for (const [name, value] of parameters) merged.set(name, value)
  return merged
}
