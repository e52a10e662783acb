import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMs, type CalendarDate, DAY_MS, dateOf, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { chargeBudget } from './budgets.ts'
import { findOutage, getOutageRecords, saveJudgement } from './outages.ts'

const NOW = toInstant('2026-11-20T23:00:00Z')
const later = (hours: number) => addMs(NOW, hours * HOUR_MS)

const { database } = await fileDatabase()

const ask = (provider: string) => chargeBudget({ provider, requests: 1, dailyLimit: 10, now: NOW }, database)
const judge = (provider: string, failing: boolean | undefined, now = NOW) =>
  inTransaction(database, (writer) => saveJudgement({ provider, failing, now }, writer))
const recordOf = async (provider: string, since = '2026-08-23' as CalendarDate, newest = 10) =>
  (await getOutageRecords({ since, newest }, database)).find((record) => record.provider === provider)
const outagesOf = async (provider: string) => (await recordOf(provider, undefined, 1000))?.outages
const runningOf = (provider: string) => findOutage({ provider }, database)
/** Sets an outage as a release without the table of outages does. */
const setByOlder = (provider: string, outageSince: Instant | null) =>
  database
    .updateTable('provider_budgets')
    .set({ outage_since: outageSince })
    .where('provider', '=', provider)
    .execute()

test('an outage has its first judgement as its begin, and the judgement that ended it as its end', async () => {
  await ask('failing')
  expect(await judge('failing', false, later(-1))).toBeNull()
  expect(await judge('failing', true)).toBeNull()
  expect(await judge('failing', true, later(1))).toBeNull()
  expect(await runningOf('failing')).toBe(NOW)
  expect(await outagesOf('failing')).toEqual([{ beganAt: NOW, endedAt: null }])
  expect(await judge('failing', false, later(2))).toBe(NOW)
  expect(await runningOf('failing')).toBeNull()
  expect(await judge('failing', false, later(3))).toBeNull()
  expect(await outagesOf('failing')).toEqual([{ beganAt: NOW, endedAt: later(2) }])
})

test('each day has the newest outage that began before its end, and a day without a judgement is absent', async () => {
  await ask('daily')
  await judge('daily', false, later(-48))
  await judge('daily', true)
  await judge('daily', false, later(2))
  await judge('daily', false, later(72))
  const outage = { beganAt: NOW, endedAt: later(2) }
  expect(await recordOf('daily')).toEqual({
    provider: 'daily',
    recordedFrom: later(-48),
    days: [
      { day: '2026-11-18', outage: null },
      { day: '2026-11-20', outage },
      { day: '2026-11-21', outage },
      { day: '2026-11-23', outage },
    ],
    outages: [outage],
  })
  expect(await recordOf('daily', '2026-11-23' as CalendarDate)).toMatchObject({
    recordedFrom: later(-48),
    days: [{ day: '2026-11-23' }],
    outages: [],
  })
  expect(await recordOf('daily', '2026-11-24' as CalendarDate)).toMatchObject({ days: [], outages: [] })
})

test('a run that found nothing new judges a provider only while it fails', async () => {
  await ask('silent')
  await judge('silent', undefined)
  expect(await recordOf('silent')).toBeUndefined()
  await judge('silent', true)
  await judge('silent', undefined, later(24))
  expect(await recordOf('silent')).toMatchObject({ days: [{ day: '2026-11-20' }, { day: '2026-11-21' }] })
  expect(await outagesOf('silent')).toEqual([{ beganAt: NOW, endedAt: null }])
})

test('nothing is recorded of a provider that was never asked', async () => {
  expect(await judge('unasked', true)).toBeNull()
  expect(await recordOf('unasked')).toBeUndefined()
})

test('processes that judge at once record an outage once, and end it once', async () => {
  await ask('crowded')
  await Promise.all(Array.from({ length: 20 }, (_, place) => judge('crowded', true, addMs(NOW, place))))
  const [outage, ...others] = (await outagesOf('crowded')) ?? []
  expect([others, outage?.endedAt]).toEqual([[], null])
  expect(await runningOf('crowded')).toBe(outage?.beganAt)
  const ended = await Promise.all(Array.from({ length: 20 }, () => judge('crowded', false, later(1))))
  expect(ended.filter((since) => since !== null)).toEqual([outage?.beganAt])
  expect(await outagesOf('crowded')).toEqual([{ beganAt: outage?.beganAt, endedAt: later(1) }])
})

