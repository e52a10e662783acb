import { type RawBuilder, sql } from 'kysely'
import type { ActivityStatus, ProjectKind } from '#contract/enums.ts'
import type { CardFact, ProjectSort, ProjectTab } from '#contract/shapes/project-card.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import type { ListedProject } from '#domain/project/project-list.ts'
import type { Reader } from '#records/database.ts'
import { type ListedRow, toListedProject } from './listed-project.ts'
import { bitsOf, countedIn, countOf, isAmong, rowsIn } from './project-bits.ts'
import { entryAt } from './project-cuts.ts'
import { ordered, type ProjectOrder } from './project-orders.ts'
import { rowsByRarest, type SearchedWords, searchedWords } from './project-search.ts'

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

/** From which offset on a list is entered at a cut. */
const DEEP_OFFSET = 1000
/** So many rows are walked past in the time in which one is gathered. */
const WALKED_AS_ONE_GATHERED = 16

/**
 * Published projects the filters admit, in order, and how many there are in all. Filters and common words are counted by
 * their bits; few of many are then gathered and put in order, otherwise the list is walked until the page is full, for a
 * deep page from a cut before it.
 */
export async function getProjectPage(
  query: ProjectPageQuery,
  reader: Reader,
): Promise<{ readonly total: number; readonly projects: readonly ListedProject[] }> {
  const { filters } = query
  const facets = facetsOf(filters)
  const words =
    filters.words === undefined
      ? undefined
      : await searchedWords({ words: filters.words, countedWith: facets }, reader)
  if (words?.words.length === 0) return { total: 0, projects: [] }
  const { bits, entering, admitted, total, reached, offset } = await placeOf({ query, words, facets }, reader)
  const page = sql<Row>`(
    with bits as materialized (select ${bits} as held),${entering}
    admitted as not materialized (select listed.* from ${admitted}),
    counted as materialized (select ${total} as total),
    page as materialized (
      select row_number() over () as place, project_id from (
        select listed.project_id from admitted as listed${reached}
        order by ${ordered(orderOf(query))} limit ${query.limit} offset ${offset}
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
  const rows = await reader.selectFrom(page.as('page')).selectAll().orderBy('page.place').execute()
  const [first] = rows
  if (first === undefined) throw new Error('a count answered no row')
  return {
    total: first.total,
    projects: rows.flatMap((row) => (isListed(row) ? [toListedProject(row)] : [])),
  }
}

type Asked = {
  readonly query: ProjectPageQuery
  readonly words: SearchedWords | undefined
  readonly facets: readonly string[]
}
type Place = {
  readonly bits: RawBuilder<unknown>
  /** Where a deep page's list is entered. */
  readonly entering: RawBuilder<unknown>
  readonly admitted: RawBuilder<unknown>
  readonly total: RawBuilder<number>
  /** Where the total is not known before: that the page begins within it. */
  readonly reached: RawBuilder<unknown>
  readonly offset: RawBuilder<number>
}

const BITS = sql`(select held from bits)`
const LISTED = sql`project_lists as listed where listed.published`
const ADMITTED_COUNT = sql<number>`(select count(*) from admitted)`

async function placeOf({ query, words, facets }: Asked, reader: Reader): Promise<Place> {
  const { limit, offset, filters } = query
  const keys = [...facets, ...(words === undefined ? [] : words.keys)]
  const bits = bitsOf(keys.length === 0 ? [ALL] : keys)
  const unplaced = { bits, entering: sql``, reached: sql``, offset: sql<number>`${offset}::bigint` }
  const reached = sql` where (select total from counted) > ${offset}`
  const inDayTab = filters.tab === undefined ? undefined : DAY_TABS[filters.tab]?.(query.newSince)
  const byKeys = keys.length === 0 ? undefined : isAmong(BITS)
  if (words?.rarest !== undefined) {
    const found = rowsByRarest(words.rarest, words.words)
    return { ...unplaced, admitted: every([found, inDayTab, byKeys]), total: ADMITTED_COUNT, reached }
  }
  if (inDayTab !== undefined) {
    return { ...unplaced, admitted: every([LISTED, inDayTab, byKeys]), total: ADMITTED_COUNT, reached }
  }
  if (keys.length === 0) return walked({ ...unplaced, total: countOf(BITS), reached }, { query, keys })
  const { total, numbered } = words?.counted ?? (await countedIn(bits, reader))
  const counted = { ...unplaced, total: sql<number>`${total}::bigint` }
  if (WALKED_AS_ONE_GATHERED * total ** 2 <= (offset + limit) * numbered) {
    return { ...counted, admitted: rowsIn(BITS) }
  }
  return walked(counted, { query, keys, conditions: [ofStatus(facets), byKeys] })
}

/** The list in its order, where the page is deep from a cut on. */
function walked(
  place: Omit<Place, 'admitted'>,
  walk: {
    readonly query: ProjectPageQuery
    readonly keys: readonly string[]
    readonly conditions?: readonly (RawBuilder<unknown> | undefined)[]
  },
): Place {
  const { query, keys, conditions = [] } = walk
  if (query.offset < DEEP_OFFSET) return { ...place, admitted: every([LISTED, ...conditions]) }
  const { entry, behind, offset } = entryAt({ order: orderOf(query), keys, offset: query.offset })
  return { ...place, entering: sql`${entry},`, admitted: every([LISTED, ...conditions, behind]), offset }
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

function every(conditions: readonly (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> {
  return sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  )
}

/** Projects of a status lie together in the order of activity: its own index passes over the others. */
function ofStatus(facets: readonly string[]): RawBuilder<unknown> | undefined {
  const facet = facets.find((name) => name.startsWith(STATUS))
  return facet === undefined ? undefined : sql`listed.activity_status = ${facet.slice(STATUS.length)}`
}

const STATUS = 'status:'

/** The tabs that follow from the day of publication, so that time alone moves who is in them. */
const DAY_TABS: Partial<Record<ProjectTab, (newSince: Instant) => RawBuilder<unknown>>> = {
  'new-on-hey': publishedSince,
  'new-builders': (newSince) =>
    sql`${publishedSince(newSince)} and listed.builder_read and listed.first_ship_at is not null`,
}

function publishedSince(newSince: Instant): RawBuilder<unknown> {
  return sql`listed.by_publication >= extract(epoch from ${newSince}::timestamptz)::double precision`
}

/** The facet every listed project has. */
const ALL = 'all'

/** The facets of the other tabs. */
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
