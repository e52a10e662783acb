import { type Selectable, sql } from 'kysely'
import type { ShipKind } from '#contract/enums.ts'
import { type ContractAddress, evidenceId, parseAddress } from '#contract/ids.ts'
import { addMs, type Instant, parseInstant } from '#contract/time.ts'
import type { RecordedShip } from '#domain/evidence.ts'
import { uuidOf } from '#domain/natural-key.ts'
import type { CollectedShipKind } from '#domain/ships/ship-coverage.ts'
import type { ShipCount } from '#domain/ships/ships.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { rowsOf } from '#records/columns.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'
import type { Ships } from '#records/tables.ts'
import { SHIP_BACKING } from './backing.ts'
import type { ShipFacts } from './ship-facts.ts'

/**
 * A ship as a reading found it. The natural key is the provider's own identity of the shipped thing, so that a second
 * reading does not add a second ship. If two projects have a source of the same thing, each has a ship.
 */
export type ShipDraft = Pick<
  RecordedShip,
  'naturalKey' | 'title' | 'url' | 'version' | 'occurredAt' | 'precision' | 'dimension'
> & {
  readonly kind: CollectedShipKind
  readonly projectId: string
  /** The source's uuid. */
  readonly sourceId: string
  readonly facts: Readonly<Record<string, unknown>>
}

function toShip(row: Selectable<Ships>): RecordedShip {
  const facts = row.facts
  const address = row.kind === 'deployment' ? /0x[0-9a-f]{40}/.exec(row.natural_key)?.[0] : undefined
  return {
    id: evidenceId('ship', row.id),
    sourceId: evidenceId('source', row.source_id),
    naturalKey: row.natural_key,
    kind: row.kind,
    title: row.title,
    url: row.url,
    version: row.version,
    occurredAt: row.occurred_at,
    precision: row.precision,
    detectedAt: row.detected_at,
    promotedAt: instantIn(facts.promotedAt),
    backing: row.backing,
    dimension: row.dimension,
    origin: facts.origin === undefined ? row.source_id : facts.origin,
    contract: addressIn(address),
    implementation: implementationOf(row.kind, facts),
    unchangedUntil: instantIn(facts.unchangedUntil),
    block: facts.block === undefined ? null : facts.block,
    author: facts.author === undefined ? null : facts.author,
    changes: facts.changes === undefined ? null : facts.changes,
    commit: facts.commit === undefined ? null : facts.commit,
    codeWeek: facts.codeWeek === undefined ? null : facts.codeWeek,
    missingSince: row.missing_since,
    withdrawn: row.withdrawn_at !== null,
  }
}

function implementationOf(kind: string, facts: ShipFacts): RecordedShip['implementation'] {
  const address = addressIn(kind === 'upgrade' ? facts.implementation : undefined)
  return address === null ? null : { address, previous: addressIn(facts.previousImplementation) }
}

function instantIn(text: string | undefined): Instant | null {
  return text === undefined ? null : (parseInstant(text) ?? null)
}

function addressIn(text: string | undefined): ContractAddress | null {
  return text === undefined ? null : (parseAddress(text) ?? null)
}

/** Every ship recorded of these projects, oldest first; withdrawn ones included. */
export async function getShips({ projectIds }: OfProjects, reader: Reader): Promise<ByProject<RecordedShip>> {
  const rows = await reader
    .selectFrom('ships')
    .selectAll()
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .orderBy('placed_at')
    .orderBy('id')
    .execute()
  return byProject(rows, toShip)
}

