import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type CalendarDate, type Instant, toInstant } from '#contract/time.ts'
import { type CountedPart, STREAMS_OF_PART } from '#domain/reports/chain-day.ts'
import type { Database } from '#records/database.ts'
import { findChainDay } from '#records/reports/chain-day.ts'
import { addressOf, aLock, aProject, aShip, aSource, aStream } from '#test/given/records.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { writeChainDays } from './chain-days.ts'

const DAY = '2026-11-18' as CalendarDate
const NOON = toInstant('2026-11-18T12:00:00Z')
const PUBLISHED = toInstant('2026-11-17T09:00:00Z')
const RAN = toInstant('2026-11-20T00:00:00Z')
const READ = { covers_from: toInstant('2026-11-01T00:00:00Z'), last_ok_at: toInstant('2026-11-19T01:00:00Z') }
const UNREAD = { count: null, measured: 0 }

let database: Database
beforeEach(async () => {
  const opened = await openTestDatabase()
  database = opened.database
  return () => opened[Symbol.asyncDispose]()
})

async function write(ranAt: Instant = RAN): Promise<number> {
  await database.updateTable('ledger_state').set({ last_run_at: ranAt }).execute()
  const { days } = await writeChainDays(
    { signal: new AbortController().signal },
    { database, clock: () => ranAt },
  )
  return days
}
const held = (day = DAY) => findChainDay({ day }, database)

/** A published project whose source has these streams. */
async function aBuilder(
  kind: string,
  streams: Readonly<Record<string, object>>,
  given: { readonly state?: 'hidden'; readonly source?: object } = {},
) {
  const { state = 'published', source } = given
  const project = await aProject({ state, first_published_at: PUBLISHED, published_at: PUBLISHED }, database)
  const project_id = String(project.id)
  const { id } = await aSource({ project_id, kind, ...source }, database)
  for (const [stream, read] of Object.entries(streams))
    await aStream({ source_id: String(id), stream, ...read }, database)
  return { project_id, source_id: String(id) }
}
const aCoder = (given = {}) => aBuilder('github_repository', { releases: READ, commits: READ }, given)

let position = 0
async function changed(projectId: string, type: string, occurredAt: string | null): Promise<void> {
  position += 1
  const id = `impl:${randomUUID()}`
  await sql`insert into changes (position, id, revision, op, type, domain, project_id, first_position, recorded_at,
      occurred_at, detected_at, precision, origin, first_seen_live, summary, facts, evidence, content_digest)
    values (${position}, ${id}, 1, 'upsert', ${type}, 'contract', ${projectId}, ${position}, ${NOON}, ${occurredAt},
      ${NOON}, 'EXACT', 'live', true, 'words', '{}', ${sql`array[${id}]`}, 'digest')`.execute(database)
}

test('[R119] counts what the words say: ships that count, and each implementation change of the ledger', async () => {
  const coder = await aCoder()
  await aShip({ ...coder, occurred_at: NOON, counts_as: 'release' }, database)
  await aShip({ ...coder, occurred_at: NOON, counts_as: null }, database)
  await aShip({ ...coder, occurred_at: toInstant('2026-11-19T00:00:00Z'), counts_as: 'release' }, database)
  const withdrawn = { withdrawn_at: RAN, withdrawn_reason: 'release deleted' }
  await aShip({ ...coder, occurred_at: NOON, counts_as: 'release', ...withdrawn }, database)
  const undated = { occurred_at: null, precision: 'OBSERVED', detected_at: NOON }
  await aShip({ ...coder, ...undated, counts_as: 'release' }, database)
  const owner = await aBuilder('contract', { upgrades: READ })
  await aShip({ ...owner, occurred_at: NOON, kind: 'upgrade', counts_as: 'upgrade' }, database)
  for (const at of ['2026-11-18T00:00:00Z', '2026-11-18T23:59:59.999Z', '2026-11-19T00:00:00Z', null])
    await changed(owner.project_id, 'contract.implementation_changed', at)
  const deployer = await aBuilder('deployer', { deployments: READ })
  await changed(deployer.project_id, 'contract.followup_deployed', '2026-11-18T10:00:00Z')
  const locked = await aBuilder(
    'locker',
    { locks: READ },
    { source: { counted: false, not_counted_reason: 'x', locator: `${addressOf(0x10c)}:${addressOf(1)}` } },
  )
  await aLock({ ...locked, token: addressOf(1), unlock_at: NOON }, database)
  await aLock({ ...locked, token: addressOf(1), lock_id: '8', unlock_at: NOON, withdrawn: true }, database)
  await aLock({ ...locked, token: addressOf(1), locker: addressOf(0x10f), unlock_at: NOON }, database)
  expect(await write()).toBe(2)
  expect(await held()).toEqual({
    day: DAY,
    writtenAt: RAN,
    ships: { count: 2, measured: 3 },
    projects: { count: 2, measured: 3 },
    upgrades: { count: 2, measured: 1 },
    deployments: { count: 1, measured: 1 },
    unlocks: { count: 1, measured: 1 },
  })
})

