import { sql } from 'kysely'
import type { EstablishedBy, ShipBacking, SourceKind } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import type { Reader, Writer } from '#records/database.ts'

/** A registered source with what it last said of itself; `facts` is empty while it was never read. */
export type Source = {
  readonly id: string
  readonly projectId: string
  readonly kind: SourceKind
  readonly locator: string
  readonly establishedBy: EstablishedBy
  readonly counted: boolean
  readonly attachedAt: Instant
  readonly detachedAt: Instant | null
  readonly externalId: string | null
  readonly facts: Readonly<Record<string, unknown>>
}

/**
 * The recorded address of a row of `sources`: a website's locator, or what the provider answered for the source. Null
 * where none was recorded.
 */
export const SOURCE_URL = sql<string | null>`(case when sources.kind = 'website' then sources.locator
  else sources.facts ->> 'url' end)`

/** A source by its id, attached or not; undefined when there is none. */
export async function findSource(id: string, reader: Reader): Promise<Source | undefined> {
  const row = await reader.selectFrom('sources').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined
    ? undefined
    : {
        id: row.id,
        projectId: row.project_id,
        kind: row.kind as SourceKind,
        locator: row.locator,
        establishedBy: row.established_by as EstablishedBy,
        counted: row.counted,
        attachedAt: row.attached_at,
        detachedAt: row.detached_at,
        externalId: row.external_id,
        facts: row.facts as Readonly<Record<string, unknown>>,
      }
}

/** Lays what a source says of itself over what it said before, key by key; its own identity is kept once read. */
export async function saveSourceFacts(
  input: {
    readonly sourceId: string
    readonly externalId?: string
    readonly facts: Readonly<Record<string, unknown>>
  },
  writer: Writer,
): Promise<void> {
  await sql`
    update sources
    set facts = facts || ${JSON.stringify(input.facts)}::jsonb,
      external_id = coalesce(external_id, ${input.externalId ?? null}::text)
    where id = ${input.sourceId}`.execute(writer)
}

/** How far a ship rests on its source, by how the source was established. @source contract, Enumerations */
export function backingOf(establishedBy: EstablishedBy): ShipBacking {
  switch (establishedBy) {
    case 'mutual':
    case 'deployer_signature':
      return 'source-verified'
    case 'self_reported':
      return 'self-reported'
    case 'site_link':
    case 'repository_homepage':
    case 'operator_review':
    case 'token_identity':
      return 'source-linked'
  }
}