/** The ships known at the last evaluation of each project, oldest first; `withdrawn` is as it was then. */
export async function getShipsThen(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<RecordedShip>> {
  const rows = await reader
    .selectFrom('ships')
    .innerJoin('evaluated_facts as judged', 'judged.project_id', 'ships.project_id')
    .selectAll('ships')
    .select(sql<boolean>`withdrawn_at <= judged.known_at`.as('gone'))
    .where('ships.project_id', '=', anyOf(projectIds, 'uuid'))
    .whereRef('detected_at', '<=', 'judged.known_at')
    .orderBy('placed_at')
    .orderBy('id')
    .execute()
  return byProject(rows, ({ gone, ...row }) => ({ ...toShip(row), withdrawn: gone === true }))
}

const SAVED = sql.raw(
  [
    'id',
    'project_id',
    'source_id',
    'kind',
    'natural_key',
    'title',
    'url',
    'version',
    'occurred_at',
    'precision',
    'detected_at',
    'dimension',
    'facts',
  ].join(', '),
)

/** The id of a ship, in its evidence id after `ship:`. */
export function shipId({ projectId, naturalKey }: Pick<ShipDraft, 'projectId' | 'naturalKey'>): string {
  return uuidOf('ship', `${projectId}:${naturalKey}`)
}

/**
 * Saves new ships and the changes of stored ones, with the present backing of their source. `detectedAt` never changes.
 * A ship that is listed again is neither missing nor withdrawn. A prerelease that became a release keeps its id and
 * records the time (`facts.promotedAt`). A ship that another source of the project read stays unchanged.
 */
export async function saveShips(
  input: { readonly ships: readonly ShipDraft[]; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  if (input.ships.length === 0) return
  const distinct = new Map(input.ships.map((ship) => [shipId(ship), ship]))
  const rows = [...distinct].map(([id, ship]) => ({ ...ship, id, detectedAt: input.now }))
  const query = sql`
    insert into ships as ship (${SAVED}, backing)
    select ${SAVED}, (select ${SHIP_BACKING} from sources where sources.id = source_id)
    from ${rowsOf('ships', rows)} as draft order by id
    on conflict (project_id, natural_key) do update set
      kind = excluded.kind, title = excluded.title, url = excluded.url, version = excluded.version,
      occurred_at = excluded.occurred_at, precision = excluded.precision, backing = excluded.backing,
      dimension = excluded.dimension, missing_since = null, withdrawn_at = null, withdrawn_reason = null,
      facts = excluded.facts || case
        when ship.kind = 'prerelease' and excluded.kind = 'release' then jsonb_build_object('promotedAt', ${input.now}::text)
        when excluded.kind = 'release' and ship.facts ? 'promotedAt' then jsonb_build_object('promotedAt', ship.facts -> 'promotedAt')
        else '{}' end
    where ship.source_id = excluded.source_id
      and (ship.kind, ship.title, ship.url, ship.version, ship.occurred_at, ship.precision, ship.backing, ship.dimension,
        ship.facts - 'promotedAt', ship.missing_since, ship.withdrawn_at)
      is distinct from (excluded.kind, excluded.title, excluded.url, excluded.version, excluded.occurred_at,
        excluded.precision, excluded.backing, excluded.dimension, excluded.facts, null, null)`
  await runPlanned(query, writer)
}

/** The ships of these kinds that a source listed since an instant, newest first; without an instant, all of them. */
export async function getShipsOfSource(
  input: { readonly sourceId: string; readonly kinds: readonly ShipKind[]; readonly since?: Instant },
  reader: Reader,
): Promise<readonly RecordedShip[]> {
  const { since } = input
  let query = reader
    .selectFrom('ships')
    .selectAll()
    .where('source_id', '=', input.sourceId)
    .where('kind', '=', anyOf(input.kinds, 'text'))
    .orderBy('placed_at', 'desc')
    .orderBy('natural_key')
  if (since !== undefined) query = query.where('placed_at', '>=', since)
  const rows = await query.execute()
  return rows.map(toShip)
}

/**
 * Records ships that their source no longer lists. The first miss of a ship is only stored; a miss at least `confirmMs`
 * later withdraws the ship with the reason.
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
  const confirmed = sql`missing_since <= ${addMs(input.now, -input.confirmMs)}::timestamptz`
  await sql`
    update ships
    set missing_since = coalesce(missing_since, ${input.now}::timestamptz),
      withdrawn_at = case when ${confirmed} then ${input.now}::timestamptz end,
      withdrawn_reason = case when ${confirmed} then ${input.reason} end
    where source_id = ${input.sourceId} and natural_key = any (${[...input.naturalKeys]}::text[])
      and withdrawn_at is null`.execute(writer)
}

/** Clears the stored miss of ships that were found again before they were withdrawn. */
export async function clearMissingShips(
  input: { readonly sourceId: string; readonly naturalKeys: readonly string[] },
  writer: Writer,
): Promise<void> {
  if (input.naturalKeys.length === 0) return
  await writer
    .updateTable('ships')
    .set({ missing_since: null })
    .where('source_id', '=', input.sourceId)
    .where('natural_key', '=', anyOf(input.naturalKeys, 'text'))
    .where('withdrawn_at', 'is', null)
    .execute()
}

/**
 * Moves the addresses of a source's ships to a new base address, after the source itself moved. An address that has the
 * new base already stays. Without a new base, and outside the old one, an address becomes null: nobody knows who has it
 * now.
 */
export async function moveShipUrls(
  input: { readonly sourceId: string; readonly from: string; readonly to: string | null },
  writer: Writer,
): Promise<void> {
  const { sourceId, from, to } = input
  await sql`
    update ships
    set url = case when starts_with(url, ${from} || '/') then ${to}::text || substr(url, length(${from}) + 1) end
    where source_id = ${sourceId} and not starts_with(url, coalesce(${to}, '') || '/')`.execute(writer)
}

/** Withdraws standing ships of a source at once, with the reason, because their provider itself withdrew them. */
export async function withdrawShips(
  input: {
    readonly sourceId: string
    readonly naturalKeys: readonly string[]
    readonly reason: string
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  if (input.naturalKeys.length === 0) return
  await writer
    .updateTable('ships')
    .set({ withdrawn_at: input.now, withdrawn_reason: input.reason })
    .where('source_id', '=', input.sourceId)
    .where('natural_key', '=', anyOf(input.naturalKeys, 'text'))
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** Saves what each ship counts as, or why it does not count, if that changed. */
export async function saveCountsAs(
  counts: readonly ({ readonly shipId: string } & ShipCount)[],
  writer: Writer,
): Promise<void> {
  const rows = counts.map(({ shipId, countsAs, reason }) => ({
    id: shipId,
    countsAs,
    notCountedReason: reason === 'counted' ? null : reason,
  }))
  await sql`
    update ships set counts_as = counted.counts_as, not_counted_reason = counted.not_counted_reason
    from ${rowsOf('ships', rows)} as counted
    where ships.id = counted.id and (ships.counts_as, ships.not_counted_reason)
      is distinct from (counted.counts_as, counted.not_counted_reason)`.execute(writer)
}
