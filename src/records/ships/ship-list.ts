import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { Input } from '#contract/operations/index.ts'
import { addMs, DAY_MS, type Instant, msOf } from '#contract/time.ts'
import type { ListedShip } from '#domain/ships/listed-ship.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import { countRows } from '#records/counted-rows.ts'
import type { Reader } from '#records/database.ts'
import { jsonInstant } from '#records/json-instant.ts'
import { SOURCE_REFERENCE } from '#records/project/sources.ts'

/**
 * The query of a list of ships; a filter that is left out admits every ship. `counted` admits only ships that count.
 */
type ShipListQuery = Omit<Input<'ships'>, 'ignoredParameters' | 'claims'>
type ShipsQuery = { readonly query: ShipListQuery; readonly now: Instant }

/**
 * Ships of published projects, newest first. Withdrawn ships, and ships dated more than 24 h ahead, are left out.
 * Undated ships are placed at their detection, and left out when `since` or `until` is given. `more` is true when the
 * list goes on. The list of a project that never existed is empty.
 */
export async function getShipList(
  input: ShipsQuery,
  reader: Reader,
): Promise<{ readonly ships: readonly ListedShip[]; readonly more: boolean }> {
  const { limit, order } = input.query
  const rows = await reader
    .selectFrom(listedIds(input, reader).as('list'))
    .innerJoin('ships', 'ships.id', 'list.id')
    .innerJoin('sources', 'sources.id', 'ships.source_id')
    .innerJoin('projects', 'projects.id', 'ships.project_id')
    .select(LISTED_SHIP.as('ship'))
    .$if(order === 'releases_first', (list) => list.orderBy(sql`ships.kind = 'code_week'`))
    .orderBy('ships.placed_at', 'desc')
    .orderBy('ships.id', 'desc')
    .execute()
  return {
    ships: rows.slice(0, limit).map(({ ship }) => ship),
    more: rows.length > limit,
  }
}

/**
 * The number of ships that match; null when it is over 10,000. Without a project, it is also null unless `since` is at
 * most 31 days ago, because a longer count grows with the whole catalogue.
 */
export async function countMatchingShips({ query, now }: ShipsQuery, reader: Reader): Promise<number | null> {
  if (query.project === undefined && !isRecent({ query, now })) return null
  const matching = shipsOf({ query, now }, reader).limit(LIMITS.countedShips + 1)
  const total = await countRows(reader.selectFrom(matching.as('matching')))
  return total > LIMITS.countedShips ? null : total
}

function isRecent({ query: { since }, now }: ShipsQuery): boolean {
  return since !== undefined && msOf(since) >= msOf(now) - LIMITS.countedShipsDays * DAY_MS
}

/** The ids of the ships in the list, and of the next one. */
function listedIds({ query, now }: ShipsQuery, reader: Reader) {
  const { limit, offset, order } = query
  const newest = (of: ReturnType<typeof shipsOf>, most: number) =>
    of.orderBy('ships.placed_at', 'desc').orderBy('ships.id', 'desc').limit(most)
  const all = shipsOf({ query, now }, reader)
  if (order !== 'releases_first')
    return reader
      .selectFrom(
        newest(all, limit + 1)
          .offset(offset)
          .as('newest'),
      )
      .select('newest.id')
  // Two short scans in the order of the index, so that no list sorts every ship.
  const most = offset + limit + 1
  const weeks = newest(all.where('ships.kind', '=', 'code_week'), most)
  const others = newest(all.where('ships.kind', '<>', 'code_week'), most)
  return reader
    .selectFrom(
      sql<{ id: string; placed_at: Instant; weekly: boolean }>`(
      (select *, false as weekly from (${others}) as others) union all
      (select *, true as weekly from (${weeks}) as weeks))`.as('both'),
    )
    .select('both.id')
    .orderBy('both.weekly')
    .orderBy('both.placed_at', 'desc')
    .orderBy('both.id', 'desc')
    .limit(limit + 1)
    .offset(offset)
}

/** The ships that match a query, in no order. */
function shipsOf({ query, now }: ShipsQuery, reader: Reader) {
  const { project, kind, since, until, counted } = query
  let list = reader
    .selectFrom('ships')
    .innerJoin('projects', 'projects.id', 'ships.project_id')
    .select(['ships.id', 'ships.placed_at'])
    .where('projects.state', '=', 'published')
    .where('ships.withdrawn_at', 'is', null)
    .where('ships.placed_at', '<=', addMs(now, SHIPS_RULE.futureToleranceMs))
  if (project !== undefined)
    list = list.where('ships.project_id', '=', (from) =>
      from.selectFrom('project_slugs').select('project_id').where('slug', '=', project),
    )
  if (counted !== undefined) list = list.where('ships.counts_as', 'is not', null)
  if (kind !== undefined) list = list.where('ships.kind', '=', kind)
  if (since !== undefined) list = list.where('ships.placed_at', '>=', since)
  if (until !== undefined) list = list.where('ships.placed_at', '<=', until)
  if (since !== undefined || until !== undefined) list = list.where('ships.occurred_at', 'is not', null)
  return list
}

/** A `ListedShip` as JSON, for a query that joins `ships`, `sources` and `projects`. */
export const LISTED_SHIP = sql<ListedShip>`json_build_object('id', 'ship:' || ships.id,
  'project', json_build_object('slug', projects.slug, 'name', projects.name), 'kind', ships.kind, 'title', ships.title,
  'url', ships.url, 'version', ships.version, 'occurredAt', ${jsonInstant(sql`ships.occurred_at`)},
  'precision', ships.precision, 'detectedAt', ${jsonInstant(sql`ships.detected_at`)}, 'backing', ships.backing,
  'countsAs', ships.counts_as, 'notCountedReason', ships.not_counted_reason, 'codeWeek', ships.facts -> 'codeWeek',
  'source', ${SOURCE_REFERENCE})`
