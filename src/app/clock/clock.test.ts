import { afterEach, expect, test, vi } from 'vitest'
import { HOUR_MS, msOf } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { advanceServiceClock, readServiceClock } from '#records/service-clock.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { startClock } from './clock.ts'

const MINUTE_MS = 60_000

const { database } = await fileDatabase()
afterEach(() => vi.useRealTimers())

const databaseMs = async () => msOf(await readServiceClock(database))

test.each([
  ['ten minutes fast', 10 * MINUTE_MS],
  ['ten minutes slow', -10 * MINUTE_MS],
])('[case 17] a process whose machine is %s tells the time of the database', async (_, skewMs) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skewMs })
  const clock = await startClock(database)
  const before = await databaseMs()
  await clock.sync(database)
  const read = msOf(clock.now())
  expect(read).toBeGreaterThanOrEqual(before)
  expect(read).toBeLessThan((await databaseMs()) + 1000)
})

test('a clock that is behind returns the time minus its delay, and never goes back', async () => {
  let behindMs = HOUR_MS
  const clock = await startClock(database, () => behindMs)
  const past = msOf(clock.now())
  expect(past).toBeLessThanOrEqual((await databaseMs()) - HOUR_MS)
  behindMs = 0
  const present = msOf(clock.now())
  expect(present - past).toBeGreaterThanOrEqual(HOUR_MS)
  behindMs = HOUR_MS
  expect(msOf(clock.now())).toBeGreaterThanOrEqual(present)
})

test('[case 17] the time never goes back, also when the clock is set again', async () => {
  const clock = await startClock(database)
  await inTransaction(database, (writer) => advanceServiceClock({ ms: HOUR_MS }, writer))
  await clock.sync(database)
  const ahead = msOf(clock.now())
  await inTransaction(database, (writer) => advanceServiceClock({ ms: -HOUR_MS }, writer))
  await clock.sync(database)
  expect(msOf(clock.now())).toBeGreaterThanOrEqual(ahead)
})
