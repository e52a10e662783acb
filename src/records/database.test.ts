import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { fileDatabase } from '#test/postgres/file-database.ts'
import {
  databaseOn,
  inTransaction,
  namedStatement,
  onSnapshot,
  type Reader,
  runNamed,
  runPlanned,
} from './database.ts'
import { findDatabaseFailure } from './database-failure.ts'
import { migrate } from './migrate.ts'

const opened = await fileDatabase()

test.each([
  [
    'an instant is narrowed to milliseconds',
    sql`'2026-11-20 10:00:00.123456+00'::timestamptz`,
    '2026-11-20T10:00:00.123Z',
  ],
  [
    'an instant without decimals has three',
    sql`'2026-11-20 10:00:00+00'::timestamptz`,
    '2026-11-20T10:00:00.000Z',
  ],
  [
    'an instant with one decimal has three',
    sql`'2026-11-20 10:00:00.5+00'::timestamptz`,
    '2026-11-20T10:00:00.500Z',
  ],
  ['a date stays a day', sql`'2026-11-20'::date`, '2026-11-20'],
  ['a whole number is a number', sql`9007199254740991::int8`, 9007199254740991],
  [
    'a numeric keeps every digit',
    sql`115792089237316195423570985008687907853269984665640564039457.5::numeric`,
    '115792089237316195423570985008687907853269984665640564039457.5',
  ],
  ['an unknown stays null', sql`null::timestamptz`, null],
  ['a list of texts', sql`array['ship:1', 'source:2']`, ['ship:1', 'source:2']],
  ['an empty list of texts', sql`'{}'::text[]`, []],
  ['texts that need quotes', sql`array['a,b', '"', 'NULL', '{c}', '']`, ['a,b', '"', 'NULL', '{c}', '']],
  ['an unknown in a list of texts', sql`array['a', null]`, ['a', null]],
  ['a list of lists of texts', sql`array[array['a'], array['b']]`, [['a'], ['b']]],
])('%s', async (_, expression, expected) => {
  const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(opened.database)
  expect(rows[0]?.value).toEqual(expected)
})

test('PostgreSQL compiles no statement', async () => {
  const { rows } = await sql<{ jit: string }>`show jit`.execute(opened.database)
  expect(rows).toEqual([{ jit: 'off' }])
})

const doubled = (value: number, reader: Reader) =>
  runPlanned(sql<{ value: number }>`select ${value}::integer * 2 as value`, reader)

test('a planned statement is prepared once on its connection and takes its values each time', async () => {
  const answers = await onSnapshot(opened.database, async (reader) => {
    const rows = [...(await doubled(2, reader)), ...(await doubled(21, reader))]
    const prepared = sql<{ name: string; plans: number }>`(
      select name, generic_plans + custom_plans as plans from pg_prepared_statements)`
    return { rows, prepared: await reader.selectFrom(prepared.as('prepared')).selectAll().execute() }
  })
  const prepared = [{ name: expect.stringMatching(/^[0-9a-f]{40}$/), plans: 2 }]
  expect(answers).toEqual({ rows: [{ value: 4 }, { value: 42 }], prepared })
})

test('two planned statements run on one connection, whatever their values', async () => {
  const rows = await onSnapshot(opened.database, async (reader) => {
    await doubled(1, reader)
    return runPlanned(sql<{ value: string }>`select 'another' as value`, reader)
  })
  expect(rows).toEqual([{ value: 'another' }])
})

test('a log is told the text of a planned statement', async () => {
  const told: string[] = []
  const pool = new pg.Pool({ connectionString: opened.url, max: 1, pipeline: true })
  const database = databaseOn(pool, ({ query }) => told.push(query.sql))
  await doubled(1, database)
  await database.destroy()
  expect(told).toEqual(['select $1::integer * 2 as value'])
})

test('a database that read nothing but a snapshot ends its connections', async () => {
  const pool = new pg.Pool({ connectionString: opened.url, max: 1, pipeline: true })
  const database = databaseOn(pool)
  await onSnapshot(database, (reader) => doubled(1, reader))
  expect(pool.totalCount).toBe(1)
  await database.destroy()
  expect(pool.totalCount).toBe(0)
})

