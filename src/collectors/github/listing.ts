import { hash } from 'node:crypto'
import { broken, type GithubDeps, type GithubFailed, requestGithub } from './api.ts'
import { isBeyondLimit, isTooLarge } from './refusals.ts'

/** Consecutive parts of a listing, newest first. */
export type GithubListing = {
  readonly kind: 'listing'
  readonly items: readonly unknown[]
  readonly parts: number
  /**
   * How the listing ended. `whole`: at its last item. `more`: at the limit of parts or at a failure. `lost`: at a link
   * that cannot be followed, or at a part that GitHub says it never lists.
   */
  readonly end: 'whole' | 'more' | 'lost'
  /**
   * The failure that ended the listing after its last part. The parts before count, and the reading has the failure's
   * outcome.
   */
  readonly failure: GithubFailed | undefined
  /**
   * The query of the last part that was read. The next reading begins with that part again, because items move between
   * parts.
   */
  readonly lastQuery: string
  readonly etag: string | undefined
  readonly digest: string
}

type ListingRequest = {
  readonly path: string
  /** The parameters of the first part to read, without `per_page`. */
  readonly query: string
  readonly etag?: string | null
  readonly maxParts: number
  /** Items may be too large for a full part to be answered. The part is then requested in smaller parts. */
  readonly hasLargeItems?: true
  /** Called after the first part, when the listing is known to have changed. False ends the listing there. */
  readonly goesOn?: () => Promise<boolean>
}

export const PART_SIZE = 100
/**
 * The sizes of a part. Each size divides the one before it, so that a smaller part can begin where the larger one
 * would.
 */
const PART_SIZES: readonly number[] = [PART_SIZE, 25, 5]
/** A host may give more items than we asked for. With so many times more, the answer is not a listing. */
const TIMES_A_PART = 10
const NEXT = /;\s*rel="?([^";]*\s)?next(\s[^";]*)?"?/
const BACK = /;\s*rel="?([^";]*\s)?(prev|first)(\s[^";]*)?"?/
const CURSORS = ['before', 'after', 'cursor']
const PLACE_PARAMETERS = ['page', ...CURSORS]

/**
 * Reads the parts of a listing by their links, always on our own path. The etag applies to the first part only. When a
 * later part fails, the listing ends there. A `per_page` in the query is the size of the first part.
 */
export async function listGithub(
  request: ListingRequest,
  deps: GithubDeps,
): Promise<GithubListing | { readonly kind: 'not_modified' } | GithubFailed> {
  const items: unknown[] = []
  const digests: string[] = []
  let etag: string | undefined
  let last: URLSearchParams | undefined
  let query = new URLSearchParams(request.query)
  query.set('per_page', String(sizeOf(query)))
  const ended = (end: GithubListing['end'], failure?: GithubFailed): GithubListing => {
    const digest = hash('sha256', digests.join(' '))
    return {
      kind: 'listing',
      items,
      parts: digests.length,
      end,
      failure,
      lastQuery: String(last),
      etag,
      digest,
    }
  }
  for (;;) {
    const condition = digests.length === 0 ? { etag: request.etag ?? null } : {}
    const answer = await requestGithub({ path: `${request.path}?${query}`, ...condition }, deps)
    if (answer.kind === 'failed') {
      const smaller = request.hasLargeItems && isTooLarge(answer) ? inSmallerParts(query) : undefined
      if (smaller === undefined) return last === undefined ? answer : endedBy(answer, ended)
      query = smaller
      continue
    }
    if (answer.kind === 'not_modified') return answer
    if (!Array.isArray(answer.value)) return broken('not a listing')
    const { length } = answer.value
    const size = sizeOf(query)
    if (length > TIMES_A_PART * size) return broken(`a part of ${length} items, where ${size} were asked for`)
    items.push(...answer.value)
    digests.push(answer.digest)
    etag ??= answer.etag
    last = query
    const next = nextParameters({ link: answer.link, query, length })
    if (typeof next === 'string') return ended(next)
    if (digests.length === request.maxParts) return ended('more')
    if (digests.length === 1 && (await request.goesOn?.()) === false) return ended('more')
    query = next
  }
}

/** The listing after a failed part. A part that is not found fails the whole listing. */
function endedBy(
  failure: GithubFailed,
  ended: (end: GithubListing['end'], failure?: GithubFailed) => GithubListing,
): GithubListing | GithubFailed {
  if (isBeyondLimit(failure)) return ended('lost')
  return failure.collected.outcome === 'missing' ? failure : ended('more', failure)
}

/** The number of items that a query asks for in one part. */
export function sizeOf(query: URLSearchParams): number {
  const size = Number(query.get('per_page'))
  return PART_SIZES.includes(size) ? size : PART_SIZE
}

/** The query of the same place in parts of the next smaller size; undefined for the smallest size, and for a cursor. */
function inSmallerParts(query: URLSearchParams): URLSearchParams | undefined {
  const size = sizeOf(query)
  const smaller = PART_SIZES.find((other) => other < size)
  if (smaller === undefined || CURSORS.some((name) => query.has(name))) return undefined
  const number = ((numberOf(query) - 1) * size) / smaller + 1
  return withParameters(query, [
    ['per_page', String(smaller)],
    ...(number === 1 ? [] : [['page', String(number)] as const]),
  ])
}

/**
 * The query of the next part. Only the parameters of a link are used, because a proxy may leave GitHub's own address in
 * the link. `lost` for a link that cannot be read, asks for something else, or leads back. After a full part without
 * any link the next page number is used, because a proxy may drop the links.
 */
export function nextParameters(answer: {
  readonly link: string | undefined
  readonly query: URLSearchParams
  readonly length: number
}): URLSearchParams | 'whole' | 'lost' {
  const { link = '', query, length } = answer
  const number = numberOf(query)
  const links = [...link.matchAll(/<([^<>]*)>([^<]*)/g)]
  if (links.length === 0 && link !== '') return 'lost'
  const next = links.find(([, , relation = '']) => NEXT.test(relation))
  if (next === undefined) {
    const isLast = length < sizeOf(query) || links.some(([, , relation = '']) => BACK.test(relation))
    return isLast ? 'whole' : withParameters(query, [['page', String(number + 1)]])
  }
  const parameters = [...(URL.parse(next[1] ?? '', 'https://relative.invalid')?.searchParams ?? [])]
  const following = withParameters(query, parameters)
  const isOther = parameters.some(
    ([name, value]) => !PLACE_PARAMETERS.includes(name) && differs(query, name, value),
  )
  const leadsOn = following.has('page') ? numberOf(following) > number : String(following) !== String(query)
  return isOther || !leadsOn ? 'lost' : following
}

function numberOf(query: URLSearchParams): number {
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
