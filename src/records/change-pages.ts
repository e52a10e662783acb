import { sql } from 'kysely'
import type { ChangeDomain, ChangeOrigin, ChangePrecision } from '#contract/enums.ts'
import type { ChangeType } from '#contract/events.ts'
import type { ContractAddress, EvidenceId, Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { ChangeFacts, LedgerEntry } from '#domain/changes/draft.ts'
import type { Reader } from './database.ts'

/** What a page of the ledger is narrowed to; every filter left out admits everything. */
export type ChangeFilters = {
  readonly projectId?: string
  readonly contract?: ContractAddress
  readonly domains?: readonly ChangeDomain[]
  readonly types?: readonly ChangeType[]
  /** Bounds of `occurredAt`, inclusive; an undated event is outside of any. */
  readonly since?: Instant
  readonly until?: Instant
}

/** An entry with whether it may be told: an upsert of a project that is not published waits for its retraction. */
export type PagedEntry = { readonly entry: LedgerEntry; readonly public: boolean }

/** Entries in ledger order and the position the page starts after. */
export type SyncPage = { readonly start: number; readonly entries: readonly PagedEntry[] }

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
  const rows = await reader
    .selectFrom(startOf(input.from).as('start'))
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('changes as change')
          .select(COLUMNS)
          .select([SLUG.as('slug'), PUBLISHED.as('published')])
          .where('change.superseded_by', 'is', null)
          .whereRef('change.position', '>', 'start.position')
          .where(matching(input.filters))
          .orderBy('change.position')
          .limit(input.limit)
          .as('page'),
      (join) => join.onTrue(),
    )
    .selectAll('page')
    .select('start.position as start')
    .orderBy('page.position')
    .execute()
  const [first] = rows
  if (first === undefined) throw new Error('the ledger has no state')
  return { start: first.start, entries: rows.flatMap((row) => (isEntry(row) ? [toEntry(row)] : [])) }
}

/** Events as they stand, newest arrival first, before a first position; tombstones and unpublished projects left out. */
export async function getBrowsePage(
  input: { readonly before: number | undefined; readonly filters: ChangeFilters; readonly limit: number },
  reader: Reader,
): Promise<readonly LedgerEntry[]> {
  const { before } = input
  let query = reader
    .selectFrom('changes as change')
    .select(COLUMNS)
    .select([SLUG.as('slug'), PUBLISHED.as('published')])
    .where('change.superseded_by', 'is', null)
    .where('change.op', '=', 'upsert')
    .where(matching(input.filters))
    .where(PUBLISHED)
    .orderBy('change.first_position', 'desc')
    .limit(input.limit)
  if (before !== undefined) query = query.where('change.first_position', '<', before)
  const rows = await query.execute()
  return rows.map((row) => toEntry(row).entry)
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
const SLUG = sql<string | null>`(select slug from projects where id = change.project_id)`
const PUBLISHED = sql<boolean>`(change.project_id is null
  or exists (select from projects where id = change.project_id and state = 'published'))`

function startOf(from: { readonly after: number } | { readonly recordedSince: Instant }) {
  if ('after' in from) return sql<{ position: number }>`(select ${from.after}::bigint as position)`
  return sql<{ position: number }>`(select coalesce(
    (select position - 1 from changes where recorded_at >= ${from.recordedSince}::timestamptz
      order by recorded_at, position limit 1),
    (select head from ledger_state)) as position)`
}

function matching(filters: ChangeFilters) {
  const { projectId, contract, domains, types, since, until } = filters
  const conditions = [
    sql`true`,
    projectId === undefined ? undefined : sql`change.project_id = ${projectId}::uuid`,
    contract === undefined ? undefined : sql`change.contract = ${contract}`,
    domains === undefined ? undefined : sql`change.domain = any(${[...domains]}::text[])`,
    types === undefined ? undefined : sql`change.type = any(${[...types]}::text[])`,
    since === undefined ? undefined : sql`change.occurred_at >= ${since}::timestamptz`,
    until === undefined ? undefined : sql`change.occurred_at <= ${until}::timestamptz`,
  ]
  return sql<boolean>`${sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  )}`
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
    throw new Error(`the ledger holds no content at ${row.position}`)
  return {
    public: row.published,
    entry: {
      ...head,
      op: 'upsert',
      type: row.type as ChangeType,
      domain: row.domain as ChangeDomain,
      project: row.slug as Slug | null,
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
