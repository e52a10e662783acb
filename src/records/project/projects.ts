import { type Selectable, sql } from 'kysely'
import type { ProjectKind, ProjectState } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { anyOf } from '#records/any-of.ts'
import { leaveRadar } from '#records/attention/radar.ts'
import { fromColumns, insertAll, rowsOf } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { Projects } from '#records/tables.ts'
import { saveListedIdentity } from './listing.ts'

/** A project with its state. The time of a state is null when the project never reached it. */
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

/** The project that has or had this slug, in any state; undefined when none ever had it. */
export async function findProjectBySlug(slug: string, reader: Reader): Promise<Project | undefined> {
  return (await getProjectsBySlug([slug], reader)).get(slug)
}

/** The projects that have or had these slugs, in any state, by the asked slug. */
export async function getProjectsBySlug(
  slugs: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, Project>> {
  const rows = await reader
    .selectFrom('project_slugs')
    .innerJoin('projects', 'projects.id', 'project_slugs.project_id')
    .selectAll('projects')
    .select('project_slugs.slug as asked')
    .where(sql.ref<string>('project_slugs.slug'), '=', anyOf(slugs, 'text'))
    .execute()
  return new Map(rows.map(({ asked, ...row }) => [asked, toProject(row)]))
}

/** Projects in any state, by slug; at most `limit`. */
export async function getProjects(input: { limit: number }, reader: Reader): Promise<readonly Project[]> {
  const rows = await reader.selectFrom('projects').selectAll().orderBy('slug').limit(input.limit).execute()
  return rows.map(toProject)
}

/** A project that is not recorded yet. */
type NewProject = Omit<Project, 'firstPublishedAt' | 'publishedAt' | 'hiddenAt'>

/** Writes new projects with their slugs and their listings. */
export async function insertProjects(
  { projects, now }: { readonly projects: readonly NewProject[]; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  if (projects.length === 0) return
  const rows = projects.map((project) => ({
    ...project,
    created_at: now,
    first_published_at: project.state === 'published' ? now : null,
    published_at: project.state === 'published' ? now : null,
    hidden_at: project.state === 'hidden' ? now : null,
  }))
  await insertAll('projects', rows, writer).execute()
  const slugs = projects.map(({ id, slug }) => ({ slug, project_id: id, since: now }))
  await insertAll('project_slugs', slugs, writer).execute()
  await saveListedIdentity(idsOf(projects), writer)
}

/** A project's own details. */
export type ProjectDetails = Pick<Project, 'id' | 'name' | 'description' | 'kind' | 'launchpad'>

/** Writes the own details of projects, and renews the identity in their listings. */
export async function saveProjectDetails(projects: readonly ProjectDetails[], writer: Writer): Promise<void> {
  if (projects.length === 0) return
  await sql`update projects
    set (name, description, kind, launchpad) = (stated.name, stated.description, stated.kind, stated.launchpad)
    from ${rowsOf('projects', projects)} as stated where projects.id = stated.id`.execute(writer)
  await saveListedIdentity(idsOf(projects), writer)
}

function idsOf(projects: readonly ProjectDetails[]): readonly string[] {
  return projects.map(({ id }) => id)
}

/**
 * Moves a project and its listing to a state. The time of the first publication never changes. A project that is not
 * published is removed from the Radar.
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
 * Records that the slug or the name of projects changed. Their standing events then get a new revision. The caller has
 * locked the work of the projects, so that no event of them is written meanwhile.
 */
export async function markRenamed(projectIds: readonly string[], writer: Writer): Promise<void> {
  if (projectIds.length === 0) return
  await sql`update projects set renamed_at_position = (select head from ledger_state)
    where id = any (${[...projectIds]}::uuid[])`.execute(writer)
}

/** Reserves slugs that projects had before the service knew them. A search finds a project by these slugs too. */
export async function insertFormerSlugs(
  { slugs, now }: { slugs: readonly { readonly projectId: string; readonly slug: Slug }[]; now: Instant },
  writer: Writer,
): Promise<void> {
  if (slugs.length === 0) return
  const rows = slugs.map(({ projectId, slug }) => ({
    slug,
    project_id: projectId,
    since: now,
    former_since: now,
  }))
  await insertAll('project_slugs', rows, writer)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
  await saveListedIdentity([...new Set(slugs.map(({ projectId }) => projectId))], writer)
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
    .where('slug', '=', anyOf(slugs, 'text'))
    .execute()
  return new Map(
    rows.map((row) => [row.slug, { projectId: row.project_id, former: row.former_since !== null }]),
  )
}

/** At most `limit` ids of published projects, or of all, in their order, after a given id. */
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
