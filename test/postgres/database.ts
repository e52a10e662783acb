import { sql } from 'kysely'
import { type Database, openDatabase } from '#records/database.ts'
import { sharedByRun } from '#test/run/shared-by-run.ts'
import { cloneDatabase, dropDatabase } from './postgres.ts'

/** A migrated, empty database of the test file's own; dropped when disposed. */
export type TestDatabase = AsyncDisposable & { readonly database: Database; readonly url: string }

/** Clones the migrated template. Call in `beforeAll`; dispose in `afterAll`. */
export async function openTestDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const template = await sharedByRun('postgres')
  const url = await cloneDatabase(template.url)
  const database = openDatabase(url, { maxConnections: options.maxConnections ?? 12 })
  return {
    database,
    url,
    [Symbol.asyncDispose]: async () => {
      await database.destroy()
      await dropDatabase(url)
    },
  }
}

/** The number of statements on this database that wait for a lock. Databases of other files are left out. */
export async function countWaiting(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
  return rows[0]?.count ?? 0
}

/** The tables that migrations fill with rows. */
const FILLED = ['migrations', 'service_clock', 'ledger_state', 'webhook_fan_out']

/**
 * Removes all rows from a database without a ledger. It skips the triggers and foreign keys that restrict deletion. It
 * takes less time than a clone.
 */
export async function emptyDatabase(database: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> all(${FILLED})`.execute(database)
  await database.transaction().execute(async (writer) => {
    await sql`set local session_replication_role = replica`.execute(writer)
    await sql.raw(rows.map(({ name }) => `delete from ${name}`).join(';')).execute(writer)
  })
}
