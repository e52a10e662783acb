import { type RawBuilder, sql } from 'kysely'
import type { ChangePrecision, EstablishedBy, ShipBacking, ShipKind, SourceKind } from '#contract/enums.ts'
import { evidenceId, type Slug } from '#contract/ids.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import type { ListedShip } from '#domain/listed-ship.ts'
import { type CountsAs, type NotCountedReason, SHIPS_RULE } from '#domain/ships.ts'
import type { Reader } from './database.ts'

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
    .orderBy('ships.id')
    .execute()
  return {
    ships: rows
      .slice(0, input.limit)
      .map((row) => toListedShip(row, { slug: row.slug as Slug, name: row.name })),
    more: rows.length > input.limit,
  }
}

/** From which offset on whole days are passed over, and every unlisted project is known rather than asked for each ship. */
const DEEP_OFFSET = 1000

type Page = { readonly limit: number; readonly offset: number }

function shallow({ limit, offset }: Page, latest: Instant): RawBuilder<{ id: string }> {
  return sql`(
    select ships.id from ships
    where withdrawn_at is null and occurred_at <= ${latest}::timestamptz
      and not exists (${UNLISTED} and project_id = ships.project_id)
    order by occurred_at desc, ships.id limit ${limit + 1} offset ${offset})`
}

/** Days are passed over by their counts, so that the ships of one day at most are passed over one by one. */
function deep({ limit, offset }: Page, latest: Instant): RawBuilder<{ id: string }> {
  const listed = sql`withdrawn_at is null and project_id not in (${UNLISTED})`
  return sql`(
    with beyond as materialized (
      select count(*) as n from ships
      where ${listed} and occurred_at > ${latest}::timestamptz and occurred_at < ${endOf(sql`day_of(${latest}::timestamptz)`)}
    ),
    days as (
      select day, sum(n) as n from ship_days where day <= day_of(${latest}::timestamptz) group by day
    ),
    placed as (
      select day, sum(n) over (order by day desc) - n as passed, n from days
    ),
    start as materialized (
      select ${endOf(sql`day`)} as until, greatest(passed - beyond.n, 0) as passed from placed, beyond
      where passed + placed.n - beyond.n > ${offset} order by day desc limit 1
    )
    select ships.id from ships
    where ${listed} and occurred_at <= ${latest}::timestamptz and occurred_at < (select until from start)
    order by occurred_at desc, ships.id limit ${limit + 1} offset ${offset} - (select passed from start))`
}

const UNLISTED = sql`select project_id from project_lists where not published`

function endOf(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((date '0001-01-01' + ${day} + 1)::timestamp at time zone 'UTC')`
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
    precision: row.precision as ChangePrecision,
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
