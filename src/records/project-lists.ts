import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ActivityStatus, ProjectKind } from '#contract/enums.ts'
import type { CardFact, ProjectSort, ProjectTab } from '#contract/shapes/project-card.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import type { ListedProject } from '#domain/project-list.ts'
import type { Reader } from './database.ts'
import { type ListedRow, toListedProject } from './listed-project.ts'
import { nearerEnd, ordered, type PagePlace, type ProjectOrder } from './project-orders.ts'
import { countOfWord, searchedWords, wordsQuery } from './project-search.ts'

/** What a page of projects is narrowed to; every filter left out admits everything. */
export type ProjectFilters = {
  /** Words of which each begins a word of the project's name, symbol, slug, former slug or contract. */
  readonly words?: string
  readonly tab?: ProjectTab
  readonly kind?: ProjectKind
  readonly status?: ActivityStatus
  readonly narrative?: string
  readonly launchpad?: string
  readonly has?: readonly CardFact[]
}

export type ProjectPageQuery = {
  readonly filters: ProjectFilters
  /** Without one a tab has its own order, and the rest the newest activity first. */
  readonly sort?: ProjectSort
  readonly limit: number
  readonly offset: number
  /** Projects first published after this instant are new. */
  readonly newSince: Instant
}

/** From which offset on a page is read from the nearer end of its list. */
const DEEP_OFFSET = 1000

/**
 * Published projects the filters admit, in order, and how many there are in all. Where something is filtered they are
 * counted first: few are gathered and put in order, of many the list is walked until the page is full. A deep page is
 * read from the nearer end.
 */
export async function getProjectPage(
  query: ProjectPageQuery,
  reader: Reader,
): Promise<{ readonly total: number; readonly projects: readonly ListedProject[] }> {
  const { filters } = query
  const words = filters.words === undefined ? undefined : await searchedWords(filters.words, reader)
  if (words?.length === 0) return { total: 0, projects: [] }
  const asked: Asked = { query, words, facets: facetsOf(filters) }
  const { admitted, total, at } = await placeOf(asked, reader)
  const page = sql<Row>`(
    with counted as materialized (select ${total} as total),
    page as materialized (
      select row_number() over () as place, project_id from (
        select listed.project_id from ${admitted} and (select total from counted) > ${query.offset}
        order by ${ordered(orderOf(query), at.direction)} limit ${at.limit} offset ${at.offset}
      ) as placed
    )
    select counted.total, page.place, projects.slug, projects.name, projects.description, projects.kind, projects.launchpad,
      projects.first_published_at, token.address, token.symbol, token.symbol_declared, token.name as token_name,
      cards.evidence as card, cards.scored_at, listed.*
    from counted left join page on true
    left join projects on projects.id = page.project_id
    left join project_lists as listed on listed.project_id = page.project_id
    left join cards on cards.project_id = page.project_id
    left join lateral (
      select address, symbol, symbol_declared, name from tokens
      where tokens.project_id = page.project_id order by address limit 1
    ) as token on true
  )`
  const rows = await reader
    .selectFrom(page.as('page'))
    .selectAll()
    .orderBy('page.place', at.direction === 'forward' ? 'asc' : 'desc')
    .execute()
  const [first] = rows
  if (first === undefined) throw new Error('a count answered no row')
  return {
    total: first.total,
    projects: rows.flatMap((row) => (isListed(row) ? [toListedProject(row)] : [])),
  }
}

type Asked = {
  readonly query: ProjectPageQuery
  readonly words: readonly string[] | undefined
  readonly facets: readonly string[]
}
type Place = {
  readonly admitted: RawBuilder<unknown>
  readonly total: RawBuilder<number>
  readonly at: PagePlace
}

async function placeOf(asked: Asked, reader: Reader): Promise<Place> {
  const { limit, offset } = asked.query
  const counting = totalOf(asked)
  const walked = sql`project_lists as listed where listed.published and ${walking(asked)}`
  const forward: PagePlace = { direction: 'forward', limit, offset }
  const narrowed = asked.words !== undefined || asked.facets.length > 0
  if (offset < DEEP_OFFSET && !narrowed) return { admitted: walked, total: counting, at: forward }
  const { total, listed } = await reader
    .selectNoFrom([counting.as('total'), keptCount('all').as('listed')])
    .executeTakeFirstOrThrow()
  const gathers = narrowed && total ** 2 <= (offset + limit) * listed
  return {
    admitted: gathers ? sql`project_lists as listed where listed.published and ${gathering(asked)}` : walked,
    total: sql<number>`${total}::bigint`,
    at: offset < DEEP_OFFSET ? forward : nearerEnd({ limit, offset }, total),
  }
}

type Row = { total: number; place: number | null } & { [K in keyof ListedRow]: ListedRow[K] | null }

/** An empty page is one row of nulls beside its total. */
function isListed(row: Row): row is Row & ListedRow {
  return row.slug !== null
}

const TAB_ORDERS: Partial<Record<ProjectTab, ProjectOrder>> = {
  'new-builders': 'firstShip',
  'new-on-hey': 'newest',
  'most-active': 'mostActive',
}

