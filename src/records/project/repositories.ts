import { sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import {
  COUNTED_ELSEWHERE,
  COUNTED_ELSEWHERE_BEFORE,
  type RecordedRepository,
  type Relocated,
} from '#domain/project/repository-names.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { columnsOf, rowsOf } from '#records/columns.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'
import { saveBacking } from '#records/ships/backing.ts'
import type { ChangedSource } from './catalogue.ts'
import { STATED_OF_SOURCE, sourceName } from './sources.ts'

const IS_MISSING = sql<boolean>`exists (
  select from source_streams
  where source_id = sources.id and stream = 'repository' and last_outcome = 'missing')`

/** The repositories that these projects have or had as sources, in the order of their attachment. */
export async function getRecordedRepositories(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<RecordedRepository>> {
  const rows = await reader
    .selectFrom('sources')
    .select(['project_id', 'id', 'locator', 'facts', 'external_id', 'attached_at', 'detached_at'])
    .select(['not_counted_reason', sourceName('sources').as('current_name'), IS_MISSING.as('is_missing')])
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .where('kind', '=', 'github_repository')
    .orderBy('attached_at')
    .orderBy('id')
    .execute()
  return byProject(rows, ({ id, locator, ...row }) => ({
    id,
    locator,
    currentName: row.current_name,
    formerNames: Array.isArray(row.facts.aliases) ? row.facts.aliases.filter(isText) : [],
    externalId: row.external_id,
    attachedAt: row.attached_at,
    detachedAt: row.detached_at,
    notCountedReason: row.not_counted_reason,
    isMissing: row.is_missing,
  }))
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Gives sources new locators. A new locator may still be the present one of another source in the list. */
export async function relocateSources(relocated: readonly Relocated[], writer: Writer): Promise<void> {
  if (relocated.length === 0) return
  const ids = relocated.map(({ id }) => id)
  // The locators are unique after each row that is updated, so none may still be in use when another source gets it.
  await sql`update sources set locator = locator || '@' || id where id = ${anyOf(ids, 'uuid')}`.execute(
    writer,
  )
  await sql`update sources set locator = relocated.locator from ${rowsOf('sources', relocated)} as relocated
    where sources.id = relocated.id`.execute(writer)
}

/**
 * Passes the ships of detached sources of these projects to the attached source of the same repository. Otherwise they
 * would not count: of two sources of one repository, each has the ships that it read first.
 */
export async function passShips({ projectIds }: OfProjects, writer: Writer): Promise<void> {
  const passed = await sql<{ id: string }>`
    update ships set source_id = heir.id
    from sources as former
    cross join lateral (
      select id from sources as attached
      where attached.project_id = former.project_id and attached.kind = former.kind
        and attached.external_id = former.external_id and attached.detached_at is null
      order by attached_at, id limit 1) as heir
    where former.project_id = ${anyOf(projectIds, 'uuid')} and former.kind = 'github_repository'
      and former.detached_at is not null and ships.source_id = former.id
    returning heir.id`.execute(writer)
  await saveBacking({ sourceIds: [...new Set(passed.rows.map(({ id }) => id))] }, writer)
}

/** A source of a project that is detached now. `id` is its uuid. */
export type DetachedSource = {
  readonly id: string
  readonly attachedAt: Instant
  readonly detachedAt: Instant
}

/** Of the detached sources of a repository in a project, the one that was attached first; undefined without one. */
export async function findDetachedRepository(
  input: { readonly projectId: string; readonly externalId: string },
  reader: Reader,
): Promise<DetachedSource | undefined> {
  const query = reader
    .selectFrom('sources')
    .select(['id', 'attached_at as attachedAt', 'detached_at as detachedAt'])
    .where('project_id', '=', input.projectId)
    .where('kind', '=', 'github_repository')
    .where('external_id', '=', input.externalId)
    .where('detached_at', 'is not', null)
    .orderBy('attached_at')
    .orderBy('id')
    .limit(1)
    .$narrowType<{ detachedAt: Instant }>()
  const [row] = await runPlanned(query, reader)
  return row
}

/**
 * Attaches the repository's earlier source again and detaches the one that a file added under another name. The earlier
 * source keeps its ships, its streams and its readings, and gets the file's statements. Does nothing if the earlier
 * source has changed since it was found.
 */
export async function resumeRepository(
  input: {
    readonly detached: DetachedSource
    readonly addedId: string
    /** The instant from which on the earlier source counts as attached. */
    readonly attachedAt: Instant
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  const { detached, addedId, attachedAt, now } = input
  const resume = sql`
    update sources as earlier set
      (${sql.raw(STATED_OF_SOURCE.join(', '))}) = (${columnsOf('added', STATED_OF_SOURCE)}),
      attached_at = ${attachedAt}::timestamptz, detached_at = null
    from sources as added
    where earlier.id = ${detached.id} and earlier.detached_at = ${detached.detachedAt}::timestamptz
      and added.id = ${addedId} and added.detached_at is null`
  await runPlanned(resume, writer)
  const end = sql`
    update sources as added set detached_at = ${now}::timestamptz
    from sources as earlier
    where added.id = ${addedId} and added.detached_at is null
      and earlier.id = ${detached.id} and earlier.detached_at is null`
  await runPlanned(end, writer)
  await saveBacking({ sourceIds: [detached.id] }, writer)
}

/**
 * The slugs of the projects that count one of these repositories, by its current name in lower case. Leaves out the
 * `except` projects.
 */
export async function getCountingProjects(
  input: { readonly repositories: readonly string[]; readonly except: readonly string[] },
  reader: Reader,
): Promise<ReadonlyMap<string, Slug>> {
  if (input.repositories.length === 0) return new Map()
  const name = sql<string>`lower(${sourceName('sources')})`
  const rows = await reader
    .selectFrom('sources')
    .innerJoin('projects', 'projects.id', 'sources.project_id')
    .select(['projects.slug', name.as('repository')])
    .where('sources.kind', '=', 'github_repository')
    .where('sources.counted', '=', true)
    .where('sources.detached_at', 'is', null)
    .where(name, '=', anyOf(input.repositories, 'text'))
    .where(sql<boolean>`not projects.id = ${anyOf(input.except, 'uuid')}`)
    .execute()
  return new Map(rows.map(({ repository, slug }) => [repository, slug]))
}

/** Whether the source `other` has the same repository as the source `own`, in another project. */
const IS_SAME_ELSEWHERE = sql`own.kind = 'github_repository' and other.kind = own.kind
  and other.external_id = own.external_id and other.project_id <> own.project_id`

/**
 * The counted sources of these projects whose repository (by GitHub's id) another project counts and had first. If the
 * files of a project no longer count a repository, its source of that repository keeps no other project from counting
 * it.
 */
export async function getCountedElsewhere(
  input: {
    readonly countedIds: readonly string[]
    readonly projectIds: readonly string[]
    readonly now: Instant
  },
  reader: Reader,
): Promise<ReadonlySet<string>> {
  const counted = anyOf(input.countedIds, 'uuid')
  const since = (source: string) =>
    sql`case when ${sql.ref(`${source}.detached_at`)} is null then ${sql.ref(`${source}.attached_at`)}
      else ${input.now}::timestamptz end`
  const query = sql<{ id: string }>`
    select distinct own.id from sources as own join sources as other on ${IS_SAME_ELSEWHERE}
    where own.id = ${counted} and (${since('other')}, other.id) < (${since('own')}, own.id)
      and (other.id = ${counted} or (other.counted and other.detached_at is null
        and not other.project_id = ${anyOf(input.projectIds, 'uuid')}))`
  const rows = await runPlanned(query, reader)
  return new Set(rows.map(({ id }) => id))
}

/** Whether a source does not count because its repository counts for another project. */
const isElsewhere = (alias: string) =>
  sql<boolean>`${sql.ref(`${alias}.not_counted_reason`)} = any(${[COUNTED_ELSEWHERE, COUNTED_ELSEWHERE_BEFORE]}::text[])`

/**
 * Settles which project counts the repositories of these sources (uuids), after a file changed them. When no attached
 * source counts a repository, the oldest attached source that was kept from counting it does. Then the detached sources
 * of other projects stop counting it, so that a ship counts once. Returns the changed sources.
 */
export async function passCounts(
  { sourceIds }: { readonly sourceIds: readonly string[] },
  writer: Writer,
): Promise<readonly ChangedSource[]> {
  if (sourceIds.length === 0) return []
  const ofThem = sql`own.kind = 'github_repository'
    and own.external_id in (select external_id from sources where id = ${anyOf(sourceIds, 'uuid')})`
  const changed = sql`own.id, own.project_id as "projectId", own.kind, own.locator, 'changed' as change,
    array['counted', 'not_counted_reason'] as fields`
  const heirs = sql<ChangedSource>`
    update sources as own set counted = true, not_counted_reason = null
    where ${ofThem} and ${isElsewhere('own')} and own.detached_at is null and not exists (
      select from sources as other
      where ${IS_SAME_ELSEWHERE} and other.detached_at is null
        and (other.counted
          or (${isElsewhere('other')} and (other.attached_at, other.id) < (own.attached_at, own.id))))
    returning ${changed}`
  const passed = await runPlanned(heirs, writer)
  const former = sql<ChangedSource>`
    update sources as own set counted = false, not_counted_reason = ${COUNTED_ELSEWHERE}
    where ${ofThem} and own.counted and own.detached_at is not null and exists (
      select from sources as other
      where ${IS_SAME_ELSEWHERE} and other.counted and other.detached_at is null)
    returning ${changed}`
  return [...passed, ...(await runPlanned(former, writer))]
}

/** Makes a source no longer count if another project counts its repository and had it first. */
export async function endDoubleCount(sourceId: string, writer: Writer): Promise<void> {
  const query = sql`
    update sources as own set counted = false, not_counted_reason = ${COUNTED_ELSEWHERE}
    where own.id = ${sourceId} and (own.counted or own.not_counted_reason = ${COUNTED_ELSEWHERE_BEFORE}) and exists (
      select from sources as other
      where ${IS_SAME_ELSEWHERE} and other.counted and other.detached_at is null
        and (other.attached_at, other.id) < (own.attached_at, own.id))`
  await runPlanned(query, writer)
}

/** The sources that do not count because another project counts their repository, with that project's slug. */
export async function getDoubleCounts(
  reader: Reader,
): Promise<readonly { readonly slug: Slug; readonly repository: string; readonly countedBy: Slug }[]> {
  const query = sql<{ slug: Slug; repository: string; countedBy: Slug }>`
    select project.slug, ${sourceName('own')} as repository, holder.slug as "countedBy"
    from sources as own
    join projects as project on project.id = own.project_id
    join sources as other on ${IS_SAME_ELSEWHERE} and other.counted and other.detached_at is null
    join projects as holder on holder.id = other.project_id
    where ${isElsewhere('own')} and own.detached_at is null
    order by project.slug, repository, holder.slug`
  return runPlanned(query, reader)
}
