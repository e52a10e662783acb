import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import type { Database } from '#records/database.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import * as given from '#test/records.ts'
import { runLedger } from './write.ts'

const NOW = given.DEFAULT_NOW
let opened: TestDatabase
let database: Database

beforeAll(async () => {
  opened = await openTestDatabase()
  database = opened.database
  await runLedger({ now: addMs(NOW, -DAY_MS) }, { database })
})
afterAll(() => opened[Symbol.asyncDispose]())

/** A published project with one repository that has been read since August. */
async function aWatchedProject() {
  const project = await given.aProject({}, database)
  const source = await given.aSource({ project_id: project.id }, database)
  await given.aStream({ source_id: source.id }, database)
  return { project, source, ship: { project_id: project.id, source_id: source.id } }
}

async function run(projectId: string, now: Instant = NOW) {
  await given.markDue([projectId], database, now)
  return runLedger({ now }, { database })
}

/** Every revision of a project's events but its publication, in ledger order. */
async function revisions(projectId: string) {
  return database
    .selectFrom('changes')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('type', '<>', 'research.published')
    .orderBy('position')
    .execute()
}

describe('releases', () => {
  test('case 1: published Monday, first read Wednesday: one live event dated Monday', async () => {
    const { project, ship } = await aWatchedProject()
    const { evidence } = await given.aShip(
      {
        ...ship,
        occurred_at: toInstant('2026-11-16T09:00:00Z'),
        detected_at: toInstant('2026-11-18T09:00:00Z'),
      },
      database,
    )
    expect(await run(project.id)).toMatchObject({ projects: 1, upserts: 2, revisions: 0, retractions: 0 })
    expect(await revisions(project.id)).toMatchObject([
      {
        id: evidence,
        revision: 1,
        op: 'upsert',
        type: 'build.release',
        domain: 'build',
        occurred_at: '2026-11-16T09:00:00Z',
        detected_at: '2026-11-18T09:00:00Z',
        precision: 'EXACT',
        origin: 'live',
        summary: 'Release 1.0.0: Faster swaps',
        evidence: [evidence, `source:${ship.source_id}`],
      },
    ])
    expect(await run(project.id)).toMatchObject({ projects: 1, upserts: 0, revisions: 0, retractions: 0 })
  })

  test.each([
    ['case 2: nine days', 9 * DAY_MS, 'backfill'],
    ['case 77: seven days and a millisecond', 7 * DAY_MS + 1, 'backfill'],
    ['case 77: exactly seven days', 7 * DAY_MS, 'live'],
  ])('%s from publication to the first reading', async (_, ageMs, origin) => {
    const { project, ship } = await aWatchedProject()
    await given.aShip({ ...ship, occurred_at: addMs(NOW, -ageMs), detected_at: NOW }, database)
    await run(project.id)
    expect(await revisions(project.id)).toMatchObject([{ origin }])
  })

  test('case 3: a repository attached with forty old releases makes backfill, its status move too', async () => {
    const { project } = await aWatchedProject()
    const attached = await given.aSource(
      { project_id: project.id, attached_at: addMs(NOW, -HOUR_MS) },
      database,
    )
    await given.aStream({ source_id: attached.id, first_ok_at: NOW, last_ok_at: NOW }, database)
    const ships: string[] = []
    for (let index = 0; index < 40; index += 1) {
      const release = {
        version: `0.${index}.0`,
        occurred_at: addMs(NOW, -(index + 1) * DAY_MS),
        detected_at: NOW,
      }
      const ship = await given.aShip({ project_id: project.id, source_id: attached.id, ...release }, database)
      ships.push(ship.evidence)
    }
    const at = { project_id: project.id, value: JSON.stringify({ status: 'DORMANT' }) }
    await given.anEvaluation({ ...at, evaluated_at: addMs(NOW, -9 * DAY_MS), superseded_at: NOW }, database)
    const shipping = { value: JSON.stringify({ status: 'SHIPPING' }), evidence: ships.slice(0, 3) }
    await given.anEvaluation({ ...at, ...shipping, evaluated_at: NOW }, database)
    await run(project.id)
    const written = await revisions(project.id)
    expect(Map.groupBy(written, (row) => `${row.type} ${row.origin}`)).toEqual(
      new Map([
        ['build.release backfill', expect.any(Array)],
        ['research.source_added live', [expect.anything()]],
        ['build.status_changed backfill', [expect.anything()]],
      ]),
    )
    expect(written.filter((row) => row.type === 'build.release')).toHaveLength(40)
  })

  test('cases 5 and 6: another body says nothing new, another title is revision 2', async () => {
    const { project, ship } = await aWatchedProject()
    const { id } = await given.aShip(ship, database)
    await run(project.id)
    await database
      .updateTable('ships')
      .set({ facts: JSON.stringify({ body: 'longer notes' }) })
      .where('id', '=', id)
      .execute()
    expect(await run(project.id)).toMatchObject({ revisions: 0 })
    await database.updateTable('ships').set({ title: 'Much faster swaps' }).where('id', '=', id).execute()
    expect(await run(project.id)).toMatchObject({ revisions: 1 })
    expect(await revisions(project.id)).toMatchObject([
      { revision: 1, summary: 'Release 1.0.0: Faster swaps' },
      { revision: 2, summary: 'Release 1.0.0: Much faster swaps', origin: 'live' },
    ])
  })
})
