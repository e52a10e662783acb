import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Cursor, Slug } from '#contract/ids.ts'
import { addMs, DAY_MS, type Instant, toInstant } from '#contract/time.ts'
import { inTransaction, type Writer } from '#records/database.ts'
import { clearLedgerDue, lockForLedger, markForLedger } from '#records/project/work.ts'
import * as given from '#test/given/records.ts'
import {
  aWatchedProject,
  browseAll,
  fileLedger,
  follow,
  ledgerFaults,
  type Mirror,
  revisionsOf,
  runFor,
  START,
  writeFindings,
} from '#test/webhooks/ledger.ts'
import { runLedger } from './write.ts'

const NOW = given.DEFAULT_NOW
const WRITERS = 8
const { database } = await fileLedger({ maxConnections: 24 })

/** The current events by id: a complete mirror equals them. */
async function currentEvents(): Promise<Mirror> {
  return new Map((await browseAll({ limit: 50 }, database)).map((row) => [row.id, row]))
}

test('[case 40] readers that follow nextCursor during eight parallel writers end with the current events', async () => {
  const { project } = await aWatchedProject(database)
  let writing = true
  const read = async (limit: number): Promise<{ mirror: Mirror; saved: [Cursor, Mirror][] }> => {
    const mirror: Mirror = new Map()
    const saved: [Cursor, Mirror][] = []
    let cursor = START
    while (writing) {
      cursor = await follow(mirror, { from: cursor, limit }, database)
      saved.push([cursor, new Map(mirror)])
    }
    await follow(mirror, { from: cursor, limit }, database)
    return { mirror, saved }
  }
  const readers = [read(1), read(3), read(100)]
  const findings = { rounds: 25, among: 40, projectId: project.id }
  await Promise.all(
    Array.from({ length: WRITERS }, (_, writer) => writeFindings({ writer, ...findings }, database)),
  )
  writing = false
  const expected = await currentEvents()
  for (const { mirror, saved } of await Promise.all(readers)) {
    expect(mirror).toEqual(expected)
    for (const [cursor, copy] of saved.slice(-20)) {
      await follow(copy, { from: cursor }, database)
      expect(copy).toEqual(expected)
    }
  }
  expect(await ledgerFaults(database)).toEqual([])
})

test('writes each record that is saved with its mark while the ledger runs exactly once', async () => {
  const projects = await Promise.all(Array.from({ length: 6 }, () => aWatchedProject(database)))
  let collecting = true
  const collect = async (worker: number) => {
    for (let round = 0; round < 20; round += 1) {
      const chosen = [projects[(worker + round) % 6], projects[(worker * 5 + round) % 6]].filter(
        (p) => p !== undefined,
      )
      await inTransaction(database, async (writer) => {
        for (const { ship } of new Set(chosen))
          await given.aShip({ ...ship, version: `${worker}.${round}` }, writer)
        await markForLedger({ projectIds: chosen.map(({ project }) => project.id), now: NOW }, writer)
      })
    }
  }
  const write = async () => {
    while (collecting) await runLedger({ now: NOW }, { database })
  }
  const writers = [write(), write()]
  await Promise.all(Array.from({ length: WRITERS }, (_, worker) => collect(worker)))
  collecting = false
  await Promise.all(writers)
  await runLedger({ now: NOW }, { database })
  const ships = await database.selectFrom('ships').select('id').execute()
  const written = await database
    .selectFrom('changes')
    .select('id')
    .where('type', '=', 'build.release')
    .execute()
  expect(written.map(({ id }) => id).toSorted()).toEqual(ships.map(({ id }) => `ship:${id}`).toSorted())
  expect(await runLedger({ now: NOW }, { database })).toEqual({
    projects: 0,
    upserts: 0,
    revisions: 0,
    retractions: 0,
  })
  expect(await ledgerFaults(database)).toEqual([])
})

/** Runs `inside` in a transaction that stays open until released. */
function holdOpen(inside: (writer: Writer) => Promise<unknown>) {
  const entered = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const ended = inTransaction(database, async (writer) => {
    await inside(writer)
    entered.resolve()
    await release.promise
  })
  return { entered: entered.promise, release: release.resolve, ended }
}

/** Polls until a connection waits for a lock, at most 2,000 times. */
async function untilOneWaits(): Promise<void> {
  for (let poll = 0; poll < 2000; poll += 1) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
    if (rows.length > 0) return
  }
}

