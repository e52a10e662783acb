import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { addMs, DAY_MS, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { clearLedgerDue, lockForLedger } from '#records/project/work.ts'
import { drafts, PROJECT_ID, ship } from '#test/given/ledger-evidence.ts'
import * as given from '#test/given/records.ts'
import { countWaiting } from '#test/postgres/database.ts'
import { aWatchedProject, fileLedger, revisionsOf, runFor } from '#test/webhooks/ledger.ts'
import { append } from './append.ts'
import { readFeed } from './feed.ts'
import { runLedger } from './write.ts'

const NOW = given.DEFAULT_NOW
const { database } = await fileLedger()

const revisions = (projectId: string) => revisionsOf(projectId, database)
const run = (projectId: string, now: Instant = NOW) => runFor(projectId, database, now)

test('[case 1] a release of Monday that is first read on Wednesday makes one live event dated Monday', async () => {
  const { project, ship } = await aWatchedProject(database)
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
      occurred_at: '2026-11-16T09:00:00.000Z',
      detected_at: '2026-11-18T09:00:00.000Z',
      precision: 'EXACT',
      origin: 'live',
      summary: 'Release 1.0.0: Faster swaps',
      evidence: [evidence, `source:${ship.source_id}`],
    },
  ])
  expect(await run(project.id)).toMatchObject({ projects: 1, upserts: 0, revisions: 0, retractions: 0 })
})

test.each([
  ['[case 2] nine days', 9 * DAY_MS, 'backfill'],
  ['[webhooks 77] seven days and a millisecond', 7 * DAY_MS + 1, 'backfill'],
  ['[webhooks 77] exactly seven days', 7 * DAY_MS, 'live'],
])('%s from publication to the first reading [contract limit live-push]', async (_, ageMs, origin) => {
  const { project, ship } = await aWatchedProject(database)
  await given.aShip({ ...ship, occurred_at: addMs(NOW, -ageMs), detected_at: NOW }, database)
  await run(project.id)
  expect(await revisions(project.id)).toMatchObject([{ origin }])
})

test('a source attached before its project was recorded makes backfill of its past', async () => {
  const project = await given.aProject(
    { created_at: NOW, first_published_at: NOW, published_at: NOW },
    database,
  )
  const source = await given.aSource({ project_id: project.id }, database)
  await given.aStream({ source_id: source.id, first_ok_at: NOW }, database)
  const own = { project_id: project.id, source_id: source.id, detected_at: addMs(NOW, HOUR_MS) }
  await given.aShip({ ...own, occurred_at: addMs(NOW, -HOUR_MS) }, database)
  await given.aShip({ ...own, occurred_at: addMs(NOW, 60_000) }, database)
  await run(project.id, addMs(NOW, HOUR_MS))
  expect(await revisions(project.id)).toMatchObject([{ origin: 'backfill' }, { origin: 'live' }])
})

