import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ContractAddress, parseAddress, type Slug } from '#contract/ids.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import { uuidOf } from '#domain/natural-key.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { announce } from '#records/notifications.ts'
import {
  type CatalogueClaim,
  type CatalogueSource,
  findTokenHolder,
  saveCatalogueClaims,
  saveCatalogueSources,
  saveCatalogueToken,
} from '#records/project/catalogue.ts'
import {
  findProjectBySlug,
  getSlugHolders,
  insertFormerSlugs,
  insertProject,
  type Project,
  saveProjectDetails,
} from '#records/project/projects.ts'
import { markForEvaluation, markForLedger } from '#records/project/work.ts'
import { type CatalogueFault, type CatalogueFile, parseCatalogueFile } from './catalogue-file.ts'
import { refuse } from './refusal.ts'
import { tokenSources } from './token-sources.ts'

/** What applying one file came to: which parts of the project changed. */
export type AppliedProject = {
  readonly slug: string
  readonly result: 'created' | 'updated' | 'unchanged'
  readonly changed: readonly string[]
}

type Deps = { readonly database: Database; readonly now: Instant; readonly lockerAddress: string }

/**
 * Applies every YAML file of a folder: new projects are created in the state they state, known ones brought to what
 * the file says; a project's state afterwards moves only by the publish, hide and rename commands. Applying twice
 * changes nothing. Nothing is applied while any file has a fault.
 * @throws Refusal listing each fault with file and line
 */
export async function applyCatalogue(directory: string, deps: Deps): Promise<readonly AppliedProject[]> {
  const names = (await readdir(directory)).filter((name) => /\.ya?ml$/.test(name)).sort()
  const faults: CatalogueFault[] = []
  const projects: CatalogueFile[] = []
  for (const name of names) {
    const file = join(directory, name)
    const parsed = parseCatalogueFile({ file, text: await readFile(file, 'utf8') })
    if ('faults' in parsed) faults.push(...parsed.faults)
    else projects.push(parsed.project)
  }
  faults.push(...repeated(projects, directory))
  if (faults.length > 0) {
    refuse(
      `the catalogue has ${faults.length} fault(s):\n${faults.map((f) => `${f.file}:${f.line}: ${f.message}`).join('\n')}`,
    )
  }
  const applied: AppliedProject[] = []
  for (const project of projects) {
    applied.push(await inTransaction(deps.database, (writer) => applyProject(project, writer, deps)))
  }
  return applied
}

/** Two files may not name one slug, nor one token. */
function repeated(projects: readonly CatalogueFile[], directory: string): readonly CatalogueFault[] {
  const names = projects.flatMap((project) => [project.slug, ...(project.formerSlugs ?? [])])
  const tokens = projects.flatMap((project) =>
    project.token === undefined ? [] : [project.token.address.toLowerCase()],
  )
  return [...names, ...tokens]
    .filter((name, index, all) => all.indexOf(name) !== index)
    .map((name) => ({ file: directory, line: 1, message: `${name} stands in two files` }))
}

async function applyProject(file: CatalogueFile, writer: Writer, deps: Deps): Promise<AppliedProject> {
  const held = await findProjectBySlug(file.slug, writer)
  if (held !== undefined && held.slug !== file.slug) {
    refuse(`${file.slug}: this slug was ${held.slug}'s and is never reused`)
  }
  const id = held === undefined ? uuidOf('project', file.slug) : held.id
  const details = {
    id,
    name: file.name,
    description: file.description ?? null,
    kind: file.kind ?? null,
    launchpad: file.launchpad ?? null,
  }
  const changed: string[] = []
  if (held === undefined) {
    await insertProject({ ...details, slug: file.slug as Slug, state: file.state, now: deps.now }, writer)
  } else if (differs(held, details)) {
    await saveProjectDetails(details, writer)
    changed.push('details')
  }
  await reserveFormerSlugs({ id, slugs: (file.formerSlugs ?? []) as Slug[] }, writer, deps)
  if (await saveToken({ id, file }, writer)) changed.push('token')
  const sources = await saveCatalogueSources(
    { projectId: id, sources: sourcesOf(id, file, deps), now: deps.now },
    writer,
  )
  changed.push(...sources.map((locator) => `source ${locator}`))
  const claims = await saveCatalogueClaims(
    { projectId: id, claims: claimsOf(id, file), now: deps.now },
    writer,
  )
  if (claims > 0) changed.push(`${claims} claim(s)`)
  if (held === undefined || changed.length > 0) {
    await markForEvaluation({ projectIds: [id], now: deps.now }, writer)
    await markForLedger({ projectIds: [id], now: deps.now }, writer)
    await announce('answers', writer)
  }
  if (held === undefined) return { slug: file.slug, result: 'created', changed }
  return { slug: file.slug, result: changed.length > 0 ? 'updated' : 'unchanged', changed }
}

function differs(
  held: Project,
  details: Pick<Project, 'name' | 'description' | 'kind' | 'launchpad'>,
): boolean {
  return (['name', 'description', 'kind', 'launchpad'] as const).some((key) => held[key] !== details[key])
}

async function reserveFormerSlugs(
  input: { id: string; slugs: readonly Slug[] },
  writer: Writer,
  deps: Deps,
): Promise<void> {
  const holders = await getSlugHolders(input.slugs, writer)
  for (const [slug, holder] of holders) {
    if (holder.projectId !== input.id) refuse(`former slug ${slug} is another project's`)
  }
  await insertFormerSlugs({ id: input.id, slugs: input.slugs, now: deps.now }, writer)
}

async function saveToken(input: { id: string; file: CatalogueFile }, writer: Writer): Promise<boolean> {
  const token = input.file.token
  const address = token === undefined ? undefined : parseAddress(token.address)
  if (token === undefined || address === undefined) return false
  const holder = await findTokenHolder(address, writer)
  if (holder !== undefined && holder !== input.id)
    refuse(`${input.file.slug}: token ${address} is another project's`)
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
      establishedOn: (source.established.on as CalendarDate | undefined) ?? null,
      establishedStatement: source.established.statement ?? null,
      counted: source.counted,
      notCountedReason: source.reason ?? null,
      attachedAt: deps.now,
    }
  })
  const address = file.token === undefined ? undefined : parseAddress(file.token.address)
  if (address === undefined) return stated
  return [
    ...stated,
    ...tokenSources({ projectId, token: address, lockerAddress: deps.lockerAddress, now: deps.now }),
  ]
}

function claimsOf(projectId: string, file: CatalogueFile): readonly CatalogueClaim[] {
  const stated = (file.claims ?? []).map((claim): CatalogueClaim => {
    const names = claim.names === undefined ? null : (claim.names.toLowerCase() as ContractAddress)
    return {
      id: uuidOf('claim', `${projectId}:${claim.kind}:${claim.by}:${names}:${claim.url}:${claim.statement}`),
      kind: claim.kind,
      by: claim.by,
      statement: claim.statement,
      url: claim.url ?? null,
      statedOn: (claim.on as CalendarDate | undefined) ?? null,
      names,
    }
  })
  const narratives = (file.narratives ?? []).map(
    (narrative): CatalogueClaim => ({
      id: uuidOf('narrative', `${projectId}:${narrative}`),
      kind: 'narrative',
      by: 'operator',
      statement: narrative,
      url: null,
      statedOn: null,
      names: null,
    }),
  )
  return [...stated, ...narratives]
}
