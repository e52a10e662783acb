import { sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { ProjectStatement, Source } from '#domain/evidence.ts'
import type { SignedText } from '#domain/project/signed-statement.ts'
import { columnsOf, rowsOf } from '#records/columns.ts'
import type { Writer } from '#records/database.ts'

/** A source as the catalogue states it. Invariant: the reason is null exactly when the source is counted. */
export type CatalogueSource = Omit<Source, 'id' | 'detachedAt' | 'streams' | 'url' | 'archived'> & {
  /** The source's uuid. */
  readonly id: string
}

/** A statement as the catalogue quotes it. Invariant: only a statement of kind narrative names a narrative. */
export type CatalogueStatement = Pick<
  ProjectStatement,
  'kind' | 'by' | 'statement' | 'url' | 'statedOn' | 'names'
> & {
  /** The statement's uuid. */
  readonly id: string
  /** The slug of the narrative it assigns. */
  readonly narrative: Slug | null
  /** The signature that it carries. */
  readonly signed: SignedText | null
}

const STATED_OF_SOURCE = [
  'established_by',
  'established_url',
  'established_on',
  'established_statement',
  'counted',
  'not_counted_reason',
]

/**
 * Saves a project's sources and detaches those that the catalogue no longer states; a source that returns is attached
 * anew. Explorer sources follow from the contracts and are left unchanged. Returns the locators that changed.
 */
export async function saveCatalogueSources(
  input: { projectId: string; sources: readonly CatalogueSource[]; now: Instant },
  writer: Writer,
): Promise<readonly string[]> {
  const { projectId, sources, now } = input
  const rows = sources.map((source) => ({ ...source, projectId, facts: {} }))
  const stored = columnsOf('stored', STATED_OF_SOURCE)
  const stated = columnsOf('excluded', STATED_OF_SOURCE)
  const saved = await sql<{ locator: string }>`
    insert into sources as stored select * from ${rowsOf('sources', rows)}
    on conflict (project_id, kind, locator) do update set
      (${sql.raw(STATED_OF_SOURCE.join(', '))}) = (${stated}),
      attached_at = case when stored.detached_at is null then stored.attached_at else ${now}::timestamptz end,
      detached_at = null
    where stored.detached_at is not null or (${stored}) is distinct from (${stated})
    returning locator`.execute(writer)
  const detached = await sql<{ locator: string }>`
    update sources set detached_at = ${now}::timestamptz
    where project_id = ${projectId}::uuid and kind <> 'explorer' and detached_at is null
      and not id = any(${sources.map((source) => source.id)}::uuid[])
    returning locator`.execute(writer)
  return [...saved.rows, ...detached.rows].map((row) => row.locator)
}

/** Saves the statements that the catalogue quotes and withdraws those it no longer quotes. Returns how many changed. */
export async function saveCatalogueStatements(
  input: { projectId: string; statements: readonly CatalogueStatement[]; now: Instant },
  writer: Writer,
): Promise<number> {
  const { projectId, statements, now } = input
  const rows = statements.map((statement) => ({ ...statement, projectId, observedAt: now, detectedAt: now }))
  const saved = await sql`
    insert into claims as stored select * from ${rowsOf('claims', rows)}
    on conflict (id) do update set stated_on = excluded.stated_on, narrative = excluded.narrative, withdrawn_at = null,
      withdrawn_reason = null, signed = excluded.signed,
      signature_check = case when stored.signed = excluded.signed then stored.signature_check end
    where (stored.stated_on, stored.narrative, stored.withdrawn_at, stored.signed)
      is distinct from (excluded.stated_on, excluded.narrative, null, excluded.signed)
    returning id`.execute(writer)
  const withdrawn = await sql`
    update claims set withdrawn_at = ${now}::timestamptz, withdrawn_reason = 'no longer in the catalogue'
    where project_id = ${projectId}::uuid and source_id is null and withdrawn_at is null
      and not id = any(${statements.map(({ id }) => id)}::uuid[])
    returning id`.execute(writer)
  return saved.rows.length + withdrawn.rows.length
}
