import { expect, test } from 'vitest'
import { parseCursor, type Slug } from '#contract/ids.ts'
import { addMs, HOUR_MS, type Instant } from '#contract/time.ts'
import type { ChangeFilters } from '#records/ledger/change-list.ts'
import * as given from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { aWatchedProject, browseAll, follow, type Mirror, runFor, START } from '#test/webhooks/ledger.ts'
import { readFeed } from './feed.ts'

const NOW = given.DEFAULT_NOW
const hour = (hours: number): Instant => addMs(NOW, hours * HOUR_MS)
const CONTRACT = given.addressOf(0xc)
const { database } = await fileDatabase()

/**
 * The ledger: ten releases an hour apart, each in its own run, then a deployment, an undated claim and a ship of
 * another project.
 */
const { project, ship } = await aWatchedProject(database)
const slug = project.slug as Slug
for (let index = 0; index < 10; index += 1) {
  const at = { occurred_at: hour(index - 20), detected_at: hour(index - 19) }
  await given.aShip({ ...ship, ...at, version: `1.0.${index}` }, database)
  await runFor(project.id, database, hour(index - 19))
}
const deployment = { kind: 'deployment', natural_key: `4663:${CONTRACT}`, version: null }
await given.aShip({ ...ship, ...deployment, occurred_at: hour(-2) }, database)
await given.aClaim({ project_id: project.id }, database)
await runFor(project.id, database)
const other = await aWatchedProject(database)
await given.aShip({ ...other.ship, title: 'Other' }, database)
await runFor(other.project.id, database)

const sync = (position: number, filters: ChangeFilters = {}, limit = 100) =>
  readFeed({ mode: 'sync', position, filters, limit }, database)

test('ledger order ascends, lists are contiguous, an empty list returns the same cursor', async () => {
  const first = await sync(0, {}, 6)
  expect(first.rows.map((row) => row.position)).toEqual([1, 2, 3, 4, 5, 6])
  expect(first.nextCursor).toBe('c1.6')
  const rest = await sync(6)
  expect(rest.rows.map((row) => row.position)).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15])
  expect(await sync(15)).toEqual({ rows: [], nextCursor: 'c1.15', issued: true })
})

test.each([
  ['after', { mode: 'sync', position: 16 }],
  ['browsing before', { mode: 'browse', position: 16 }],
] as const)('a position beyond the head is reported as never issued: %s', async (_, start) => {
  const list = await readFeed({ ...start, filters: {}, limit: 5 }, database)
  expect(list.issued).toBe(false)
  const head = await readFeed({ ...start, position: 15, filters: {}, limit: 5 }, database)
  expect(head.issued).toBe(true)
})

test('browsing descends from the newest arrival and ends with a null cursor', async () => {
  const first = await readFeed({ mode: 'browse', filters: {}, limit: 10 }, database)
  expect(first.rows.map((row) => row.firstPosition)).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6])
  expect(parseCursor(first.nextCursor ?? '')).toEqual({ mode: 'browse', position: 6 })
  const second = await readFeed({ mode: 'browse', position: 6, filters: {}, limit: 10 }, database)
  expect(second.rows.map((row) => row.firstPosition)).toEqual([5, 4, 3, 2, 1])
  expect(second.nextCursor).toBeNull()
  const exact = await readFeed({ mode: 'browse', position: 6, filters: {}, limit: 5 }, database)
  expect(exact.nextCursor).toBeNull()
})

test.each([
  ['c1.0', { mode: 'sync', position: 0 }],
  ['c1.999999999999999', { mode: 'sync', position: 999_999_999_999_999 }],
  ['b1.12', { mode: 'browse', position: 12 }],
  ['b1.0', undefined],
  ['c1.01', undefined],
  ['c1.', undefined],
  ['c1.-1', undefined],
  ['c1.1000000000000000', undefined],
  ['c2.5', undefined],
  ['b1.5 ', undefined],
  ['', undefined],
])('the cursor %j parses to %j', (text, continued) => {
  expect(parseCursor(text)).toEqual(continued)
})

test.each([
  ['a project', () => ({ project: slug }), 13],
  ['a contract', () => ({ contract: CONTRACT as NonNullable<ChangeFilters['contract']> }), 1],
  [
    'a contract without events',
    () => ({ contract: given.addressOf(9) as NonNullable<ChangeFilters['contract']> }),
    0,
  ],
  ['one domain', () => ({ domains: ['contract' as const] }), 1],
  ['two domains', () => ({ domains: ['contract' as const, 'build' as const] }), 12],
  ['types', () => ({ types: ['research.published' as const, 'research.narrative_assigned' as const] }), 3],
  ['since, inclusive; undated events are outside', () => ({ since: hour(-11) }), 3],
  ['until, inclusive', () => ({ until: hour(-20) }), 1],
  ['a span', () => ({ since: hour(-13), until: hour(-11) }), 3],
  [
    'all at once',
    () => ({
      project: slug,
      domains: ['build' as const],
      types: ['build.release' as const],
      since: hour(-12),
    }),
    2,
  ],
])('both orders return the same events for %s', async (_, filters, events) => {
  const synced = await sync(0, filters())
  const browsed = await browseAll({ filters: filters(), limit: 3 }, database)
  expect(synced.rows).toHaveLength(events)
  expect(browsed.toReversed()).toEqual(synced.rows)
})

test.each([
  ['before everything', -100, 1],
  ['at the instant of a run', -17, 4],
  ['between two runs', -17.5, 4],
  ['after everything', 1, undefined],
])('from the first event recorded at or after an instant %s', async (_, hours, first) => {
  const list = await readFeed({ mode: 'sync', detectedSince: hour(hours), filters: {}, limit: 2 }, database)
  expect(list.rows[0]?.position).toBe(first)
  expect(list.nextCursor).toBe(first === undefined ? 'c1.15' : `c1.${first + 1}`)
})

test.each([
  ['before everything', -100, []],
  ['at the instant of a run, whose events are not before it', -17, [3, 2]],
  ['between two runs', -17.5, [3, 2]],
  ['after everything', 1, [15, 14]],
])('browsing before an instant: %s', async (_, hours, positions) => {
  const list = await readFeed(
    { mode: 'browse', recordedBefore: hour(hours), filters: {}, limit: 2 },
    database,
  )
  expect(list.rows.map((row) => row.firstPosition)).toEqual(positions)
})

test('a filtered mirror receives the retraction of an event it stores', async () => {
  const { project, ship } = await aWatchedProject(database)
  const { id, evidence } = await given.aShip(ship, database)
  await runFor(project.id, database)
  const filters = { project: project.slug as Slug, types: ['build.release' as const], since: hour(-100) }
  const mirror: Mirror = new Map()
  const cursor = await follow(mirror, { from: START, filters }, database)
  expect([...mirror.keys()]).toEqual([evidence])
  const withdrawn = { withdrawn_at: NOW, withdrawn_reason: 'release deleted' }
  await database
    .updateTable('ships')
    .set(withdrawn)
    .where('id', '=', id ?? '')
    .execute()
  await runFor(project.id, database)
  await follow(mirror, { from: cursor, filters }, database)
  expect(mirror.size).toBe(0)
})
