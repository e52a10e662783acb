import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, inTransaction, LOCKS, lockForTransaction } from './database.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')

/**
 * Brings the database to the newest migration, in one transaction under a lock, so any number of processes may
 * call it at once. Answers the names it applied. @throws Error when an applied migration's text has changed.
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  const files = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort()
  const texts = await Promise.all(files.map((name) => readFile(join(MIGRATIONS, name), 'utf8')))
  return inTransaction(database, async (writer) => {
    await lockForTransaction(writer, LOCKS.migrate, 'exclusive')
    await sql`create table if not exists migrations (name text primary key, digest text not null)`.execute(
      writer,
    )
    const applied = await sql<{ name: string; digest: string }>`select name, digest from migrations`.execute(
      writer,
    )
    const digests = new Map(applied.rows.map((row) => [row.name, row.digest]))
    const done: string[] = []
    for (const [index, name] of files.entries()) {
      const text = texts[index]
      if (text === undefined) continue
      const digest = createHash('sha256').update(text).digest('hex')
      if (digests.get(name) === digest) continue
      if (digests.has(name)) throw new Error(`migration ${name} was changed after it was applied`)
      await sql.raw(text).execute(writer)
      await sql`insert into migrations (name, digest) values (${name}, ${digest})`.execute(writer)
      done.push(name)
    }
    return done
  })
}
