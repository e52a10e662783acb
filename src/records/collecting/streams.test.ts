import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMs, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { aSource, aStream } from '#test/given/records.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { chargeBudget, coolOff } from './budgets.ts'
import { endLeases, LEASE_MS } from './leases.ts'
import {
  type LeasedStream,
  leaseStreams,
  makeStreamsDue,
  releaseStreams,
  renewStreams,
  type SettledStream,
  type StreamSpec,
  settleStreams,
  wakeStreams,
} from './streams.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const HOUR_MS = 3_600_000
const spec = (over: Partial<StreamSpec> = {}): StreamSpec => ({
  kind: 'website',
  stream: 'page',
  provider: 'site',
  cadenceSeconds: 3600,
  coverage: 'present_state',
  ...over,
})

const { database } = await fileDatabase()
const project = await storeProject({ kind: 'website', locator: 'https://lumen.example' }, database)
beforeEach(async () => {
  for (const table of ['source_streams', 'provider_budgets'] as const)
    await database.deleteFrom(table).execute()
})

/** A stream of a new site, due so many milliseconds after NOW. Returns the id of its source. */
async function stream(dueInMs: number, over: { stream?: string; provider?: string } = {}): Promise<string> {
  const locator = `https://${randomUUID()}.example`
  const { id } = await aSource({ project_id: project.projectId, kind: 'website', locator }, database)
  const made = { source_id: id, stream: 'page', provider: 'site', due_at: addMs(NOW, dueInMs), ...over }
  await aStream(made, database)
  return id
}
const leaseMany = (over: Partial<Parameters<typeof leaseStreams>[0]> = {}) =>
  inTransaction(database, (writer) =>
    leaseStreams(
      {
        provider: 'site',
        specs: [spec()],
        dueBy: NOW,
        now: NOW,
        leaseMs: LEASE_MS,
        limit: 1,
        allowed: 10,
        ...over,
      },
      writer,
    ),
  )
const lease = async (over: Parameters<typeof leaseMany>[0] = {}) => (await leaseMany(over))[0]
async function leased(over: Parameters<typeof lease>[0] = {}): Promise<LeasedStream> {
  const found = await lease(over)
  if (found === undefined) throw new Error('no stream was leased')
  return found
}
const rowOf = (sourceId: string) =>
  database
    .selectFrom('source_streams')
    .selectAll()
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow()

describe('leaseStreams', () => {
  test('takes the longest due first, up to the streams due exactly at the given instant', async () => {
    const [second, first, third] = [await stream(-2000), await stream(-3000), await stream(0)]
    await stream(1)
    const sourceIds = [await leased(), await leased(), await leased()].map(({ sourceId }) => sourceId)
    expect(sourceIds).toEqual([first, second, third])
    expect(await lease()).toBeUndefined()
  })

  test('takes no stream of another provider, of another kind or stream, or of a source not named', async () => {
    await stream(-5000, { provider: 'github' })
    await stream(-4000, { stream: 'declarations' })
    const first = await stream(-3000)
    const named = await stream(-2000)
    expect(await lease({ specs: [spec({ kind: 'github_repository' })] })).toBeUndefined()
    expect((await leased({ sourceIds: [named] })).sourceId).toBe(named)
    expect(await lease({ sourceIds: [named] })).toBeUndefined()
    expect([await lease(), await lease()]).toMatchObject([{ sourceId: first }, undefined])
  })

  test('takes no stream of a source that was detached', async () => {
    const id = await stream(-1000)
    await database.updateTable('sources').set({ detached_at: NOW }).where('id', '=', id).execute()
    expect(await lease()).toBeUndefined()
  })

  test('takes a leased stream again when the lease has ended, not a millisecond before', async () => {
    await stream(-1000)
    const before = await leased()
    expect(await lease({ now: addMs(NOW, LEASE_MS - 1) })).toBeUndefined()
    const after = await leased({ now: addMs(NOW, LEASE_MS) })
    expect(after.sourceId).toBe(before.sourceId)
    expect(after.token).not.toBe(before.token)
  })

  test('takes nothing while the day’s budget is used up, and again the next day', async () => {
    await stream(-1000)
    const budget = { provider: 'site', dailyLimit: 10, keepBack: 0, now: NOW }
    const take = (requests: number) =>
      inTransaction(database, (writer) => chargeBudget({ ...budget, requests }, writer))
    await take(9)
    await inTransaction(database, async (writer) => releaseStreams([{ leased: await leased() }], writer))
    await take(1)
    expect(await lease()).toBeUndefined()
    expect(await lease({ now: toInstant('2026-11-20T23:59:59Z') })).toBeUndefined()
    expect(await lease({ now: toInstant('2026-11-21T00:00:00Z') })).toBeDefined()
  })

  test('takes nothing while the provider cools off, and again at the end of it', async () => {
    await stream(-1000)
    const pause = { provider: 'site', dailyLimit: 10, until: addMs(NOW, 60_000), now: NOW }
    await inTransaction(database, (writer) => coolOff(pause, writer))
    expect(await lease({ now: addMs(NOW, 59_999) })).toBeUndefined()
    expect(await lease({ now: addMs(NOW, 60_000) })).toBeDefined()
  })
})

