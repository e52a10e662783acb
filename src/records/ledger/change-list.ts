import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { ChangeDomain } from '#contract/enums.ts'
import { CHANGE_TYPES, type ChangeType, domainOf } from '#contract/events.ts'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import type { LedgerEntry } from '#domain/ledger/draft.ts'
import { anyOf } from '#records/any-of.ts'
import { fromColumns } from '#records/columns.ts'
import type { OrNull } from '#records/counted-rows.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { INTEGRITY_PUBLISHED } from '#records/market/integrity.ts'
import type { Changes } from '#records/tables.ts'
import { CODE_WEEK } from './changes.ts'

/** The filters of a list of changes; a filter that is left out admits every event. */
export type ChangeFilters = {
  /** Any slug that the project has or had; a slug that nothing had admits no event. */
  readonly project?: Slug
  readonly contract?: ContractAddress
  readonly domains?: readonly ChangeDomain[]
  readonly types?: readonly ChangeType[]
  /** Bounds of `occurredAt`, inclusive; an undated event is outside every bound. */
  readonly since?: Instant
  readonly until?: Instant
}

/** An entry with whether it is public: an upsert of a project that is not published waits for its retraction. */
type ListedEntry = { readonly entry: LedgerEntry; readonly public: boolean }

/**
 * Entries in ledger order and the position the list starts after; `issued` is false for a position past the ledger's
 * head.
 */
type EntryList = {
  readonly start: number
  readonly entries: readonly ListedEntry[]
  readonly issued: boolean
}

/**
 * The newest revisions after a position, or from the first one recorded at or after an instant on, in ledger order,
 * tombstones included. One statement.
 */
export async function getSyncList(
  input: {
    readonly from: { readonly after: number } | { readonly recordedSince: Instant }
    readonly filters: ChangeFilters
    readonly limit: number
  },
  reader: Reader,
): Promise<EntryList> {
  const { from, ...query } = input
  return readEntries(
    { ...query, order: SYNC, start: startOf(from), beyond: sql`start.position`, where: [], isPlanned: false },
    reader,
  )
}

/** The revisions at these positions, superseded or not, by position; those that are not public are left out. */
export async function getPublicEntries(
  positions: readonly number[],
  reader: Reader,
): Promise<ReadonlyMap<number, LedgerEntry>> {
  if (positions.length === 0) return new Map()
  const rows = await reader
    .selectFrom('changes as change')
    .leftJoin('projects', 'projects.id', 'change.project_id')
    .select(COLUMNS)
    .select(['projects.slug', 'projects.name', IS_PUBLIC.as('published'), CODE_WEEK_NOW.as('code_week')])
    .where('change.position', '=', anyOf(positions, 'bigint'))
    .execute()
  const entries = rows.map(toEntry).filter((entry) => entry.public)
  return new Map(entries.map(({ entry }) => [entry.position, entry]))
}

/** Where browsing begins: before a position, with what had arrived before an instant, or with the newest arrival. */
type BrowseStart = number | { readonly recordedBefore: Instant } | undefined

type BrowseQuery = {
  readonly before: BrowseStart
  readonly filters: ChangeFilters
  readonly limit: number
}

/**
 * A list of the events in force, the newest position first, without tombstones and events of unpublished projects.
 * `issued` is false for a position past the ledger's head. The query tests publication only when the first list has an
 * event of an unpublished project. Such events are rare, because a tombstone soon replaces them.
 */
export async function getBrowseList(
  input: BrowseQuery,
  reader: Reader,
): Promise<{ readonly entries: readonly LedgerEntry[]; readonly issued: boolean }> {
  const list = await browse({ ...input, where: [] }, reader)
  const allPublic = list.entries.every((entry) => entry.public)
  const { entries, issued } = allPublic ? list : await browse({ ...input, where: [PUBLISHED] }, reader)
  return { issued, entries: entries.map(({ entry }) => entry) }
}

/** The newest events of a project, as each snapshot shows them, are planned once. */
function browse(
  { before, ...query }: BrowseQuery & Pick<EntryQuery, 'where'>,
  reader: Reader,
): Promise<EntryList> {
  const isPlanned = before === undefined && namesProjectOnly(query.filters)
  return readEntries({ ...query, order: BROWSE, ...boundOf(before), isPlanned }, reader)
}

