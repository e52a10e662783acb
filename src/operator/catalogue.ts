import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ContractAddress, parseAddress, type Slug, toAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { uuidOf } from '#domain/natural-key.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { announce } from '#records/notifications.ts'
import { type BuiltOnDraft, saveBuiltOn } from '#records/project/built-on.ts'
import {
  type CatalogueSource,
  type CatalogueStatement,
  type ChangedSource,
  getCountingProjects,
  saveCatalogueSources,
  saveCatalogueStatements,
} from '#records/project/catalogue.ts'
import {
  findProjectBySlug,
  getSlugHolders,
  insertFormerSlugs,
  insertProject,
  markRenamed,
  type Project,
  saveProjectDetails,
} from '#records/project/projects.ts'
import { findTokenHolder, saveCatalogueToken } from '#records/project/tokens.ts'
import { lockProjects, markForEvaluation, markForLedger } from '#records/project/work.ts'
import { type CatalogueFault, parseCatalogueFile } from './catalogue-file.ts'
import type { CatalogueFile, SignatureOfStatement } from './catalogue-schema.ts'
import { refuse } from './refusal.ts'
import { tokenSources } from './token-sources.ts'

/** The result of applying one file, the parts of the project that changed, and what the file says without effect. */
type AppliedProject = {
  readonly slug: string
  readonly result: 'created' | 'updated' | 'unchanged'
  readonly changed: readonly string[]
  readonly ignored: readonly string[]
}

type Deps = {
  readonly database: Database
  readonly now: Instant
  /** Contracts whose locks of each token are read. */
  readonly lockers: readonly ContractAddress[]
}

/** The paths of the YAML files of a folder, in their order; none when the folder does not exist. */
export async function getCatalogueFiles(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.filter((name) => /\.ya?ml$/.test(name)).sort()
  return files.map((name) => join(directory, name))
}

/**
 * Reads every YAML file of a folder without applying it, and returns the project of each.
 * @throws Refusal listing each error with file and line, as `applyCatalogue`
 */
export async function checkCatalogue(
  directory: string,
  deps: Pick<Deps, 'database'>,
): Promise<readonly Pick<CatalogueFile, 'slug' | 'name'>[]> {
  const projects = await readCatalogue(directory, deps)
  return projects.map(({ slug, name }) => ({ slug, name }))
}

/**
 * Applies every YAML file of a folder. Creates new projects in the slug and state of their file and updates known ones,
 * also by a former slug. Only the publish, hide and rename commands change the state and the slug of a known project.
 * Applying twice changes nothing. Applies nothing if any file has an error.
 * @throws Refusal listing each error with file and line
 */
export async function applyCatalogue(directory: string, deps: Deps): Promise<readonly AppliedProject[]> {
  const applied: AppliedProject[] = []
  for (const project of await readCatalogue(directory, deps)) {
    applied.push(await inTransaction(deps.database, (writer) => applyProject(project, writer, deps)))
  }
  return applied
}

async function readCatalogue(
  directory: string,
  deps: Pick<Deps, 'database'>,
): Promise<readonly CatalogueFile[]> {
  const files = await getCatalogueFiles(directory)
  if (files.length === 0) refuse(`No project file in ${directory}: expected files that end in .yaml`)
  const faults: CatalogueFault[] = []
  const projects: CatalogueFile[] = []
  for (const file of files) {
    const parsed = parseCatalogueFile({ file, text: await readFile(file, 'utf8') })
    if ('faults' in parsed) faults.push(...parsed.faults)
    else projects.push(parsed.project)
  }
  const slugs = projects.map(({ slug }) => slug)
  const holders = await getSlugHolders(slugs, deps.database)
  const together = [
    ...duplicates(projects),
    ...sameProjects(holders),
    ...(await unknownProjects(projects, deps)),
    ...(await sharedRepositories({ projects, holders }, deps)),
  ]
  faults.push(...together.map((message) => ({ file: directory, line: 1, message })))
  if (faults.length > 0) {
    refuse(
      `The catalogue has ${faults.length} error(s):\n${faults.map((f) => `${f.file}:${f.line}: ${f.message}`).join('\n')}`,
    )
  }
  return projects
}

/** Slugs and tokens that are in two files. */
function duplicates(projects: readonly CatalogueFile[]): readonly string[] {
  const names = projects.flatMap((project) => [project.slug, ...(project.formerSlugs ?? [])])
  const tokens = projects.flatMap((project) =>
    project.token === undefined ? [] : [project.token.address.toLowerCase()],
  )
  return [...names, ...tokens]
    .filter((name, index, all) => all.indexOf(name) !== index)
    .map((name) => `${name} is in two files`)
}

