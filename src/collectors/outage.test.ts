import { expect, test } from 'vitest'
import { addMs, dateOf } from '#contract/time.ts'
import { getBudgets } from '#records/collecting/budgets.ts'
import { getOutageRecords } from '#records/collecting/outages.ts'
import { type Collect, FRESH, fileTrial, LISTINGS, PAGES, START } from '#test/providers/trial-provider.ts'

const trial = await fileTrial()
const { streams } = trial

const HOUR = 3_600_000
const DAY = 24 * HOUR
const outage = async () => (await getBudgets(trial.database))[0]?.outageSince
const judgedDays = async () => {
  const records = await getOutageRecords({ since: dateOf(START), newest: 10 }, trial.database)
  return records.flatMap(({ days }) => days)
}
const missing: Collect = async () => ({ outcome: 'missing', detail: 'not there (404)' })
const fresh: Collect = async () => FRESH
/** The first `count` of the given sources are missing, the others answer. */
const missingOf =
  (sources: readonly string[], count: number): Collect =>
  async ({ sourceId }) =>
    sources.indexOf(sourceId) < count ? { outcome: 'missing', detail: 'not there (404)' } : FRESH

test('[R28] things that were always missing are no failure of their provider', async () => {
  await trial.storeStreams(6)
  await trial.run(missing)
  expect(await outage()).toBeNull()
})

test.each<[string, number, number, boolean]>([
  ['an outage: half of eight turn missing', 8, 4, true],
  ['no outage: fewer than half of eight', 8, 3, false],
  ['no outage: all of three, who can have one owner', 3, 3, false],
])('[R28] %s within a day of their last answer', async (_, count, gone, failing) => {
  const sources = await trial.storeStreams(count)
  await trial.run(fresh)
  trial.now = addMs(START, HOUR)
  await trial.run(missingOf(sources, gone))
  expect(await outage()).toBe(failing ? trial.now : null)
})

test.each<[string, number, number, boolean]>([
  ['no outage: every context stream fails, and few others', 3, 8, false],
  ['no outage: half of the others fail', 4, 0, false],
  ['an outage: most of the others fail, and no context stream', 5, 0, true],
])('context streams tell nothing about their provider: %s', async (_, pages, listings, failing) => {
  const sources = await trial.storeStreams(8, [PAGES, LISTINGS])
  await trial.run(fresh)
  trial.now = addMs(START, HOUR)
  await trial.run(async ({ sourceId, stream }) =>
    sources.indexOf(sourceId) < (stream === PAGES.stream ? pages : listings)
      ? { outcome: 'unavailable', detail: 'server error (500)' }
      : FRESH,
  )
  expect(await outage()).toBe(failing ? trial.now : null)
})

test('[R28] things that turned missing days apart are no outage', async () => {
  const sources = await trial.storeStreams(8)
  await trial.run(fresh)
  for (const [index] of Array.from({ length: 6 }).entries()) {
    trial.now = addMs(START, (index + 1) * 2 * DAY)
    await trial.run(missingOf(sources, index + 1), { force: true })
    expect(await outage()).toBeNull()
  }
})

test('a day on which all of three sources fail is not judged, until most of them answer', async () => {
  const sources = await trial.storeStreams(3)
  const failing: Collect = async () => ({ outcome: 'unavailable', detail: 'server error (500)' })
  await trial.run(failing)
  expect(await judgedDays()).toEqual([])
  trial.now = addMs(START, DAY)
  await trial.run(async (given, deps) => (given.sourceId === sources[0] ? failing(given, deps) : FRESH))
  expect(await outage()).toBeNull()
  expect(await judgedDays()).toEqual([{ day: dateOf(trial.now), outage: null }])
})

test('[R28] [R29] in a long outage nothing is set aside; after it everything is read within minutes', async () => {
  const sources = await trial.storeStreams(6)
  await trial.run(fresh)
  for (let hours = 1; hours <= 10 * 24; hours += hours < 12 ? 1 : 12) {
    trial.now = addMs(START, hours * HOUR)
    await trial.run(missing)
    const late = (await streams()).filter(({ due_at }) => due_at > addMs(trial.now, HOUR))
    expect(late).toEqual([])
  }
  expect(await outage()).toBe(addMs(START, HOUR))
  const outcomes = (await streams()).map(({ last_outcome }) => last_outcome)
  expect(new Set(outcomes)).toEqual(new Set(['unavailable']))
  trial.now = addMs(trial.now, HOUR)
  await trial.run(missingOf(sources, 1))
  expect(await outage()).toBeNull()
  const after = (await streams()).map(({ last_outcome }) => last_outcome)
  expect(after.filter((outcome) => outcome === 'fresh')).toHaveLength(5)
})