describe('the lease of a stream', () => {
  const taken = async () => {
    await stream(-1000)
    const late = await leased()
    const holder = await leased({ now: addMs(NOW, LEASE_MS) })
    return { late, holder, row: () => rowOf(holder.sourceId) }
  }

  test('is released by its holder, and not by one whose lease was taken over', async () => {
    const { late, holder, row } = await taken()
    await inTransaction(database, (writer) => releaseStreams([{ leased: late }], writer))
    expect(await row()).toMatchObject({ lease_token: holder.token })
    await inTransaction(database, (writer) => releaseStreams([{ leased: holder }], writer))
    expect(await row()).toMatchObject({ lease_token: null, leased_until: null, due_at: addMs(NOW, -1000) })
  })

  test('is renewed by its holder, and not by one whose lease was taken over', async () => {
    const { late, holder, row } = await taken()
    const until = addMs(NOW, 3 * LEASE_MS)
    const renew = (tokens: readonly string[]) =>
      inTransaction(database, (writer) => renewStreams({ tokens, until }, writer))
    await renew([])
    await renew([late.token])
    expect(await row()).toMatchObject({ leased_until: addMs(NOW, 2 * LEASE_MS) })
    await renew([holder.token])
    expect(await row()).toMatchObject({ lease_token: holder.token, leased_until: until })
  })

  test('is settled by its holder, and not by one whose lease was taken over', async () => {
    const { late, holder, row } = await taken()
    const settle = (of: LeasedStream) =>
      inTransaction(database, (writer) =>
        settleStreams(
          [{ leased: of, now: NOW, outcome: 'not_modified', dueAt: addMs(NOW, HOUR_MS) }],
          writer,
        ),
      )
    expect(await settle(late)).toEqual(new Set())
    expect(await row()).toMatchObject({ lease_token: holder.token, due_at: addMs(NOW, -1000) })
    expect(await settle(holder)).toEqual(new Set([holder.token]))
    expect(await row()).toMatchObject({ lease_token: null, due_at: addMs(NOW, HOUR_MS) })
  })

  test('ends for every stream when a process starts alone', async () => {
    const { row } = await taken()
    await inTransaction(database, endLeases)
    expect(await row()).toMatchObject({ lease_token: null, leased_until: null })
    expect(await lease()).toBeDefined()
  })

  test('is of one stream alone: the source’s other streams stay as they are', async () => {
    const id = await stream(-1000)
    await aStream(
      { source_id: id, stream: 'declarations', provider: 'site', due_at: addMs(NOW, -500) },
      database,
    )
    const specs = [spec(), spec({ stream: 'declarations' })]
    const [page, declarations] = [await leased({ specs }), await leased({ specs })]
    await inTransaction(database, (writer) => releaseStreams([{ leased: page }], writer))
    expect(await leased({ specs })).toMatchObject({ stream: 'page' })
    expect(declarations).toMatchObject({ stream: 'declarations', sourceId: id })
    expect(await lease({ specs })).toBeUndefined()
  })
})

