import { sql } from 'kysely'
import type { ChangePrecision, ShipBacking, ShipKind } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import { uuidOf } from '#domain/natural-key.ts'
import type { Reader, Writer } from '#records/database.ts'

/**
 * A ship as read. The natural key is the provider's own identity of the thing: reading twice makes one ship, and one
 * thing shipped by a source of two projects is a ship of each.
 */
export type ShipDraft = {
  readonly projectId: string
  readonly sourceId: string
  readonly kind: ShipKind
  readonly naturalKey: string
  readonly title: string
  readonly url: string | null
  readonly version: string | null
  readonly occurredAt: Instant
  readonly precision: Exclude<ChangePrecision, 'SCHEDULED'>
  readonly backing: ShipBacking
  readonly dimension: 'product' | 'protocol' | 'integration' | 'devtools' | 'docs' | null
  readonly facts: Readonly<Record<string, unknown>>
}

/** The id of a ship, in its evidence id after `ship:`. */
export function shipId({ projectId, naturalKey }: Pick<ShipDraft, 'projectId' | 'naturalKey'>): string {
  return uuidOf('ship', `${projectId}:${naturalKey}`)
}

/**
 * Writes ships first seen now and what changed of those already held; `detectedAt` stays what it was. A ship that is
 * listed again is neither missing nor withdrawn. A prerelease that became a release keeps its id and notes when
 * (`facts.promotedAt`). A ship that another source of the project already holds stays as it is.
 */
export async function saveShips(
  input: { readonly ships: readonly ShipDraft[]; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  if (input.ships.length === 0) return
  const distinct = new Map(input.ships.map((ship) => [shipId(ship), ship]))
  const rows = [...distinct].map(([id, ship]) => ({ id, ...ship })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await sql`
    insert into ships as held (id, project_id, source_id, kind, natural_key, title, url, version, occurred_at, precision,
      detected_at, backing, dimension, facts)
    select id, "projectId", "sourceId", kind, "naturalKey", title, url, version, "occurredAt", precision,
      ${input.now}::timestamptz, backing, dimension, facts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ship(id uuid, "projectId" uuid, "sourceId" uuid, kind text,
      "naturalKey" text, title text, url text, version text, "occurredAt" timestamptz, precision text, backing text,
      dimension text, facts jsonb)
    on conflict (project_id, natural_key) do update set
      kind = excluded.kind, title = excluded.title, url = excluded.url, version = excluded.version,
      occurred_at = excluded.occurred_at, precision = excluded.precision, backing = excluded.backing,
      dimension = excluded.dimension, missing_since = null, withdrawn_at = null, withdrawn_reason = null,
      facts = excluded.facts || case
        when held.kind = 'prerelease' and excluded.kind = 'release' then jsonb_build_object('promotedAt', ${input.now}::text)
        when excluded.kind = 'release' and held.facts ? 'promotedAt' then jsonb_build_object('promotedAt', held.facts -> 'promotedAt')
        else '{}' end
    where held.source_id = excluded.source_id
      and (held.kind, held.title, held.url, held.version, held.occurred_at, held.precision, held.backing, held.dimension,
        held.facts - 'promotedAt', held.missing_since, held.withdrawn_at)
      is distinct from (excluded.kind, excluded.title, excluded.url, excluded.version, excluded.occurred_at,
        excluded.precision, excluded.backing, excluded.dimension, excluded.facts, null, null)`.execute(writer)
}

/** What a collector must know of a ship it has read before. */
export type HeldShip = {
  readonly naturalKey: string
  readonly kind: ShipKind
  readonly occurredAt: Instant
  readonly missingSince: Instant | null
  readonly withdrawnAt: Instant | null
  readonly facts: Readonly<Record<string, unknown>>
}

/** The ships of the given kinds read of a source since an instant (all of them without one), newest first. */
export async function getHeldShips(
  input: { readonly sourceId: string; readonly kinds: readonly ShipKind[]; readonly since?: Instant },
  reader: Reader,
): Promise<readonly HeldShip[]> {
  const { since } = input
  let query = reader
    .selectFrom('ships')
    .select(['natural_key', 'kind', 'occurred_at', 'missing_since', 'withdrawn_at', 'facts'])
    .where('source_id', '=', input.sourceId)
    .where('kind', 'in', [...input.kinds])
    .orderBy('occurred_at', 'desc')
    .orderBy('natural_key')
  if (since !== undefined) query = query.where('occurred_at', '>=', since)
  const rows = await query.execute()
  return rows.map((row) => ({
    naturalKey: row.natural_key,
    kind: row.kind as ShipKind,
    occurredAt: row.occurred_at,
    missingSince: row.missing_since,
    withdrawnAt: row.withdrawn_at,
    facts: row.facts as Readonly<Record<string, unknown>>,
  }))
}

/**
 * Notes ships their source no longer holds: the first miss is remembered; a miss at least `confirmMs` after the first
 * withdraws the ship, with the reason.
 */
export async function noteMissingShips(
  input: {
    readonly sourceId: string
    readonly naturalKeys: readonly string[]
    readonly now: Instant
    readonly confirmMs: number
    readonly reason: string
  },
  writer: Writer,
): Promise<void> {
  if (input.naturalKeys.length === 0) return
  const confirmed = sql`missing_since <= ${input.now}::timestamptz - ${input.confirmMs} * interval '1 millisecond'`
  await sql`
    update ships
    set missing_since = coalesce(missing_since, ${input.now}::timestamptz),
      withdrawn_at = case when ${confirmed} then ${input.now}::timestamptz end,
      withdrawn_reason = case when ${confirmed} then ${input.reason} end
    where source_id = ${input.sourceId} and natural_key = any (${[...input.naturalKeys]}::text[])
      and withdrawn_at is null and (missing_since is null or ${confirmed})`.execute(writer)
}

/** Forgets the first miss of ships found again before they were withdrawn. */
export async function clearMissingShips(
  input: { readonly sourceId: string; readonly naturalKeys: readonly string[] },
  writer: Writer,
): Promise<void> {
  if (input.naturalKeys.length === 0) return
  await writer
    .updateTable('ships')
    .set({ missing_since: null })
    .where('source_id', '=', input.sourceId)
    .where('natural_key', 'in', [...input.naturalKeys])
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** Brings the backing of a source's ships in line with how the source is now established. */
export async function saveBacking(
  input: { readonly sourceId: string; readonly backing: ShipBacking },
  writer: Writer,
): Promise<void> {
  await writer
    .updateTable('ships')
    .set({ backing: input.backing })
    .where('source_id', '=', input.sourceId)
    .where('backing', '<>', input.backing)
    .execute()
}
