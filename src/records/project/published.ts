import type { Slug } from '#contract/ids.ts'
import type { PublishedProject } from '#domain/project/published-project.ts'
import type { Reader } from '#records/database.ts'

/** A published project by a slug it has or had; undefined where nothing is published under it. */
export async function findPublishedProject(
  slug: Slug,
  reader: Reader,
): Promise<PublishedProject | undefined> {
  const row = await reader
    .selectFrom('project_slugs')
    .innerJoin('projects', 'projects.id', 'project_slugs.project_id')
    .leftJoin('cards', 'cards.project_id', 'projects.id')
    .select(['projects.id', 'projects.slug', 'projects.name', 'cards.scored_at'])
    .where('project_slugs.slug', '=', slug)
    .where('projects.state', '=', 'published')
    .executeTakeFirst()
  return row && { id: row.id, slug: row.slug as Slug, name: row.name, scoredAt: row.scored_at }
}
