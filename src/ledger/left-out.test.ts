import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addMs } from '#contract/time.ts'
import * as given from '#test/given/records.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { aWatchedProject, fileLedger, revisionsOf } from '#test/webhooks/ledger.ts'
import { runLedger } from './write.ts'

const NOW = given.DEFAULT_NOW
const { database } = await fileLedger()

const revisions = (projectId: string) => revisionsOf(projectId, database)
const ranAt = async () =>
  (await database.selectFrom('ledger_state').select('last_run_at').executeTakeFirstOrThrow()).last_run_at

test('the first run ends the bootstrap, also when it leaves out a project', async () => {
  await using other = await openTestDatabase()
  const { ship, project } = await aWatchedProject(other.database)
  await given.aShip(ship, other.database)
  await sql`update ships set facts = 'null'`.execute(other.database)
  await given.markDue([String(project.id)], other.database, NOW)
  await expect(runLedger({ now: NOW }, { database: other.database })).rejects.toThrow(String(project.id))
  const state = other.database.selectFrom('ledger_state').select(['first_run_at', 'last_run_at'])
  expect(await state.executeTakeFirstOrThrow()).toEqual({ first_run_at: NOW, last_run_at: null })
})

test('a run that is stopped between two batches leaves the other projects marked and is not recorded', async () => {
  await using other = await openTestDatabase()
  const watched = await Promise.all(Array.from({ length: 51 }, () => aWatchedProject(other.database)))
  await given.markDue(
    watched.map(({ project }) => String(project.id)),
    other.database,
    NOW,
  )
  const state = other.database.selectFrom('ledger_state').select(['first_run_at', 'last_run_at'])
  const stop = new AbortController()
  const stopped = { now: NOW, signal: stop.signal, progress: () => stop.abort() }
  expect(await runLedger(stopped, { database: other.database })).toMatchObject({ projects: 50 })
  expect(await state.executeTakeFirstOrThrow()).toEqual({ first_run_at: null, last_run_at: null })
  expect(await runLedger({ now: NOW }, { database: other.database })).toMatchObject({ projects: 1 })
  expect(await state.executeTakeFirstOrThrow()).toEqual({ first_run_at: NOW, last_run_at: NOW })
})

test('a project whose records no rule can handle stays marked, and the events of the others are written', async () => {
  const watched = [
    await aWatchedProject(database),
    await aWatchedProject(database),
    await aWatchedProject(database),
  ]
  const ids = watched.map(({ project }) => String(project.id))
  const ships = await Promise.all(
    watched.map(({ ship }) => given.aShip({ ...ship, detected_at: NOW }, database)),
  )
  const [, broken = ''] = ids
  const setFacts = async (facts: string) =>
    sql`update ships set facts = ${facts}::jsonb where project_id = ${broken}`.execute(database)
  await setFacts('null')
  await given.markDue(ids, database, NOW)
  const before = await ranAt()
  const failure = await runLedger({ now: addMs(NOW, 1000) }, { database }).catch((error: Error) => error)
  expect(failure).toMatchObject({ name: 'ProjectsFailed', message: expect.stringContaining(broken) })
  expect(await Promise.all(ids.map(async (id) => (await revisions(id)).length))).toEqual([1, 0, 1])
  expect(await ranAt()).toBe(before)
  await setFacts('{}')
  expect(await runLedger({ now: addMs(NOW, 2000) }, { database })).toMatchObject({ projects: 1 })
  expect((await revisions(broken)).map(({ id }) => id)).toEqual([ships[1]?.evidence])
})

const uuidOf = (place: number) => `${String(place).padStart(8, '0')}-0000-4000-8000-000000000000`
/** A project whose id sorts last, so that a run reaches it after all others. */
const LAST = 'ffffffff-ffff-4fff-bfff-ffffffffffff'

test.each([
  ['fifty goes on and ends the bootstrap', 50, 1, NOW],
  ['more than fifty does not end the bootstrap', 51, 1, null],
  ['more than fifty leaves the projects of later transactions', 100, 0, null],
])('a run that leaves out %s', async (_, broken, compared, firstRunAt) => {
  await using other = await openTestDatabase()
  const ids = [...Array.from({ length: broken }, (__, place) => uuidOf(place)), LAST]
  await Promise.all(
    ids.map(async (id) => {
      await given.aProject({ id }, other.database)
      const source = await given.aSource({ project_id: id }, other.database)
      await given.aShip({ project_id: id, source_id: source.id }, other.database)
    }),
  )
  await sql`update ships set facts = 'null' where project_id <> ${LAST}`.execute(other.database)
  await given.markDue(ids, other.database, NOW)
  const failure = await runLedger({ now: NOW }, { database: other.database }).catch((error: Error) => error)
  expect(failure).toMatchObject({
    message: expect.stringMatching(new RegExp(` and ${broken - 3} more$`)),
    counts: { projects: compared },
  })
  const state = other.database.selectFrom('ledger_state').select(['first_run_at', 'last_run_at'])
  expect(await state.executeTakeFirst()).toEqual({ first_run_at: firstRunAt, last_run_at: null })
})
