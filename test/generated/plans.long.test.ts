import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { evaluateDue } from '#evaluate/run.ts'
import { runLedger } from '#ledger/write.ts'
import { inTransaction, openDatabase } from '#records/database.ts'
import { markForEvaluation } from '#records/project/work.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { forFile } from '#test/run/for-file.ts'
import { asking } from '../../bench/ask.ts'
import { generateCatalogue } from '../../bench/catalogue.ts'
import { openPlanner } from '../../bench/plans.ts'
import { chanceFor, KINDS, knownOf } from '../../bench/questions.ts'
import { END } from '../../bench/sample-projects.ts'

const ROWS = { large: 5000, small: 1000 }

const opened = await fileDatabase()
await generateCatalogue({ projects: 3000, events: 60_000, seed: 'plans' }, opened.database)
const planner = await forFile(openPlanner(opened.url))

test.for(KINDS)('reads no large table from end to end: $name', async (kind) => {
  const known = await knownOf(opened.database)
  const chance = chanceFor(kind)
  const questions = Array.from({ length: 5 }, () => kind.ask(known, chance))
  for (const question of questions) await planner.ask(question)
  expect(await planner.scans(ROWS)).toEqual([])
})

test('the statement of cards is planned once on a connection, not at every card', async () => {
  const { tokens } = await knownOf(opened.database)
  const database = openDatabase(opened.url, { maxConnections: 1 })
  const ask = asking({ reader: database, now: END }, { check: false })
  for (const token of tokens.slice(0, 40)) await ask({ name: 'builder', query: { token } })
  const { rows } = await sql<{ planned: number; kept: number }>`
    select custom_plans as planned, generic_plans as kept from pg_prepared_statements`.execute(database)
  expect(rows).toEqual([{ planned: 5, kept: 35 }])
  await database.destroy()
})

test('a batch of projects is evaluated and compared with the ledger without reading a large table from end to end', async () => {
  const { database } = planner
  const due = await database
    .selectFrom('project_work')
    .select('project_id')
    .orderBy('project_id')
    .limit(50)
    .execute()
  const projectIds = due.map((row) => row.project_id)
  await planner.scans(ROWS)
  await inTransaction(database, (writer) => markForEvaluation({ projectIds, now: END }, writer))
  const { signal } = new AbortController()
  const evaluated = await evaluateDue({ signal }, { database, clock: () => END })
  expect(evaluated.evaluated).toBe(50)
  expect((await runLedger({ now: END }, { database })).projects).toBeGreaterThanOrEqual(50)
  expect(await planner.scans({ ...ROWS, large: Number.POSITIVE_INFINITY })).toEqual([])
})

test('a statement without an index to help it is found out', async () => {
  await planner.scans(ROWS)
  await planner.database.selectFrom('ships').select('id').where('title', '=', 'nothing').execute()
  const [scan] = await planner.scans(ROWS)
  expect(scan?.table).toBe('ships')
})