/** The recorded projects of the files, by slug. */
type SlugHolders = Awaited<ReturnType<typeof getSlugHolders>>

/** Files whose different slugs are those of one renamed project. */
function sameProjects(holders: SlugHolders): readonly string[] {
  const files = Map.groupBy(holders.keys(), (slug) => holders.get(slug)?.projectId)
  return [...files.values()]
    .filter((slugs) => slugs.length > 1)
    .map((slugs) => `${slugs.sort().join(' and ')} are slugs of one project: keep one of the files`)
}

/** Lines of `builtOn` that name a project which no file and no record has. */
async function unknownProjects(
  projects: readonly CatalogueFile[],
  deps: Pick<Deps, 'database'>,
): Promise<readonly string[]> {
  const named = projects.flatMap(({ builtOn = [] }) => builtOn.map(({ project }) => project))
  const holders = await getSlugHolders(named, deps.database)
  const stated = new Set(projects.flatMap(({ slug, formerSlugs = [] }) => [slug, ...formerSlugs]))
  return projects.flatMap(({ slug, builtOn = [] }) =>
    builtOn
      .filter(({ project }) => !holders.has(project) && !stated.has(project))
      .map(({ project }) => `${slug}: builtOn names ${project}: expected the slug of a project`),
  )
}

/** Repositories that two projects count as their own: the same work would count twice. */
async function sharedRepositories(
  { projects, holders }: { readonly projects: readonly CatalogueFile[]; readonly holders: SlugHolders },
  deps: Pick<Deps, 'database'>,
): Promise<readonly string[]> {
  const counted = projects.flatMap(({ slug, sources = [] }) =>
    sources
      .filter((source) => source.kind === 'github_repository' && source.counted)
      .map(({ locator }) => ({ slug, repository: locator.toLowerCase() })),
  )
  const repositories = Map.groupBy(counted, ({ repository }) => repository)
  const except = [...holders.values()].map(({ projectId }) => projectId)
  const others = await getCountingProjects({ repositories: [...repositories.keys()], except }, deps.database)
  return [...repositories].flatMap(([repository, files]) => {
    const other = others.get(repository)
    const slugs = [...new Set([...files.map(({ slug }) => slug), ...(other === undefined ? [] : [other])])]
    return slugs.length < 2
      ? []
      : [`${repository} is counted by ${slugs.join(' and ')}: expected counted: false in all but one`]
  })
}

async function applyProject(file: CatalogueFile, writer: Writer, deps: Deps): Promise<AppliedProject> {
  const known = await findProjectBySlug(file.slug, writer)
  const id = known === undefined ? uuidOf('project', file.slug) : known.id
  const details = {
    id,
    name: file.name,
    description: file.description ?? null,
    kind: file.kind ?? null,
    launchpad: file.launchpad ?? null,
  }
  const changed: string[] = []
  await lockProjects([id], writer)
  if (known === undefined) {
    await insertProject({ ...details, slug: file.slug, state: file.state, now: deps.now }, writer)
  } else {
    const fields = differing(known, details)
    if (fields.length > 0) await saveProjectDetails(details, writer)
    if (fields.includes('name')) await markRenamed(id, writer)
    changed.push(...fields)
  }
  await reserveFormerSlugs({ id, slugs: file.formerSlugs ?? [] }, writer, deps)
  if (await saveToken({ id, file }, writer)) changed.push('token')
  const sources = await saveCatalogueSources(
    { projectId: id, sources: sourcesOf(id, file, deps), now: deps.now },
    writer,
  )
  changed.push(...sources.map(sourceWords))
  const statements = await saveCatalogueStatements(
    { projectId: id, statements: statementsOf(id, file), now: deps.now },
    writer,
  )
  if (statements > 0) changed.push(`${statements} statement(s)`)
  const relations = await saveBuiltOn(
    { projectId: id, relations: relationsOf(id, file), now: deps.now },
    writer,
  )
  if (relations > 0) changed.push(`${relations} relation(s)`)
  if (known === undefined || changed.length > 0) {
    await markForEvaluation({ projectIds: [id], now: deps.now }, writer)
    await markForLedger({ projectIds: [id], now: deps.now }, writer)
    await announce('answers', writer)
  }
  if (known === undefined) return { slug: file.slug, result: 'created', changed, ignored: [] }
  const result = changed.length > 0 ? 'updated' : 'unchanged'
  return { slug: known.slug, result, changed, ignored: ignoredState(known, file) }
}

