import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Database, inTransaction } from '#records/database.ts'
import { findIntegrityPublishedAt, savePublication } from '#records/market/integrity.ts'
import { openTestService } from '#test/test-service.ts'
import { registerPipelines } from './pipelines.ts'
import { openForReads, READ_STATEMENT_MS } from './service.ts'

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