test('a process that is killed before it commits records neither the outage nor the day', async () => {
  await ask('killed')
  const killed = inTransaction(database, async (writer) => {
    await saveJudgement({ provider: 'killed', failing: true, now: NOW }, writer)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect([await runningOf('killed'), await recordOf('killed')]).toEqual([null, undefined])
  await judge('killed', true, later(1))
  expect(await outagesOf('killed')).toEqual([{ beganAt: later(1), endedAt: null }])
})

test('an outage that an older release began is recorded from its begin', async () => {
  await ask('taken over')
  await setByOlder('taken over', later(-30))
  await judge('taken over', undefined)
  expect(await recordOf('taken over')).toMatchObject({
    recordedFrom: NOW,
    outages: [{ beganAt: later(-30), endedAt: null }],
  })
  await judge('taken over', false, later(1))
  expect(await outagesOf('taken over')).toEqual([{ beganAt: later(-30), endedAt: later(1) }])
})

test('an outage that an older release ended lasts until the last judgement that is recorded', async () => {
  await ask('rolled back')
  await judge('rolled back', true)
  await judge('rolled back', true, later(5))
  await setByOlder('rolled back', null)
  await judge('rolled back', false, later(72))
  expect(await outagesOf('rolled back')).toEqual([{ beganAt: NOW, endedAt: later(5) }])
  await judge('rolled back', true, later(73))
  await setByOlder('rolled back', later(80))
  await judge('rolled back', true, later(81))
  expect(await outagesOf('rolled back')).toEqual([
    { beganAt: later(80), endedAt: null },
    { beganAt: later(73), endedAt: later(73) },
    { beganAt: NOW, endedAt: later(5) },
  ])
})

test('the newest outages of each provider are read, and no more of them', async () => {
  await ask('flapping')
  for (let hour = 0; hour < 12; hour += 1) await judge('flapping', hour % 2 === 0, later(hour))
  const newest = (await recordOf('flapping', undefined, 2))?.outages
  expect(newest).toEqual([
    { beganAt: later(10), endedAt: later(11) },
    { beganAt: later(8), endedAt: later(9) },
  ])
})

test('a judgement of one provider leaves the outage of another as it is', async () => {
  await ask('one')
  await ask('other')
  await judge('one', true)
  await judge('other', true, later(1))
  await judge('one', false, later(2))
  await judge('one', true, later(3))
  expect(await outagesOf('other')).toEqual([{ beganAt: later(1), endedAt: null }])
  expect(await runningOf('other')).toBe(later(1))
})

test('judgements are recorded from the first of them, whichever clock made it', async () => {
  await ask('clocks')
  await judge('clocks', false, later(-2))
  await judge('clocks', false, later(-1))
  expect((await recordOf('clocks'))?.recordedFrom).toBe(later(-2))
  await judge('clocks', false, later(-3))
  expect((await recordOf('clocks'))?.recordedFrom).toBe(later(-3))
})

test('of several outages before its end, a day has the newest', async () => {
  await ask('twice')
  await judge('twice', true, later(-4))
  await judge('twice', false, later(-3))
  await judge('twice', true, later(-2))
  expect((await recordOf('twice'))?.days).toEqual([
    { day: '2026-11-20', outage: { beganAt: later(-2), endedAt: null } },
  ])
})

test('an outage is listed from the day on that it reached, its last instant included', async () => {
  await ask('reaching')
  await judge('reaching', true, later(-2))
  await judge('reaching', false, toInstant('2026-11-21T00:00:00Z'))
  const listedFrom = async (day: string) => (await recordOf('reaching', day as CalendarDate))?.outages.length
  expect(await listedFrom('2026-11-21')).toBe(1)
  expect(await listedFrom('2026-11-22')).toBe(0)
})

/** Judgements in order. Their time may go back: the clock of one process can be behind the clock of another. */
const judgements = fc.array(
  fc.record({
    failing: fc.constantFrom(true, false, undefined),
    hours: fc.integer({ min: -3, max: 40 }),
    at: fc.constantFrom('next', 'same'),
  }),
  { minLength: 1, maxLength: 14 },
)

test('whatever is judged, outages follow one another without overlap, and the last alone can run', async () => {
  let providers = 0
  await fc.assert(
    fc.asyncProperty(judgements, async (given) => {
      providers += 1
      const provider = `property ${providers}`
      await ask(provider)
      let now = NOW
      const days = new Set<CalendarDate>()
      let isFailing = false
      for (const { failing, hours, at } of given) {
        if (at === 'next') now = addMs(now, hours * HOUR_MS)
        await judge(provider, failing, now)
        if (failing !== undefined || isFailing) days.add(dateOf(now))
        isFailing = failing ?? isFailing
      }
      const record = await recordOf(provider, undefined, 1000)
      const oldestFirst = (record?.outages ?? []).toReversed()
      const instants = oldestFirst.flatMap(({ beganAt, endedAt }) => [
        beganAt,
        ...(endedAt === null ? [] : [endedAt]),
      ])
      expect(instants).toEqual(instants.toSorted())
      expect(oldestFirst.slice(0, -1).every(({ endedAt }) => endedAt !== null)).toBe(true)
      const running = oldestFirst.filter(({ endedAt }) => endedAt === null).map(({ beganAt }) => beganAt)
      expect(running).toEqual(isFailing ? [await runningOf(provider)] : [])
      expect(record?.days.map(({ day }) => day) ?? []).toEqual([...days].toSorted())
    }),
    { numRuns: 40 },
  )
})

test('a day of the calendar is a day of UTC', async () => {
  await ask('midnight')
  await judge('midnight', true, toInstant('2026-11-20T23:59:59.999Z'))
  await judge('midnight', false, toInstant('2026-11-21T00:00:00Z'))
  expect(await recordOf('midnight')).toMatchObject({
    days: [
      { day: '2026-11-20', outage: { beganAt: '2026-11-20T23:59:59.999Z' } },
      { day: '2026-11-21', outage: { endedAt: '2026-11-21T00:00:00.000Z' } },
    ],
  })
  expect(await judge('midnight', true, addMs(NOW, DAY_MS))).toBeNull()
})
