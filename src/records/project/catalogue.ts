import { sql } from 'kysely'
import type { SourceKind } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { ProjectStatement, Source } from '#domain/evidence.ts'
import { uuidOf } from '#domain/natural-key.ts'
import type { SignedText } from '#domain/project/signed-statement.ts'
import { anyOf } from '#records/any-of.ts'
import { columnsOf, rowsOf } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import { saveBacking } from '#records/ships/backing.ts'
import { STATED_OF_SOURCE } from './sources.ts'

/** A source as the catalogue states it. Invariant: a counted source has no reason, and any other has one. */
export type CatalogueSource = Omit<Source, 'id' | 'detachedAt' | 'streams' | 'url' | 'archived'> & {
  /** The source's uuid. */
  readonly id: string
  readonly projectId: string
}

/** A statement as the catalogue quotes it. Invariant: only a statement of kind narrative names a narrative. */
export type CatalogueStatement = Pick<
  ProjectStatement,
  'kind' | 'by' | 'statement' | 'url' | 'statedOn' | 'names'
> & {
  /** The statement's uuid. */
  readonly id: string
  readonly projectId: string
  /** The slug of the narrative it assigns. */
  readonly narrative: Slug | null
  /** The signature of the statement; null without one. */
  readonly signed: SignedText | null
}

/** A source that the catalogue added, changed or removed. `fields` names the columns with other values than before. */
export type ChangedSource = {
  readonly id: string
  readonly projectId: string
  readonly kind: SourceKind
  readonly locator: string
  readonly change: 'added' | 'changed' | 'removed'
  readonly fields: readonly string[]
}

/** Everything of one kind that the catalogue states about these projects (uuids). Each entry belongs to one of them. */
type Stated<One> = {
  readonly projectIds: readonly string[]
  readonly stated: readonly One[]
  readonly now: Instant
}

/**
 * Saves the sources of projects and detaches those that the catalogue no longer states. A source that is attached again
 * gets the given `attachedAt`. Updates the backing of the ships of changed sources. Explorer sources stay unchanged,
 * because they follow from the contracts. Returns each source that changed.
 */
export async function saveCatalogueSources(
  input: Stated<CatalogueSource>,
  writer: Writer,
): Promise<readonly ChangedSource[]> {
  const { projectIds, stated: sources, now } = input
  const rows = sources.map((source) => ({ ...source, facts: {} }))
  const stored = columnsOf('stored', STATED_OF_SOURCE)
  const stated = columnsOf('excluded', STATED_OF_SOURCE)
  const saved = await sql<ChangedSource>`
    insert into sources as stored select * from ${rowsOf('sources', rows)}
    on conflict (project_id, kind, locator) do update set
      (${sql.raw(STATED_OF_SOURCE.join(', '))}) = (${stated}),
      attached_at = case when stored.detached_at is null then stored.attached_at else excluded.attached_at end,
      detached_at = null
    where stored.detached_at is not null or (${stored}) is distinct from (${stated})
    returning new.id, new.project_id as "projectId", new.kind, new.locator,
      case when old.id is null or old.detached_at is not null then 'added' else 'changed' end as change,
      array(
        select field from jsonb_each(to_jsonb(new)) as now_stated (field, value)
        where field = any(${STATED_OF_SOURCE}::text[]) and value is distinct from to_jsonb(old) -> field
        order by field
      ) as fields`.execute(writer)
  const detached = await sql<ChangedSource>`
    update sources set detached_at = ${now}::timestamptz
    where project_id = any (${[...projectIds]}::uuid[]) and kind <> 'explorer' and detached_at is null
      and id <> all (${sources.map((source) => source.id)}::uuid[])
    returning id, project_id as "projectId", kind, locator, 'removed' as change, array[]::text[] as fields`.execute(
    writer,
  )
  await saveBacking({ sourceIds: saved.rows.map(({ id }) => id) }, writer)
  return [...saved.rows, ...detached.rows]
}

/**
 * Saves the statements that the catalogue quotes, and withdraws those that it no longer quotes. A statement with
 * another signature is a new statement, because a receipt never changes. Returns the project (uuid) of each changed
 * statement.
 */
export async function saveCatalogueStatements(
  input: Stated<CatalogueStatement>,
  writer: Writer,
): Promise<readonly string[]> {
  const { projectIds, now } = input
  const statements = await withSignedIds(input.stated, writer)
  const rows = statements.map((statement) => ({ ...statement, observedAt: now, detectedAt: now }))
  const saved = await sql<OfProject>`
    insert into claims as stored select * from ${rowsOf('claims', rows)}
    on conflict (id) do update set stated_on = excluded.stated_on, narrative = excluded.narrative, withdrawn_at = null,
      withdrawn_reason = null, signed = excluded.signed
    where (stored.stated_on, stored.narrative, stored.withdrawn_at, stored.signed)
      is distinct from (excluded.stated_on, excluded.narrative, null, excluded.signed)
    returning stored.project_id as "projectId"`.execute(writer)
  const withdrawn = await sql<OfProject>`
    update claims set withdrawn_at = ${now}::timestamptz, withdrawn_reason = 'no longer in the catalogue'
    where project_id = any (${[...projectIds]}::uuid[]) and source_id is null and withdrawn_at is null
      and id <> all (${statements.map(({ id }) => id)}::uuid[])
    returning project_id as "projectId"`.execute(writer)
  return [...saved.rows, ...withdrawn.rows].map(({ projectId }) => projectId)
}

type OfProject = { readonly projectId: string }

/**
 * The statements with the uuids under which they are stored. The uuid of a statement does not depend on its signature.
 * If it is already stored with another signature, the new uuid is made from the signature too.
 */
async function withSignedIds(
  statements: readonly CatalogueStatement[],
  reader: Reader,
): Promise<readonly CatalogueStatement[]> {
  const signedIds = statements.flatMap(({ id, signed }) => (signed === null ? [] : [id]))
  if (signedIds.length === 0) return statements
  const stored = await reader
    .selectFrom('claims')
    .select(['id', 'signed'])
    .where('id', '=', anyOf(signedIds, 'uuid'))
    .execute()
  const signatureOf = new Map(stored.map(({ id, signed }) => [id, signed && signatureKey(signed)]))
  return statements.map((statement) => {
    const { id, signed } = statement
    const before = signatureOf.get(id)
    const key = signed && signatureKey(signed)
    return !key || !before || before === key
      ? statement
      : { ...statement, id: uuidOf('claim', `${id}:${key}`) }
  })
}

function signatureKey({ by, text, value }: SignedText): string {
  return `${by}:${value}:${text}`
}
