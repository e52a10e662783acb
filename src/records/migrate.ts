import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { errorCodeOf } from '#contract/error-code.ts'
import { type Database, inTransaction, LOCKS, lockForTransaction, type Writer } from './database.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
/**
 * The file name of a migration. Code of an earlier version runs on the database after a migration that only adds. After
 * any other migration, code must have the migration whose number the name states, to run:
 * `0015_requires_0014_drop_old_names.sql`.
 */
const NAME = /^\d{4}_(?:requires_(?<required>\d{4})_)?[a-z_]+\.sql$/
const LOCK_NOT_AVAILABLE = '55P03'

type Migration = { readonly name: string; readonly text: string; readonly checksum: string }

/** The result of `migrate`. */
export type Migrated = {
  /** The migrations that it applied. */
  readonly applied: readonly string[]
  /** The migrations of a newer version that the database has. This code runs on them as they are. */
  readonly newer: readonly string[]
}

/**
 * How long a migration waits for a table. Statements of other processes for the table wait behind it for as long.
 * PostgreSQL looks for deadlocks after a second and ends the statement that finds one; a migration gives up long
 * before.
 */
const LOCK_TIMEOUT_MS = 200
const PAUSE_MS = 500
const TRIES = 120

/**
 * Brings the database to the newest migration, in one transaction under a lock, so that any number of processes can
 * call it at once. When other statements hold a table that it changes, it gives up, lets the statements that wait
 * behind it pass, and tries again. It does so for a minute and a half.
 * @throws Error when a migration was changed after it was applied, when this code cannot run on a migration that the
 * database has, and when the database has the migrations from before the first release, which were then merged
 */
export async function migrate(database: Database, directory: string = MIGRATIONS): Promise<Migrated> {
  const migrations = await readMigrations(directory)
  for (let left = TRIES; ; left -= 1) {
    try {
      return await inTransaction(database, (writer) => applyDue(migrations, writer))
    } catch (error) {
      if (errorCodeOf(error) !== LOCK_NOT_AVAILABLE) throw error
      if (left === 1)
        throw new Error('a table that the migrations change is in use by a long transaction: try again', {
          cause: error,
        })
      await wait(PAUSE_MS)
    }
  }
}

/** How a database differs from the migrations of this code. */
type Compared = {
  /** The migrations of this code that the database lacks. */
  readonly missing: readonly string[]
  /** The migrations of a newer version that the database has. This code runs on them as they are. */
  readonly newer: readonly string[]
}

/**
 * Compares the database with the migrations of this code, and changes nothing.
 * @throws Error as `migrate` does
 */
export async function compareMigrations(
  database: Database,
  directory: string = MIGRATIONS,
): Promise<Compared> {
  const { due, newer } = compare(await readMigrations(directory), await getApplied(database))
  return { missing: due.map(({ name }) => name), newer }
}

/** The migrations of this code that the database lacks. */
export async function getMissingMigrations(
  database: Database,
  directory: string = MIGRATIONS,
): Promise<readonly string[]> {
  const [names, applied] = await Promise.all([namesIn(directory), getApplied(database)])
  return names.filter((name) => !applied.has(name))
}

async function applyDue(migrations: readonly Migration[], writer: Writer): Promise<Migrated> {
  await lockForTransaction(writer, LOCKS.migrate)
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(writer)
  await sql`create table if not exists migrations (name text primary key, digest text not null)`.execute(
    writer,
  )
  const { due, newer } = compare(migrations, await getApplied(writer))
  for (const { name, text, checksum } of due) {
    await sql.raw(text).execute(writer)
    await sql`insert into migrations (name, digest) values (${name}, ${checksum})`.execute(writer)
  }
  return { applied: due.map(({ name }) => name), newer }
}

/**
 * The due migrations, and the migrations of a newer version that were applied.
 * @throws Error when this code cannot run on the database
 */
function compare(migrations: readonly Migration[], applied: ReadonlyMap<string, string>) {
  const newer = [...applied.keys()].filter((name) => migrations.every((known) => known.name !== name))
  const due = migrations.filter(({ name }) => !applied.has(name))
  refuseOtherHistory({ migrations, applied, newer, due })
  return { due, newer }
}

/** The migrations of this code, in their order. */
async function namesIn(directory: string): Promise<readonly string[]> {
  return (await readdir(directory)).filter((name) => NAME.test(name)).sort()
}

async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const names = await namesIn(directory)
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** The checksums of the applied migrations by name, in their order. An empty database has none. */
async function getApplied(database: Database | Writer): Promise<ReadonlyMap<string, string>> {
  const found = await sql`select where to_regclass('migrations') is not null`.execute(database)
  if (found.rows.length === 0) return new Map()
  const { rows } = await sql<{ name: string; digest: string }>`
    select name, digest from migrations order by name collate "C"`.execute(database)
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

function refuseOtherHistory(found: {
  readonly migrations: readonly Migration[]
  readonly applied: ReadonlyMap<string, string>
  readonly newer: readonly string[]
  readonly due: readonly Migration[]
}): void {
  const { migrations, applied, newer, due } = found
  const newest = migrations.at(-1)?.name
  const unknown = newer.at(-1)
  if (unknown !== undefined && applied.keys().next().value === newer[0]) {
    throw new Error(
      `the database has the migrations of an unreleased version, ${newer[0]} to ${unknown}, and cannot be upgraded: ${OTHER_HISTORY}`,
    )
  }
  const isBeyond = (name: string) => newest === undefined || requiredBy(name) > newest.slice(0, 4)
  if (unknown !== undefined && (due.length > 0 || newer.some(isBeyond))) {
    throw new Error(
      `the database is at migration ${unknown}, this code at ${newest}, which cannot run on it: run the version of the service that has ${unknown}`,
    )
  }
  for (const { name, checksum } of migrations) {
    const before = applied.get(name)
    if (before === undefined || before === checksum) continue
    throw new Error(
      `migration ${name} was changed after it was applied (applied ${short(before)}, file ${short(checksum)}): restore the file if it was edited, and put the change into a new migration; if an unreleased version made the database, ${OTHER_HISTORY}`,
    )
  }
}

/** The advice to an operator whose database has migrations that this code lacks. */
const OTHER_HISTORY = 'start with an empty DATA_DIR or an empty database, or run the version that made it'

/** The number of the migration that code must have to run after this migration. */
function requiredBy(name: string): string {
  return NAME.exec(name)?.groups?.['required'] ?? '0000'
}

/** The beginning of a checksum: enough to recognise the output of `sha256sum`. */
function short(checksum: string): string {
  return checksum.slice(0, 12)
}
