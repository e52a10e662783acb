import { sql } from 'kysely'
import type { EstablishedBy, ShipBacking, ShipKind, SourceKind } from '#contract/enums.ts'
import { evidenceId, type Slug } from '#contract/ids.ts'
import type { Input } from '#contract/operations/index.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import type { ListedShip } from '#domain/ships/listed-ship.ts'
import { type CountsAs, type NotCountedReason, SHIPS_RULE } from '#domain/ships/ships.ts'
import type { Reader } from '#records/database.ts'
import { SOURCE_URL } from '#records/project/sources.ts'

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
  source_url: string | null
  established_by: string
  established_url: string | null
}

/** The query of a page of ships; a filter that is left out admits every ship. */
export type ShipPageQuery = Omit<Input<'ships'>, 'ignoredParameters' | 'claims'>

/**
 * Ships of published projects, newest first, without withdrawn ones and without those dated more than 24 h ahead.
 * `more` is true when the list goes on. The page of a project that never existed is empty.
 */
export async function getShipPage(
  input: { readonly query: ShipPageQuery; readonly now: Instant },
  reader: Reader,
): Promise<{ readonly ships: readonly ListedShip[]; readonly more: boolean }> {
  const { limit } = input.query
  const rows = await reader
    .selectFrom(pageOf(input, reader).as('page'))
    .innerJoin('ships', 'ships.id', 'page.id')
    .innerJoin('sources', 'sources.id', 'ships.source_id')
    .innerJoin('projects', 'projects.id', 'ships.project_id')
    .select(SHIP_COLUMNS)
    .select(['projects.slug', 'projects.name'])
    .orderBy('ships.occurred_at', 'desc')
    .orderBy('ships.id', 'desc')
    .execute()
  return {
    ships: rows.slice(0, limit).map((row) => toListedShip(row, { slug: row.slug as Slug, name: row.name })),
    more: rows.length > limit,
  }
}

/** The ids of the page and of one ship more. */
function pageOf({ query, now }: { readonly query: ShipPageQuery; readonly now: Instant }, reader: Reader) {
  const { project, kind, since, until, limit, offset } = query
  let page = reader
    .selectFrom('ships')
    .innerJoin('projects', 'projects.id', 'ships.project_id')
    .select('ships.id')
    .where('projects.state', '=', 'published')
    .where('ships.withdrawn_at', 'is', null)
    .where('ships.occurred_at', '<=', addMs(now, SHIPS_RULE.futureToleranceMs))
  if (project !== undefined)
    page = page.where('ships.project_id', '=', (from) =>
      from.selectFrom('project_slugs').select('project_id').where('slug', '=', project),
    )
  if (kind !== undefined) page = page.where('ships.kind', '=', kind)
  if (since !== undefined) page = page.where('ships.occurred_at', '>=', since)
  if (until !== undefined) page = page.where('ships.occurred_at', '<=', until)
  return page
    .orderBy('ships.occurred_at', 'desc')
    .orderBy('ships.id', 'desc')
    .limit(limit + 1)
    .offset(offset)
}

/** The columns of `toListedShip`, for a query that joins `ships` and `sources`. */
export const SHIP_COLUMNS = [
  ...(['ships.id', 'ships.kind', 'ships.title', 'ships.url', 'ships.version', 'ships.occurred_at'] as const),
  ...(['ships.precision', 'ships.detected_at', 'ships.backing', 'ships.counts_as'] as const),
  ...(['ships.not_counted_reason', 'sources.id as source_id', 'sources.kind as source_kind'] as const),
  ...(['sources.locator as source_locator', 'sources.established_by', 'sources.established_url'] as const),
  SOURCE_URL.as('source_url'),
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
      url: row.source_url,
      establishedBy: row.established_by as EstablishedBy,
      establishedUrl: row.established_url,
    },
  }
}