function boundOf(before: BrowseStart): Pick<EntryQuery, 'start' | 'beyond'> {
  if (before === undefined) return { start: placeAt(sql`0`), beyond: undefined }
  if (typeof before === 'number') return { start: placeAt(sql`${before}::bigint`), beyond: sql`${before}` }
  return { start: startOf({ recordedSince: before.recordedBefore }), beyond: sql`(start.position + 1)` }
}

/** Whether the project is the only filter. */
function namesProjectOnly({ project, ...others }: ChangeFilters): boolean {
  return project !== undefined && Object.values(others).every((filter) => filter === undefined)
}

type EntryQuery = {
  readonly filters: ChangeFilters
  readonly limit: number
  readonly order: ChangeOrder
  readonly start: ReturnType<typeof placeAt>
  /** The bound in that order; undefined for the whole order. */
  readonly beyond: RawBuilder<unknown> | undefined
  readonly where: readonly RawBuilder<unknown>[]
  /** Whether the statement is planned once on a connection, or each time. */
  readonly isPlanned: boolean
}

/** The entries of a list and the position it starts after, in one statement. */
async function readEntries(query: EntryQuery, reader: Reader): Promise<EntryList> {
  const { order, isPlanned } = query
  const list = reader
    .selectFrom(query.start.as('start'))
    .leftJoinLateral(
      (change) =>
        change
          .selectFrom(inOrder(query).as('change'))
          .leftJoin('projects', 'projects.id', 'change.project_id')
          .select(COLUMNS)
          .select([
            'projects.slug',
            'projects.name',
            IS_PUBLIC.as('published'),
            CODE_WEEK_NOW.as('code_week'),
          ])
          .as('list'),
      (join) => join.onTrue(),
    )
    .selectAll('list')
    .select(['start.position as start', 'start.issued'])
    .orderBy(sql`list.${order.by} ${order.way}`)
  const rows = await (isPlanned ? runPlanned(list, reader) : list.execute())
  const { start, issued } = firstOf(rows)
  const entries = rows.flatMap(({ start: _, issued: __, ...row }) => (isEntry(row) ? [toEntry(row)] : []))
  return { start, issued, entries }
}

/** A list has at least the row of its start. */
function firstOf<T>(rows: readonly T[]): T {
  const [first] = rows
  if (first === undefined) throw new Error('the ledger has no state')
  return first
}

const COLUMNS = [
  'change.position',
  'change.first_position',
  'change.id',
  'change.revision',
  'change.op',
  'change.type',
  'change.domain',
  'change.contract',
  'change.recorded_at',
  'change.occurred_at',
  'change.detected_at',
  'change.precision',
  'change.origin',
  'change.summary',
  'change.facts',
  'change.evidence',
] as const
const CODE_WEEK_NOW = sql<CodeWeekFacts | null>`${sql.raw(CODE_WEEK)}`
/** Whether a change is of the project that has or had a slug. */
export const ofProject = (project: Slug) =>
  sql<boolean>`change.project_id = (select project_id from project_slugs where slug = ${project})`
/**
 * Whether a row joined with its project is public. An event without a project is; while market integrity is withheld,
 * its events are not.
 */
export const IS_PUBLIC = sql<boolean>`(coalesce(projects.state = 'published', true)
  and (change.type <> 'market_integrity.event'
    or ${INTEGRITY_PUBLISHED}))`
/** The same for a row that is not joined. */
const PUBLISHED = sql<boolean>`(select ${IS_PUBLIC} from (select 1) as one left join projects on projects.id = change.project_id)`

function startOf(from: { readonly after: number } | { readonly recordedSince: Instant }) {
  if ('after' in from) return placeAt(sql`${from.after}::bigint`)
  return placeAt(sql`coalesce(
    (select position - 1 from changes where recorded_at >= ${from.recordedSince}::timestamptz
      order by recorded_at, position limit 1), head)`)
}

/** A position in the ledger. One past the head was never issued, unless by the server of which this one is a copy. */
function placeAt(position: RawBuilder<unknown>) {
  return sql<{ position: number; issued: boolean }>`(select ${position} as position,
    ${position} <= head or pg_is_in_recovery() as issued from ledger_state)`
}

