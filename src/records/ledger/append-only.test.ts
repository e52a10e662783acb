import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fileDatabase } from '#test/postgres/file-database.ts'

const { database } = await fileDatabase()
await sql`insert into changes (position, id, revision, op, type, domain, first_position, recorded_at, detected_at, precision,
    origin, first_seen_live, summary, facts, evidence, content_digest)
  values (1, 'x', 1, 'upsert', 'build.release', 'build', 1, '2026-11-20', '2026-11-20', 'OBSERVED', 'live', true, 'X',
    '{}', '{}', 'x')`.execute(database)

test('a change can be superseded once, and never rewritten or deleted', async () => {
  const run = (statement: string) => sql.raw(statement).execute(database)
  await expect(run(`update changes set summary = 'Y'`)).rejects.toThrow('changes is append-only')
  await expect(run(`update changes set summary = 'Y', superseded_by = 2`)).rejects.toThrow('append-only')
  await expect(run('delete from changes')).rejects.toThrow('delete of position 1 refused')
  await run('update changes set superseded_by = 2')
  await expect(run('update changes set superseded_by = 3')).rejects.toThrow('append-only')
})