function differing(
  known: Project,
  details: Pick<Project, 'name' | 'description' | 'kind' | 'launchpad'>,
): readonly string[] {
  return (['name', 'description', 'kind', 'launchpad'] as const).filter((key) => known[key] !== details[key])
}

/** For example `source changed: github_repository lumen-labs/lumen (counted, not_counted_reason)`. */
function sourceWords({ kind, locator, change, fields }: ChangedSource): string {
  const differences = change === 'changed' ? ` (${fields.join(', ')})` : ''
  return `source ${change}: ${kind} ${locator}${differences}`
}

function ignoredState(known: Project, file: CatalogueFile): readonly string[] {
  return known.state === file.state
    ? []
    : [`state stays ${known.state}: only project publish and project hide change it`]
}

async function reserveFormerSlugs(
  input: { id: string; slugs: readonly Slug[] },
  writer: Writer,
  deps: Deps,
): Promise<void> {
  const holders = await getSlugHolders(input.slugs, writer)
  for (const [slug, holder] of holders) {
    if (holder.projectId !== input.id) refuse(`Former slug "${slug}" belongs to another project`)
  }
  await insertFormerSlugs({ id: input.id, slugs: input.slugs, now: deps.now }, writer)
}

async function saveToken(input: { id: string; file: CatalogueFile }, writer: Writer): Promise<boolean> {
  const token = input.file.token
  const address = token === undefined ? undefined : parseAddress(token.address)
  if (token === undefined || address === undefined) return false
  const holder = await findTokenHolder(address, writer)
  if (holder !== undefined && holder !== input.id)
    refuse(`${input.file.slug}: token ${address} belongs to another project`)
  return saveCatalogueToken({ projectId: input.id, address, symbol: token.symbol ?? null }, writer)
}

function sourcesOf(projectId: string, file: CatalogueFile, deps: Deps): readonly CatalogueSource[] {
  const stated = (file.sources ?? []).map((source): CatalogueSource => {
    const locator =
      source.kind === 'deployer' || source.kind === 'contract' ? source.locator.toLowerCase() : source.locator
    return {
      id: uuidOf('source', `${projectId}:${source.kind}:${locator}`),
      kind: source.kind,
      locator,
      establishedBy: source.established.by,
      establishedUrl: source.established.url ?? null,
      establishedOn: source.established.on ?? null,
      establishedStatement: source.established.statement ?? null,
      counted: source.counted,
      notCountedReason: source.reason ?? null,
      attachedAt: deps.now,
    }
  })
  const address = file.token === undefined ? undefined : parseAddress(file.token.address)
  if (address === undefined) return stated
  return [...stated, ...tokenSources({ projectId, token: address, lockers: deps.lockers, now: deps.now })]
}

function statementsOf(projectId: string, file: CatalogueFile): readonly CatalogueStatement[] {
  const stated = (file.claims ?? []).map((claim): CatalogueStatement => {
    const names = claim.names === undefined ? null : toAddress(claim.names)
    return {
      id: uuidOf('claim', `${projectId}:${claim.kind}:${claim.by}:${names}:${claim.url}:${claim.statement}`),
      kind: claim.kind,
      by: claim.by,
      statement: claim.statement,
      url: claim.url ?? null,
      statedOn: claim.on ?? null,
      names,
      narrative: claim.narrative ?? null,
      signed: signedOf(claim.signature),
    }
  })
  const narratives = (file.narratives ?? []).map(
    (narrative): CatalogueStatement => ({
      id: uuidOf('narrative', `${projectId}:${narrative}`),
      kind: 'narrative',
      by: 'operator',
      statement: narrative,
      url: null,
      statedOn: null,
      names: null,
      narrative,
      signed: null,
    }),
  )
  return [...stated, ...narratives]
}

function signedOf(signature: SignatureOfStatement | undefined): CatalogueStatement['signed'] {
  if (signature === undefined) return null
  const { by, text, value } = signature
  return { by: toAddress(by), text, value: value.toLowerCase() as `0x${string}` }
}

function relationsOf(projectId: string, file: CatalogueFile): readonly BuiltOnDraft[] {
  return (file.builtOn ?? []).map(({ project, statement, url, on }) => ({
    id: uuidOf('claim', `${projectId}:built_on:${project}:${url}:${statement}`),
    onSlug: project,
    statement,
    url,
    statedOn: on ?? null,
  }))
}