/** An order of the ledger: its column, its direction, what is beyond a bound, and which revisions it shows. */
type ChangeOrder = Readonly<Record<'by' | 'way' | 'isBeyond', RawBuilder<unknown>>> & {
  readonly shows: readonly RawBuilder<unknown>[]
}

const NEWEST = sql`change.superseded_by is null`
const SYNC: ChangeOrder = { by: sql`position`, way: sql`asc`, isBeyond: sql`>`, shows: [NEWEST] }
const BROWSE: ChangeOrder = {
  by: sql`first_position`,
  way: sql`desc`,
  isBeyond: sql`<`,
  shows: [NEWEST, sql`change.op = 'upsert'`],
}

/**
 * The first `limit` revisions in an order, beyond a bound, that fulfil the conditions and filters. If types are the
 * only filter, it reads each type in that order on its own and merges the results: the planner then knows how rare a
 * type is. With `type = any(…)` it walked the whole order of 2,050,000 events for a rare one: 276 ms instead of 1.
 */
function inOrder(query: EntryQuery): RawBuilder<Selectable<Changes>> {
  const { filters, limit, beyond } = query
  const { by, way, isBeyond, shows } = query.order
  const types = typesOf(filters)
  const narrowed = narrowing(filters)
  const isTimed = filters.since !== undefined || filters.until !== undefined
  // Positions are unique, so the time orders nothing. It names the index that has the time, and not the primary key.
  const direction = isTimed ? sql`${way}, change.occurred_at` : way
  const rows = (ofType: readonly RawBuilder<unknown>[]) => {
    const bound = beyond === undefined ? [] : [sql`change.${by} ${isBeyond} ${beyond}`]
    const conditions = [...shows, ...query.where, ...narrowed, ...bound, ...ofType]
    return sql`select change.* from changes as change where ${sql.join(conditions, sql` and `)}
      order by change.${by} ${direction} limit ${limit}`
  }
  if (types === undefined) return sql`(${rows([])})`
  if (narrowed.length > 0 || types.length === 0)
    return sql`(${rows([sql`change.type = ${anyOf(types, 'text')}`])})`
  const heads = types.map((type) => sql`(${rows([sql`change.type = ${type}`])})`)
  return sql`(select merged.* from (${sql.join(heads, sql` union all `)}) as merged
    order by merged.${by} ${way} limit ${limit})`
}

/** The types that the type and domain filters leave; undefined when they leave all. */
function typesOf({ types, domains }: ChangeFilters): readonly ChangeType[] | undefined {
  if (domains === undefined) return types
  return (types === undefined ? CHANGE_TYPES : types).filter((type) => domains.includes(domainOf(type)))
}

/** The conditions of the filters other than types. */
function narrowing({ project, contract, since, until }: ChangeFilters): readonly RawBuilder<unknown>[] {
  return [
    ...(project === undefined ? [] : [ofProject(project)]),
    ...(contract === undefined ? [] : [sql`change.contract = ${contract}`]),
    ...(since === undefined ? [] : [sql`change.occurred_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql`change.occurred_at <= ${until}::timestamptz`]),
  ]
}

type EntryRow = Omit<
  Selectable<Changes>,
  'project_id' | 'first_seen_live' | 'content_digest' | 'superseded_by' | 'retracted_because'
> & { slug: Slug | null; name: string | null; published: boolean; code_week: CodeWeekFacts | null }

/** An empty list is one row of nulls beside its start. */
function isEntry(row: OrNull<EntryRow>): row is EntryRow {
  return row.position !== null
}

function toEntry({ slug, name, published, code_week: codeWeek, ...row }: EntryRow): ListedEntry {
  const { op, summary, facts, evidence, ...event } = fromColumns(row)
  if (op === 'retract') {
    const { position, firstPosition, id, revision, recordedAt } = event
    return { entry: { position, firstPosition, id, revision, recordedAt, op }, public: true }
  }
  if (summary === null || facts === null || evidence === null)
    throw new Error(`Ledger entry ${event.position} has no content: expected a summary, facts and evidence`)
  const project = slug === null || name === null ? null : { slug, name }
  const content = { summary, facts, evidence, codeWeek }
  return { public: published, entry: { ...event, ...content, op, project } }
}
