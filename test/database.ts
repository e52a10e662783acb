import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#records/database.ts'

/** A migrated, empty database of the test file's own; dropped when disposed. */
export type TestDatabase = AsyncDisposable & { readonly database: Database; readonly url: string }

/** Clones the migrated template. Call in `beforeAll`; dispose in `afterAll`. */
export async function openTestDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const templateUrl = new URL(inject('templateUrl'))
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await administer(templateUrl, `create database ${name} template ${templateUrl.pathname.slice(1)}`)
  const url = new URL(templateUrl)
  url.pathname = `/${name}`
  const database = openDatabase(url.href, { maxConnections: options.maxConnections ?? 12 })
  return {
    database,
    url: url.href,
    [Symbol.asyncDispose]: async () => {
      await database.destroy()
      await administer(templateUrl, `drop database ${name} with (force)`)
    },
  }
}

async function administer(templateUrl: URL, statement: string): Promise<void> {
  const address = new URL(templateUrl)
  address.pathname = '/postgres'
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** How many statements on this database wait for a lock; other files' databases on the server are left out. */
export async function countWaiting(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
  return rows[0]?.count ?? 0
}
