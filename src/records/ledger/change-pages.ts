import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { ChangeDomain, ChangeOrigin, ChangePrecision } from '#contract/enums.ts'
import { CHANGE_TYPES, type ChangeType, domainOf } from '#contract/events.ts'
import type { ContractAddress, EvidenceId, Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { ChangeFacts, LedgerEntry } from '#domain/ledger/draft.ts'
import type { Reader } from '#records/database.ts'
import type { Changes } from '#records/tables.ts'

/** The filters of a page of the ledger; a filter that is left out admits every event. */
export type ChangeFilters = {
  readonly projectId?: string
  readonly contract?: ContractAddress
  readonly domains?: readonly ChangeDomain[]
  readonly types?: readonly ChangeType[]
  /** Bounds of `occurredAt`, inclusive; an undated event is outside every bound. */
  readonly since?: Instant
  readonly until?: Instant
}

/** An entry with whether it is public: an upsert of a project that is not published waits for its retraction. */
export type PagedEntry = { readonly entry: LedgerEntry; readonly public: boolean }

/**
 * Entries in ledger order and the position the page starts after; `issued` is false for a position past the ledger's
 * head.
 */
export type SyncPage = {
  readonly start: number
  readonly entries: readonly PagedEntry[]
  readonly issued: boolean
}

/**
 * The newest revisions after a position, or from the first one recorded at or after an instant on, in ledger order,
 * tombstones included. One statement.
 */
export async function getSyncPage(
  input: {
    readonly from: { readonly after: number } | { readonly recordedSince: Instant }
    readonly filters: ChangeFilters
    readonly limit: number
  },
  reader: Reader,
): Promise<SyncPage> {
  const { filters, limit } = input
  const found = inOrder({ filters, limit, order: SYNC, beyond: sql`start.position`, where: [] })
  return readPage({ start: startOf(input.from), found, order: SYNC }, reader)
}

type BrowseQuery = {
  readonly before: number | undefined
  readonly filters: ChangeFilters
  readonly limit: number
}

/**
 * Standing events, newest arrival first, before a first position; tombstones and unpublished projects left out.
 * `issued` is false for a position past the ledger's head. Publication is a condition of the query only if a first page
 * has an event of an unpublished project: such events are rare, because a tombstone soon replaces them.
 */
export async function getBrowsePage(
  input: BrowseQuery,
  reader: Reader,
): Promise<{ readonly entries: readonly LedgerEntry[]; readonly issued: boolean }> {
  const page = await browse({ ...input, where: [] }, reader)
  const allPublic = page.entries.every((entry) => entry.public)
  const { entries, issued } = allPublic ? page : await browse({ ...input, where: [PUBLISHED] }, reader)
  return { issued, entries: entries.map(({ entry }) => entry) }
}

function browse(
  { before, filters, limit, where }: BrowseQuery & { readonly where: readonly RawBuilder<unknown>[] },
  reader: Reader,
): Promise<SyncPage> {
  const beyond = before === undefined ? undefined : sql`${before}`
  const found = inOrder({ filters, limit, order: BROWSE, beyond, where })
  const start = placeAt(before === undefined ? sql`0` : sql`${before}::bigint`)
  return readPage({ start, found, order: BROWSE }, reader)
}

/** The entries of a page and the position it starts after, in one statement. */
async function readPage(
  {
    start: from,
    found,
    order,
  }: {
    readonly start: ReturnType<typeof placeAt>
    readonly found: RawBuilder<Selectable<Changes>>
    readonly order: ChangeOrder
  },
  reader: Reader,
): Promise<SyncPage> {
  const rows = await reader
    .selectFrom(from.as('start'))
    .leftJoinLateral(
      (change) =>
        change
          .selectFrom(found.as('change'))
          .leftJoin('projects', 'projects.id', 'change.project_id')
          .select(COLUMNS)
          .select(['projects.slug', 'projects.name', IS_PUBLIC.as('published')])
          .as('page'),
      (join) => join.onTrue(),
    )
    .selectAll('page')
    .select(['start.position as start', 'start.issued'])
    .orderBy(sql`page.${order.by} ${order.way}`)
    .execute()
  const { start, issued } = firstOf(rows)
  return { start, issued, entries: rows.flatMap((row) => (isEntry(row) ? [toEntry(row)] : [])) }
}

/** A page has at least the row of its start. */
function firstOf<T>(rows: readonly T[]): T {
  const [first] = rows
  if (first === undefined) throw new Error('the ledger has no state')
  return first
}

const COLUMNS = [
  ...(['change.position', 'change.first_position', 'change.id', 'change.revision', 'change.op'] as const),
  ...([
    'change.type',
    'change.domain',
    'change.contract',
    'change.recorded_at',
    'change.occurred_at',
  ] as const),
  ...(['change.detected_at', 'change.precision', 'change.origin', 'change.summary', 'change.facts'] as const),
  'change.evidence',
] as const
/** Whether a row joined with its project is public. An event without a project is; while market integrity is withheld, its events are not. */
const IS_PUBLIC = sql<boolean>`(coalesce(projects.state = 'published', true)
  and (change.type <> 'market_integrity.event'
    or (select market_integrity_published_at is not null from ledger_state)))`
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
  ...{ by: sql`first_position`, way: sql`desc`, isBeyond: sql`<` },
  shows: [NEWEST, sql`change.op = 'upsert'`],
}

