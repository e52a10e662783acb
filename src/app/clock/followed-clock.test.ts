import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import { Refusal } from '#operator/refusal.ts'
import { openDatabase } from '#records/database.ts'
import { readServiceTime } from '#records/service-clock.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { type ClockStep, prepareClock, startClock } from './clock.ts'
import { aborted, runByClock } from './followed-clock.ts'

const MINUTE_MS = 60_000
const { database } = await fileDatabase()

beforeEach(async () => {
  await database.deleteFrom('pipelines').execute()
  await database.updateTable('service_clock').set({ held_ms: 0, held_at: null, offset_ms: 0 }).execute()
})

const databaseNow = async () => (await readServiceTime(database)).databaseNow
const aRun = async (last_started_at: Instant) =>
  database
    .insertInto('pipelines')
    .values({ name: 'ledger', cadence_seconds: 60, due_at: last_started_at, last_started_at })
    .execute()
const hold = async (held_ms: number, held_at: Instant) =>
  database.updateTable('service_clock').set({ held_ms, held_at }).execute()
const heldMinutes = async () => {
  const { now, databaseNow: at, offsetMs } = await readServiceTime(database)
  // Less than half a minute below zero is rounded to -0.
  return Math.round((Date.parse(now) - offsetMs - Date.parse(at)) / MINUTE_MS) + 0
}
const loggerTo = (lines: string[]) => pino({}, { write: (line: string) => lines.push(line) })

test.each([
  ['nothing ran yet', { run: null, held: 0, offset: 0 }, 0],
  ['the newest run is past', { run: -5, held: 0, offset: 0 }, 0],
  ['the newest run is ten minutes ahead', { run: 10, held: 0, offset: 0 }, 10],
  ['the newest run is not further ahead than the sandbox', { run: 10, held: 0, offset: 30 }, 0],
  ['a hold is half an hour longer than the newest run needs', { run: -5, held: 30, offset: 0 }, 0],
  ['a hold is longer by less than a process runs nothing', { run: 10, held: 13, offset: 0 }, 13],
])(
  'a process that starts holds its clock as far as needed: %s',
  async (_, { run, held, offset }, expected) => {
    const now = await databaseNow()
    if (run !== null) await aRun(addMs(now, run * MINUTE_MS))
    await hold(held * MINUTE_MS, now)
    await database
      .updateTable('service_clock')
      .set({ offset_ms: offset * MINUTE_MS })
      .execute()
    await prepareClock(database)
    expect(await heldMinutes()).toBe(expected)
  },
)

test('a hold that began at a time that has not come yet grows by nothing', async () => {
  const future = addMs(await databaseNow(), 30 * DAY_MS)
  await hold(0, future)
  expect(await heldMinutes()).toBe(0)
  await hold(HOUR_MS, future)
  expect(await heldMinutes()).toBe(60)
})

test('no process starts on a run that is recorded more than a day ahead of the clock, and the hold stays', async () => {
  const newest = addMs(await databaseNow(), DAY_MS + MINUTE_MS)
  await aRun(newest)
  await expect(prepareClock(database)).rejects.toThrow(Refusal)
  await expect(prepareClock(database)).rejects.toThrow(`a run of ${newest}, more than a day after`)
  expect(await heldMinutes()).toBe(0)
})

/** Runs on a clock whose steps are given, until they end or the clock is lost. */
const runOn = async (steps: readonly ClockStep[]) => {
  const left: (ClockStep | undefined)[] = [...steps, undefined]
  const lines: string[] = []
  const stop = new AbortController()
  const now = () => toInstant('2026-11-28T12:00:00Z')
  const sync = async () => {
    const step = left.shift()
    if (left.length === 0) stop.abort()
    return step
  }
  const logger = loggerTo(lines)
  const running = runByClock(stop.signal, { clock: { now, leasesNow: now, sync }, database, logger }, aborted)
  const failure = await running.then(
    () => undefined,
    (error: unknown) => error,
  )
  return { failure, lines: lines.map((line): { stepMs: number; msg: string } => JSON.parse(line)) }
}

test.each([
  ['back', { databaseMs: -HOUR_MS, serviceMs: 0 }, /went back; the service clock keeps its time/],
  ['forward', { databaseMs: HOUR_MS, serviceMs: HOUR_MS }, /went forward, and the service clock with it/],
  ['forward to a hold', { databaseMs: HOUR_MS, serviceMs: 0 }, /to the service clock that was held ahead/],
])('a step %s of the database is logged, and the process goes on', async (_, step, words) => {
  const { failure, lines } = await runOn([step])
  expect(failure).toBeUndefined()
  expect(lines).toMatchObject([{ stepMs: step.databaseMs, msg: expect.stringMatching(words) }])
})

test('a step back of more than a day ends the process', async () => {
  const step = { databaseMs: -2 * DAY_MS, serviceMs: -2 * DAY_MS }
  const { failure, lines } = await runOn([step, step])
  expect(failure).toBeInstanceOf(Refusal)
  expect(lines).toMatchObject([{ stepMs: -2 * DAY_MS, msg: expect.stringMatching(/this process ends/) }])
})

test('a run that fails ends the following of the clock too', async () => {
  let turns = 0
  const now = () => toInstant('2026-11-28T12:00:00Z')
  const sync = async () => {
    turns += 1
    return undefined
  }
  const service = { clock: { now, leasesNow: now, sync }, database, logger: loggerTo([]) }
  const run = () => Promise.reject(new Error('the port is taken'))
  await expect(runByClock(new AbortController().signal, service, run)).rejects.toThrow('the port is taken')
  expect(turns).toBe(1)
})

test('a database that is away is logged once, however many turns fail, and again after it came back', async () => {
  await using opened = await openTestDatabase()
  const away = openDatabase('postgres://svc:x@127.0.0.1:9/svc', { maxConnections: 1 })
  const turns = [away, away, opened.database, away, away]
  const clock = await startClock(opened.database)
  const lines: string[] = []
  const stop = new AbortController()
  const sync: typeof clock.sync = async () => {
    const database = turns.shift() ?? away
    if (turns.length === 0) stop.abort()
    return clock.sync(database)
  }
  await runByClock(
    stop.signal,
    { clock: { ...clock, sync }, database: opened.database, logger: loggerTo(lines) },
    aborted,
  )
  await away.destroy()
  expect(lines).toHaveLength(2)
})
