import { sql } from 'kysely'
import type { Input } from '#contract/operations/index.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { ListedShip } from '#domain/ships/listed-ship.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import type { Reader } from '#records/database.ts'
import { jsonInstant } from '#records/json-instant.ts'
import { SOURCE_REFERENCE } from '#records/project/sources.ts'

/** The query of a page of ships; a filter that is left out admits every ship. `counted` admits only ships that count. */
type ShipPageQuery = Omit<Input<'ships'>, 'ignoredParameters' | 'claims'> & { readonly counted?: true }

/**
 * Ships of published projects, newest first, without withdrawn ones and without those dated more than 24 h ahead.
 * Undated ships are placed at their detection, and left out when `since` or `until` is given. `more` is true when the
 * list goes on. The page of a project that never existed is empty.
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
    .select(LISTED_SHIP.as('ship'))
    .orderBy('ships.placed_at', 'desc')
    .orderBy('ships.id', 'desc')
    .execute()
  return {
    ships: rows.slice(0, limit).map(({ ship }) => ship),
    more: rows.length > limit,
  }
}

/** The ids of the page and of one ship more. */
function pageOf({ query, now }: { readonly query: ShipPageQuery; readonly now: Instant }, reader: Reader) {
  const { project, kind, since, until, counted, limit, offset } = query
  let page = reader
    .selectFrom('ships')
    .innerJoin('projects', 'projects.id', 'ships.project_id')
    .select('ships.id')
    .where('projects.state', '=', 'published')
    .where('ships.withdrawn_at', 'is', null)
    .where('ships.placed_at', '<=', addMs(now, SHIPS_RULE.futureToleranceMs))
  if (project !== undefined)
    page = page.where('ships.project_id', '=', (from) =>
      from.selectFrom('project_slugs').select('project_id').where('slug', '=', project),
    )
  if (counted) page = page.where('ships.counts_as', 'is not', null)
  if (kind !== undefined) page = page.where('ships.kind', '=', kind)
  if (since !== undefined) page = page.where('ships.placed_at', '>=', since)
  if (until !== undefined) page = page.where('ships.placed_at', '<=', until)
  if (since !== undefined || until !== undefined) page = page.where('ships.occurred_at', 'is not', null)
  return page
    .orderBy('ships.placed_at', 'desc')
    .orderBy('ships.id', 'desc')
    .limit(limit + 1)
    .offset(offset)
}

/** A `ListedShip` as JSON, for a query that joins `ships`, `sources` and `projects`. */
export const LISTED_SHIP = sql<ListedShip>`json_build_object('id', 'ship:' || ships.id,
  'project', json_build_object('slug', projects.slug, 'name', projects.name), 'kind', ships.kind, 'title', ships.title,
  'url', ships.url, 'version', ships.version, 'occurredAt', ${jsonInstant(sql`ships.occurred_at`)},
  'precision', ships.precision, 'detectedAt', ${jsonInstant(sql`ships.detected_at`)}, 'backing', ships.backing,
  'countsAs', ships.counts_as, 'notCountedReason', ships.not_counted_reason, 'codeWeek', ships.facts -> 'codeWeek',
  'source', ${SOURCE_REFERENCE})`
