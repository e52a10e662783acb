import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { LOCKS, openDatabase } from './database.ts'
import { holdInstanceLock } from './instance-lock.ts'

const opened = await fileDatabase()
let ending: AsyncDisposableStack
beforeEach(() => {
  ending = new AsyncDisposableStack()
  return () => ending.disposeAsync()
})

const ask = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  statement.execute(opened.database).then(({ rows }) => rows)
const sessions = () =>
  ask(sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and application_name like 'svc instance %'`)
const endSessions = () =>
  ask(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'svc instance %'`)
const holders = () =>
  ask(sql<{ pid: number }>`select pid from pg_locks
    where locktype = 'advisory' and granted and classid = 4663 and objid = ${LOCKS.instance}
      and database = (select oid from pg_database where datname = current_database())`)
const hold = async (taken = () => {}) => {
  const lock = await holdInstanceLock({ url: opened.url, taken })
  if (lock !== undefined) ending.use(lock)
  return lock
}

test('one process has the lock of a database, until it ends', async () => {
  expect(await hold()).toBeDefined()
  expect(await hold()).toBeUndefined()
  await ending.disposeAsync()
  expect(await sessions()).toEqual([])
  ending = new AsyncDisposableStack()
  expect(await hold()).toBeDefined()
})

test('[R5] a holder whose connection ends takes the lock again', async () => {
  let lost = 0
  await hold(() => {
    lost += 1
  })
  const [before] = await holders()
  await endSessions()
  await expect.poll(async () => (await holders()).filter(({ pid }) => pid !== before?.pid)).toHaveLength(1)
  expect(await hold()).toBeUndefined()
  expect(lost).toBe(0)
})

test('[R5] a holder whose lock another process took is told', async () => {
  const taken = Promise.withResolvers<void>()
  await hold(taken.resolve)
  await opened.database.connection().execute(async (other) => {
    const wait = sql`select pg_advisory_lock(4663, ${LOCKS.instance}::int)`.execute(other)
    await expect.poll(async () => (await ask(sql`select 1 from pg_locks where not granted`)).length).toBe(1)
    await endSessions()
    await wait
    await taken.promise
    await sql`select pg_advisory_unlock_all()`.execute(other)
  })
  await expect.poll(sessions).toEqual([])
})

test('[R5] a holder without a server goes on trying until it is ended', async () => {
  let lost = 0
  await hold(() => {
    lost += 1
  })
  const url = new URL(opened.url)
  const name = sql.ref(url.pathname.slice(1))
  url.pathname = '/postgres'
  const other = openDatabase(url.href, { maxConnections: 1 })
  ending.use({ [Symbol.asyncDispose]: () => other.destroy() })
  await sql`alter database ${name} with allow_connections false`.execute(other)
  await endSessions()
  await expect.poll(sessions).toEqual([])
  await ending.disposeAsync()
  expect(lost).toBe(0)
})