function orderOf({ sort, filters }: ProjectPageQuery): ProjectOrder {
  if (sort !== undefined) return sort
  const own = filters.tab === undefined ? undefined : TAB_ORDERS[filters.tab]
  return own === undefined ? 'activity' : own
}

/** Conditions as they are looked at row by row, in the order of the list. */
function walking({ query, words }: Asked): RawBuilder<SqlBool> {
  const { kind, status, narrative, launchpad, has, tab } = query.filters
  return every([
    words === undefined ? undefined : sql`ts_match_vq(listed.words, ${wordsQuery(words)})`,
    tab === undefined ? undefined : inTab(tab, query.newSince),
    kind === undefined ? undefined : sql`listed.kind = ${kind}`,
    status === undefined ? undefined : sql`listed.activity_status = ${status}`,
    narrative === undefined ? undefined : sql`listed.narratives @> array[${narrative}]::text[]`,
    launchpad === undefined ? undefined : sql`listed.launchpad = ${launchpad}`,
    has === undefined ? undefined : sql`listed.held @> ${[...has]}::text[]`,
  ])
}

/** Conditions as the index of facets and words answers them. */
function gathering({ query, words, facets }: Asked): RawBuilder<SqlBool> {
  const { tab } = query.filters
  return every([
    facets.length === 0 ? undefined : sql`${FACETS} @> ${[...facets]}::text[]`,
    words === undefined ? undefined : sql`listed.words @@ ${wordsQuery(words)}`,
    tab === undefined || TAB_FACETS[tab] !== undefined ? undefined : inTab(tab, query.newSince),
  ])
}

const FACETS = sql.raw(
  `list_facets(${['published', 'activity_status', 'kind', 'launchpad', 'tabs', 'narratives', 'held']
    .map((column) => `listed.${column}`)
    .join(', ')})`,
)

function every(conditions: readonly (RawBuilder<unknown> | undefined)[]): RawBuilder<SqlBool> {
  return sql`${sql.join(
    [sql`true`, ...conditions.filter((condition) => condition !== undefined)],
    sql` and `,
  )}`
}

function inTab(tab: ProjectTab, newSince: Instant): RawBuilder<unknown> {
  switch (tab) {
    case 'shipping-now':
      return sql`listed.activity_status = 'SHIPPING'`
    case 'back-from-dormancy':
      return sql`listed.activity_status = 'RESUMED'`
    case 'most-active':
    case 'still-building':
    case 'building-with-token':
    case 'under-the-radar':
      return sql`listed.tabs @> array[${tab}]::text[]`
    case 'new-on-hey':
      return sql`listed.first_published_at >= ${newSince}::timestamptz`
    case 'new-builders':
      return sql`listed.first_published_at >= ${newSince}::timestamptz and listed.builder_read
        and listed.first_ship_at is not null`
  }
}

/** Where at most two filters are given their count is kept; otherwise what they admit is counted. */
function totalOf(asked: Asked): RawBuilder<number> {
  const { words, facets, query } = asked
  const [first, second, third] = facets
  const { tab } = query.filters
  const kept = tab === undefined || TAB_FACETS[tab] !== undefined
  if (kept && words === undefined && third === undefined) {
    if (first === undefined) return keptCount('all')
    return second === undefined ? keptCount(first) : keptCount([first, second])
  }
  const word = words?.length === 1 ? words[0] : undefined
  if (kept && word !== undefined && first === undefined) return countOfWord(word)
  return sql<number>`(select count(*) from project_lists as listed where listed.published and ${gathering(asked)})`
}

/** Where a pair of facets is parted. */
const PAIRED = '\u001f'

function keptCount(facet: string | readonly [string, string]): RawBuilder<number> {
  const [one, other] = typeof facet === 'string' ? [facet, undefined] : facet
  const name =
    other === undefined
      ? sql`${one}::text`
      : sql`least(${one} collate "C", ${other}) || ${PAIRED} || greatest(${one} collate "C", ${other})`
  return sql<number>`(select coalesce(sum(n), 0)::bigint from project_counts where facet = ${name})`
}

/** Under which facet a tab's projects are counted; those by the day of publication are counted when asked. */
const TAB_FACETS: Partial<Record<ProjectTab, string>> = {
  'shipping-now': 'status:SHIPPING',
  'back-from-dormancy': 'status:RESUMED',
  'most-active': 'tab:most-active',
  'still-building': 'tab:still-building',
  'building-with-token': 'tab:building-with-token',
  'under-the-radar': 'tab:under-the-radar',
}

/** The facets of the filters, each once. */
function facetsOf({ tab, kind, status, narrative, launchpad, has = [] }: ProjectFilters): readonly string[] {
  const named = Object.entries({ kind, status, narrative, launchpad }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:${value}`],
  )
  const ofTab = tab === undefined ? undefined : TAB_FACETS[tab]
  const facets = [...named, ...has.map((name) => `has:${name}`), ...(ofTab === undefined ? [] : [ofTab])]
  return [...new Set(facets)]
}

/** The instant after which a first publication is new, so many days before now. */
export function newSince(days: number, now: Instant): Instant {
  return addMs(now, -days * DAY_MS)
}
