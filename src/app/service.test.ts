import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Database, inTransaction } from '#records/database.ts'
import { findIntegrityPublishedAt, savePublication } from '#records/market/integrity.ts'
import { openTestDatabase } from '#test/database.ts'
import { readConfig } from './config.ts'
import { registerPipelines } from './pipelines.ts'
import { openForReads, openService, READ_STATEMENT_MS } from './service.ts'

async function boundOf(database: Database): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select setting::int as ms from pg_settings where name = 'statement_timeout'`.execute(database)
  const [row] = rows
  if (row === undefined) throw new Error('the server tells no statement timeout')
  return row.ms
}

test('in one process statements of reads have a time limit, those of pipelines do not', async () => {
  await using opened = await openTestDatabase()
  await using service = await openService({
    config: readConfig({ BASE_URL: '' }),
    databaseUrl: opened.url,
    sandboxControlUrl: undefined,
    maxConnections: 2,
  })
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
  await using opened = await openTestDatabase()
  await using service = await openService({
    config: readConfig({ BASE_URL: '', ...settings }),
    databaseUrl: opened.url,
    sandboxControlUrl: undefined,
    maxConnections: 2,
  })
  await inTransaction(service.database, (writer) =>
    savePublication(
      { marketIntegrity: published ? 'withheld' : 'published', now: service.clock.now() },
      writer,
    ),
  )
  await registerPipelines(service)
  expect((await findIntegrityPublishedAt(service.database)) !== null).toBe(published)
})
