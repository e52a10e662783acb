import { sql } from 'kysely'
import { evidenceId, type Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { BuiltOnList, BuiltOnStatement, Foundations } from '#domain/project/built-on.ts'
import { rowsOf } from '#records/columns.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'

/** A relation that a catalogue file states: its project builds on another. */
export type BuiltOnDraft = Pick<BuiltOnStatement, 'statement' | 'url' | 'statedOn'> & {
  /** The claim's uuid. */
  readonly id: string
  readonly projectId: string
  readonly onSlug: Slug
}

/**
 * Saves the relations that the files of projects state, and withdraws those that they no longer state. Returns the
 * project (uuid) of each changed relation.
 */
export async function saveBuiltOn(
  input: { projectIds: readonly string[]; relations: readonly BuiltOnDraft[]; now: Instant },
  writer: Writer,
): Promise<readonly string[]> {
  const { projectIds, relations, now } = input
  const rows = relations.map((relation) => ({ ...relation, observedAt: now }))
  const saved = await sql<{ projectId: string }>`
    insert into built_on as stored select * from ${rowsOf('built_on', rows)}
    on conflict (id) do update set stated_on = excluded.stated_on, withdrawn_at = null, withdrawn_reason = null
    where (stored.stated_on, stored.withdrawn_at) is distinct from (excluded.stated_on, null)
    returning stored.project_id as "projectId"`.execute(writer)
  const withdrawn = await sql<{ projectId: string }>`
    update built_on set withdrawn_at = ${now}::timestamptz, withdrawn_reason = 'no longer in the catalogue'
    where project_id = any (${[...projectIds]}::uuid[]) and withdrawn_at is null
      and id <> all (${relations.map(({ id }) => id)}::uuid[])
    returning project_id as "projectId"`.execute(writer)
  return [...saved.rows, ...withdrawn.rows].map(({ projectId }) => projectId)
}

/**
 * The projects on which a project builds, and the projects that build on it, in one statement; at most `limit` each. A
 * relation is left out when its other project is not published.
 */
export async function getFoundations(
  input: { readonly projectId: string; readonly limit: number },
  reader: Reader,
): Promise<Foundations> {
  const { projectId, limit } = input
  const query = sql<RelationRow>`
    select direction, total, id, slug, name, statement, url, stated_on as "statedOn", observed_at as "observedAt" from (
      select *, count(*) over (partition by direction)::integer as total,
        row_number() over (partition by direction order by slug, id) as place
      from (
        select 'buildsOn' as direction, ${RELATION}, other.slug, other.name
        from built_on
        join project_slugs as named on named.slug = built_on.on_slug
        join projects as other on other.id = named.project_id and other.state = 'published'
        where built_on.project_id = ${projectId}::uuid and withdrawn_at is null
        union all
        select 'builtOnBy', ${RELATION}, other.slug, other.name
        from project_slugs as own
        join built_on on built_on.on_slug = own.slug and withdrawn_at is null
        join projects as other on other.id = built_on.project_id and other.state = 'published'
        where own.project_id = ${projectId}::uuid
      ) as both_ways
    ) as numbered
    where place <= ${limit} order by direction, place`
  const rows = await runPlanned(query, reader)
  const listOf = (direction: RelationRow['direction']): BuiltOnList => {
    const own = rows.filter((row) => row.direction === direction)
    const [first] = own
    return first === undefined ? NONE : { total: first.total, items: own.map(toBuiltOn) }
  }
  return { buildsOn: listOf('buildsOn'), builtOnBy: listOf('builtOnBy') }
}

/**
 * The columns of a relation. A planned statement cannot use `*`: it would fail after a migration that adds a column.
 */
const RELATION = sql`built_on.id, built_on.statement, built_on.url, built_on.stated_on, built_on.observed_at`

const NONE: BuiltOnList = { total: 0, items: [] }

type RelationRow = Pick<BuiltOnStatement, 'statement' | 'url' | 'statedOn' | 'observedAt'> &
  BuiltOnStatement['other'] & {
    readonly direction: keyof Foundations
    readonly total: number
    readonly id: string
  }

function toBuiltOn({ id, slug, name, direction: _, total: __, ...stated }: RelationRow): BuiltOnStatement {
  return { id: evidenceId('claim', id), other: { slug, name }, ...stated }
}
