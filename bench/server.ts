import { join } from 'node:path'
import { sql } from 'kysely'
import { startEmbeddedPostgres } from '#app/embedded-postgres.ts'
import { type Database, openDatabase } from '#records/database.ts'
import { migrate } from '#records/migrate.ts'
import { type CatalogueSize, generateCatalogue } from './catalogue.ts'

const FOR_BULK = {
  shared_buffers: '2GB',
  max_wal_size: '4GB',
  checkpoint_timeout: '60min',
  max_connections: '60',
}
const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** The PostgreSQL server of benchmarks: an embedded one in a folder, or that of DATABASE_URL. */
export async function openServer(dataDir: string): Promise<AsyncDisposable & { readonly url: string }> {
  const given = process.env['DATABASE_URL']
  if (given !== undefined) return { url: given, [Symbol.asyncDispose]: async () => {} }
  return startEmbeddedPostgres({ dataDir: join(dataDir), settings: { ...FOR_BULK, ...NOT_DURABLE } })
}

/** A catalogue in a separate database. */
export type Catalogue = AsyncDisposable & {
  readonly size: CatalogueSize
  readonly database: Database
  readonly url: string
}

/**
 * Opens the catalogue of a size on a server. Generates it unless an earlier run with the same migrations did. Needs a
 * superuser.
 */
export async function openCatalogue(
  size: CatalogueSize,
  server: { readonly url: string },
): Promise<Catalogue> {
  const name = `catalogue_${size.projects}_${size.events}_${size.seed}`
  const url = new URL(server.url)
  url.pathname = `/${name}`
  if (!(await isCurrent(name, server.url))) await generate({ name, size, url }, server.url)
  const database = openDatabase(url.href, { maxConnections: 8 })
  return { size, database, url: url.href, [Symbol.asyncDispose]: () => database.destroy() }
}

/** A copy of a catalogue that a benchmark may change. It is dropped when disposed. */
export async function openCopy(catalogue: Catalogue, server: { readonly url: string }): Promise<Catalogue> {
  const { size } = catalogue
  const from = new URL(catalogue.url).pathname.slice(1)
  const url = new URL(catalogue.url)
  url.pathname = `/${from}_copy`
  const drop = (database: Database) =>
    sql`drop database if exists ${sql.id(`${from}_copy`)} with (force)`.execute(database)
  await administer(server.url, async (database) => {
    await drop(database)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${from}`.execute(
      database,
    )
    await sql`create database ${sql.id(`${from}_copy`)} template ${sql.id(from)}`.execute(database)
  })
  const database = openDatabase(url.href, { maxConnections: 8 })
  return {
    size,
    database,
    url: url.href,
    [Symbol.asyncDispose]: async () => {
      await database.destroy()
      await administer(server.url, drop)
    },
  }
}

/** True if the database exists and has every migration unchanged. */
async function isCurrent(name: string, serverUrl: string): Promise<boolean> {
  const found = await administer(serverUrl, (database) =>
    sql`select from pg_database where datname = ${name}`.execute(database),
  )
  if (found.rows.length === 0) return false
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return administer(url.href, async (database) => {
    const applied = await migrate(database).catch((changed: unknown) => [String(changed)])
    return applied.length === 0
  })
}

async function generate(
  { name, size, url }: { readonly name: string; readonly size: CatalogueSize; readonly url: URL },
  serverUrl: string,
): Promise<void> {
  const making = new URL(url)
  making.pathname = `/${name}_new`
  await administer(serverUrl, async (database) => {
    await sql`drop database if exists ${sql.id(name)} with (force)`.execute(database)
    await sql`drop database if exists ${sql.id(`${name}_new`)} with (force)`.execute(database)
    await sql`create database ${sql.id(`${name}_new`)}`.execute(database)
  })
  console.error(`generating ${size.projects} projects with ${size.events} events …`)
  await administer(making.href, (database) => generateCatalogue(size, database), 4)
  await administer(serverUrl, (database) =>
    sql`alter database ${sql.id(`${name}_new`)} rename to ${sql.id(name)}`.execute(database),
  )
}

async function administer<T>(
  url: string,
  work: (database: Database) => Promise<T>,
  maxConnections = 1,
): Promise<T> {
  const database = openDatabase(url, { maxConnections })
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}
