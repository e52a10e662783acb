import { sql } from 'kysely'
import { evidenceId } from '#contract/ids.ts'
import type { RegisteredSource } from '#domain/project/dossier-record.ts'
import { jsonInstant } from '#records/json-instant.ts'
import { SOURCE_URL, sourceName } from './sources.ts'

/** Attached sources by their attachment, as JSON; it refers to `projects.id`. */
export const REGISTERED_SOURCES = sql`(
  select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'locator', ${sourceName('sources')}, 'url', ${SOURCE_URL},
      'establishedBy', established_by, 'establishedUrl', established_url, 'establishedOn', established_on,
      'establishedStatement', established_statement, 'counted', counted, 'notCountedReason', not_counted_reason,
      'attachedAt', ${jsonInstant(sql`attached_at`)}, 'lastReadAt', (
        select ${jsonInstant(sql`max(last_ok_at)`)} from source_streams where source_id = sources.id),
      'linkReadAt', facts #>> '{mutualLink,readAt}', 'fork', facts -> 'fork', 'upstream', facts #>> '{upstream,fullName}')
    order by attached_at, id), '[]')
  from sources where project_id = projects.id and detached_at is null)`

/** A source in `REGISTERED_SOURCES`. */
export type RegisteredRow = Omit<RegisteredSource, 'id'> & { readonly id: string }

/** The registered source of a row. */
export function toRegistered(row: RegisteredRow): RegisteredSource {
  return { ...row, id: evidenceId('source', row.id) }
}
