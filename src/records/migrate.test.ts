import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countWaiting, openTestDatabase, type TestDatabase } from '#test/postgres/database.ts'
import { compareMigrations, getMissingMigrations, migrate } from './migrate.ts'

let opened: TestDatabase
let directory: string
beforeEach(async () => {
  opened = await openTestDatabase()
  await sql`delete from migrations`.execute(opened.database)
  directory = await mkdtemp(join(tmpdir(), 'svc-migrations-'))
  await write('0001_first.sql', 'create table first (n integer);')
  await write('0002_second.sql', 'create table second (n integer);')
})
afterEach(async () => {
  await rm(directory, { recursive: true })
  await opened[Symbol.asyncDispose]()
})

const write = (name: string, text: string) => writeFile(join(directory, name), text)
const run = () => migrate(opened.database, directory)
const tables = async () => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relname in ('first', 'second', 'third') and relkind = 'r' order by 1`.execute(opened.database)
  return rows.map(({ name }) => name)
}

test('applies each missing migration once, also when two processes start at the same time', async () => {
  const both = await Promise.all([run(), run()])
  expect(both.flatMap(({ applied }) => applied)).toEqual(['0001_first.sql', '0002_second.sql'])
  await write('0003_third.sql', 'create table third (n integer);')
  expect(await run()).toEqual({ applied: ['0003_third.sql'], newer: [] })
  expect(await run()).toEqual({ applied: [], newer: [] })
  expect(await tables()).toEqual(['first', 'second', 'third'])
})

test('[R10] refuses a migration that was changed after it was applied, and applies nothing', async () => {
  await run()
  await write('0001_first.sql', 'create table first (n bigint);')
  await write('0003_third.sql', 'create table third (n integer);')
  await expect(run()).rejects.toThrow(
    /^migration 0001_first\.sql was changed after it was applied \(applied [0-9a-f]{12}, file [0-9a-f]{12}\): restore the file if it was edited, and put the change into a new migration; if an unreleased version made the database, start with an empty DATA_DIR or an empty database, or run the version that made it$/,
  )
  expect(await tables()).toEqual(['first', 'second'])
})

/** Applies a migration as a newer version does, and takes its file away again. */
async function upgrade(name: string): Promise<void> {
  await write(name, 'create table third (n integer);')
  await run()
  await rm(join(directory, name))
}

test('[R10] runs on a database that a newer version has added to, and changes nothing', async () => {
  await upgrade('0003_third.sql')
  expect(await run()).toEqual({ applied: [], newer: ['0003_third.sql'] })
  expect(await tables()).toEqual(['first', 'second', 'third'])
})

test('[R10] runs on a database whose newest migration requires one that the code has', async () => {
  await upgrade('0003_requires_0002_third.sql')
  expect(await run()).toEqual({ applied: [], newer: ['0003_requires_0002_third.sql'] })
})

test('[R10] refuses a database whose newest migration requires one that the code does not have', async () => {
  await upgrade('0004_requires_0003_third.sql')
  await expect(run()).rejects.toThrow(
    'the database is at migration 0004_requires_0003_third.sql, this code at 0002_second.sql, which cannot run on it: run the version of the service that has 0004_requires_0003_third.sql',
  )
})

test('[R10] refuses a database that has a migration of another branch, and applies nothing', async () => {
  await upgrade('0003_third.sql')
  await write('0003_other.sql', 'create table other (n integer);')
  await expect(run()).rejects.toThrow(
    'the database is at migration 0003_third.sql, this code at 0003_other.sql, which cannot run on it',
  )
})

test('names the migrations that a database of an older version lacks', async () => {
  await run()
  await write('0003_third.sql', 'create table third (n integer);')
  expect(await getMissingMigrations(opened.database, directory)).toEqual(['0003_third.sql'])
  const compared = await compareMigrations(opened.database, directory)
  expect(compared).toEqual({ missing: ['0003_third.sql'], newer: [] })
})

test('an empty database lacks every migration', async () => {
  await sql`drop table migrations`.execute(opened.database)
  const names = ['0001_first.sql', '0002_second.sql']
  expect(await getMissingMigrations(opened.database, directory)).toEqual(names)
  expect(await compareMigrations(opened.database, directory)).toEqual({ missing: names, newer: [] })
})

test('[R10] a comparison names the migrations of a newer version, and refuses a database as a start does', async () => {
  await upgrade('0003_third.sql')
  const compare = () => compareMigrations(opened.database, directory)
  expect(await compare()).toEqual({ missing: [], newer: ['0003_third.sql'] })
  await write('0003_other.sql', 'create table other (n integer);')
  await expect(compare()).rejects.toThrow('which cannot run on it')
})

test('lets readers pass while a migration waits for a table that a long transaction reads', async () => {
  const { database } = opened
  await run()
  await write('0003_third.sql', 'alter table first add column third integer;')
  const reading = await database.startTransaction().execute()
  await sql`select from first`.execute(reading)
  const migrating = run()
  await expect.poll(() => countWaiting(database)).toBe(1)
  // This read waits behind the migration until that gives way.
  await sql`select from first`.execute(database)
  await reading.rollback().execute()
  expect(await migrating).toEqual({ applied: ['0003_third.sql'], newer: [] })
})

test('ends no reader by a deadlock: it gives way before PostgreSQL looks for one', async () => {
  const { database } = opened
  await write('0003_third.sql', 'create table third (n integer);')
  await run()
  const altered = ['first', 'second', 'third'].map(
    (table) => `alter table ${table} add column added integer;`,
  )
  await write('0004_added.sql', altered.join(''))
  const [other, reader] = [
    await database.startTransaction().execute(),
    await database.startTransaction().execute(),
  ]
  await sql`select from second`.execute(other)
  await sql`select from third`.execute(reader)
  const migrating = run()
  await expect.poll(() => countWaiting(database)).toBe(1)
  // The migration has the first table and waits for the second; then it waits for the third, which this reader has.
  const reading = sql`select from first`.execute(reader)
  await Promise.race([reading, expect.poll(() => countWaiting(database)).toBe(2)])
  await other.rollback().execute()
  await reading
  await reader.rollback().execute()
  expect(await migrating).toEqual({ applied: ['0004_added.sql'], newer: [] })
})

test.each([
  { newest: '0007_accounts.sql', unknown: '0001_project.sql' },
  { newest: '0041_held_clock.sql', unknown: '0041_held_clock.sql' },
])('[R10] refuses a database of an unreleased version at $newest', async ({ newest, unknown }) => {
  const { database } = opened
  await sql`insert into migrations (name, digest) values ('0001_project.sql', 'a'), (${newest}, 'b')`.execute(
    database,
  )
  await expect(migrate(database)).rejects.toThrow(
    `the database has the migrations of an unreleased version, 0001_project.sql to ${unknown}, and cannot be upgraded: start with an empty DATA_DIR or an empty database, or run the version that made it`,
  )
  expect((await sql`select from migrations`.execute(database)).rows).toHaveLength(2)
})

test('a failed migration rolls back the whole run', async () => {
  await write('0003_third.sql', 'create table third (n integer); select 1 / 0;')
  await expect(run()).rejects.toThrow('division by zero')
  expect(await tables()).toEqual([])
})
