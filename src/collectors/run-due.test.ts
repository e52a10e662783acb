import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addMs, type Instant } from '#contract/time.ts'
import { getBudgets } from '#records/collecting/budgets.ts'
import { ensureStreams, leaseStreams, settleStreams } from '#records/collecting/streams.ts'
import { inTransaction } from '#records/database.ts'
import { getEvaluationDue } from '#records/project/work.ts'
import { countWaiting } from '#test/postgres/database.ts'
import {
  type Collect,
  FRESH,
  fileTrial,
  LISTINGS,
  PAGES,
  PROVIDER,
  START,
  UNTRIED_DUE,
} from '#test/providers/trial-provider.ts'
import type { Collected } from './collector.ts'
import { policyOf } from './providers.ts'

const trial = await fileTrial()
const { streams, readings } = trial

test('a due stream is read once, its reading and position are stored, and it is due a cadence later', async () => {
  await trial.storeStreams(1)
  const seen: unknown[] = []
  const answering =
    (collected: Collected): Collect =>
    async (claimed) => {
      seen.push(claimed.etag, claimed.position)
      return collected
    }
  expect(await trial.run(answering({ ...FRESH, position: { newest: 7 } }))).toEqual({ 'trial.fresh': 1 })
  expect(await trial.run(answering(FRESH))).toEqual({})
  trial.now = addMs(trial.now, 3_600_000)
  expect(await trial.run(answering({ outcome: 'not_modified' }))).toEqual({ 'trial.not_modified': 1 })
  expect(seen).toEqual([null, null, '"1"', { newest: 7 }])
  expect(await streams()).toMatchObject([
    {
      etag: '"1"',
      position: { newest: 7 },
      first_ok_at: START,
      last_ok_at: trial.now,
      last_outcome: 'not_modified',
      due_at: addMs(trial.now, 3_600_000),
      lease_token: null,
    },
  ])
  expect((await readings()).map(({ outcome }) => outcome)).toEqual(['fresh', 'not_modified'])
})

test('four parallel workers read each of forty streams exactly once', async () => {
  const sources = await trial.storeStreams(40)
  const reading = new Set<string>()
  const read: string[] = []
  const collect: Collect = async ({ sourceId }, deps) => {
    if (reading.has(sourceId)) throw new Error('two workers on one stream')
    reading.add(sourceId)
    await deps.http.request({ url: trial.server.url })
    reading.delete(sourceId)
    read.push(sourceId)
    return FRESH
  }
  const counts = await Promise.all([
    trial.run(collect),
    trial.run(collect),
    trial.run(collect),
    trial.run(collect),
  ])
  expect(counts.reduce((sum, count) => sum + (count['trial.fresh'] ?? 0), 0)).toBe(40)
  expect(read.toSorted()).toEqual([...sources].toSorted())
  expect(await readings()).toHaveLength(40)
  expect(await getBudgets(trial.database)).toMatchObject([{ provider: PROVIDER, used: 40 }])
})

test('limits the parallel readings of a provider, and the readings of a run to `limit`', async () => {
  await trial.storeStreams(12)
  const { concurrency } = policyOf(PROVIDER)
  const together = Promise.withResolvers<void>()
  let atOnce = 0
  let most = 0
  const collect: Collect = async () => {
    atOnce += 1
    most = Math.max(most, atOnce)
    if (atOnce === concurrency) together.resolve()
    await together.promise
    atOnce -= 1
    return FRESH
  }
  expect(await trial.run(collect, { limit: 9 })).toEqual({ 'trial.fresh': 9 })
  expect(most).toBe(concurrency)
  expect(await trial.run(collect)).toEqual({ 'trial.fresh': 3 })
})

test('context streams are leased when no other stream is due, however long they wait', async () => {
  await trial.storeStreams(3, [PAGES, LISTINGS])
  const longDue = { due_at: addMs(START, -3_600_000) }
  await trial.database
    .updateTable('source_streams')
    .set(longDue)
    .where('stream', '=', LISTINGS.stream)
    .execute()
  const read: string[] = []
  const leased = new Set<string>()
  const AT_ONCE = policyOf(PAGES.provider).concurrency
  const collect: Collect = async ({ stream }) => {
    read.push(stream)
    const found = await streams()
    const unread = found.filter((other) => other.stream === PAGES.stream && other.last_tried_at === null)
    // Beside the last pages that are under way no page is due.
    if (unread.length > AT_ONCE)
      for (const other of found) if (other.lease_token !== null) leased.add(other.stream)
    return FRESH
  }
  await trial.run(collect)
  expect(read).toEqual([...Array(3).fill(PAGES.stream), ...Array(3).fill(LISTINGS.stream)])
  expect([...leased]).toEqual([PAGES.stream])
})