describe('settleStreams', () => {
  const settle = async (over: Partial<SettledStream>) => {
    const taken = await leased({ dueBy: addMs(NOW, HOUR_MS) })
    const settled = { leased: taken, now: NOW, outcome: 'fresh' as const, dueAt: NOW, ...over }
    await inTransaction(database, (writer) => settleStreams([settled], writer))
    return rowOf(taken.sourceId)
  }

  test('stores etag and position; a reading without them changes neither, but a fresh one clears the etag', async () => {
    await stream(-1000)
    const stored = { etag: '"1"', position: { newest: 7 } }
    expect(await settle(stored)).toMatchObject(stored)
    expect(await settle({ outcome: 'not_modified' })).toMatchObject(stored)
    expect(await settle({ outcome: 'error', etag: '"2"' })).toMatchObject({ etag: '"1"' })
    expect(await settle({})).toMatchObject({ etag: null, position: { newest: 7 } })
  })

  test('counts failures in a row; a rate limit is no failure, and a successful reading ends them', async () => {
    await stream(-1000)
    const later = addMs(NOW, 1000)
    expect(await settle({ outcome: 'missing' })).toMatchObject({ failures_in_a_row: 1, failing_since: NOW })
    expect(await settle({ outcome: 'rate_limited', now: later })).toMatchObject({
      failures_in_a_row: 1,
      failing_since: NOW,
      last_tried_at: later,
      last_outcome: 'rate_limited',
    })
    expect(await settle({ outcome: 'error', now: later })).toMatchObject({
      failures_in_a_row: 2,
      failing_since: NOW,
    })
    expect(await settle({ outcome: 'not_modified', now: later })).toMatchObject({
      failures_in_a_row: 0,
      failing_since: null,
      last_ok_at: later,
    })
  })

  test('continues a snapshot’s coverage over a gap of exactly two cadences, and starts it anew after a longer one', async () => {
    await stream(-1000)
    await database
      .updateTable('source_streams')
      .set({ coverage: 'present_state', last_ok_at: null, first_ok_at: null })
      .execute()
    expect(await settle({})).toMatchObject({ covers_from: NOW, first_ok_at: NOW })
    const two = addMs(NOW, 2 * HOUR_MS)
    expect(await settle({ now: two })).toMatchObject({ covers_from: NOW, first_ok_at: NOW, last_ok_at: two })
    const more = addMs(two, 2 * HOUR_MS + 1)
    expect(await settle({ outcome: 'error', now: more })).toMatchObject({ covers_from: NOW })
    expect(await settle({ now: more })).toMatchObject({ covers_from: more, first_ok_at: NOW })
  })

  test('takes a listing’s coverage from the reading, and leaves it unchanged without one', async () => {
    await stream(-1000)
    const from = toInstant('2026-07-20T00:00:00Z')
    expect(await settle({ coversFrom: from })).toMatchObject({ covers_from: from })
    expect(await settle({ now: addMs(NOW, 90 * HOUR_MS) })).toMatchObject({ covers_from: from })
  })
})

describe('makeStreamsDue and wakeStreams', () => {
  test('makes the streams of the named providers and sources due now, and never later', async () => {
    const [a, b, other] = [
      await stream(HOUR_MS),
      await stream(HOUR_MS),
      await stream(HOUR_MS, { provider: 'x' }),
    ]
    const early = await stream(-HOUR_MS)
    const due = () => Promise.all([a, b, other, early].map(async (id) => (await rowOf(id)).due_at))
    const [soon, later, past] = [NOW, addMs(NOW, HOUR_MS), addMs(NOW, -HOUR_MS)]
    const make = (input: { sourceIds?: string[]; providers?: string[] }) =>
      inTransaction(database, (writer) => makeStreamsDue({ now: NOW, ...input }, writer))
    await make({ sourceIds: [a, other], providers: ['site'] })
    expect(await due()).toEqual([soon, later, later, past])
    await make({ providers: ['site'] })
    expect(await due()).toEqual([soon, soon, later, past])
    await make({})
    expect(await due()).toEqual([soon, soon, soon, past])
  })

  test('a successful reading makes the missing streams of its own source due, and no others', async () => {
    const [missing, failing, other] = [await stream(HOUR_MS), await stream(HOUR_MS), await stream(HOUR_MS)]
    const overdue = await stream(-HOUR_MS)
    const table = () => database.updateTable('source_streams')
    await table().set({ last_outcome: 'missing' }).where('source_id', '<>', failing).execute()
    await table().set({ last_outcome: 'error' }).where('source_id', '=', failing).execute()
    const readings = [missing, failing, overdue].map((sourceId) => ({ sourceId, changedAt: null }))
    await inTransaction(database, (writer) => wakeStreams({ readings, now: NOW }, writer))
    const due = await Promise.all(
      [missing, failing, other, overdue].map(async (id) => (await rowOf(id)).due_at),
    )
    expect(due).toEqual([NOW, addMs(NOW, HOUR_MS), addMs(NOW, HOUR_MS), addMs(NOW, -HOUR_MS)])
  })
})
