import { isUtf8 } from 'node:buffer'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessageOf } from '#contract/error-message.ts'
import type { Instant } from '#contract/time.ts'
import { inTransaction, type Reader } from '#records/database.ts'
import { type AppliedProject, type ApplyDeps, applyFiles, lockFiles } from './apply-files.ts'
import { faultsTogether, type ProjectOfFile } from './catalogue-faults.ts'
import { type CatalogueFault, parseCatalogueFile } from './catalogue-file.ts'
import type { CatalogueFile } from './catalogue-schema.ts'
import { refuse } from './refusal.ts'

/** The paths of the YAML files of a folder, in their order; none when the folder does not exist. */
export async function getCatalogueFiles(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') refuse(`Invalid catalogue folder ${directory}: expected a folder`)
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
  deps: Pick<ApplyDeps, 'database' | 'now'>,
): Promise<readonly Pick<CatalogueFile, 'slug' | 'name'>[]> {
  const read = await readCatalogue(directory, deps.now)
  await refuseFaults({ ...read, directory }, deps.database)
  return read.files.map(({ project: { slug, name } }) => ({ slug, name }))
}

/**
 * Applies every YAML file of a folder. Creates new projects in the slug and state of their file and updates known ones,
 * also by a former slug. Only the publish, hide and rename commands change the state and the slug of a known project.
 * Applying twice changes nothing. A folder is applied whole, in one transaction, or not at all.
 * @throws Refusal listing each error with file and line
 */
export async function applyCatalogue(directory: string, deps: ApplyDeps): Promise<readonly AppliedProject[]> {
  const read = await readCatalogue(directory, deps.now)
  return inTransaction(deps.database, async (writer) => {
    const projects = read.files.map(({ project }) => project)
    await lockFiles(projects, writer)
    await refuseFaults({ ...read, directory }, writer)
    return applyFiles(projects, writer, deps)
  })
}

/** The projects of the files that could be read, and the faults of the others. */
type ReadCatalogue = {
  readonly files: readonly ProjectOfFile[]
  readonly faults: readonly CatalogueFault[]
}

async function readCatalogue(directory: string, now: Instant): Promise<ReadCatalogue> {
  const paths = await getCatalogueFiles(directory)
  if (paths.length === 0) refuse(`No project file in ${directory}: expected files that end in .yaml`)
  const faults: CatalogueFault[] = []
  const files: ProjectOfFile[] = []
  for (const file of paths) {
    const read = await readText(file)
    const parsed = 'text' in read ? parseCatalogueFile({ file, text: read.text, now }) : { faults: [read] }
    if ('faults' in parsed) faults.push(...parsed.faults)
    else files.push({ file, project: parsed.project })
  }
  return { files, faults }
}

/** The text of a file, or why it has none. Only a regular file is opened: opening a FIFO would wait for its writer. */
async function readText(file: string): Promise<{ readonly text: string } | CatalogueFault> {
  try {
    if (!(await stat(file)).isFile()) return { file, line: 1, message: 'expected a regular file' }
    const bytes = await readFile(file)
    if (isUtf8(bytes)) return { text: bytes.toString('utf8') }
    const lines = bytes.toString('latin1').split('\n')
    const line = 1 + lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1')))
    return { file, line, message: 'expected UTF-8' }
  } catch (error) {
    return { file, line: 1, message: `cannot be read: ${errorMessageOf(error)}` }
  }
}

/** Refuses files that have faults: within one file, between files, or against the records. */
async function refuseFaults(
  { directory, files, faults }: ReadCatalogue & { readonly directory: string },
  reader: Reader,
): Promise<void> {
  const together = await faultsTogether(files, reader)
  const all = [...faults, ...together.map((message) => ({ file: directory, line: 1, message }))]
  if (all.length === 0) return
  const lines = all.map(({ file, line, message }) => `${file}:${line}: ${message}`)
  refuse(`The catalogue has ${all.length} error(s):\n${lines.join('\n')}`)
}
