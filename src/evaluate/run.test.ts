import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, type Instant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { markForEvaluation } from '#records/project/work.ts'
import * as given from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { type EvaluateCounts, evaluateDue, evaluateProjects } from './run.ts'

/** A Friday at noon: no week ends within six hours. */
const NOW = given.DEFAULT_NOW
const { database } = await fileDatabase()

/** A published project, read until now, with one ship; it is marked for evaluation at an instant. */
async function aProject(shippedAt: Instant, markedAt = NOW): Promise<string> {
  const id = String((await given.aProject({}, database)).id)
  const source = await given.aSource({ project_id: id }, database)
  await given.aStream({ source_id: source.id, last_ok_at: NOW }, database)
  const ship = { project_id: id, source_id: source.id, detected_at: NOW }
  await given.aShip({ ...ship, occurred_at: shippedAt }, database)
  await inTransaction(database, (writer) => markForEvaluation({ projectIds: [id], now: markedAt }, writer))
  return id
}

const evaluateAt = (now: Instant, signal = new AbortController().signal) =>
  evaluateDue({ signal }, { database, clock: () => now })

async function dueAt(projectId: string): Promise<Instant | null> {
  const row = await database
    .selectFrom('project_work')
    .select('evaluate_due_at')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return row.evaluate_due_at
}

/** Whether evaluation took the project at that instant. */
async function isEvaluatedAt(projectId: string, now: Instant): Promise<boolean> {
  const before = await dueAt(projectId)
  await evaluateAt(now)
  return (await dueAt(projectId)) !== before
}

test.each([
  ['after six hours if no ship crosses a boundary', -20 * DAY_MS, 6 * HOUR_MS],
  ['when its ship crosses a boundary, if that is sooner', -7 * DAY_MS + HOUR_MS, HOUR_MS + 1000],
  ['when the boundary settles, if that is sooner', -8 * DAY_MS + HOUR_MS, HOUR_MS + 1000],
  ['after six hours if a boundary is a second later', -7 * DAY_MS + 6 * HOUR_MS, 6 * HOUR_MS],
])('a project is due again %s', async (_, shippedMs, dueMs) => {
  const id = await aProject(addMs(NOW, shippedMs))
  await evaluateAt(NOW)
  expect(await dueAt(id)).toBe(addMs(NOW, dueMs))
})

test('a project is evaluated from the instant it is due', async () => {
  const id = await aProject(addMs(NOW, -20 * DAY_MS))
  await evaluateAt(NOW)
  expect(await isEvaluatedAt(id, addMs(NOW, 6 * HOUR_MS - 1))).toBe(false)
  expect(await isEvaluatedAt(id, addMs(NOW, 6 * HOUR_MS))).toBe(true)
})

test.each([
  ['tooling', 'DORMANT', 0, true],
  ['data', 'UNKNOWN', null, false],
] as const)('[R78] the card of a silent project of kind %s is %s', async (kind, status, ships, measured) => {
  const id = await aProject(addMs(NOW, -90 * DAY_MS))
  await database.updateTable('projects').set({ kind }).where('id', '=', id).execute()
  await evaluateAt(NOW)
  const card = await database.selectFrom('cards').selectAll().where('project_id', '=', id).execute()
  expect(card).toMatchObject([
    {
      activity_status: status,
      meaningful_ships_30d: ships,
      evidence: { activityMeasured: measured, coverage: { building: { state: 'MEASURED' } } },
    },
  ])
  const facts = database.selectFrom('evaluated_facts').select('facts').where('project_id', '=', id)
  expect(await facts.executeTakeFirst()).toMatchObject({ facts: { kind } })
})

test('a project that becomes due during the run waits for the next run', async () => {
  const started = addMs(NOW, 20 * DAY_MS)
  await evaluateAt(started)
  await aProject(NOW, addMs(started, 1))
  const instants = [started, addMs(started, 1), addMs(started, 1)]
  const clock = () => instants.shift() ?? addMs(started, 1)
  const signal = new AbortController().signal
  expect(await evaluateDue({ signal }, { database, clock })).toEqual({ evaluated: 0, moved: 0 })
  expect(await evaluateAt(addMs(started, 1))).toEqual({ evaluated: 1, moved: 1 })
})

test('a run counts evaluated projects and changed conclusions, reports each batch, and stops at its signal', async () => {
  const started = addMs(NOW, 40 * DAY_MS)
  await evaluateAt(started)
  const ids = await Promise.all(Array.from({ length: 51 }, () => aProject(NOW, started)))
  expect(await evaluateAt(started, AbortSignal.abort())).toEqual({ evaluated: 0, moved: 0 })
  const reported: EvaluateCounts[] = []
  const progress = (counts: EvaluateCounts) => reported.push(counts)
  const signal = new AbortController().signal
  const counts = await evaluateDue({ signal, progress }, { database, clock: () => started })
  expect(counts).toEqual({ evaluated: ids.length, moved: ids.length })
  expect(reported).toEqual([
    { evaluated: 50, moved: 50 },
    { evaluated: 51, moved: 51 },
  ])
})

test('a batch of which other runs evaluated every project evaluates none', async () => {
  const evaluated = inTransaction(database, (writer) =>
    evaluateProjects({ projectIds: [], now: NOW }, writer),
  )
  expect(await evaluated).toEqual({ evaluated: 0, moved: 0 })
})

test('every evaluated project is marked for the ledger', async () => {
  const started = addMs(NOW, 60 * DAY_MS)
  await evaluateAt(started)
  const id = await aProject(NOW, started)
  await evaluateAt(started)
  const row = await database
    .selectFrom('project_work')
    .select('ledger_due_since')
    .where('project_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.ledger_due_since).toBe(started)
})

test('a project whose records no rule can handle stays due, and the others are evaluated', async () => {
  const at = addMs(NOW, 30 * DAY_MS)
  const ids = [await aProject(at, at), await aProject(at, at), await aProject(at, at)]
  const [, broken = ''] = ids
  await sql`update ships set facts = 'null' where project_id = ${broken}`.execute(database)
  const failure = await evaluateAt(at).catch((error: Error) => error)
  expect(failure).toMatchObject({ name: 'ProjectsFailed', message: expect.stringContaining(broken) })
  const due = await Promise.all(ids.map(dueAt))
  expect(due.map((one) => one === at)).toEqual([false, true, false])
})

test('a run ends when more than fifty projects failed', async () => {
  const at = addMs(NOW, 60 * DAY_MS)
  await database.deleteFrom('project_work').execute()
  const ids = await Promise.all(Array.from({ length: 101 }, () => aProject(at, at)))
  await sql`update ships set facts = 'null' where project_id = any(${ids}::uuid[])`.execute(database)
  const failure = await evaluateAt(at).catch((error: Error) => error)
  expect(failure).toMatchObject({ message: expect.stringMatching(/ and 97 more$/) })
})