const ONE_READ = { count: 0, measured: 1 }
test.each<[string, object, object]>([
  ['read from before the day until after it', READ, ONE_READ],
  [
    'read from its first second to its last',
    { covers_from: toInstant('2026-11-18T00:00:00Z'), last_ok_at: toInstant('2026-11-19T00:00:00Z') },
    ONE_READ,
  ],
  ['read until the evening', { ...READ, last_ok_at: toInstant('2026-11-18T23:59:59.999Z') }, UNREAD],
  ['read since the morning', { ...READ, covers_from: toInstant('2026-11-18T00:00:00.001Z') }, UNREAD],
  [
    'without a listing that reaches back: read since it was first read',
    { ...READ, covers_from: null, first_ok_at: toInstant('2026-11-17T00:00:00Z') },
    ONE_READ,
  ],
  [
    'never read',
    { covers_from: null, first_ok_at: null, last_ok_at: null, last_tried_at: null, last_outcome: null },
    UNREAD,
  ],
])('[R119] a zero counts only projects whose sources were read: %s', async (_, commits, expected) => {
  await aBuilder('github_repository', { releases: READ, commits })
  await write()
  expect(await held()).toMatchObject({
    ships: expected,
    projects: expected,
    upgrades: UNREAD,
    unlocks: UNREAD,
  })
})

test('[R31] a locker with locks that were not read measures no day', async () => {
  await aBuilder('locker', { locks: { ...READ, position: { unreadLocks: 1 } } })
  await write()
  expect(await held()).toMatchObject({ unlocks: UNREAD })
})

test('[R119] locks are known from any reading on, so a gap between readings hides none', async () => {
  const gap = { ...READ, covers_from: READ.last_ok_at, first_ok_at: toInstant('2026-11-17T00:00:00Z') }
  await aBuilder('locker', { locks: gap })
  await aBuilder('deployer', { deployments: gap })
  await write()
  expect(await held()).toMatchObject({ unlocks: ONE_READ, deployments: UNREAD })
})

test('[R119] the ships of a project whose chain was not read are left out with it', async () => {
  const coder = await aCoder()
  const contract = await aSource({ project_id: coder.project_id, kind: 'contract' }, database)
  const upgrades = { ...READ, last_ok_at: toInstant('2026-11-18T05:00:00Z') }
  await aStream({ source_id: String(contract.id), stream: 'upgrades', ...upgrades }, database)
  await aShip({ ...coder, occurred_at: NOON, counts_as: 'release' }, database)
  await aCoder()
  await write()
  expect(await held()).toMatchObject({ ships: { count: 0, measured: 1 }, upgrades: UNREAD })
})

test('[R119] hidden projects, detached and uncounted sources, and repositories that are gone are not measured', async () => {
  await aCoder({ state: 'hidden' })
  await aCoder({ source: { detached_at: NOON } })
  await aCoder({ source: { counted: false, not_counted_reason: 'a fork' } })
  const gone = { ...READ, last_outcome: 'missing' }
  await aBuilder('github_repository', { releases: gone, commits: gone })
  await write()
  expect(await held()).toMatchObject({ ships: UNREAD })
})

test('[R119] a day is written once, a day after its end, and nothing that is known later changes it', async () => {
  const coder = await aCoder()
  await aShip({ ...coder, occurred_at: NOON, counts_as: 'release' }, database)
  expect(await write(toInstant('2026-11-19T23:59:59.999Z'))).toBe(1)
  expect(await held()).toBeUndefined()
  expect(await write()).toBe(1)
  const written = await held()
  expect(written).toMatchObject({ ships: { count: 1, measured: 1 } })
  await aShip({ ...coder, occurred_at: NOON, counts_as: 'release' }, database)
  expect(await write()).toBe(0)
  expect(await held()).toEqual(written)
  await expect(sql`update chain_days set ships = 5`.execute(database)).rejects.toThrow()
})

test('[R129] a day stays readable when everything about it was deleted, and missed days are all written', async () => {
  await aCoder()
  expect(await write(toInstant('2027-02-03T12:00:00Z'))).toBe(77)
  await database.deleteFrom('source_streams').execute()
  expect(await held()).toMatchObject({ day: DAY, ships: { count: 0, measured: 1 } })
  expect(await findChainDay({}, database)).toMatchObject({ day: '2027-02-01', ships: UNREAD })
  expect(await held('2026-11-16' as CalendarDate)).toBeUndefined()
})

test('every count rests on a stream', () => {
  const parts = new Set<CountedPart>(STREAMS_OF_PART.map(({ part }) => part))
  expect([...parts].toSorted()).toEqual(['deployments', 'ships', 'unlocks', 'upgrades'])
})
