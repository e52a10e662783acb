import type { ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { evaluateProjects } from '#evaluate/run.ts'
import { forgetNaming } from '#records/collecting/streams.ts'
import type { Database, Writer } from '#records/database.ts'
import { announce } from '#records/notifications.ts'
import { saveBuiltOn } from '#records/project/built-on.ts'
import { type ChangedSource, saveCatalogueStatements } from '#records/project/catalogue.ts'
import { saveListedIdentity } from '#records/project/listing.ts'
import {
  getProjectsBySlug,
  insertFormerSlugs,
  insertProjects,
  markRenamed,
  type Project,
  type ProjectDetails,
  saveProjectDetails,
} from '#records/project/projects.ts'
import { saveCatalogueTokens } from '#records/project/tokens.ts'
import { lockProjects, markForEvaluation, markForLedger } from '#records/project/work.ts'
import {
  catalogueRelations,
  catalogueSources,
  catalogueStatements,
  catalogueTokens,
  projectIdOf,
} from './catalogue-records.ts'
import type { CatalogueFile } from './catalogue-schema.ts'
import { saveStatedSources } from './recorded-sources.ts'

/** The result of applying one file, the changed parts of its project, and what the file states without effect. */
export type AppliedProject = {
  readonly slug: string
  readonly result: 'created' | 'updated' | 'unchanged'
  readonly changed: readonly string[]
  readonly ignored: readonly string[]
}

export type ApplyDeps = {
  readonly database: Database
  readonly now: Instant
  /** Locker contracts: the locks of each token are read at all of them. */
  readonly lockers: readonly ContractAddress[]
}

/** A file with the recorded project, if there is one, and the details that the file states. */
type Stated = {
  readonly file: CatalogueFile
  readonly id: string
  readonly recorded: Project | undefined
  readonly details: ProjectDetails
  readonly differing: readonly string[]
}

/** Locks the recorded projects of files until the transaction ends, in the order in which an evaluation locks them. */
export async function lockFiles(files: readonly CatalogueFile[], writer: Writer): Promise<void> {
  const recorded = await getProjectsBySlug(slugsOf(files), writer)
  await lockProjects(
    [...recorded.values()].map(({ id }) => id),
    writer,
  )
}

/**
 * Applies files that have no fault. The caller has locked their projects. Thousands of files take as many statements as
 * one.
 */
export async function applyFiles(
  files: readonly CatalogueFile[],
  writer: Writer,
  { now, lockers }: Omit<ApplyDeps, 'database'>,
): Promise<readonly AppliedProject[]> {
  const recorded = await getProjectsBySlug(slugsOf(files), writer)
  const stated = files.map((file) => statedOf(file, recorded))
  await saveProjects(stated, now, writer)
  const changes = await saveParts(stated, { now, lockers }, writer)
  const applied = stated.map((one) => appliedOf(one, changes))
  const differing = stated.filter((_, place) => applied[place]?.result !== 'unchanged').map(({ id }) => id)
  const projectIds = [...new Set([...differing, ...changes.sources.keys()])]
  if (projectIds.length === 0) return applied
  await markForEvaluation({ projectIds, now }, writer)
  await markForLedger({ projectIds, now }, writer)
  await evaluateAgain({ projectIds: changes.otherTokens, now }, writer)
  await announce('answers', writer)
  return applied
}

/** Evaluates projects in this transaction, because their cards are still of the tokens that they had before. */
async function evaluateAgain(
  { projectIds, now }: { readonly projectIds: readonly string[]; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  for (let at = 0; at < projectIds.length; at += EVALUATED_AT_ONCE)
    await evaluateProjects({ projectIds: projectIds.slice(at, at + EVALUATED_AT_ONCE), now }, writer)
}

const EVALUATED_AT_ONCE = 50

function slugsOf(files: readonly CatalogueFile[]): readonly CatalogueFile['slug'][] {
  return files.map(({ slug }) => slug)
}

function statedOf(file: CatalogueFile, projects: ReadonlyMap<string, Project>): Stated {
  const recorded = projects.get(file.slug)
  const id = projectIdOf(file, recorded?.id)
  const details = {
    id,
    name: file.name,
    description: file.description ?? null,
    kind: file.kind ?? null,
    launchpad: file.launchpad ?? null,
  }
  const differing =
    recorded === undefined
      ? []
      : (['name', 'description', 'kind', 'launchpad'] as const).filter(
          (key) => recorded[key] !== details[key],
        )
  return { file, id, recorded, details, differing }
}

/** Writes new projects, the details that differ, and the former slugs of all. */
async function saveProjects(stated: readonly Stated[], now: Instant, writer: Writer): Promise<void> {
  const projects = stated
    .filter(({ recorded }) => recorded === undefined)
    .map(({ details, file: { slug, state } }) => ({ ...details, slug, state }))
  await insertProjects({ projects, now }, writer)
  const edited = stated.filter(({ differing }) => differing.length > 0)
  await saveProjectDetails(
    edited.map(({ details }) => details),
    writer,
  )
  const renamed = edited.filter(({ differing }) => differing.includes('name'))
  await markRenamed(
    renamed.map(({ id }) => id),
    writer,
  )
  const former = stated.flatMap(({ id: projectId, file: { formerSlugs = [] } }) =>
    formerSlugs.map((slug) => ({ projectId, slug })),
  )
  await insertFormerSlugs({ slugs: former, now }, writer)
}

/** The changes of tokens, sources, statements and relations, each by the uuid of its project. */
type Changes = {
  readonly tokens: ReadonlySet<string>
  readonly sources: ReadonlyMap<string, readonly ChangedSource[]>
  readonly statements: ReadonlyMap<string, number>
  readonly relations: ReadonlyMap<string, number>
  /** The recorded projects whose token was replaced or removed, or which have their first token. */
  readonly otherTokens: readonly string[]
}

async function saveParts(
  stated: readonly Stated[],
  deps: Omit<ApplyDeps, 'database'>,
  writer: Writer,
): Promise<Changes> {
  const { now } = deps
  const projectIds = stated.map(({ id }) => id)
  const all = <One>(of: (id: string, file: CatalogueFile) => readonly One[]) =>
    stated.flatMap(({ id, file }) => of(id, file))
  const tokens = await saveCatalogueTokens(all(catalogueTokens), writer)
  const sources = await saveStatedSources(
    { projectIds, stated: all((id, file) => catalogueSources(id, file, deps)), now },
    writer,
  )
  const otherTokens = await changeTokens({ stated, sources }, writer)
  await forgetNaming([...otherTokens, ...changedSpeakers(sources)], writer)
  const statements = await saveCatalogueStatements(
    { projectIds, stated: all(catalogueStatements), now },
    writer,
  )
  const relations = await saveBuiltOn({ projectIds, relations: all(catalogueRelations), now }, writer)
  return {
    tokens: new Set(tokens),
    sources: Map.groupBy(sources, ({ projectId }) => projectId),
    statements: countsOf(statements),
    relations: countsOf(relations),
    otherTokens,
  }
}

/**
 * Updates the listings of recorded projects whose token was added or removed. Returns these projects: their sites must
 * be read again, for the present token.
 */
async function changeTokens(
  changed: { readonly stated: readonly Stated[]; readonly sources: readonly ChangedSource[] },
  writer: Writer,
): Promise<readonly string[]> {
  const ofTokens = changed.sources.filter(({ kind, change }) => kind === 'token' && change !== 'changed')
  const moved = new Set(ofTokens.map(({ projectId }) => projectId))
  const projectIds = changed.stated
    .filter(({ id, recorded }) => recorded !== undefined && moved.has(id))
    .map(({ id }) => id)
  if (projectIds.length === 0) return []
  await saveListedIdentity(projectIds, writer)
  return projectIds
}

/**
 * The projects of sites that began or ceased to count. Readings of a site that does not count look for no token, so
 * these sites must be read again.
 */
function changedSpeakers(sources: readonly ChangedSource[]): readonly string[] {
  return sources
    .filter(({ kind, fields }) => kind === 'website' && fields.includes('counted'))
    .map(({ projectId }) => projectId)
}

function countsOf(projectIds: readonly string[]): ReadonlyMap<string, number> {
  const groups = Map.groupBy(projectIds, (id) => id)
  return new Map([...groups].map(([id, changes]) => [id, changes.length]))
}

function appliedOf({ file, id, recorded, differing }: Stated, changes: Changes): AppliedProject {
  const statements = changes.statements.get(id)
  const relations = changes.relations.get(id)
  const changed = [
    ...differing,
    ...(changes.tokens.has(id) ? ['token'] : []),
    ...(changes.sources.get(id) ?? []).map(sourceWords),
    ...(statements === undefined ? [] : [`${statements} statement(s)`]),
    ...(relations === undefined ? [] : [`${relations} relation(s)`]),
  ]
  if (recorded === undefined) return { slug: file.slug, result: 'created', changed, ignored: [] }
  const result = changed.length > 0 ? 'updated' : 'unchanged'
  return { slug: recorded.slug, result, changed, ignored: ignoredState(recorded, file) }
}

/** For example `source changed: github_repository lumen-labs/lumen (counted, not_counted_reason)`. */
function sourceWords({ kind, locator, change, fields }: ChangedSource): string {
  const differences = change === 'changed' ? ` (${fields.join(', ')})` : ''
  return `source ${change}: ${kind} ${locator}${differences}`
}

function ignoredState(recorded: Project, file: CatalogueFile): readonly string[] {
  return recorded.state === file.state
    ? []
    : [`state stays ${recorded.state}: only project publish and project hide change it`]
}
