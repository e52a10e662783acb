import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ActivityStatus, ProjectKind } from '#contract/enums.ts'
import type { CardFact, ProjectSort, ProjectTab } from '#contract/shapes/project-card.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import type { ListedProject } from '#domain/project-list.ts'
import type { Reader } from './database.ts'
import { type ListedRow, toListedProject } from './listed-project.ts'
import { nearerEnd, ordered, type PagePlace, type ProjectOrder } from './project-orders.ts'
import { findable, searchedWords } from './project-search.ts'

/** Tabs that are answered from what is recorded. */
export type ListedTab = Exclude<ProjectTab, 'under-the-radar'>

/** What a page of projects is narrowed to; every filter left out admits everything. */
export type ProjectFilters = {
  /** Words of which each begins a word of the project's name, symbol, slug, former slug or contract. */
  readonly words?: string
  readonly tab?: ListedTab
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
 * Published projects the filters admit, in order, and how many there are in all. One statement; a deep page counts
 * first, and is read from the nearer end.
 */
export async function getProjectPage(
  query: ProjectPageQuery,
  reader: Reader,
): Promise<{ readonly total: number; readonly projects: readonly ListedProject[] }> {
  const { filters } = query
  const words = filters.words === undefined ? undefined : await searchedWords(filters.words, reader)
  const admitted = sql`project_lists as listed where listed.published and ${admitting(query, words)}`
  const { total, at } = await placeOf(query, totalOf(query, admitted), reader)
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

async function placeOf(
  { limit, offset }: ProjectPageQuery,
  counting: RawBuilder<number>,
  reader: Reader,
): Promise<{ readonly total: RawBuilder<number>; readonly at: PagePlace }> {
  if (offset < DEEP_OFFSET) return { total: counting, at: { direction: 'forward', limit, offset } }
  const { total } = await reader.selectNoFrom(counting.as('total')).executeTakeFirstOrThrow()
  return { total: sql<number>`${total}::bigint`, at: nearerEnd({ limit, offset }, total) }
}

type Row = { total: number; place: number | null } & { [K in keyof ListedRow]: ListedRow[K] | null }

/** An empty page is one row of nulls beside its total. */
function isListed(row: Row): row is Row & ListedRow {
  return row.slug !== null
}

const TAB_ORDERS: Partial<Record<ListedTab, ProjectOrder>> = {
  'new-builders': 'firstShip',
  'new-on-hey': 'newest',
  'most-active': 'mostActive',
}

function orderOf({ sort, filters }: ProjectPageQuery): ProjectOrder {
  if (sort !== undefined) return sort
  const own = filters.tab === undefined ? undefined : TAB_ORDERS[filters.tab]
  return own === undefined ? 'activity' : own
}

function admitting(
  { filters, newSince }: ProjectPageQuery,
  words: readonly string[] | undefined,
): RawBuilder<SqlBool> {
  const { tab, kind, status, narrative, launchpad, has } = filters
  const conditions = [
    sql`true`,
    words === undefined ? undefined : findable(words, sql`listed.project_id`),
    tab === undefined ? undefined : inTab(tab, newSince),
    kind === undefined ? undefined : sql`listed.kind = ${kind}`,
    status === undefined ? undefined : sql`listed.activity_status = ${status}`,
    narrative === undefined ? undefined : sql`listed.narratives @> array[${narrative}]::text[]`,
    launchpad === undefined ? undefined : sql`listed.launchpad = ${launchpad}`,
    has === undefined ? undefined : sql`listed.held @> ${[...has]}::text[]`,
  ]
  return sql`${sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  )}`
}

function inTab(tab: ListedTab, newSince: Instant): RawBuilder<unknown> {
  switch (tab) {
    case 'shipping-now':
      return sql`listed.activity_status = 'SHIPPING'`
    case 'back-from-dormancy':
      return sql`listed.activity_status = 'RESUMED'`
    case 'most-active':
    case 'still-building':
    case 'building-with-token':
      return sql`listed.tabs @> array[${tab}]::text[]`
    case 'new-on-hey':
      return sql`listed.first_published_at >= ${newSince}::timestamptz`
    case 'new-builders':
      return sql`listed.first_published_at >= ${newSince}::timestamptz and listed.builder_read
        and listed.first_ship_at is not null`
  }
}

/** Where at most one filter is given its count is kept; otherwise what the filters admit is counted. */
function totalOf(query: ProjectPageQuery, admitted: RawBuilder<unknown>): RawBuilder<number> {
  const facet = facetOf(query.filters)
  if (facet === undefined) return sql<number>`(select count(*) from ${admitted})`
  return sql<number>`(select coalesce(sum(n), 0)::bigint from project_counts where facet = ${facet})`
}

/** Under which facet a tab's projects are counted; those by the day of publication are counted when asked. */
const TAB_FACETS: Partial<Record<ListedTab, string>> = {
  'shipping-now': 'status:SHIPPING',
  'back-from-dormancy': 'status:RESUMED',
  'most-active': 'tab:most-active',
  'still-building': 'tab:still-building',
  'building-with-token': 'tab:building-with-token',
}

function facetOf(filters: ProjectFilters): string | undefined {
  const { words, tab, kind, status, narrative, launchpad, has } = filters
  if (words !== undefined) return undefined
  const facets = [
    ...Object.entries({ kind, status, narrative, launchpad }).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}:${value}`],
    ),
    ...(has === undefined ? [] : has.map((name) => `has:${name}`)),
    ...(tab === undefined ? [] : [TAB_FACETS[tab]]),
  ]
  if (facets.includes(undefined)) return undefined
  const [only, second] = facets
  if (only === undefined) return 'all'
  return second === undefined ? only : undefined
}

/** The instant after which a first publication is new, so many days before now. */
export function newSince(days: number, now: Instant): Instant {
  return addMs(now, -days * DAY_MS)
}
