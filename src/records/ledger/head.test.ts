import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { findHeadRecordedAt } from './head.ts'

const { database } = await fileDatabase()

async function storeChange(position: number, recordedAt: string): Promise<void> {
  await sql`insert into changes (position, id, revision, op, type, domain, first_position, recorded_at, detected_at,
      precision, origin, first_seen_live, summary, facts, evidence, content_digest)
    values (${position}, ${`x${position}`}, 1, 'upsert', 'build.release', 'build', ${position}, ${recordedAt}, ${recordedAt},
      'OBSERVED', 'live', true, 'X', '{}', '{}', 'x')`.execute(database)
}

test('the head is the newest entry; an empty ledger has none', async () => {
  expect(await findHeadRecordedAt(database)).toBeUndefined()
  await storeChange(1, '2026-11-20T10:00:00Z')
  await storeChange(2, '2026-11-20T11:00:00Z')
  expect(await findHeadRecordedAt(database)).toBe('2026-11-20T11:00:00.000Z')
})
