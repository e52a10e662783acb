import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { addMs, DAY_MS, HOUR_MS, type Instant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { getCitedChanges } from '#records/ledger/cited-changes.ts'
import { lockForLedger } from '#records/project/work.ts'
import { drafts, ship as shipOf } from '#test/given/ledger-evidence.ts'
import * as given from '#test/given/records.ts'
import { countWaiting, openTestDatabase } from '#test/postgres/database.ts'
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
} from '#test/webhooks/ledger.ts'
import { append } from './append.ts'
import { readFeed } from './feed.ts'
import { retractProject } from './retract.ts'

const NOW = given.DEFAULT_NOW
const HIDDEN = { state: 'hidden', hidden_at: NOW }
const { database } = await fileLedger()

const setState = (id: string, state: object) =>
  database.updateTable('projects').set(state).where('id', '=', id).execute()

async function aReleasedProject() {
  const watched = await aWatchedProject(database)
  const released = await given.aShip(watched.ship, database)
  await runFor(watched.project.id, database)
  return { ...watched, released, id: watched.project.id, slug: watched.project.slug as Slug }
}

async function mirrorOf(project: Slug): Promise<Mirror> {
  const mirror: Mirror = new Map()
  await follow(mirror, { from: START, filters: { project } }, database)
  return mirror
}

test('a draft project has no events; its history before publication is backfill', async () => {
  const project = await given.aProject({ state: 'draft' }, database)
  const source = await given.aSource({ project_id: project.id }, database)
  await given.aStream({ source_id: source.id }, database)
  await given.aShip({ project_id: project.id, source_id: source.id }, database)
  expect(await runFor(project.id, database)).toMatchObject({ projects: 1, upserts: 0 })
  const published = { state: 'published', first_published_at: NOW, published_at: NOW }
  await setState(project.id, published)
  expect(await runFor(project.id, database)).toMatchObject({ upserts: 2 })
  expect(await revisionsOf(project.id, database)).toMatchObject([
    { type: 'build.release', origin: 'backfill' },
  ])
  const publication = await database
    .selectFrom('changes')
    .select(['origin', 'evidence'])
    .where('id', '=', `state:${project.id}:published`)
    .execute()
  expect(publication).toEqual([{ origin: 'live', evidence: [source.evidence] }])
})

test('[case 26] hiding retracts each public event by id alone; events return past every cursor after publication', async () => {
  const { id, slug, released } = await aReleasedProject()
  const mirror: Mirror = new Map()
  const cited = async () => [...(await getCitedChanges([released.evidence], database)).keys()]
  const seen = await follow(mirror, { from: START, filters: { project: slug } }, database)
  expect([...mirror.keys()]).toContain(released.evidence)
  expect(await cited()).toEqual([released.evidence])
  await setState(id, HIDDEN)
  expect(await runFor(id, database)).toMatchObject({ upserts: 0, retractions: 2 })
  expect(await cited()).toEqual([])
  expect(await browseAll({ filters: { project: slug } }, database)).toEqual([])
  const hidden = await follow(mirror, { from: seen, filters: { project: slug } }, database)
  expect(mirror.size).toBe(0)
  await setState(id, { state: 'published' })
  expect(await cited()).toEqual([])
  expect(await runFor(id, database, addMs(NOW, HOUR_MS))).toMatchObject({ upserts: 2, revisions: 0 })
  expect(await cited()).toEqual([released.evidence])
  await follow(mirror, { from: hidden, filters: { project: slug } }, database)
  expect([...mirror.values()]).toMatchObject([
    { id: `state:${id}:published`, revision: 3, origin: 'backfill' },
    { id: released.evidence, revision: 3, origin: 'live' },
  ])
  expect(await mirrorOf(slug)).toEqual(mirror)
})

test('[case 27] the events of a project published again after thirty days return as backfill', async () => {
  const { id, released } = await aReleasedProject()
  await setState(id, HIDDEN)
  await runFor(id, database)
  await setState(id, { state: 'published' })
  await runFor(id, database, addMs(NOW, 30 * DAY_MS))
  expect(await revisionsOf(id, database)).toMatchObject([
    { id: released.evidence, origin: 'live', first_seen_live: true },
    { op: 'retract', retracted_because: 'hidden' },
    { revision: 3, op: 'upsert', origin: 'backfill', first_seen_live: true },
  ])
})

test('a ship withdrawn while its project is hidden does not return with the project', async () => {
  const { id, slug, released } = await aReleasedProject()
  await setState(id, HIDDEN)
  await runFor(id, database)
  const withdrawn = { withdrawn_at: NOW, withdrawn_reason: 'release deleted' }
  await database
    .updateTable('ships')
    .set(withdrawn)
    .where('id', '=', released.id ?? '')
    .execute()
  await setState(id, { state: 'published' })
  await runFor(id, database)
  expect((await browseAll({ filters: { project: slug } }, database)).map((row) => row.id)).toEqual([
    `state:${id}:published`,
  ])
})

test('hiding retracts in its own transaction, and the next run adds nothing', async () => {
  const { id } = await aReleasedProject()
  const hide = (now: Instant) =>
    inTransaction(database, async (writer) => {
      await writer.updateTable('projects').set(HIDDEN).where('id', '=', id).execute()
      return retractProject({ projectId: id, now }, writer)
    })
  expect(await hide(NOW)).toEqual({ upserts: 0, revisions: 0, retractions: 2 })
  expect(await hide(NOW)).toEqual({ upserts: 0, revisions: 0, retractions: 0 })
  expect(await runFor(id, database)).toMatchObject({ projects: 1, upserts: 0, retractions: 0 })
})

