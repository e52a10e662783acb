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
  /** Any slug that the project has or had. A slug of no project admits no event. */
  readonly project?: Slug
  readonly contract?: ContractAddress
  readonly domains?: readonly ChangeDomain[]
  readonly types?: readonly ChangeType[]
  /** Bounds of `occurredAt`, inclusive; an undated event is outside every bound. */
  readonly since?: Instant
  readonly until?: Instant
}

/** An entry, and whether it is public. The upsert of a project that is not published waits for its retraction. */
type ListedEntry = { readonly entry: LedgerEntry; readonly public: boolean }

/**
 * Entries in the order of the list, and the position after which the list starts. `issued` is false for a position past
 * the ledger's head.
 */
type EntryList = {
  readonly start: number
  readonly entries: readonly ListedEntry[]
  readonly issued: boolean
}

/**
 * The newest revisions of events in ledger order, tombstones included. The list starts after a position, or with the
 * first revision that was recorded at or after an instant. One statement.
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

/** The revisions at these positions, by position, superseded or not. Revisions that are not public are left out. */
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

/**
 * The start of browsing: a position, whose earlier events follow, or an instant, whose earlier arrivals follow.
 * Undefined starts with the newest arrival.
 */
type BrowseStart = number | { readonly recordedBefore: Instant } | undefined

type BrowseQuery = {
  readonly before: BrowseStart
  readonly filters: ChangeFilters
  readonly limit: number
}

/**
 * A list of the events in force, the newest first position first, without tombstones and events of unpublished
 * projects. `issued` is false for a position past the ledger's head. The condition of publication costs time, so a
 * second query has it only when the first finds an event of an unpublished project. Such events are rare, because a
 * tombstone soon replaces them.
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

/**
 * Browses the events. The first list of a project alone is planned once, because each snapshot of the project has it.
 */
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
  /** The position beyond which entries are read, in that order; undefined for the whole order. */
  readonly beyond: RawBuilder<unknown> | undefined
  readonly where: readonly RawBuilder<unknown>[]
  /** Whether the statement is planned once on a connection; otherwise it is planned each time. */
  readonly isPlanned: boolean
}

/** The entries of a list and the position after which it starts, in one statement. */
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

/** The first row. A list has at least one, which has its start. */
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
 * Whether a row of `changes`, joined with its project, is public. An event without a project is public. Events of
 * market integrity are not while this deployment withholds them.
 */
export const IS_PUBLIC = sql<boolean>`(coalesce(projects.state = 'published', true)
  and (change.type <> 'market_integrity.event'
    or ${INTEGRITY_PUBLISHED}))`
/** Whether a row of `changes` that is not joined with its project is public. */
const PUBLISHED = sql<boolean>`(select ${IS_PUBLIC} from (select 1) as one left join projects on projects.id = change.project_id)`

function startOf(from: { readonly after: number } | { readonly recordedSince: Instant }) {
  if ('after' in from) return placeAt(sql`${from.after}::bigint`)
  return placeAt(sql`coalesce(
    (select position - 1 from changes where recorded_at >= ${from.recordedSince}::timestamptz
      order by recorded_at, position limit 1), head)`)
}

/** A position in the ledger. A position past the head was never issued, except that a standby may not have it yet. */
function placeAt(position: RawBuilder<unknown>) {
  return sql<{ position: number; issued: boolean }>`(select ${position} as position,
    ${position} <= head or pg_is_in_recovery() as issued from ledger_state)`
}

/** An order of the ledger: its column, its direction, the comparison with a bound, and the condition on revisions. */
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
 * The first `limit` revisions in an order, beyond a bound, that meet the conditions and filters. If types are the only
 * filter, it reads each type in that order separately and merges the results. The planner then knows how rare a type
 * is: with `type = any(…)` it read all 2,050,000 events in order for a rare type, 276 ms instead of 1.
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

/** The types that the filters of type and domain admit; undefined when they admit all. */
function typesOf({ types, domains }: ChangeFilters): readonly ChangeType[] | undefined {
  if (domains === undefined) return types
  return (types === undefined ? CHANGE_TYPES : types).filter((type) => domains.includes(domainOf(type)))
}

/** The conditions of the filters other than type and domain. */
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

/** Whether a row has an entry. An empty list is one row with its start and nulls. */
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
