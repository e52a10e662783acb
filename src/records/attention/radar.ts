import { type Selectable, sql } from 'kysely'
import type { UnknownReason } from '#contract/claim.ts'
import type { Slug } from '#contract/ids.ts'
import { addDays, dateOf, type Instant } from '#contract/time.ts'
import { RADAR_RULE, type RadarCandidate, type RadarPlace } from '#domain/attention/radar.ts'
import { rowsOf } from '#records/columns.ts'
import type { Writer } from '#records/database.ts'
import type { ProjectRankings } from '#records/tables.ts'

/** The number of days whose ranks are kept: answers show the rank of thirty days ago. */
const DAYS_KEPT = 31

/** A project's inputs with its stored place; `placed` is null where the project was never ranked. */
export type PlacedCandidate = RadarCandidate & { readonly placed: RadarPlace | null }

/** The candidate of a row with its slug. */
export function toPlacedCandidate(
  row: Selectable<ProjectRankings> & { readonly slug: Slug },
): PlacedCandidate {
  return {
    projectId: row.project_id,
    slug: row.slug,
    building: measured(row.momentum, row.momentum_state),
    use: measured(row.use_calls, row.use_state),
    research: measured(row.research_level, row.research_state),
    lastShipAt: row.last_ship_at,
    placed:
      row.radar_parts === null ? null : { score: row.radar, rank: row.radar_rank, parts: row.radar_parts },
  }
}

function measured<T>(value: T | null, state: string): { value: T } | { reason: UnknownReason } {
  return value === null ? { reason: state as UnknownReason } : { value }
}

/**
 * Saves the places that changed, in one statement, so that no reader sees two projects on one rank. A project that is
 * not published has no place. The first ranking of a UTC day is recorded as the ranks of that day, as soon as it ranks
 * a project.
 */
export async function saveRadar(
  input: {
    readonly places: ReadonlyMap<string, RadarPlace>
    readonly ranked: number
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  const { places, ranked, now } = input
  if (places.size > 0) await savePlaces(places, writer)
  await sql`
    update project_rankings as left_out set radar = null, radar_rank = null, radar_parts = null
    from projects where projects.id = left_out.project_id and projects.state <> 'published'
      and radar_parts is not null`.execute(writer)
  await sql`
    insert into radar_state (rule, ranked_at, ranked) values (${RADAR_RULE.id}, ${now}::timestamptz, ${ranked})
    on conflict (one) do update set rule = excluded.rule, ranked_at = excluded.ranked_at, ranked = excluded.ranked`.execute(
    writer,
  )
  await saveDay(now, writer)
}

/**
 * Removes a project from the Radar. A concurrent ranking has either written the project's place before, or waits for
 * this transaction and then finds the project not published.
 */
export async function leaveRadar(projectId: string, writer: Writer): Promise<void> {
  await writer
    .updateTable('project_rankings')
    .set({ radar: null, radar_rank: null, radar_parts: null })
    .where('project_id', '=', projectId)
    .execute()
}

/** Locks the rows in the order in which evaluation writes them, so that the two cannot deadlock. */
async function savePlaces(places: ReadonlyMap<string, RadarPlace>, writer: Writer): Promise<void> {
  const rows = [...places].map(([projectId, { score, rank, parts }]) => ({
    projectId,
    radar: score,
    radarRank: rank,
    radarParts: parts,
  }))
  await sql`
    with locked as materialized (
      select placed.project_id, placed.radar, placed.radar_rank, placed.radar_parts
      from ${rowsOf('project_rankings', rows)} as placed
      join project_rankings as stored on stored.project_id = placed.project_id
      order by placed.project_id for no key update of stored
    )
    update project_rankings as stored
    set radar = locked.radar, radar_rank = locked.radar_rank, radar_parts = locked.radar_parts
    from locked where stored.project_id = locked.project_id`.execute(writer)
}

async function saveDay(now: Instant, writer: Writer): Promise<void> {
  const day = dateOf(now)
  const saved = await sql`
    insert into radar_days (day, project_id, rank, score)
    select ${day}::date, project_id, radar_rank, radar from project_rankings
    where radar_rank is not null and not exists (select from radar_days where day = ${day}::date)
    on conflict do nothing`.execute(writer)
  if (saved.numAffectedRows === 0n) return
  await sql`delete from radar_days where day < ${addDays(day, -DAYS_KEPT)}::date`.execute(writer)
}