test('[R29] a long run notices in its course that an outage began or ended', async () => {
  await trial.storeStreams(240)
  let known: (string | null | undefined)[] = []
  const noting =
    (collect: Collect): Collect =>
    async (...given) => {
      known.push(await outage())
      return await collect(...given)
    }
  await trial.run(noting(async () => ({ outcome: 'unavailable', detail: 'server error (500)' })))
  expect([known[0], known.at(-1)]).toEqual([undefined, START])
  known = []
  trial.now = addMs(START, HOUR)
  await trial.run(noting(fresh))
  expect([known[0], known.at(-1)]).toEqual([START, null])
})

test('a long run whose last readings fail is judged by more than these', async () => {
  await trial.storeStreams(120)
  await trial.run(fresh)
  trial.now = addMs(START, HOUR)
  let read = 0
  await trial.run(async () => {
    read += 1
    trial.now = addMs(trial.now, 1000)
    return read > 106 ? { outcome: 'unavailable', detail: 'server error (500)' } : FRESH
  })
  expect([read, await outage()]).toEqual([120, null])
})

test('[R28] what was never there stays missing while its provider fails', async () => {
  await trial.storeStreams(4)
  await trial.run(async () => ({ outcome: 'unavailable', detail: 'server error (500)' }))
  expect(await outage()).toBe(START)
  trial.now = addMs(START, HOUR)
  await trial.run(missing)
  expect((await streams()).map(({ last_outcome }) => last_outcome)).toEqual(Array(4).fill('missing'))
})

test('[R29] after an outage, what failed in it is due at once, unless it was tried minutes ago', async () => {
  const sources = await trial.storeStreams(8)
  const failing =
    (count: number): Collect =>
    async ({ sourceId }) =>
      sources.indexOf(sourceId) < count ? { outcome: 'unavailable', detail: 'server error (500)' } : FRESH
  for (const hours of [0, 1, 2, 3]) {
    trial.now = addMs(START, hours * HOUR)
    await trial.run(failing(8), { force: true })
  }
  const [first = '', second = ''] = sources
  trial.now = addMs(START, 3.1 * HOUR)
  const triedAt = trial.now
  await trial.run(failing(8), { force: true, only: { sourceIds: [first] } })
  trial.now = addMs(triedAt, 240_000)
  await trial.run(failing(0), { force: true, only: { sourceIds: sources.slice(2) } })
  expect(await outage()).toBeNull()
  const due = new Map((await streams()).map(({ source_id, due_at }) => [source_id, due_at]))
  expect(due.get(second)).toBe(trial.now)
  expect(due.get(first)).toBe(addMs(triedAt, HOUR))
})

/** The first `count` of the given sources fail, the others answer. */
const failingOf =
  (sources: readonly string[], count: number): Collect =>
  async ({ sourceId }) =>
    sources.indexOf(sourceId) < count ? { outcome: 'unavailable', detail: 'server error (500)' } : FRESH

test('sources that fail again and again are no outage, though they are read more often than the others', async () => {
  const sources = await trial.storeStreams(12)
  await trial.run(fresh)
  for (const minutes of [60, 65, 75, 95]) {
    trial.now = addMs(START, minutes * 60_000)
    await trial.run(failingOf(sources, 5))
    expect(await outage()).toBeNull()
  }
  const [, , , , , alive = ''] = sources
  await trial.run(fresh, { force: true, only: { sourceIds: [alive] } })
  expect(await outage()).toBeNull()
})

test('the end of an outage wakes nothing that failed for days before it', async () => {
  const sources = await trial.storeStreams(9)
  const [dead = ''] = sources
  await trial.run(fresh)
  const failing = async (hours: number, count: number, read = sources) => {
    trial.now = addMs(START, hours * HOUR)
    await trial.run(failingOf(sources, count), { force: true, only: { sourceIds: read } })
  }
  await failing(1, 1)
  await failing(50, 9)
  expect(await outage()).toBe(trial.now)
  await failing(50.9, 9, sources.slice(0, 2))
  trial.now = addMs(START, 51 * HOUR)
  await trial.run(failingOf(sources, 2), { force: true, only: { sourceIds: sources.slice(2) } })
  expect(await outage()).toBeNull()
  const due = new Map((await streams()).map(({ source_id, due_at }) => [source_id, due_at]))
  expect(due.get(sources[1] ?? '')).toBe(trial.now)
  expect(due.get(dead)).not.toBe(trial.now)
})
