import { sql } from 'kysely'
import type { EstablishedBy, SourceKind } from '#contract/enums.ts'
import { CHAIN_ID, type ContractAddress, type Slug } from '#contract/ids.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import type { Reader, Writer } from '#records/database.ts'
import { saveListedIdentity } from './listing.ts'

/** A source as the catalogue states it. Invariant: the reason is null exactly when the source is counted. */
export type CatalogueSource = {
  readonly id: string
  readonly kind: SourceKind
  readonly locator: string
  readonly establishedBy: EstablishedBy
  readonly establishedUrl: string | null
  readonly establishedOn: CalendarDate | null
  readonly establishedStatement: string | null
  readonly counted: boolean
  readonly notCountedReason: string | null
  readonly attachedAt: Instant
}

/** A statement as the catalogue quotes it. Invariant: only a claim of kind narrative names a narrative. */
export type CatalogueClaim = {
  readonly id: string
  readonly kind: string
  readonly by: string
  readonly statement: string
  readonly url: string | null
  readonly statedOn: CalendarDate | null
  readonly names: ContractAddress | null
  /** The slug of the narrative it assigns. */
  readonly narrative: Slug | null
}

/** The project a token belongs to; undefined when it belongs to none. */
export async function findTokenHolder(address: ContractAddress, reader: Reader): Promise<string | undefined> {
  const row = await reader
    .selectFrom('tokens')
    .select('project_id')
    .where('chain_id', '=', CHAIN_ID)
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.project_id
}

/**
 * Saves the token that a project names as its own, also in its listing; true when the token or its declared symbol is
 * new.
 */
export async function saveCatalogueToken(
  input: { projectId: string; address: ContractAddress; symbol: string | null },
  writer: Writer,
): Promise<boolean> {
  const row = await writer
    .insertInto('tokens')
    .values({
      chain_id: CHAIN_ID,
      address: input.address,
      project_id: input.projectId,
      symbol_declared: input.symbol,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'address'])
        .doUpdateSet((row) => ({ symbol_declared: row.ref('excluded.symbol_declared') }))
        .whereRef('tokens.symbol_declared', 'is distinct from', 'excluded.symbol_declared'),
    )
    .returning('address')
    .executeTakeFirst()
  if (row === undefined) return false
  await saveListedIdentity([input.projectId], writer)
  return true
}

/**
 * Saves a project's sources and detaches those that the catalogue no longer states; a source that returns is attached
 * anew. Explorer sources follow from the contracts and are left unchanged. Returns the locators that changed.
 */
export async function saveCatalogueSources(
  input: { projectId: string; sources: readonly CatalogueSource[]; now: Instant },
  writer: Writer,
): Promise<readonly string[]> {
  const rows = JSON.stringify(
    input.sources.map((source) => ({
      id: source.id,
      kind: source.kind,
      locator: source.locator,
      established_by: source.establishedBy,
      established_url: source.establishedUrl,
      established_on: source.establishedOn,
      established_statement: source.establishedStatement,
      counted: source.counted,
      not_counted_reason: source.notCountedReason,
      attached_at: source.attachedAt,
    })),
  )
  const saved = await sql<{ locator: string }>`
    insert into sources as stored (id, project_id, kind, locator, established_by, established_url, established_on,
      established_statement, counted, not_counted_reason, attached_at)
    select id, ${input.projectId}::uuid, kind, locator, established_by, established_url, established_on,
      established_statement, counted, not_counted_reason, attached_at
    from json_populate_recordset(null::sources, ${rows}::json)
    on conflict (project_id, kind, locator) do update set
      established_by = excluded.established_by, established_url = excluded.established_url,
      established_on = excluded.established_on, established_statement = excluded.established_statement,
      counted = excluded.counted, not_counted_reason = excluded.not_counted_reason,
      attached_at = case when stored.detached_at is null then stored.attached_at else ${input.now}::timestamptz end,
      detached_at = null
    where (stored.established_by, stored.established_url, stored.established_on, stored.established_statement, stored.counted,
        stored.not_counted_reason, stored.detached_at)
      is distinct from (excluded.established_by, excluded.established_url, excluded.established_on,
        excluded.established_statement, excluded.counted, excluded.not_counted_reason, null)
    returning locator`.execute(writer)
  const stated = input.sources.map((source) => source.id)
  const detached = await sql<{ locator: string }>`
    update sources set detached_at = ${input.now}::timestamptz
    where project_id = ${input.projectId}::uuid and kind <> 'explorer' and detached_at is null
      and not id = any(${stated}::uuid[])
    returning locator`.execute(writer)
  return [...saved.rows, ...detached.rows].map((row) => row.locator)
}

/** Saves the statements that the catalogue quotes and withdraws those it no longer quotes. Returns how many changed. */
export async function saveCatalogueClaims(
  input: { projectId: string; claims: readonly CatalogueClaim[]; now: Instant },
  writer: Writer,
): Promise<number> {
  const rows = JSON.stringify(
    input.claims.map((claim) => ({
      id: claim.id,
      kind: claim.kind,
      by: claim.by,
      statement: claim.statement,
      url: claim.url,
      stated_on: claim.statedOn,
      names: claim.names,
      narrative: claim.narrative,
    })),
  )
  const saved = await sql`
    insert into claims as stored (id, project_id, kind, by, statement, url, stated_on, names, narrative, observed_at)
    select id, ${input.projectId}::uuid, kind, by, statement, url, stated_on, names, narrative, ${input.now}::timestamptz
    from json_populate_recordset(null::claims, ${rows}::json)
    on conflict (id) do update set stated_on = excluded.stated_on, narrative = excluded.narrative, withdrawn_at = null,
      withdrawn_reason = null
    where (stored.stated_on, stored.narrative, stored.withdrawn_at) is distinct from (excluded.stated_on, excluded.narrative, null)
    returning id`.execute(writer)
  const withdrawn = await sql`
    update claims set withdrawn_at = ${input.now}::timestamptz, withdrawn_reason = 'no longer in the catalogue'
    where project_id = ${input.projectId}::uuid and source_id is null and withdrawn_at is null
      and not id = any(${input.claims.map((claim) => claim.id)}::uuid[])
    returning id`.execute(writer)
  return saved.rows.length + withdrawn.rows.length
}
