import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#records/database.ts'
import { openTestDatabase } from '#test/database.ts'
import { readConfig } from './config.ts'
import { openForReads, openService, READ_STATEMENT_MS } from './service.ts'

async function boundOf(database: Database): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select setting::int as ms from pg_settings where name = 'statement_timeout'`.execute(database)
  const [row] = rows
  if (row === undefined) throw new Error('the server tells no statement timeout')
  return row.ms
}

test('in one process reads are bounded, the pipelines beside them are not', async () => {
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
