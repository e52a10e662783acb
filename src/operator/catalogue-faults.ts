import { basename } from 'node:path'
import {
  isCountedElsewhere,
  namedRepositories,
  type RecordedRepository,
} from '#domain/project/repository-names.ts'
import { recordsOf } from '#records/by-project.ts'
import type { Reader } from '#records/database.ts'
import { getSlugHolders } from '#records/project/projects.ts'
import { getCountingProjects, getRecordedRepositories } from '#records/project/repositories.ts'
import { getTokenHolders } from '#records/project/tokens.ts'
import { countingOf, projectIdOf, tokenAddressOf } from './catalogue-records.ts'
import type { CatalogueFile } from './catalogue-schema.ts'
import { sharedContracts } from './shared-contracts.ts'

/** A project with the path of its file. */
export type ProjectOfFile = { readonly file: string; readonly project: CatalogueFile }

/**
 * The faults that one file alone does not show, such as a name or a work that two projects claim. Compares the files
 * with each other and with the records.
 */
export async function faultsTogether(
  files: readonly ProjectOfFile[],
  reader: Reader,
): Promise<readonly string[]> {
  const projects = files.map(({ project }) => project)
  const holders = await getSlugHolders(
    projects.map(({ slug }) => slug),
    reader,
  )
  return [
    ...duplicates(files),
    ...sameProjects(holders),
    ...(await unknownProjects(projects, reader)),
    ...(await sharedRepositories({ projects, holders }, reader)),
    ...(await sharedContracts(
      { projects, projectIds: [...holders.values()].map(({ projectId }) => projectId) },
      reader,
    )),
    ...(await takenNames({ projects, holders }, reader)),
  ]
}

/** Former slugs and tokens of files that belong to another project. */
async function takenNames(
  { projects, holders }: { readonly projects: readonly CatalogueFile[]; readonly holders: SlugHolders },
  reader: Reader,
): Promise<readonly string[]> {
  const tokens = projects.flatMap((file) => tokenAddressOf(file) ?? [])
  const [formerly, tokenHolders] = await Promise.all([
    getSlugHolders(
      projects.flatMap(({ formerSlugs = [] }) => formerSlugs),
      reader,
    ),
    getTokenHolders(tokens, reader),
  ])
  return projects.flatMap((file) => {
    const id = projectIdOf(file, holders.get(file.slug)?.projectId)
    const isTaken = (holder: string | undefined) => holder !== undefined && holder !== id
    const token = tokenAddressOf(file)
    return [
      ...(file.formerSlugs ?? [])
        .filter((slug) => isTaken(formerly.get(slug)?.projectId))
        .map((slug) => `${file.slug}: former slug ${slug} belongs to another project`),
      ...(token !== undefined && isTaken(tokenHolders.get(token))
        ? [`${file.slug}: token ${token} belongs to another project`]
        : []),
    ]
  })
}

/** Slugs and tokens that are in two files or more. */
function duplicates(files: readonly ProjectOfFile[]): readonly string[] {
  const named = files.flatMap(({ file, project }) => {
    const { slug, formerSlugs = [] } = project
    const names = [slug, ...formerSlugs, tokenAddressOf(project)].filter((name) => name !== undefined)
    return names.map((name) => ({ file: basename(file), name }))
  })
  return [...Map.groupBy(named, ({ name }) => name)]
    .filter(([, same]) => same.length > 1)
    .map(([name, same]) => `${name} is in ${same.map(({ file }) => file).join(' and ')}`)
}

/** The recorded projects of the files, by slug. */
type SlugHolders = Awaited<ReturnType<typeof getSlugHolders>>

/** Groups of files whose slugs all belong to one project, because it was renamed. */
function sameProjects(holders: SlugHolders): readonly string[] {
  const files = Map.groupBy(holders.keys(), (slug) => holders.get(slug)?.projectId)
  return [...files.values()]
    .filter((slugs) => slugs.length > 1)
    .map((slugs) => `${slugs.sort().join(' and ')} are slugs of one project: keep one of the files`)
}

/** Lines of `builtOn` that name a project which no file and no record has. */
async function unknownProjects(
  projects: readonly CatalogueFile[],
  reader: Reader,
): Promise<readonly string[]> {
  const named = projects.flatMap(({ builtOn = [] }) => builtOn.map(({ project }) => project))
  const holders = await getSlugHolders(named, reader)
  const stated = new Set(projects.flatMap(({ slug, formerSlugs = [] }) => [slug, ...formerSlugs]))
  return projects.flatMap(({ slug, builtOn = [] }) =>
    builtOn
      .filter(({ project }) => !holders.has(project) && !stated.has(project))
      .map(({ project }) => `${slug}: builtOn names ${project}: expected the slug of a project`),
  )
}

/**
 * Repositories that two projects count as their own, by their current names: the same work would count twice. Sources
 * that are recorded already are no fault. A rename made them the same repository, and one of them does not count.
 */
async function sharedRepositories(
  { projects, holders }: { readonly projects: readonly CatalogueFile[]; readonly holders: SlugHolders },
  reader: Reader,
): Promise<readonly string[]> {
  const projectIds = [...holders.values()].map(({ projectId }) => projectId)
  const recorded = await getRecordedRepositories({ projectIds }, reader)
  const counted = projects.flatMap((file) => {
    const projectId = holders.get(file.slug)?.projectId
    return countedRepositories(file, projectId === undefined ? [] : recordsOf(projectId, recorded))
  })
  const repositories = Map.groupBy(counted, ({ repository }) => repository)
  const named = { repositories: [...repositories.keys()], except: projectIds }
  const others = await getCountingProjects(named, reader)
  return [...repositories].flatMap(([repository, files]) => {
    const other = others.get(repository)
    const slugs = [...new Set([...files.map(({ slug }) => slug), ...(other === undefined ? [] : [other])])]
    return slugs.length < 2 || files.every(({ isRecorded }) => isRecorded)
      ? []
      : [`${repository} is counted by ${slugs.join(' and ')}: expected counted: false in all but one`]
  })
}

/** The current names of the repositories that a file counts, in lower case, and whether each is recorded as counted. */
function countedRepositories({ slug, sources = [] }: CatalogueFile, recorded: readonly RecordedRepository[]) {
  const repositories = sources.filter(({ kind }) => kind === 'github_repository')
  const named = namedRepositories(
    repositories.map(({ locator }) => locator),
    recorded,
  )
  return repositories
    .filter((source) => countingOf(source).counted)
    .map(({ locator }) => {
      const source = named.sources.get(locator)
      const reason = source?.notCountedReason ?? null
      return {
        slug,
        repository: (source?.currentName ?? locator).toLowerCase(),
        isRecorded: source?.detachedAt === null && (reason === null || isCountedElsewhere(reason)),
      }
    })
}
