import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { addMs, HOUR_MS, type Instant } from '#contract/time.ts'
import type { Database } from '#records/database.ts'
import type { ChangeFilters } from '#records/ledger/change-list.ts'
import * as given from '#test/given/records.ts'
import { openTestDatabase, type TestDatabase } from '#test/postgres/database.ts'
import { readFeed } from './feed.ts'

const NOW = given.DEFAULT_NOW
const hour = (hours: number): Instant => addMs(NOW, hours * HOUR_MS)
const CONTRACT = given.addressOf(0xc)

test('no list scans the whole ledger of 200,000 rows', async () => {
  await using large = await openTestDatabase()
  const project = await given.aProject({}, large.database)
  await sql`insert into changes (position, id, revision, op, type, domain, project_id, contract, first_position, recorded_at,
      detected_at, occurred_at, precision, origin, first_seen_live, summary, facts, evidence, content_digest)
    select n, 'ship:' || n, 1, 'upsert', (array['build.release','build.ship','lock.observed'])[1 + n % 3],
      (array['build','build','lock'])[1 + n % 3], case when n % 400 = 0 then ${project.id}::uuid end,
      case when n % 500 = 0 then ${CONTRACT} end, n, ${NOW}::timestamptz + n * interval '1 second', ${NOW}::timestamptz,
      ${NOW}::timestamptz, 'EXACT', 'live', true, 's', '{}', '{ship:x}', 'd'
    from generate_series(1, 200000) as n`.execute(large.database)
  await sql`update ledger_state set head = 200000`.execute(large.database)
  await sql`vacuum analyze changes`.execute(large.database)
  const narrowed: readonly ChangeFilters[] = [
    {},
    { project: project.slug as Slug },
    { contract: CONTRACT as NonNullable<ChangeFilters['contract']> },
    { domains: ['lock'] },
    { types: ['build.release', 'build.ship'] },
    { since: NOW, until: hour(1) },
    { project: project.slug as Slug, types: ['build.release'], since: NOW },
  ]
  const starts = [
    { mode: 'sync', position: 0 },
    { mode: 'sync', position: 199_000 },
    { mode: 'sync', detectedSince: hour(20) },
    { mode: 'browse' },
    { mode: 'browse', position: 500 },
  ] as const
  for (const start of starts) {
    for (const filters of narrowed) {
      const plan = await planOf(large, (reader) => readFeed({ ...start, filters, limit: 50 }, reader))
      expect(plan, JSON.stringify({ start, filters })).not.toMatch(/Seq Scan on changes/)
    }
  }
})

/** The plan of the only statement that a read sends. */
async function planOf(opened: TestDatabase, read: (reader: Database) => Promise<unknown>): Promise<string> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const watched = opened.database.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(opened.database.getExecutor().compileQuery(node, { queryId: 'plan' }))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await read(watched)
  const [statement] = statements
  if (statement === undefined || statements.length > 1)
    throw new Error(`The read sent ${statements.length} statements: expected one`)
  const text = statement.sql.replaceAll(/\$(\d+)/g, (_, n) => literal(statement.parameters[Number(n) - 1]))
  const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(`explain ${text}`).execute(opened.database)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]`
  return typeof value === 'number' ? String(value) : `'${String(value)}'`
}
