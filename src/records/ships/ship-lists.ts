import { type RawBuilder, sql } from 'kysely'
import type { EstablishedBy, ShipBacking, ShipKind, SourceKind } from '#contract/enums.ts'
import { evidenceId, type Slug } from '#contract/ids.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import type { ListedShip } from '#domain/ships/listed-ship.ts'
import { type CountsAs, type NotCountedReason, SHIPS_RULE } from '#domain/ships/ships.ts'
import type { Reader } from '#records/database.ts'

/** A ship's columns with its source's. */
export type ShipRow = {
  id: string
  kind: string
  title: string
  url: string | null
  version: string | null
  occurred_at: Instant
  precision: string
  detected_at: Instant
  backing: string
  counts_as: string | null
  not_counted_reason: string | null
  code_week: unknown
  source_id: string
  source_kind: string
  source_locator: string
  established_by: string
  established_url: string | null
}

/**
 * Ships of published projects, newest first, withdrawn ones left out; none is dated more than 24 h ahead. `more` says
 * whether the list goes on.
 */
export async function getShipPage(
  input: { readonly limit: number; readonly offset: number; readonly now: Instant },
  reader: Reader,
): Promise<{ readonly ships: readonly ListedShip[]; readonly more: boolean }> {
  const latest = addMs(input.now, SHIPS_RULE.futureToleranceMs)
  const page = input.offset < DEEP_OFFSET ? shallow(input, latest) : deep(input, latest)
  const rows = await reader
    .selectFrom(page.as('page'))
    .innerJoin('ships', 'ships.id', 'page.id')
    .innerJoin('sources', 'sources.id', 'ships.source_id')
    .innerJoin('projects', 'projects.id', 'ships.project_id')
    .select(SHIP_COLUMNS)
    .select(['projects.slug', 'projects.name'])
    .orderBy('ships.occurred_at', 'desc')
    .orderBy('ships.id', 'desc')
    .execute()
  return {
    ships: rows
      .slice(0, input.limit)
      .map((row) => toListedShip(row, { slug: row.slug as Slug, name: row.name })),
    more: rows.length > input.limit,
  }
}

/** From which offset on the list is entered at a cut. */
const DEEP_OFFSET = 1000

type Page = { readonly limit: number; readonly offset: number }

const LISTED = sql`withdrawn_at is null
  and not exists (select from project_lists where project_id = ships.project_id and not published)`

/** The same, asked of each ship for itself: of a few hundred, that is less than to know every unlisted project. */
const ONE_BY_ONE = sql`withdrawn_at is null
  and not exists (select from project_lists where project_id = ships.project_id and not published offset 0)`

function shallow({ limit, offset }: Page, latest: Instant): RawBuilder<{ id: string }> {
  return sql`(
    select ships.id from ships where ${LISTED} and occurred_at <= ${latest}::timestamptz
    order by occurred_at desc, ships.id desc limit ${limit + 1} offset ${offset})`
}

/**
 * The list is entered at a cut before the page, as far down as is certain with the differences not yet added up; what
 * lies between the two is passed over one by one.
 */
function deep({ limit, offset }: Page, latest: Instant): RawBuilder<{ id: string }> {
  return sql`(
    with counted as materialized (
      select (select max(n) from ship_spans where cut) as total,
        (select coalesce(sum(n) filter (where n > 0), 0)::bigint from ship_spans where not cut) as added,
        ${offset}::bigint + (
          select count(*) from ships where ${LISTED} and occurred_at > ${latest}::timestamptz) as passed
    ),
    start as materialized (
      select entry.occurred_at, entry.id, passed - (total - entry.n) - (
        select coalesce(sum(n), 0)::bigint from ship_spans as difference
        where not cut and (difference.occurred_at, difference.id) > (entry.occurred_at, entry.id)) as rest
      from counted, lateral (
        select occurred_at, id, n from ship_spans where cut and n >= total - greatest(0, passed - added) order by n limit 1
      ) as entry
    )
    select ships.id from ships
    where ${ONE_BY_ONE} and (occurred_at, ships.id) <= ((select occurred_at from start), (select id from start))
    order by occurred_at desc, ships.id desc limit ${limit + 1} offset (select rest from start))`
}

/** What to select where `ships` and `sources` are joined, for `toListedShip`. */
export const SHIP_COLUMNS = [
  ...(['ships.id', 'ships.kind', 'ships.title', 'ships.url', 'ships.version', 'ships.occurred_at'] as const),
  ...(['ships.precision', 'ships.detected_at', 'ships.backing', 'ships.counts_as'] as const),
  ...(['ships.not_counted_reason', 'sources.id as source_id', 'sources.kind as source_kind'] as const),
  ...(['sources.locator as source_locator', 'sources.established_by', 'sources.established_url'] as const),
  sql<unknown>`ships.facts -> 'codeWeek'`.as('code_week'),
] as const

/** The ship of a row, of the project given. */
export function toListedShip(row: ShipRow, project: ListedShip['project']): ListedShip {
  return {
    id: evidenceId('ship', row.id),
    project: { slug: project.slug, name: project.name },
    kind: row.kind as ShipKind,
    title: row.title,
    url: row.url,
    version: row.version,
    occurredAt: row.occurred_at,
    precision: row.precision as ListedShip['precision'],
    detectedAt: row.detected_at,
    backing: row.backing as ShipBacking,
    countsAs: row.counts_as as CountsAs | null,
    notCountedReason: row.not_counted_reason as NotCountedReason | null,
    codeWeek: row.code_week === null ? null : (row.code_week as CodeWeekFacts),
    source: {
      id: evidenceId('source', row.source_id),
      kind: row.source_kind as SourceKind,
      locator: row.source_locator,
      establishedBy: row.established_by as EstablishedBy,
      establishedUrl: row.established_url,
    },
  }
}