test('[R26] streams of drafts and of hidden projects are leased when none of a published one is due', async () => {
  const [draft, hidden, ...published] = await trial.storeStreams(5)
  for (const [sourceId, state] of [
    [draft, 'draft'],
    [hidden, 'hidden'],
  ] as const) {
    const of = trial.database.selectFrom('sources').select('project_id').where('id', '=', String(sourceId))
    await trial.database
      .updateTable('projects')
      .set({ state, hidden_at: START })
      .where('id', '=', of)
      .execute()
    await trial.database
      .updateTable('source_streams')
      .set({ due_at: addMs(START, -3_600_000) })
      .where('source_id', '=', String(sourceId))
      .execute()
  }
  const read: string[] = []
  const collect: Collect = async ({ sourceId }) => {
    read.push(sourceId)
    return FRESH
  }
  expect(await trial.run(collect, { limit: 3 })).toEqual({ 'trial.fresh': 3 })
  expect(read.toSorted()).toEqual(published.toSorted())
  expect(await trial.run(collect)).toEqual({ 'trial.fresh': 2 })
  expect(read.slice(3).toSorted()).toEqual([String(draft), String(hidden)].toSorted())
})

test('[R55] a stream that was never tried is read before those that have been due for days', async () => {
  const [unread = '', ...waiting] = await trial.storeStreams(4)
  await trial.database
    .updateTable('source_streams')
    .set({ due_at: addMs(START, -9 * 86_400_000), last_tried_at: addMs(START, -10 * 86_400_000) })
    .where('source_id', 'in', waiting)
    .execute()
  const read: string[] = []
  const collect: Collect = async ({ sourceId }) => {
    read.push(sourceId)
    return FRESH
  }
  expect(await trial.run(collect, { limit: 1 })).toEqual({ 'trial.fresh': 1 })
  expect(read).toEqual([unread])
})

test('[R60] a source that always has more to read waits for each other source that is due', async () => {
  const [endless] = await trial.storeStreams(4)
  const streamsOf = trial.database.updateTable('source_streams')
  await streamsOf.set({ due_at: START }).execute()
  await streamsOf
    .set({ due_at: addMs(START, -3_600_000) })
    .where('source_id', '=', String(endless))
    .execute()
  const read: string[] = []
  const collect: Collect = async ({ sourceId }) => {
    read.push(sourceId)
    return sourceId === endless ? { ...FRESH, continues: true } : FRESH
  }
  for (let run = 0; run < 6; run += 1) {
    await trial.run(collect, { limit: 1 })
    trial.now = addMs(trial.now, 1_000)
  }
  expect(read[0]).toBe(endless)
  expect(new Set(read.slice(0, 4)).size).toBe(4)
  expect(read.slice(4)).toEqual([endless, endless])
})

test('a stream is read by the collector of its kind of source', async () => {
  await trial.storeStreams(1, [{ ...PAGES, kind: 'npm_package' }, PAGES])
  const kinds: string[] = []
  await trial.run(async (_leased, _deps, { kind }) => {
    kinds.push(kind)
    return FRESH
  })
  expect(kinds).toEqual([PAGES.kind])
})

test('a worker that lost its lease writes nothing, and the newer result stays', async () => {
  const [sourceId] = await trial.storeStreams(1)
  let saved = 0
  const frozen: Collect = async () => {
    trial.now = addMs(trial.now, 3_600_000)
    expect(await trial.run(async () => ({ ...FRESH, etag: '"newer"' }))).toEqual({ 'trial.fresh': 1 })
    const save = async () => {
      saved += 1
    }
    return { ...FRESH, etag: '"older"', save }
  }
  expect(await trial.run(frozen, { limit: 1 })).toEqual({ 'trial.lost': 1 })
  expect(saved).toBe(0)
  expect(await streams()).toMatchObject([{ source_id: sourceId, etag: '"newer"', lease_token: null }])
  expect(await readings()).toHaveLength(1)
})

test('a failed save stores only the failed attempt', async () => {
  await trial.storeStreams(2)
  const broken: Collect = async () => ({
    ...FRESH,
    save: async (writer) => {
      await writer.updateTable('sources').set({ external_id: 'half' }).execute()
      throw new Error('half written')
    },
  })
  expect(await trial.run(broken)).toEqual({ 'trial.error': 2 })
  expect(trial.bugs).toHaveLength(2)
  expect(
    await trial.database.selectFrom('sources').select('id').where('external_id', '=', 'half').execute(),
  ).toEqual([])
  expect(await streams()).toMatchObject([{ last_outcome: 'error', etag: null }, { last_outcome: 'error' }])
})

test('locks the mark of the project before it writes records, as an evaluation does', async () => {
  await trial.storeStreams(1)
  await trial.run(async () => FRESH)
  trial.now = addMs(START, 3_600_000)
  const free: (readonly string[])[] = []
  const claim = () => getEvaluationDue({ now: trial.now, limit: 10_000, except: [] }, trial.database)
  const before = (await claim()).length
  const saving: Collect = async () => ({ ...FRESH, save: async () => void free.push(await claim()) })
  expect(await trial.run(saving)).toEqual({ 'trial.fresh': 1 })
  expect(free.map((ids) => ids.length)).toEqual([before - 1])
})

