import { type RawBuilder, sql } from 'kysely'

/** The token that a project shows, as a relation of one row or none: of several the one with the lowest address. */
export function shownToken(
  projectId: 'projects.id' | 'project.id' | 'found.project_id',
): RawBuilder<unknown> {
  return sql`(select * from tokens where tokens.project_id = ${sql.ref(projectId)} order by address limit 1)`
}
