import { sql } from 'kysely'
import type { Instant } from '#contract/time.ts'
import type { ReadSite } from '#domain/history/sites-read.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { jsonInstant } from '#records/json-instant.ts'

/** The official sites that a project has or had, each with how its declarations were read; those never read included. */
export async function getReadSites(
  input: { readonly projectId: string },
  reader: Reader,
): Promise<readonly ReadSite[]> {
  const query = sql<ReadSiteRow>`
    select attached_at, detached_at, cadence_seconds, first_ok_at, covers_from, last_ok_at, tried.attempts
    from sources
    left join source_streams as stream on stream.source_id = sources.id and stream.stream = 'declarations'
    cross join lateral (
      select coalesce(json_agg(json_build_object('at', ${jsonInstant(sql`attempted_at`)},
        'good', outcome in ('fresh', 'not_modified')) order by attempted_at), '[]') as attempts
      from readings where readings.source_id = sources.id and readings.stream = 'declarations') as tried
    where project_id = ${input.projectId}::uuid and kind = 'website' and established_by <> 'self_reported'`
  const rows = await runPlanned(query, reader)
  return rows.map((row) => ({
    attachedAt: row.attached_at,
    detachedAt: row.detached_at,
    cadenceMs: row.cadence_seconds === null ? null : row.cadence_seconds * 1000,
    firstOkAt: row.first_ok_at,
    coversFrom: row.covers_from,
    lastOkAt: row.last_ok_at,
    attempts: row.attempts,
  }))
}

type ReadSiteRow = {
  attached_at: Instant
  detached_at: Instant | null
  cadence_seconds: number | null
  first_ok_at: Instant | null
  covers_from: Instant | null
  last_ok_at: Instant | null
  attempts: ReadSite['attempts']
}
