import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Database, inTransaction, openDatabase } from '#records/database.ts'
import { findIntegrityPublishedAt, savePublication } from '#records/market/integrity.ts'
import { cloneDatabase, dropDatabase } from '#test/postgres/postgres.ts'
import { openTestService } from '#test/service/test-service.ts'
import { registerPipelines } from './pipelines/pipelines.ts'
import { openForReads, openService, READ_STATEMENT_MS } from './service.ts'

async function boundOf(database: Database): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select setting::int as ms from pg_settings where name = 'statement_timeout'`.execute(database)
  const [row] = rows
  if (row === undefined) throw new Error('the server tells no statement timeout')
  return row.ms
}

test('in one process statements of reads have a time limit, those of pipelines do not', async () => {
  await using service = await openTestService()
  await using reads = openForReads(service, { maxConnections: 2 })
  expect(await boundOf(reads.database)).toBe(READ_STATEMENT_MS)
  expect(await boundOf(service.database)).toBe(0)
  expect(reads.clock).toBe(service.clock)
})

test.each([
  [{}, false],
  [{ MARKET_INTEGRITY: 'published' }, true],
  [{ MARKET_INTEGRITY: 'withheld' }, false],
] as const)('the deployment publishes what its configuration says: %o', async (settings, published) => {
  await using service = await openTestService(settings)
  await inTransaction(service.database, (writer) =>
    savePublication(
      { marketIntegrity: published ? 'withheld' : 'published', now: service.clock.now() },
      writer,
    ),
  )
  await registerPipelines(service)
  expect((await findIntegrityPublishedAt(service.database)) !== null).toBe(published)
})

test('a command refuses a database that lacks migrations, and changes nothing; a process that lasts applies them', async () => {
  await using stack = new AsyncDisposableStack()
  const { databaseUrl, config } = stack.use(await openTestService())
  const url = await cloneDatabase(new URL('/template0', databaseUrl.reveal()).href)
  stack.defer(() => dropDatabase(url))
  const database = openDatabase(url, { maxConnections: 1 })
  stack.defer(() => database.destroy())
  const open = (lasting: { isLasting?: true }) =>
    openService({ config, databaseUrl: url, sandboxControlUrl: undefined, maxConnections: 1, ...lasting })
  const countTables = async () =>
    (await sql`select from pg_tables where schemaname = 'public'`.execute(database)).rows.length
  const refusal = /^The database lacks migration \d{4}_\w+\.sql: make a backup, then run svc migrate$/
  await expect(open({})).rejects.toThrow(refusal)
  expect(await countTables()).toBe(0)

  await (await open({ isLasting: true }))[Symbol.asyncDispose]()
  await (await open({}))[Symbol.asyncDispose]()
  await sql`delete from migrations where name = (select max(name) from migrations)`.execute(database)
  await expect(open({})).rejects.toThrow(refusal)
})
