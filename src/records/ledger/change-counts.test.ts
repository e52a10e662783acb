import { type LogEvent, sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { addMs, DAY_MS } from '#contract/time.ts'
import { databaseOn } from '#records/database.ts'
import { aProject, DEFAULT_NOW as NOW } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { countAfter, countArrivedSince } from './change-counts.ts'

const { database, url } = await fileDatabase()
const MOST = LIMITS.countedChanges
const HEAD = 8 * MOST

await sql`insert into changes (position, first_position, id, revision, op, type, domain, recorded_at, detected_at, precision,
    origin, first_seen_live, content_digest, summary, facts, evidence)
  select n, n, 'ship:' || n, 1, 'upsert', 'build.release', 'build', at, at, 'OBSERVED', 'live', true, 'x', 'v1', '{}', '{}'
  from generate_series(1, ${HEAD}::int) as n,
    lateral (select ${NOW}::timestamptz + n * interval '1 second' as at) as moment`.execute(database)
await sql`update ledger_state set head = ${HEAD}`.execute(database)
await sql`analyze changes`.execute(database)

const of = {}
const counted = (total: number) => [{ type: 'build.release', origin: 'live', total }]

test.each([
  ['exactly as many as are counted', HEAD - MOST, counted(MOST)],
  ['one more', HEAD - MOST - 1, null],
  ['the whole ledger', 0, null],
])('counts changes up to a most: %s', async (_, position, counts) => {
  expect(await countAfter({ position, of }, database)).toMatchObject({ start: position, counts })
  const since = addMs(NOW, (position + 1) * 1000)
  expect(await countArrivedSince({ since, of }, database)).toMatchObject({ start: position, counts })
})

test('changes are recorded from the first run of the ledger on, or from the registration of the project after it', async () => {
  const [old, young] = [addMs(NOW, -DAY_MS), addMs(NOW, DAY_MS)]
  const projects = await Promise.all([old, young].map((created_at) => aProject({ created_at }, database)))
  const recordedFrom = async () => {
    const asked = [{}, ...projects.map(({ slug }) => ({ project: slug }))]
    const counts = await Promise.all(
      asked.flatMap((of) => [
        countAfter({ position: 0, of }, database),
        countArrivedSince({ since: NOW, of }, database),
      ]),
    )
    return counts.map((one) => one.recordedFrom)
  }
  expect(await recordedFrom()).toEqual([null, null, null, null, null, null])
  await database.updateTable('ledger_state').set({ first_run_at: NOW }).execute()
  expect(await recordedFrom()).toEqual([NOW, NOW, NOW, NOW, young, young])
})

test('counting reads no more of a ledger than the most that it counts', async () => {
  const asked: LogEvent['query'][] = []
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const watched = databaseOn(pool, ({ query }) => asked.push(query))
  await countAfter({ position: 0, of }, watched)
  await countArrivedSince({ since: NOW, of }, watched)
  const mostRead: number[] = []
  for (const { sql: text, parameters } of asked) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off, buffers off) ${text}`,
      [...parameters],
    )
    const plan = rows.map((row) => row['QUERY PLAN'])
    const read = plan.flatMap((line) => line.match(/on changes(?: \w+)? \(actual rows=(\d+)/)?.[1] ?? [])
    mostRead.push(Math.max(...read.map(Number)))
  }
  expect(mostRead).toEqual([MOST + 1, 1, MOST + 1])
  await watched.destroy()
})
