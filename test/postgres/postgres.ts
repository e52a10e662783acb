import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { EmbeddedPostgres } from '#app/instance/embedded-postgres.ts'
import { openDatabase } from '#records/database.ts'
import { migrate } from '#records/migrate.ts'
import { startChosenPostgres } from './chosen-postgres.ts'

/** No data outlives a test run, so no write waits for the disk. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

/** Starts PostgreSQL in a folder, its `svc` database migrated: test files clone it. */
export async function startPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startChosenPostgres({ dataDir, settings: SETTINGS })
  const database = openDatabase(server.url, { maxConnections: 1 })
  await migrate(database)
  await database.destroy()
  return server
}

/**
 * Copies the database at the address. Nobody may be connected to it. Answers the address of the copy. Copying the files
 * takes half the time of writing its blocks to the log, because no write waits for the disk.
 */
export async function cloneDatabase(templateUrl: string): Promise<string> {
  const url = new URL(templateUrl)
  const template = url.pathname.slice(1)
  url.pathname = `/t_${randomUUID().replaceAll('-', '')}`
  await administer(url, `create database ${url.pathname.slice(1)} template ${template} strategy file_copy`)
  return url.href
}

/** Drops a database and ends the connections to it. */
export async function dropDatabase(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl)
  await administer(url, `drop database ${url.pathname.slice(1)} with (force)`)
}

async function administer(databaseUrl: URL, statement: string): Promise<void> {
  const address = new URL(databaseUrl)
  address.pathname = '/postgres'
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
