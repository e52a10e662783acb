import { type Selectable, sql } from 'kysely'
import type { ProjectKind, ProjectState } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { leaveRadar } from '#records/attention/radar.ts'
import { fromColumns, insertAll } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { Projects } from '#records/tables.ts'
import { saveListedIdentity } from './listing.ts'

/** A project with its state; the time of a state that it never reached is null. */
export type Project = {
  readonly id: string
  readonly slug: Slug
  readonly name: string
  readonly description: string | null
  readonly kind: ProjectKind | null
  readonly launchpad: string | null
  readonly state: ProjectState
  readonly firstPublishedAt: Instant | null
  readonly publishedAt: Instant | null
  readonly hiddenAt: Instant | null
}

function toProject({ created_at: _, ...row }: Selectable<Projects>): Project {
  return fromColumns(row)
}

/** The project that has or had this slug, in whatever state; undefined when none ever did. */
export async function findProjectBySlug(slug: string, reader: Reader): Promise<Project | undefined> {
  const row = await reader
    .selectFrom('project_slugs')
    .innerJoin('projects', 'projects.id', 'project_slugs.project_id')
    .selectAll('projects')
    .where('project_slugs.slug', '=', sql<Slug>`${slug}`)
    .executeTakeFirst()
  return row === undefined ? undefined : toProject(row)
}

/** Projects in any state, by slug; at most `limit`. */
export async function getProjects(input: { limit: number }, reader: Reader): Promise<readonly Project[]> {
  const rows = await reader.selectFrom('projects').selectAll().orderBy('slug').limit(input.limit).execute()
  return rows.map(toProject)
}

/** Writes a new project with its slug and its listing. */
export async function insertProject(
  project: Omit<Project, 'firstPublishedAt' | 'publishedAt' | 'hiddenAt'> & { now: Instant },
  writer: Writer,
): Promise<void> {
  const { now, ...details } = project
  const published = project.state === 'published' ? now : null
  await writer
    .insertInto('projects')
    .values({
      ...details,
      created_at: now,
      first_published_at: published,
      published_at: published,
      hidden_at: project.state === 'hidden' ? now : null,
    })
    .execute()
  await writer
    .insertInto('project_slugs')
    .values({ slug: project.slug, project_id: project.id, since: now })
    .execute()
  await saveListedIdentity([project.id], writer)
}

/** Writes a project's own details, also to its listing. */
export async function saveProjectDetails(
  project: Pick<Project, 'id' | 'name' | 'description' | 'kind' | 'launchpad'>,
  writer: Writer,
): Promise<void> {
  const { name, description, kind, launchpad } = project
  await writer
    .updateTable('projects')
    .set({ name, description, kind, launchpad })
    .where('id', '=', project.id)
    .execute()
  await saveListedIdentity([project.id], writer)
}

/**
 * Moves a project and its listing to a state; the first publication keeps its own time. A project that is not published
 * has no place on the Radar.
 */
export async function saveProjectState(
  input: { id: string; state: ProjectState; now: Instant },
  writer: Writer,
): Promise<void> {
  await writer
    .updateTable('projects')
    .set((row) => ({
      state: input.state,
      ...(input.state === 'hidden' ? { hidden_at: input.now } : {}),
      ...(input.state === 'published'
        ? {
            published_at: input.now,
            first_published_at: row.fn.coalesce('first_published_at', row.val(input.now)),
          }
        : {}),
    }))
    .where('id', '=', input.id)
    .execute()
  if (input.state !== 'published') await leaveRadar(input.id, writer)
  await saveListedIdentity([input.id], writer)
}

/** Gives a project and its listing another slug, which must never have been used. The former slug is never reused. */
export async function saveProjectSlug(
  input: { id: string; slug: Slug; now: Instant },
  writer: Writer,
): Promise<void> {
  await writer
    .updateTable('project_slugs')
    .set({ former_since: input.now })
    .where('project_id', '=', input.id)
    .where('former_since', 'is', null)
    .execute()
  await writer
    .insertInto('project_slugs')
    .values({ slug: input.slug, project_id: input.id, since: input.now })
    .execute()
  await writer.updateTable('projects').set({ slug: input.slug }).where('id', '=', input.id).execute()
  await saveListedIdentity([input.id], writer)
}

/**
 * Records that the slug or the name of a project changed, after which its standing events get a revision. The caller has
 * locked the project's work, so that no event of it is written meanwhile.
 */
export async function markRenamed(projectId: string, writer: Writer): Promise<void> {
  await writer
    .updateTable('projects')
    .set((from) => ({ renamed_at_position: from.selectFrom('ledger_state').select('head') }))
    .where('id', '=', projectId)
    .execute()
}

/** Reserves slugs a project had before the service knew it; a search finds the project by them. */
export async function insertFormerSlugs(
  input: { id: string; slugs: readonly Slug[]; now: Instant },
  writer: Writer,
): Promise<void> {
  if (input.slugs.length === 0) return
  const { id, slugs, now } = input
  const rows = slugs.map((slug) => ({ slug, project_id: id, since: now, former_since: now }))
  await insertAll('project_slugs', rows, writer)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
  await saveListedIdentity([input.id], writer)
}

/** The project that has or had each of these slugs. */
export async function getSlugHolders(
  slugs: readonly Slug[],
  reader: Reader,
): Promise<ReadonlyMap<string, { projectId: string; former: boolean }>> {
  if (slugs.length === 0) return new Map()
  const rows = await reader
    .selectFrom('project_slugs')
    .select(['slug', 'project_id', 'former_since'])
    .where('slug', 'in', [...slugs])
    .execute()
  return new Map(
    rows.map((row) => [row.slug, { projectId: row.project_id, former: row.former_since !== null }]),
  )
}

/** Ids of published projects, or of all, after one, in their order; at most `limit`. */
export async function getProjectIds(
  input: { after: string | undefined; limit: number; state: 'published' | 'any' },
  reader: Reader,
): Promise<readonly string[]> {
  const { after, state } = input
  const rows = await reader
    .selectFrom('projects')
    .select('id')
    .$if(state === 'published', (query) => query.where('state', '=', 'published'))
    .$if(after !== undefined, (query) => query.where('id', '>', String(after)))
    .orderBy('id')
    .limit(input.limit)
    .execute()
  return rows.map((row) => row.id)
}
