import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const RUN_FROM = ['src', 'sandbox', 'migrations', 'docs', 'clients', 'CHANGELOG.md', 'openapi.json']
const VERSION = '99.0.0'
const MIGRATION = '9999_next_version.sql'
/** Tables whose rows most answers read and most writes touch. */
const WIDENED = ['projects', 'sources', 'listings', 'evaluations', 'changes', 'webhook_deliveries']

/** A later version of the service, in a folder. */
export type NextVersion = {
  /** Its `src/main.ts`. */
  readonly main: string
  readonly version: string
  /** Its own migration, which adds columns and a table. */
  readonly migration: string
}

/** A replacement in the next version: in this file, `by` stands in place of `text`. */
export type Edit = { readonly file: string; readonly text: string; readonly by: string }

/** Copies this version into a folder, with a later version number, one more migration and these edits. */
export async function makeNextVersion(folder: string, edits: readonly Edit[] = []): Promise<NextVersion> {
  await mkdir(folder)
  for (const name of RUN_FROM) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as object
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: VERSION }))
  const columns = WIDENED.map((table) => `alter table ${table} add column next_note text default 'none';`)
  const table = 'create table next_notes (project_id uuid primary key references projects, note text);'
  await writeFile(join(folder, 'migrations', MIGRATION), [...columns, table].join('\n'))
  for (const edit of edits) await apply(edit, folder)
  return { main: join(folder, 'src/main.ts'), version: VERSION, migration: MIGRATION }
}

async function apply({ file, text, by }: Edit, folder: string): Promise<void> {
  const path = join(folder, file)
  const [before, after, ...others] = (await readFile(path, 'utf8')).split(text)
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error(`${file} has not exactly one ${text}`)
  await writeFile(path, `${before}${by}${after}`)
}
