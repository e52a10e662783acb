import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a row of `tokens` is the present token of its project, as SQL: its own source is not detached. A catalogue
 * file that names another token, or none, detaches the source. The row stays, because records of the earlier token cite
 * it.
 */
export const STANDING_TOKEN = `not exists (
  select from sources as ended where ended.project_id = tokens.project_id and ended.kind = 'token'
    and ended.locator = tokens.address and ended.detached_at is not null)`

/** The token that a project has now, as a relation of one row or none. A catalogue file names at most one. */
export function shownToken(
  projectId: 'projects.id' | 'project.id' | 'found.project_id',
): RawBuilder<unknown> {
  return sql`(
    select * from tokens where tokens.project_id = ${sql.ref(projectId)} and ${sql.raw(STANDING_TOKEN)}
    order by address limit 1)`
}
