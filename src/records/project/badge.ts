import { sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import type { Reader } from '#records/database.ts'

/** The fields of a badge. `scoredAt` is null while the project was never scored. */
type BadgeRecord = {
  readonly slug: Slug
  readonly name: string
  readonly activity: CardEvidence['activity']
  readonly scoredAt: Instant | null
}

/**
 * The name and status of a published project by a slug it has or had; undefined where nothing is published under it.
 */
export async function findBadge(slug: Slug, reader: Reader): Promise<BadgeRecord | undefined> {
  const row = await reader
    .selectFrom('project_slugs')
    .innerJoin('projects', 'projects.id', 'project_slugs.project_id')
    .leftJoin('cards', 'cards.project_id', 'projects.id')
    .select(['projects.slug', 'projects.name', 'cards.scored_at'])
    .select(sql<CardEvidence['activity'] | null>`cards.evidence -> 'activity'`.as('activity'))
    .where('project_slugs.slug', '=', slug)
    .where('projects.state', '=', 'published')
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    slug: row.slug,
    name: row.name,
    activity: row.activity === null ? NEVER_SCORED.activity : row.activity,
    scoredAt: row.scored_at,
  }
}
