import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, inTransaction, LOCKS, lockForTransaction, type Writer } from './database.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')

type Migration = { readonly name: string; readonly text: string; readonly checksum: string }

/**
 * Brings the database to the newest migration, in one transaction under a lock, so that any number of processes can
 * call it at once. Returns the names it applied.
 * @throws Error when a migration was changed after it was applied, or the database is newer than this code, or has the
 * migrations that became one file a subject before the first release
 */
export async function migrate(
  database: Database,
  directory: string = MIGRATIONS,
): Promise<readonly string[]> {
  const migrations = await readMigrations(directory)
  return inTransaction(database, async (writer) => {
    await lockForTransaction(writer, LOCKS.migrate)
    const applied = await getApplied(writer)
    refuseOtherHistory(migrations, applied)
    const due = migrations.filter(({ name }) => !applied.has(name))
    for (const { name, text, checksum } of due) {
      await sql.raw(text).execute(writer)
      await sql`insert into migrations (name, digest) values (${name}, ${checksum})`.execute(writer)
    }
    return due.map(({ name }) => name)
  })
}

async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Checksums of the migrations that were applied, by name, in their order. */
async function getApplied(writer: Writer): Promise<ReadonlyMap<string, string>> {
  await sql`create table if not exists migrations (name text primary key, digest text not null)`.execute(
    writer,
  )
  const { rows } = await sql<{ name: string; digest: string }>`
    select name, digest from migrations order by name collate "C"`.execute(writer)
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

function refuseOtherHistory(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const newest = migrations.at(-1)?.name
  const unknowns = [...applied.keys()].filter((name) => migrations.every((known) => known.name !== name))
  const unknown = unknowns.at(-1)
  if (unknown !== undefined && applied.keys().next().value === unknowns[0]) {
    throw new Error(
      `the database has the migrations of an unreleased version, ${unknowns[0]} to ${unknown}, and cannot be upgraded: start with an empty DATA_DIR or an empty database, or run the version that made it`,
    )
  }
  if (unknown !== undefined) {
    throw new Error(
      `the database is at migration ${unknown}, this code at ${newest}: run the version of the service that has ${unknown}`,
    )
  }
  for (const { name, checksum } of migrations) {
    const before = applied.get(name)
    if (before === undefined || before === checksum) continue
    throw new Error(
      `migration ${name} was changed after it was applied (applied ${short(before)}, file ${short(checksum)}): restore the file and put the change into a new migration`,
    )
  }
}

/** The beginning of a checksum: enough to recognise the output of `sha256sum`. */
function short(checksum: string): string {
  return checksum.slice(0, 12)
}
