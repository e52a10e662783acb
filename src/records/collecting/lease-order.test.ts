import { type LogEvent, sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { databaseOn } from '#records/database.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { LEASE_MS } from './leases.ts'
import { leaseStreams } from './streams.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')

const opened = await fileDatabase()

test('the first of ten thousand streams that are due at once are found without sorting the others', async () => {
  const { database, url } = opened
  const { projectId } = await storeProject({ kind: 'website', locator: 'https://lumen.example' }, database)
  await sql`
    insert into sources (id, project_id, kind, locator, counted, established_by, attached_at)
    select gen_random_uuid(), ${projectId}::uuid, 'website', 'https://site' || n || '.example', true, 'mutual', ${NOW}::timestamptz
    from generate_series(1, 10000) as n`.execute(database)
  await sql`
    insert into source_streams (source_id, stream, provider, cadence_seconds, coverage, due_at)
    select id, 'page', 'site', 3600, 'present_state', ${NOW}::timestamptz from sources on conflict do nothing`.execute(
    database,
  )
  // Each provider has streams of its own, of which the planner knows nothing: it expects hardly one that has both.
  await sql`
    insert into source_streams (source_id, stream, provider, cadence_seconds, coverage, due_at)
    select id, 'stream ' || n, 'provider ' || n, 3600, 'present_state', ${NOW}::timestamptz
    from sources, generate_series(1, 4) as n`.execute(database)
  await sql`analyze sources, source_streams`.execute(database)
  const asked: LogEvent['query'][] = []
  const pool = new pg.Pool({ connectionString: url, max: 1, pipeline: true })
  const watched = databaseOn(pool, ({ query }) => asked.push(query))
  const specs = [{ kind: 'website', stream: 'page', provider: 'site', cadenceSeconds: 3600 } as const]
  const due = {
    provider: 'site',
    specs: specs.map((one) => ({ ...one, coverage: 'present_state' as const })),
  }
  const lease = { ...due, dueBy: NOW, now: NOW, leaseMs: LEASE_MS, limit: 8, allowed: 10 }
  for (const oneAHost of [false, true]) {
    const states = ['draft'] as const
    expect(await leaseStreams({ ...lease, oneAHost, states }, watched)).toHaveLength(8)
    const { sql: text, parameters } = asked.splice(0).at(-1) ?? { sql: '', parameters: [] }
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off, buffers off) ${text}`,
      [...parameters],
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const sorted = [...plan.matchAll(/Sort \(actual rows=(\d+)/g)].map(([, rows]) => Number(rows))
    expect(Math.max(...sorted)).toBe(8)
    expect(plan).toMatch(/source_streams_due on source_streams stream_1 \(actual rows=\d{1,2}\.00/)
  }
  await watched.destroy()
})