test('[case 3] a repository attached with forty old releases makes backfill, and so does the status change', async () => {
  const { project } = await aWatchedProject(database)
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

test('[case 5] [case 6] another body makes no revision, another title makes revision 2', async () => {
  const { project, ship } = await aWatchedProject(database)
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

test('[case 7] a deleted release is retracted, and returns under its id when it is found again', async () => {
  const { project, ship } = await aWatchedProject(database)
  const { id, evidence } = await given.aShip(ship, database)
  await run(project.id)
  const withdraw = (at: Instant | null) =>
    database
      .updateTable('ships')
      .set({ withdrawn_at: at, withdrawn_reason: at === null ? null : 'release deleted' })
      .where('id', '=', id)
      .execute()
  await withdraw(NOW)
  expect(await run(project.id)).toMatchObject({ upserts: 0, retractions: 1 })
  await withdraw(null)
  expect(await run(project.id)).toMatchObject({ upserts: 1, retractions: 0 })
  expect(await revisions(project.id)).toMatchObject([
    { id: evidence, revision: 1, op: 'upsert' },
    { id: evidence, revision: 2, op: 'retract', retracted_because: 'withdrawn', summary: null, facts: null },
    { id: evidence, revision: 3, op: 'upsert', origin: 'live', summary: 'Release 1.0.0: Faster swaps' },
  ])
})

test('[case 14] twelve prereleases of one week are twelve events', async () => {
  const { project, ship } = await aWatchedProject(database)
  const versions = Array.from({ length: 12 }, (_, index) => `2.0.0-rc.${index}`)
  await Promise.all(
    versions.map((version) => given.aShip({ ...ship, kind: 'prerelease', version }, database)),
  )
  expect(await run(project.id)).toMatchObject({ upserts: 13 })
})

test('[case 18] [case 19] a running week is one revision, the finished week is the second, and [R71] it is listed as read now', async () => {
  const { project, ship } = await aWatchedProject(database)
  const week = (readTo: string, humanCommits: number) => ({
    codeWeek: {
      weekStart: '2026-11-16',
      byDay: { '2026-11-16': humanCommits },
      humanCommits,
      excludedCommits: 0,
      authors: 1,
      partial: false,
      substance: 'substantive',
      readTo,
    },
  })
  const read = (id: string | undefined, facts: object) =>
    database
      .updateTable('ships')
      .set({ facts: JSON.stringify(facts) })
      .where('id', '=', id ?? '')
      .execute()
  const facts = JSON.stringify(week('2026-11-19T09:00:00.000Z', 3))
  const clocks = {
    occurred_at: toInstant('2026-11-18T09:00:00Z'),
    detected_at: toInstant('2026-11-18T10:00:00Z'),
  }
  const { id } = await given.aShip(
    { ...ship, ...clocks, kind: 'code_week', precision: 'WINDOW', facts },
    database,
  )
  await run(project.id, toInstant('2026-11-19T10:00:00Z'))
  await read(id, week('2026-11-20T09:00:00.000Z', 5))
  expect(await run(project.id)).toMatchObject({ revisions: 0 })
  const list = { filters: { project: project.slug as Slug }, limit: 5 }
  for (const start of [{ mode: 'browse' }, { mode: 'sync', position: 0 }] as const) {
    const { rows } = await readFeed({ ...start, ...list }, database)
    const [event] = rows.filter((row) => row.op === 'upsert' && row.type === 'build.code_activity')
    expect(event).toMatchObject(week('2026-11-20T09:00:00.000Z', 5))
    expect(event).toMatchObject({ facts: week('2026-11-19T09:00:00.000Z', 3) })
  }
  await read(id, week('2026-11-24T09:00:00.000Z', 8))
  await run(project.id, toInstant('2026-11-24T10:00:00Z'))
  expect(await revisions(project.id)).toMatchObject([
    { revision: 1, summary: 'code changes, week starting 2026-11-16 (to 2026-11-19)', precision: 'WINDOW' },
    { revision: 2, summary: 'code changes, week starting 2026-11-16 (to 2026-11-22)' },
  ])
  await read(id, { codeWeek: { ...week('2026-11-24T09:00:00.000Z', 8).codeWeek, substance: 'none' } })
  expect(await run(project.id, toInstant('2026-11-24T11:00:00Z'))).toMatchObject({ retractions: 1 })
})

test('[case 40] a new rule version announces nothing, a later change under one rule is announced', async () => {
  const { project } = await aWatchedProject(database)
  const statuses: [string, string, string][] = [
    ['SHIPPING', 'activity.status@1', '2026-11-01T00:00:00.000Z'],
    ['ACTIVE', 'activity.status@2', '2026-11-02T00:00:00.000Z'],
    ['QUIET', 'activity.status@2', '2026-11-18T00:00:00.000Z'],
  ]
  for (const [index, [status, rule, at]] of statuses.entries()) {
    const superseded_at = index < statuses.length - 1 ? NOW : null
    const value = JSON.stringify({ status })
    await given.anEvaluation(
      { project_id: project.id, rule, value, evaluated_at: toInstant(at), superseded_at },
      database,
    )
  }
  const unmeasured = { state: 'STALE', value: null, evidence: [] as string[] }
  const stale = { project_id: project.id, fact: 'market.status', ...unmeasured }
  await given.anEvaluation({ ...stale, evaluated_at: NOW, superseded_at: NOW }, database)
  await run(project.id)
  expect(await revisions(project.id)).toMatchObject([
    { type: 'build.status_changed', facts: { from: 'ACTIVE', to: 'QUIET' }, origin: 'live' },
  ])
})

test('[R64] [R65] unknown and unconfirmed statuses are left out, and a status known again is compared with the last one', async () => {
  const { project } = await aWatchedProject(database)
  const hours = (index: number) => addMs(NOW, (index - 10) * HOUR_MS)
  const unknown = { state: 'SOURCE_UNAVAILABLE', value: null, evidence: [] as string[] }
  const known = (status: string, confirmed?: false) => ({ value: JSON.stringify({ status, confirmed }) })
  const conclude = async (...conclusions: readonly (typeof unknown | ReturnType<typeof known>)[]) => {
    for (const [index, conclusion] of conclusions.entries()) {
      const at = { project_id: project.id, evaluated_at: hours(index), superseded_at: hours(index + 1) }
      await given.anEvaluation({ ...at, ...conclusion }, database)
    }
    await run(project.id)
  }
  await conclude(
    known('SHIPPING'),
    unknown,
    known('ACTIVE', false),
    known('SHIPPING'),
    unknown,
    known('DORMANT'),
  )
  expect(await revisions(project.id)).toMatchObject([
    {
      type: 'build.dormant',
      origin: 'live',
      detected_at: hours(5),
      facts: { from: 'SHIPPING', to: 'DORMANT', between: { from: hours(4), to: hours(5) } },
    },
  ])
})

test('[R70] a ship dated ahead is announced by the first run after its time', async () => {
  const { project, ship } = await aWatchedProject(database)
  const at = addMs(NOW, HOUR_MS)
  await given.aShip({ ...ship, occurred_at: at, detected_at: addMs(NOW, -HOUR_MS) }, database)
  await run(project.id)
  expect(await revisions(project.id)).toEqual([])
  await runLedger({ now: addMs(at, -1) }, { database })
  expect(await revisions(project.id)).toEqual([])
  await runLedger({ now: at }, { database })
  expect(await revisions(project.id)).toMatchObject([{ occurred_at: at, detected_at: at, origin: 'live' }])
})

test('one run writes the events of several projects in the order of their times', async () => {
  const [one, other] = [await aWatchedProject(database), await aWatchedProject(database)]
  const ids = [one, other].map(({ project }) => String(project.id))
  const ships = await Promise.all(
    [one, other, one, other].map(async ({ ship }, hours) => {
      const at = addMs(NOW, (hours - 9) * HOUR_MS)
      return given.aShip({ ...ship, version: `${hours}.0.0`, occurred_at: at, detected_at: at }, database)
    }),
  )
  await given.markDue(ids, database, NOW)
  expect(await runLedger({ now: NOW }, { database })).toMatchObject({ projects: 2, upserts: 6 })
  const written = (await Promise.all(ids.map(revisions))).flat()
  const inOrder = written.toSorted((a, b) => a.position - b.position).map(({ id }) => id)
  expect(inOrder).toEqual(ships.map(({ evidence }) => evidence))
})

test('a project that another run compared meanwhile is not compared again', async () => {
  const { project, ship } = await aWatchedProject(database)
  const id = String(project.id)
  await given.aShip(ship, database)
  await given.markDue([id], database, NOW)
  const { running } = await inTransaction(database, async (writer) => {
    await lockForLedger([id], writer)
    const run = runLedger({ now: NOW }, { database })
    await expect.poll(() => countWaiting(database)).toBe(1)
    await clearLedgerDue([id], writer)
    return { running: run }
  })
  expect(await running).toEqual({ projects: 0, upserts: 0, revisions: 0, retractions: 0 })
  expect(await revisions(id)).toEqual([])
})

test('refuses an input that has an event twice, and writes nothing of it', async () => {
  const [draft] = drafts({ ships: [ship({})] })
  if (draft === undefined) throw new Error('expected a draft')
  const event = { draft, projectId: PROJECT_ID, publishedAt: null }
  const retraction = { id: draft.id, because: 'withdrawn' } as const
  const write = (input: Pick<Parameters<typeof append>[0], 'events' | 'retractions'>) =>
    inTransaction(database, (writer) => append({ ...input, now: NOW }, writer))
  const twice = `The input contains the event ${draft.id} twice: expected each event once`
  await expect(write({ events: [event, event], retractions: [] })).rejects.toThrow(twice)
  await expect(write({ events: [event], retractions: [retraction] })).rejects.toThrow(twice)
  expect(await revisions(PROJECT_ID)).toEqual([])
})
