import { type RawBuilder, sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import type { PublishedProject } from '#domain/project/published-project.ts'
import { type Reader, runPlanned } from '#records/database.ts'

/** The relation `projects` for a `from`: the published project that has or had a slug; no row for a hidden one. */
export function publishedUnder(slug: Slug): RawBuilder<unknown> {
  return sql`(
    select projects.* from project_slugs as named join projects on projects.id = named.project_id
    where named.slug = ${slug} and projects.state = 'published') as projects`
}

/** The relation `owner` for a `with`: the id of the published project that has or had a slug, found once. */
export function ownerOf({ slug }: { readonly slug: Slug }): RawBuilder<unknown> {
  return sql`owner as materialized (select id from ${publishedUnder(slug)})`
}

/** The slugs of published projects in alphabetical order, at most `limit`. */
export async function getPublishedSlugs(limit: number, reader: Reader): Promise<readonly Slug[]> {
  const rows = await reader
    .selectFrom('projects')
    .select('slug')
    .where('state', '=', 'published')
    .orderBy('slug')
    .limit(limit)
    .execute()
  return rows.map(({ slug }) => slug)
}

/** A published project by a slug it has or had; undefined where nothing is published under it. */
export async function findPublishedProject(
  slug: Slug,
  reader: Reader,
): Promise<PublishedProject | undefined> {
  return (await getPublishedBySlug([slug], reader)).get(slug)
}

/** The published projects that have or had these slugs, by the asked slug. Other slugs are absent. */
export async function getPublishedBySlug(
  slugs: readonly Slug[],
  reader: Reader,
): Promise<ReadonlyMap<string, PublishedProject>> {
  if (slugs.length === 0) return new Map()
  const query = sql<PublishedProject & { readonly given: string }>`
    select named.slug as given, projects.id, projects.slug, projects.name, cards.scored_at as "scoredAt"
    from project_slugs as named
    join projects on projects.id = named.project_id
    left join cards on cards.project_id = projects.id
    where named.slug = any((select ${[...slugs]}::text[])::text[]) and projects.state = 'published'`
  const rows = await runPlanned(query, reader)
  return new Map(rows.map(({ given, ...project }) => [given, project]))
}