test('the ledger waits for a record whose mark is being saved, and writes its event', async () => {
  const { project, ship } = await aWatchedProject(database)
  await runFor(project.id, database)
  await given.markDue([project.id], database)
  const collector = holdOpen(async (writer) => {
    await given.aShip(ship, writer)
    await markForLedger({ projectIds: [project.id], now: NOW }, writer)
  })
  await collector.entered
  const run = runLedger({ now: NOW }, { database })
  await untilOneWaits()
  collector.release()
  await collector.ended
  await run
  expect(await revisionsOf(project.id, database)).toHaveLength(1)
})

test('a mark set while a batch is being written survives it', async () => {
  const { project, ship } = await aWatchedProject(database)
  await runFor(project.id, database)
  await given.markDue([project.id], database)
  const batch = holdOpen(async (writer) => {
    await lockForLedger([project.id], writer)
    await clearLedgerDue([project.id], writer)
  })
  await batch.entered
  const collector = inTransaction(database, async (writer) => {
    await given.aShip(ship, writer)
    await markForLedger({ projectIds: [project.id], now: NOW }, writer)
  })
  await untilOneWaits()
  batch.release()
  await Promise.all([batch.ended, collector])
  expect(await runLedger({ now: NOW }, { database })).toMatchObject({ projects: 1, upserts: 1 })
})

type Step = 'release' | 'retitle' | 'withdraw' | 'find' | 'hide' | 'publish' | 'run' | 'later'
const STEPS: readonly Step[] = [
  'release',
  'release',
  'retitle',
  'withdraw',
  'find',
  'hide',
  'publish',
  'run',
  'run',
  'later',
]

test('every saved mirror ends with the current events after any sequence of changes to records and visibility', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 5, maxLength: 25 }), async (steps) => {
      const { project, ship } = await aWatchedProject(database)
      const filters = { project: project.slug as Slug }
      const mirror: Mirror = new Map()
      const saved: [Cursor, Mirror][] = [[START, new Map()]]
      let cursor = START
      let now: Instant = toInstant(NOW)
      for (const [index, step] of [...steps, 'publish' as const, 'run' as const].entries()) {
        if (step === 'later') now = addMs(now, 3 * DAY_MS)
        else if (step === 'run') {
          await runFor(project.id, database, now)
          cursor = await follow(mirror, { from: cursor, filters }, database)
          saved.push([cursor, new Map(mirror)])
        } else await apply(step, { ship, index, now })
      }
      const expected = new Map((await browseAll({ filters }, database)).map((row) => [row.id, row]))
      const ships = await database
        .selectFrom('ships')
        .select(['id', 'title'])
        .where('project_id', '=', project.id)
        .where('withdrawn_at', 'is', null)
        .execute()
      expect(ships.map(({ id, title }) => [`ship:${id}`, title]).toSorted()).toEqual(
        [...expected.values()]
          .flatMap((row) =>
            row.op === 'upsert' && row.type === 'build.release' ? [[row.id, row.facts['title']]] : [],
          )
          .toSorted(),
      )
      for (const [from, copy] of saved) {
        await follow(copy, { from, filters }, database)
        expect(copy).toEqual(expected)
      }
      expect(await runFor(project.id, database, now)).toEqual({
        projects: 1,
        upserts: 0,
        revisions: 0,
        retractions: 0,
      })
    }),
    { numRuns: 25 },
  )
  expect(await ledgerFaults(database)).toEqual([])
})

async function apply(
  step: Exclude<Step, 'run' | 'later'>,
  to: { ship: { project_id: string; source_id: string }; index: number; now: Instant },
): Promise<void> {
  const { ship, index, now } = to
  const projects = database.updateTable('projects').where('id', '=', ship.project_id)
  const ships = database
    .updateTable('ships')
    .where('id', 'in', (from) =>
      from.selectFrom('ships').select('id').where('project_id', '=', ship.project_id).orderBy('id').limit(2),
    )
  if (step === 'release')
    await given.aShip({ ...ship, title: `t${index}`, occurred_at: now, detected_at: now }, database)
  if (step === 'retitle') await ships.set({ title: `retitled ${index % 2}` }).execute()
  if (step === 'withdraw')
    await ships.set({ withdrawn_at: now, withdrawn_reason: 'release deleted' }).execute()
  if (step === 'find') await ships.set({ withdrawn_at: null, withdrawn_reason: null }).execute()
  if (step === 'hide') await projects.set({ state: 'hidden', hidden_at: now }).execute()
  if (step === 'publish') await projects.set({ state: 'published' }).execute()
}
