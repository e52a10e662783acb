import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { addMs, HOUR_MS, type Instant } from '#contract/time.ts'
import { rankProjects } from '#evaluate/rank.ts'
import { evaluateDue } from '#evaluate/run.ts'
import { runLedger } from '#ledger/write.ts'
import { CATALOGUE_OPTIONS, sizeOf } from './catalogue-options.ts'
import { figure, tableOf, timed } from './figures.ts'
import { END } from './sample-projects.ts'
import { openCatalogue, openCopy, openServer } from './server.ts'

/**
 * Measures how fast a process evaluates a catalogue and writes its ledger. The baseline inserts the same rows into
 * tables with the same columns, checks and indexes.
 */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '10000' },
    ...CATALOGUE_OPTIONS,
  },
})
const ROWS_A_STATEMENT = 500
const { projects, events } = sizeOf(values)

await using server = await openServer(values.data)
await using catalogue = await openCatalogue({ projects, events, seed: 'one' }, server)
await using copy = await openCopy(catalogue, server)
const { database } = copy
const rows = [['', 'rows', 's', 'rows a second', 'bare inserts', 'share']]

const again = addMs(END, HOUR_MS)
await sql`update project_work set evaluate_due_at = ${again}::timestamptz`.execute(database)
const evaluated = await timed(() => evaluate(again))
const conclusions = await countOf('evaluations', sql`confirmed_at = ${again}::timestamptz`)
rows.push(
  rowOf(
    'conclusions confirmed',
    { count: conclusions, ms: evaluated.ms },
    await bareInserts('evaluations', conclusions),
  ),
)
rows.push([
  'projects evaluated',
  figure(evaluated.answer.evaluated),
  figure(evaluated.ms / 1000),
  figure((evaluated.answer.evaluated / evaluated.ms) * 1000),
  '',
  '',
])

const place = () => rankProjects({ signal: new AbortController().signal }, { database, clock: () => again })
await sql`update project_rankings set under_the_radar = null, unranked_reason = null, momentum_percentile = null,
  attention_percentile = null`.execute(database)
const placed = await timed(place)
rows.push(
  rowOf(
    'ranks concluded',
    { count: placed.answer.moved, ms: placed.ms },
    await bareInserts('evaluations', placed.answer.moved),
  ),
)
const unmoved = await timed(place)
rows.push([
  'projects ranked, no rank changed',
  figure(projects),
  figure(unmoved.ms / 1000),
  figure((projects / unmoved.ms) * 1000),
  '',
  '',
])

const silent = await timed(() => runLedger({ now: again }, { database }))
rows.push([
  'projects without new events',
  figure(silent.answer.projects),
  figure(silent.ms / 1000),
  figure((silent.answer.projects / silent.ms) * 1000),
  '',
  '',
])

const baseline = await bareInserts('changes', Math.min(events, 200_000))
await emptyLedger(again)
const written = await timed(() => runLedger({ now: again }, { database }))
rows.push(rowOf('events written', { count: written.answer.upserts, ms: written.ms }, baseline))
console.log(tableOf(rows))

async function evaluate(now: Instant) {
  const { signal } = new AbortController()
  return evaluateDue({ signal }, { database, clock: () => now })
}

function rowOf(
  name: string,
  service: { readonly count: number; readonly ms: number },
  bareRate: number,
): string[] {
  const rate = (service.count / service.ms) * 1000
  return [
    name,
    figure(service.count),
    figure(service.ms / 1000),
    figure(rate),
    figure(bareRate),
    figure(rate / bareRate),
  ]
}

async function countOf(table: 'evaluations' | 'changes', where: ReturnType<typeof sql>): Promise<number> {
  const counted = await sql<{
    n: number
  }>`select count(*) as n from ${sql.table(table)} where ${where}`.execute(database)
  return counted.rows[0]?.n ?? 0
}

/** Empties the ledger and marks every project. The next run then writes all events again. */
async function emptyLedger(now: Instant): Promise<void> {
  await sql`truncate changes`.execute(database)
  await sql`update ledger_state set head = 0, first_run_at = null, last_run_at = null`.execute(database)
  await sql`update project_work set ledger_due_since = ${now}::timestamptz`.execute(database)
}

/** Rows a second of plain inserts, 500 rows in a statement, into a table with the same columns, checks and indexes. */
async function bareInserts(table: 'evaluations' | 'changes', count: number): Promise<number> {
  const client = new pg.Client({ connectionString: copy.url, types: { getTypeParser: () => asItIs } })
  await client.connect()
  try {
    await client.query(`drop table if exists bare; create table bare (like ${table} including all)`)
    const sampled = await client.query<Record<string, unknown>>(
      `select * from ${table} limit ${Math.min(count, 100_000)}`,
    )
    const columns = sampled.fields.map(({ name }) => name)
    const texts = sampled.rows.map((row) => columns.map((column) => row[column]))
    const { ms } = await timed(() => insertAll({ columns, rows: texts }, client))
    return (texts.length / ms) * 1000
  } finally {
    await client.query('drop table if exists bare')
    await client.end()
  }
}

function asItIs(text: string): string {
  return text
}

async function insertAll(
  given: { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] },
  client: pg.Client,
): Promise<void> {
  for (let start = 0; start < given.rows.length; start += ROWS_A_STATEMENT) {
    const batch = given.rows.slice(start, start + ROWS_A_STATEMENT)
    const width = given.columns.length
    const places = batch.map(
      (_, row) => `(${given.columns.map((__, column) => `$${row * width + column + 1}`).join(', ')})`,
    )
    await client.query(
      `insert into bare (${given.columns.join(', ')}) values ${places.join(', ')}`,
      batch.flat(),
    )
  }
}