test('a whole number that is too large to be exact is refused, never rounded', async () => {
  await expect(sql`select 9007199254740993::int8 as value`.execute(opened.database)).rejects.toThrow(
    RangeError,
  )
})

test('eight processes migrating at once apply nothing twice', async () => {
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(opened.database)))
  expect(applied.flatMap(({ applied }) => applied)).toEqual([])
})

test('a deadlock is tried again and both transactions end', async () => {
  const { database } = opened
  await sql`create table accounts_of_test (id int primary key, n int not null)`.execute(database)
  await sql`insert into accounts_of_test values (1, 0), (2, 0)`.execute(database)
  const bothHold = Promise.withResolvers<void>()
  let holding = 0
  const transfer = (first: number, second: number) =>
    inTransaction(database, async (writer) => {
      await sql`update accounts_of_test set n = n + 1 where id = ${first}`.execute(writer)
      holding += 1
      if (holding === 2) bothHold.resolve()
      await bothHold.promise
      await sql`update accounts_of_test set n = n + 1 where id = ${second}`.execute(writer)
    })
  await Promise.all([transfer(1, 2), transfer(2, 1)])
  const { rows } = await sql<{ n: number }>`select n from accounts_of_test order by id`.execute(database)
  expect(rows.map((row) => row.n)).toEqual([2, 2])
  expect(holding).toBeGreaterThanOrEqual(3)
})

test.each([
  ['a serialization failure', '40001', 3],
  ['a deadlock', '40P01', 3],
  ['any other failure', '23505', 1],
])('%s that lasts fails the transaction after so many attempts', async (_, code, attempts) => {
  let made = 0
  const failing = inTransaction(opened.database, async (writer) => {
    made += 1
    await sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(writer)
  })
  await expect(failing).rejects.toMatchObject({ code })
  expect(made).toBe(attempts)
})

const failureIn = (work: Promise<unknown>) => work.then(() => 'none', findDatabaseFailure)
const end = (where: ReturnType<typeof sql>) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and ${where}`.execute(opened.database)

test('[R5] a connection that ends between two statements fails its transaction alone', async () => {
  const one = sql`select 1 as one`
  const lost = inTransaction(opened.database, async (writer) => {
    await one.execute(writer)
    await end(sql`state = 'idle in transaction'`)
    await one.execute(writer)
  })
  expect(await failureIn(lost)).toBe('away')
  expect((await one.execute(opened.database)).rows).toEqual([{ one: 1 }])
})

test('[R5] connections that end during a statement fail it, and the pool goes on', async () => {
  const sleep = sql`select pg_sleep(600)`
  const lost = Array.from({ length: 4 }, () =>
    inTransaction(opened.database, (writer) => sleep.execute(writer)),
  )
  const ended = Promise.all(lost.map(failureIn))
  const isSleeping = sql`query = 'select pg_sleep(600)'`
  const count = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where ${isSleeping}`
  await expect.poll(async () => (await count.execute(opened.database)).rows).toEqual([{ n: 4 }])
  await end(isSleeping)
  expect(await ended).toEqual(['away', 'away', 'away', 'away'])
  expect((await sql`select 1 as one`.execute(opened.database)).rows).toEqual([{ one: 1 }])
})

test('a statement written by hand runs on the snapshot of a read, and on the pool', async () => {
  const statement = namedStatement(
    `select current_setting('transaction_isolation') as level, $1::int as given`,
  )
  const asked = (reader: Reader) =>
    runNamed<{ level: string; given: number }>({ statement, values: [7] }, reader)
  const onOne = await onSnapshot(opened.database, (reader) => Promise.all([asked(reader), asked(reader)]))
  expect(onOne.flat()).toEqual(Array(2).fill({ level: 'repeatable read', given: 7 }))
  expect(await asked(opened.database)).toEqual([{ level: 'read committed', given: 7 }])
})
