import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inTransaction, type Reader } from '#records/database.ts'
import { type AppliedProject, type ApplyDeps, applyFiles, lockFiles } from './apply-files.ts'
import { faultsTogether } from './catalogue-faults.ts'
import { type CatalogueFault, parseCatalogueFile } from './catalogue-file.ts'
import type { CatalogueFile } from './catalogue-schema.ts'
import { refuse } from './refusal.ts'

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
  deps: Pick<ApplyDeps, 'database'>,
): Promise<readonly Pick<CatalogueFile, 'slug' | 'name'>[]> {
  const read = await readCatalogue(directory)
  await refuseFaults({ ...read, directory }, deps.database)
  return read.projects.map(({ slug, name }) => ({ slug, name }))
}

/**
 * Applies every YAML file of a folder. Creates new projects in the slug and state of their file and updates known ones,
 * also by a former slug. Only the publish, hide and rename commands change the state and the slug of a known project.
 * Applying twice changes nothing. A folder is applied whole, in one transaction, or not at all.
 * @throws Refusal listing each error with file and line
 */
export async function applyCatalogue(directory: string, deps: ApplyDeps): Promise<readonly AppliedProject[]> {
  const read = await readCatalogue(directory)
  return inTransaction(deps.database, async (writer) => {
    await lockFiles(read.projects, writer)
    await refuseFaults({ ...read, directory }, writer)
    return applyFiles(read.projects, writer, deps)
  })
}

/** The projects of the files that could be read, and the faults of the others. */
type ReadCatalogue = {
  readonly projects: readonly CatalogueFile[]
  readonly faults: readonly CatalogueFault[]
}

async function readCatalogue(directory: string): Promise<ReadCatalogue> {
  const files = await getCatalogueFiles(directory)
  if (files.length === 0) refuse(`No project file in ${directory}: expected files that end in .yaml`)
  const faults: CatalogueFault[] = []
  const projects: CatalogueFile[] = []
  for (const file of files) {
    const parsed = parseCatalogueFile({ file, text: await readFile(file, 'utf8') })
    if ('faults' in parsed) faults.push(...parsed.faults)
    else projects.push(parsed.project)
  }
  return { projects, faults }
}

/** Refuses files with a fault of their own, together, or with what is recorded. */
async function refuseFaults(
  { directory, projects, faults }: ReadCatalogue & { readonly directory: string },
  reader: Reader,
): Promise<void> {
  const together = await faultsTogether(projects, reader)
  const all = [...faults, ...together.map((message) => ({ file: directory, line: 1, message }))]
  if (all.length === 0) return
  const lines = all.map(({ file, line, message }) => `${file}:${line}: ${message}`)
  refuse(`The catalogue has ${all.length} error(s):\n${lines.join('\n')}`)
}
