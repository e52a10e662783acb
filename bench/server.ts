import { join } from 'node:path'
import { sql } from 'kysely'
import { startEmbeddedPostgres } from '#app/instance/embedded-postgres.ts'
import { type Database, openDatabase } from '#records/database.ts'
import { migrate } from '#records/migrate.ts'
import { type CatalogueSize, generateCatalogue } from './catalogue.ts'
import { figure, timed } from './figures.ts'
import { writeYear } from './year.ts'

const FOR_BULK = {
  shared_buffers: '2GB',
  max_wal_size: '4GB',
  checkpoint_timeout: '60min',
  max_connections: '200',
}
const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** The PostgreSQL server of benchmarks: that of DATABASE_URL, or else an embedded one in a folder. */
export async function openServer(dataDir: string): Promise<AsyncDisposable & { readonly url: string }> {
  const given = process.env['DATABASE_URL']
  if (given !== undefined) return { url: given, [Symbol.asyncDispose]: async () => {} }
  return startEmbeddedPostgres({ dataDir: join(dataDir), settings: { ...FOR_BULK, ...NOT_DURABLE } })
}

/** Checks that the server of a database allows as many connections as a benchmark opens. @throws Error otherwise */
export async function expectRoom(connections: number, database: Database): Promise<void> {
  const { rows } = await sql<{ allowed: number }>`
    select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      - current_setting('reserved_connections')::integer as allowed`.execute(database)
  const allowed = rows[0]?.allowed ?? 0
  if (allowed < connections) {
    throw new Error(
      `PostgreSQL allows ${allowed} connections: expected at least ${connections}, set max_connections higher`,
    )
  }
}

/** A generated catalogue in a database of its own. */
export type Catalogue = AsyncDisposable & {
  readonly size: CatalogueSize
  readonly database: Database
  readonly url: string
}

/**
 * Opens the catalogue of a size on a server. Generates it, unless an earlier run with the same migrations has done so.
 * Needs a superuser.
 */
export async function openCatalogue(
  size: CatalogueSize,
  server: { readonly url: string },
): Promise<Catalogue> {
  const name = `catalogue_${size.projects}_${size.events}_${size.seed}`
  const url = urlOf(name, server.url)
  if (!(await isCurrent(name, server.url))) {
    console.error(`generating ${size.projects} projects with ${size.events} events …`)
    await build(
      { name, template: undefined, fill: (database) => generateCatalogue(size, database) },
      server.url,
    )
  }
  const database = openDatabase(url, { maxConnections: 8 })
  return { size, database, url, [Symbol.asyncDispose]: () => database.destroy() }
}

/**
 * Opens a copy of a catalogue with `days` recorded days of each project. Fills it, unless an earlier run with the same
 * migrations has done so.
 */
export async function openYear(
  { catalogue, days }: { readonly catalogue: Catalogue; readonly days: number },
  server: { readonly url: string },
): Promise<Catalogue> {
  const name = `${nameOf(catalogue)}_${days}_days`
  const url = urlOf(name, server.url)
  if (!(await isCurrent(name, server.url))) {
    const { ms } = await timed(() =>
      build(
        { name, template: nameOf(catalogue), fill: (database) => writeYear({ days }, database) },
        server.url,
      ),
    )
    console.error(`${days} days written in ${figure(ms / 1000)} s`)
  }
  const database = openDatabase(url, { maxConnections: 8 })
  return { size: catalogue.size, database, url, [Symbol.asyncDispose]: () => database.destroy() }
}

/** Opens a copy of a catalogue that a benchmark may change. The copy is dropped when it is disposed. */
export async function openCopy(catalogue: Catalogue, server: { readonly url: string }): Promise<Catalogue> {
  const { size } = catalogue
  const name = `${nameOf(catalogue)}_copy`
  const url = urlOf(name, server.url)
  const drop = (database: Database) =>
    sql`drop database if exists ${sql.id(name)} with (force)`.execute(database)
  await administer(server.url, async (database) => {
    await drop(database)
    await create({ name, template: nameOf(catalogue) }, database)
  })
  const database = openDatabase(url, { maxConnections: 8 })
  return {
    size,
    database,
    url,
    [Symbol.asyncDispose]: async () => {
      await database.destroy()
      await administer(server.url, drop)
    },
  }
}

function nameOf(catalogue: Catalogue): string {
  return new URL(catalogue.url).pathname.slice(1)
}

function urlOf(name: string, serverUrl: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Whether the database exists and has every migration unchanged. */
async function isCurrent(name: string, serverUrl: string): Promise<boolean> {
  const found = await administer(serverUrl, (database) =>
    sql`select from pg_database where datname = ${name}`.execute(database),
  )
  if (found.rows.length === 0) return false
  return administer(urlOf(name, serverUrl), async (database) => {
    const migrated = await migrate(database).catch((changed: unknown) => ({ applied: [String(changed)] }))
    return migrated.applied.length === 0
  })
}

/** Fills a database under a temporary name, so that an interrupted run leaves no database that looks complete. */
async function build(
  making: {
    readonly name: string
    readonly template: string | undefined
    readonly fill: (database: Database) => Promise<unknown>
  },
  serverUrl: string,
): Promise<void> {
  const unfinished = `${making.name}_new`
  await administer(serverUrl, async (database) => {
    await sql`drop database if exists ${sql.id(making.name)} with (force)`.execute(database)
    await sql`drop database if exists ${sql.id(unfinished)} with (force)`.execute(database)
    await create({ name: unfinished, template: making.template }, database)
  })
  await administer(urlOf(unfinished, serverUrl), making.fill, 4)
  await administer(serverUrl, async (database) => {
    await sql`alter database ${sql.id(unfinished)} rename to ${sql.id(making.name)}`.execute(database)
    // the server has seconds to stop, and what was filled takes longer to write
    await sql`checkpoint`.execute(database)
  })
}

/** Creates a database: a copy of `template`, or an empty one. A copy ends the connections to its template. */
async function create(
  { name, template }: { readonly name: string; readonly template: string | undefined },
  database: Database,
): Promise<void> {
  if (template === undefined) {
    await sql`create database ${sql.id(name)}`.execute(database)
    return
  }
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${template}`.execute(
    database,
  )
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(database)
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
