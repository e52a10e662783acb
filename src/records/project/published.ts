import type { Slug } from '#contract/ids.ts'
import type { PublishedProject } from '#domain/project/published-project.ts'
import type { Reader } from '#records/database.ts'

/** A published project by a slug it has or had; undefined where nothing is published under it. */
export async function findPublishedProject(
  slug: Slug,
  reader: Reader,
): Promise<PublishedProject | undefined> {
  return (await getPublishedBySlug([slug], reader)).get(slug)
}

/** The published projects that have or had these slugs, by the slug that was asked for; other slugs are left out. */
export async function getPublishedBySlug(
  slugs: readonly Slug[],
  reader: Reader,
): Promise<ReadonlyMap<string, PublishedProject>> {
  if (slugs.length === 0) return new Map()
  const rows = await reader
    .selectFrom('project_slugs')
    .innerJoin('projects', 'projects.id', 'project_slugs.project_id')
    .leftJoin('cards', 'cards.project_id', 'projects.id')
    .select([
      'project_slugs.slug as asked',
      'projects.id',
      'projects.slug',
      'projects.name',
      'cards.scored_at',
    ])
    .where('project_slugs.slug', 'in', [...slugs])
    .where('projects.state', '=', 'published')
    .execute()
  return new Map(
    rows.map(({ asked, scored_at: scoredAt, ...project }) => [
      asked,
      { ...project, slug: project.slug as Slug, scoredAt },
    ]),
  )
}
