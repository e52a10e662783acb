import { sql } from 'kysely'
import type { Database } from '#records/database.ts'

/**
 * Hides every project, under the name `before`, and deletes conclusions about all projects together. Truncating the
 * tables would take a second.
 */
export async function startAnew(database: Database): Promise<void> {
  await sql`update projects set name = 'before', state = 'hidden', hidden_at = created_at`.execute(database)
  await sql`update listings set published = false`.execute(database)
  await sql`update project_rankings set radar = null, radar_rank = null, radar_parts = null`.execute(database)
  for (const table of ['radar_state', 'radar_days', 'pace_judgements'])
    await sql`delete from ${sql.table(table)}`.execute(database)
}