/**
 * The first `limit` revisions in an order, beyond a bound, that fulfil the conditions and filters. If types are the
 * only filter, it reads each type in that order on its own and merges the results: the planner then knows how rare a
 * type is. With `type = any(…)` it walked the whole order of 2,050,000 events for a rare one: 276 ms instead of 1.
 */
function inOrder(page: {
  readonly filters: ChangeFilters
  readonly limit: number
  readonly order: ChangeOrder
  readonly beyond: RawBuilder<unknown> | undefined
  readonly where: readonly RawBuilder<unknown>[]
}): RawBuilder<Selectable<Changes>> {
  const { filters, limit, beyond } = page
  const { by, way, isBeyond, shows } = page.order
  const types = typesOf(filters)
  const narrowed = narrowing(filters)
  const rows = (ofType: readonly RawBuilder<unknown>[]) => {
    const bound = beyond === undefined ? [] : [sql`change.${by} ${isBeyond} ${beyond}`]
    const conditions = [...shows, ...page.where, ...narrowed, ...bound, ...ofType]
    return sql`select change.* from changes as change where ${sql.join(conditions, sql` and `)}
      order by change.${by} ${way} limit ${limit}`
  }
  if (types === undefined) return sql`(${rows([])})`
  if (narrowed.length > 0 || types.length === 0)
    return sql`(${rows([sql`change.type = any(${[...types]}::text[])`])})`
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
function narrowing({ projectId, contract, since, until }: ChangeFilters): readonly RawBuilder<unknown>[] {
  return [
    ...(projectId === undefined ? [] : [sql`change.project_id = ${projectId}::uuid`]),
    ...(contract === undefined ? [] : [sql`change.contract = ${contract}`]),
    ...(since === undefined ? [] : [sql`change.occurred_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql`change.occurred_at <= ${until}::timestamptz`]),
  ]
}

type PageRow = {
  position: number
  first_position: number
  id: string
  revision: number
  op: string
  type: string
  domain: string
  contract: string | null
  recorded_at: Instant
  occurred_at: Instant | null
  detected_at: Instant
  precision: string
  origin: string
  summary: string | null
  facts: unknown
  evidence: string[] | null
  slug: string | null
  name: string | null
  published: boolean
}

/** An empty page is one row of nulls beside its start. */
function isEntry(row: { [K in keyof PageRow]: PageRow[K] | null }): row is PageRow {
  return row.position !== null
}

function toEntry(row: PageRow): PagedEntry {
  const head = {
    position: row.position,
    firstPosition: row.first_position,
    id: row.id,
    revision: row.revision,
    recordedAt: row.recorded_at,
  }
  if (row.op === 'retract') return { entry: { ...head, op: 'retract' }, public: true }
  if (row.summary === null || row.evidence === null)
    throw new Error(`the ledger has no content at ${row.position}`)
  return {
    public: row.published,
    entry: {
      ...head,
      op: 'upsert',
      type: row.type as ChangeType,
      domain: row.domain as ChangeDomain,
      project: row.slug === null || row.name === null ? null : { slug: row.slug as Slug, name: row.name },
      contract: row.contract as ContractAddress | null,
      occurredAt: row.occurred_at,
      detectedAt: row.detected_at,
      precision: row.precision as ChangePrecision,
      origin: row.origin as ChangeOrigin,
      summary: row.summary,
      facts: row.facts as ChangeFacts,
      evidence: row.evidence as EvidenceId[],
    },
  }
}
