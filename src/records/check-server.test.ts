import { randomUUID } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { hasPgBouncer, startPgBouncer } from '#test/postgres/pgbouncer.ts'
import { dropDatabase } from '#test/postgres/postgres.ts'
import { checkServer } from './check-server.ts'

const opened = await fileDatabase()

test('accepts the database of a new enough server', async () => {
  await expect(checkServer(opened.url)).resolves.toBeUndefined()
})

test('refuses a database whose encoding cannot store every character, and says how to create one', async () => {
  const url = new URL(opened.url)
  const name = `t_${randomUUID().replaceAll('-', '')}`
  url.pathname = `/${name}`
  await sql`create database ${sql.id(name)} encoding 'SQL_ASCII' locale 'C' template template0`.execute(
    opened.database,
  )
  await expect(checkServer(url.href)).rejects.toThrow(
    `${url.host} has the database ${name} in the encoding SQL_ASCII, expected UTF8: create it with encoding 'UTF8' template template0`,
  )
  await dropDatabase(url.href)
})

test('says that a password is missing', async () => {
  const url = new URL(opened.url)
  url.password = ''
  await expect(checkServer(url.href)).rejects.toThrow(
    `${url.host} asks for a password, and the address has none`,
  )
})

const IGNORES = 'ignore_startup_parameters = options,statement_timeout'
const NO_SETTINGS =
  'is a pooler that refuses the settings of a session (unsupported startup parameter: statement_timeout): expected the address of the PostgreSQL server itself'
const NO_SESSIONS =
  'is a pooler that does not keep sessions, such as PgBouncer in transaction mode: expected the address of the PostgreSQL server itself'
test.skipIf(!hasPgBouncer).each([
  ['refuses session settings', '', NO_SETTINGS],
  ['ignores session settings, in transaction mode', IGNORES, NO_SESSIONS],
  ['gives out its connections in turn', `${IGNORES}\nserver_round_robin = 1`, NO_SESSIONS],
  ['keeps sessions', `${IGNORES}\npool_mode = session`, undefined],
])('judges a pooler that %s', async (_, settings, refusal) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'svc-pooler-'))
  await using pooler = await startPgBouncer(join(folder.path, 'pooler'), opened.url, settings)
  await openTwoServerConnections(pooler.url)
  const refused = await checkServer(pooler.url).catch((error: Error) => error.message)
  expect(refused).toBe(refusal && `${new URL(pooler.url).host} ${refusal}`)
})

/** Runs two transactions at once through a pooler, which has two connections to the server from then on. */
async function openTwoServerConnections(url: string): Promise<void> {
  const clients = [1, 2].map(() => new pg.Client({ connectionString: url }))
  for (const client of clients) {
    await client.connect()
    await client.query('begin')
  }
  for (const client of clients) {
    await client.query('commit')
    await client.end()
  }
}
