import { sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { ListedShip } from '#domain/ships/listed-ship.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import type { Reader } from '#records/database.ts'
import { LISTED_SHIP } from './ship-list.ts'

const AT_ONCE = 500

/** The place where a batch ended. The text of the time keeps its microseconds, so that no ship is skipped. */
type Place = { readonly at: string; readonly id: string }

type ExportQuery = { readonly project: Slug | undefined; readonly now: Instant }

/**
 * All listed ships, or those of one project, newest first, in batches. Each batch is one statement, which begins after
 * the last ship of the batch before.
 */
export async function* everyShip(
  { project, now }: ExportQuery,
  reader: Reader,
): AsyncGenerator<readonly ListedShip[], void> {
  const latest = addMs(now, SHIPS_RULE.futureToleranceMs)
  for (let after: Place | undefined; ; ) {
    const rows = await getBatch({ project, after, latest }, reader)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ ship }) => ship)
    after = last
  }
}

function getBatch(
  {
    project,
    after,
    latest,
  }: Pick<ExportQuery, 'project'> & { readonly after: Place | undefined; readonly latest: Instant },
  reader: Reader,
) {
  let batch = reader
    .selectFrom('ships')
    .innerJoin('projects', 'projects.id', 'ships.project_id')
    .innerJoin('sources', 'sources.id', 'ships.source_id')
    .select([LISTED_SHIP.as('ship'), 'ships.id', sql<string>`ships.placed_at::text`.as('at')])
    .where('projects.state', '=', 'published')
    .where('ships.withdrawn_at', 'is', null)
    .where('ships.placed_at', '<=', latest)
  if (project !== undefined)
    batch = batch.where('ships.project_id', '=', (from) =>
      from.selectFrom('project_slugs').select('project_id').where('slug', '=', project),
    )
  if (after !== undefined)
    batch = batch.where(
      sql<boolean>`(ships.placed_at, ships.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
  return batch.orderBy('ships.placed_at', 'desc').orderBy('ships.id', 'desc').limit(AT_ONCE).execute()
}