test('hiding waits for a batch that writes the project, and retracts the events of that batch', async () => {
  const { id, slug } = await aReleasedProject()
  const [draft] = drafts({ ships: [shipOf({})] })
  if (draft === undefined) throw new Error('No draft: expected one for the ship')
  const batch = await database.transaction().execute(async (writer) => {
    await lockForLedger([id], writer)
    const hide = inTransaction(database, (hiding) => retractProject({ projectId: id, now: NOW }, hiding))
    await expect.poll(() => countWaiting(database)).toBe(1)
    await append({ events: [{ draft, projectId: id, publishedAt: NOW }], retractions: [], now: NOW }, writer)
    return { hide }
  })
  expect(await batch.hide).toEqual({ upserts: 0, revisions: 0, retractions: 3 })
  expect(await mirrorOf(slug)).toEqual(new Map())
})

test('two writers of the ledger wait for each other', async () => {
  const { slug } = await aReleasedProject()
  const ids = await database.transaction().execute(async (writer) => {
    const nothing = { events: [], retractions: [], now: NOW }
    await append(nothing, writer)
    const second = inTransaction(database, (other) => append(nothing, other))
    await expect.poll(() => countWaiting(database)).toBe(1)
    return { second }
  })
  expect(await ids.second).toEqual({ upserts: 0, revisions: 0, retractions: 0 })
  expect((await mirrorOf(slug)).size).toBe(2)
})

/** A project with a lock whose unlock is announced as due in a day. */
async function anUnlockDue() {
  const unlockAt = addMs(NOW, DAY_MS)
  const { project, ship } = await aWatchedProject(database)
  const lockId = String(Number.parseInt(project.id.slice(0, 8), 16))
  const lock = { project_id: project.id, source_id: ship.source_id, token: given.addressOf(7) }
  await given.aLock({ ...lock, lock_id: lockId, unlock_at: unlockAt }, database)
  await runFor(project.id, database)
  const due = async () => {
    const filters = { project: project.slug as Slug, types: ['lock.unlock_due' as const] }
    return (await browseAll({ filters }, database)).length
  }
  const moveTo = (at: Instant) =>
    database.updateTable('locks').set({ unlock_at: at }).where('lock_id', '=', lockId).execute()
  expect(await due()).toBe(1)
  return { id: project.id, unlockAt, due, moveTo }
}

test('an unlock announced before its project was hidden returns with the project, even after the unlock', async () => {
  const { id, unlockAt, due } = await anUnlockDue()
  await setState(id, HIDDEN)
  await runFor(id, database)
  expect(await due()).toBe(0)
  await setState(id, { state: 'published' })
  await runFor(id, database, addMs(unlockAt, DAY_MS))
  expect(await due()).toBe(1)
})

test('an unlock whose event was retracted is not announced again after its first date', async () => {
  const { id, unlockAt, due, moveTo } = await anUnlockDue()
  await moveTo(addMs(unlockAt, 60 * DAY_MS))
  await runFor(id, database)
  expect(await due()).toBe(0)
  await moveTo(unlockAt)
  await runFor(id, database, addMs(unlockAt, DAY_MS))
  expect(await due()).toBe(0)
})

test('a list ends before the events of a project that is hidden but not yet retracted', async () => {
  await aReleasedProject()
  const cursor = await follow(new Map(), { from: START }, database)
  const { id, ship } = await aReleasedProject()
  const after = await aReleasedProject()
  const mirror: Mirror = new Map()
  await follow(mirror, { from: START }, database)
  await given.aShip({ ...ship, title: 'Secret' }, database)
  await runFor(id, database)
  await given.aShip({ ...after.ship, title: 'Later' }, database)
  await runFor(after.id, database)
  await setState(id, HIDDEN)
  const shown = await browseAll({}, database)
  expect(shown.some((row) => row.op === 'upsert' && row.summary.includes('Secret'))).toBe(false)
  const position = Number.parseInt(cursor.slice('c1.'.length), 10)
  const list = await readFeed({ mode: 'sync', position, filters: {}, limit: 100 }, database)
  expect(list.rows).toEqual([])
  expect(list.nextCursor).toBe(cursor)
  await runFor(id, database)
  await follow(mirror, { from: list.nextCursor ?? START }, database)
  expect(new Set(mirror.keys())).toEqual(new Set((await browseAll({}, database)).map((row) => row.id)))
})

test('every event of the first run is bootstrap, also when it took more than one attempt', async () => {
  await using other = await openTestDatabase()
  const { project, ship } = await aWatchedProject(other.database)
  await given.aShip(ship, other.database)
  await runFor(project.id, other.database)
  expect(await revisionsOf(project.id, other.database)).toMatchObject([
    { origin: 'bootstrap', first_seen_live: false },
  ])
  await given.aShip({ ...ship, title: 'Second' }, other.database)
  await runFor(project.id, other.database)
  expect(await revisionsOf(project.id, other.database)).toMatchObject([{}, { origin: 'live' }])
  await setState(project.id, HIDDEN)
  expect(await ledgerFaults(other.database)).toEqual([])
})

test('the ledger has no faults after these tests', async () => {
  expect(await ledgerFaults(database)).toEqual([])
})
