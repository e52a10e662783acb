import { sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { anyOf } from '#records/any-of.ts'
import type { Reader } from '#records/database.ts'
import { IS_PUBLIC } from './change-list.ts'

/** The newest revision of an event that is public, or of an event that was withdrawn. */
type CitedChange = {
  readonly revision: number
  readonly retracted: boolean
  /** Absent for a retracted event, and for an event without a project. */
  readonly project?: { readonly slug: Slug; readonly name: string }
  readonly detectedAt?: Instant | null
}

/** The newest revisions of these events, by id. Events that never were, or no longer are, public are absent. */
export async function getCitedChanges(
  ids: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, CitedChange>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('changes as change')
    .leftJoin('projects', 'projects.id', 'change.project_id')
    .select([
      'change.id',
      'change.revision',
      'change.op',
      'change.detected_at',
      'projects.slug',
      'projects.name',
    ])
    .where('change.id', '=', anyOf(ids, 'text'))
    .where('change.superseded_by', 'is', null)
    .where(sql<boolean>`change.retracted_because is distinct from 'hidden' and ${IS_PUBLIC}`)
    .execute()
  return new Map(
    rows.map(({ id, revision, op, detected_at: detectedAt, slug, name }): [string, CitedChange] => {
      if (op === 'retract') return [id, { revision, retracted: true }]
      const project = slug === null || name === null ? {} : { project: { slug, name } }
      return [id, { revision, retracted: false, detectedAt, ...project }]
    }),
  )
}