test('a collector that throws is reported as a bug and recorded as an error, and the others are read', async () => {
  const [first] = await trial.storeStreams(3)
  const collect: Collect = async ({ sourceId }) => {
    if (sourceId === first) throw new Error('a secret detail')
    return FRESH
  }
  expect(await trial.run(collect)).toEqual({ 'trial.error': 1, 'trial.fresh': 2 })
  expect(trial.bugs).toMatchObject([{ provider: PROVIDER, stream: 'page' }])
  expect((await readings()).map(({ detail }) => detail).filter(Boolean)).toEqual([
    'the reading failed inside the service',
  ])
})

test('failures and successes have separate times', async () => {
  await trial.storeStreams(1)
  const fails: Collect = async () => ({ outcome: 'unavailable', detail: 'server error (500)' })
  await trial.run(async () => FRESH)
  for (const hours of [1, 2]) {
    trial.now = addMs(START, hours * 3_600_000)
    expect(await trial.run(fails)).toEqual({ 'trial.unavailable': 1 })
  }
  expect(await streams()).toMatchObject([
    {
      failures_in_a_row: 2,
      failing_since: addMs(START, 3_600_000),
      last_ok_at: START,
      last_tried_at: trial.now,
      etag: '"1"',
    },
  ])
  trial.now = addMs(START, 4 * 3_600_000)
  await trial.run(async () => FRESH)
  expect(await streams()).toMatchObject([
    { failures_in_a_row: 0, failing_since: null, last_ok_at: trial.now },
  ])
})

test('a present state covers the time since the first of its consecutive readings', async () => {
  await trial.storeStreams(1)
  const collect: Collect = async () => ({ outcome: 'fresh' })
  const covers: (Instant | null)[] = []
  for (const hours of [0, 1, 3, 6]) {
    trial.now = addMs(START, hours * 3_600_000)
    await trial.run(collect)
    covers.push((await streams())[0]?.covers_from ?? null)
  }
  expect(covers).toEqual([START, START, START, addMs(START, 6 * 3_600_000)])
})

test('a shutdown returns the leases of unfinished readings', async () => {
  await trial.storeStreams(4)
  const end = new AbortController()
  const collect: Collect = async (_, deps) => {
    end.abort()
    const answer = await deps.http.request({ url: trial.server.url })
    return answer.kind === 'answer' ? FRESH : { outcome: answer.outcome, detail: answer.detail }
  }
  expect(Object.keys(await trial.run(collect, { signal: end.signal }))).toEqual(['trial.deferred'])
  expect(await readings()).toEqual([])
  expect((await streams()).map(({ lease_token, due_at }) => [lease_token, due_at])).toEqual(
    Array.from({ length: 4 }, () => [null, UNTRIED_DUE]),
  )
})

test('a stream that is leased while the run is stopped is not read', async () => {
  await trial.storeStreams(1)
  const end = new AbortController()
  const read: string[] = []
  const collect: Collect = async ({ sourceId }) => {
    read.push(sourceId)
    return FRESH
  }
  const running = await inTransaction(trial.database, async (writer) => {
    await sql`lock table source_streams in exclusive mode`.execute(writer)
    const run = trial.run(collect, { signal: end.signal })
    await expect.poll(() => countWaiting(trial.database)).toBe(1)
    end.abort()
    return { run }
  })
  expect(await running.run).toEqual({})
  expect(read).toEqual([])
  expect(await streams()).toMatchObject([{ lease_token: null, leased_until: null, due_at: UNTRIED_DUE }])
})

test('a forced run reads streams that are not due; a named source limits it to that source', async () => {
  const [first = ''] = await trial.storeStreams(3)
  const collect: Collect = async () => FRESH
  await trial.run(collect)
  expect(await trial.run(collect, { force: true, only: { sourceIds: [first] } })).toEqual({
    'trial.fresh': 1,
  })
  expect(await trial.run(collect, { force: true })).toEqual({ 'trial.fresh': 3 })
  expect(await trial.run(collect, { force: true, only: { providers: ['other'] } })).toEqual({})
})

test('a shorter cadence applies from the last attempt, a longer one from the next', async () => {
  await trial.storeStreams(1)
  await trial.run(async () => FRESH)
  const become = async (cadenceSeconds: number) => {
    await inTransaction(trial.database, (writer) =>
      ensureStreams({ specs: [{ ...PAGES, cadenceSeconds }] }, writer),
    )
    return (await streams()).map(({ due_at }) => due_at)
  }
  expect(await become(60)).toEqual([addMs(trial.now, 60_000)])
  expect(await become(7200)).toEqual([addMs(trial.now, 60_000)])
})

test('a second settlement of the same lease writes nothing', async () => {
  await trial.storeStreams(1)
  const due = { provider: PROVIDER, specs: [PAGES], dueBy: trial.now, now: trial.now }
  const [leased] = await leaseStreams({ ...due, leaseMs: 1000, limit: 1, allowed: 10 }, trial.database)
  if (leased === undefined) throw new Error('No stream was leased: expected one')
  const settle = () =>
    inTransaction(trial.database, (writer) =>
      settleStreams([{ leased, now: trial.now, outcome: 'fresh', dueAt: trial.now }], writer),
    )
  expect([await settle(), await settle()]).toEqual([new Set([leased.token]), new Set()])
})
