import { describe, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import { findKeyInUse, type KeyInUse } from '#records/accounts/accounts.ts'
import { openDatabase } from '#records/database.ts'
import { issueKey } from '#test/given/accounts.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { firstDayOfMonth, MonthCounter, secondsToMonthEnd } from './month.ts'
import { tokenDigest } from './tokens.ts'

const { database } = await fileDatabase()

const NOVEMBER = toInstant('2026-11-19T12:00:00Z')
const DECEMBER = toInstant('2026-12-01T00:00:00Z')

test.each([
  ['2026-11-01T00:00:00Z', '2026-11-01', 30 * 86_400],
  ['2026-11-30T23:59:59.999Z', '2026-11-01', 1],
  ['2026-11-30T23:59:58.001Z', '2026-11-01', 2],
  ['2026-12-31T00:00:00Z', '2026-12-01', 86_400],
  ['2028-02-28T00:00:00Z', '2028-02-01', 2 * 86_400],
])('%s is in the month of %s, which ends in %i seconds', (now, month, seconds) => {
  expect([firstDayOfMonth(toInstant(now)), secondsToMonthEnd(toInstant(now))]).toEqual([month, seconds])
})

async function newKeyInUse(): Promise<{ key: KeyInUse; read: (now: Instant) => Promise<KeyInUse> }> {
  const { key: text } = await issueKey(database)
  const read = async (now: Instant) => {
    const found = await findKeyInUse({ digest: tokenDigest(text), month: firstDayOfMonth(now) }, database)
    if (found === undefined) throw new Error('the key is gone')
    return found
  }
  return { key: await read(NOVEMBER), read }
}

function openCounter(allowance = 100, own = database) {
  const warnings: object[] = []
  const counter = new MonthCounter(
    { ...LIMITS.monthlyAllowance, 1: allowance },
    { database: own, clock: { now: () => NOVEMBER }, logger: { warn: (fields) => warnings.push(fields) } },
  )
  return { counter, warnings }
}

describe('counted requests', () => {
  test('are written, and read back with those of other processes', async () => {
    const { key, read } = await newKeyInUse()
    const [first, second] = [openCounter().counter, openCounter().counter]
    first.charge(key, 30)
    second.charge(key, 40)
    await first.flush()
    await second.flush()
    expect((await read(NOVEMBER)).used).toBe(70)
    expect(second.charge(key, 31).charged).toBe(false)
    expect(first.charge(key, 1).remaining()).toBe(69)
    await first.flush()
    expect(first.charge(key, 30).charged).toBe(false)
    await Promise.all([first[Symbol.asyncDispose](), second[Symbol.asyncDispose]()])
  })

  test('are written on disposal', async () => {
    const { key, read } = await newKeyInUse()
    {
      await using counter = openCounter().counter
      counter.charge(key, 7)
    }
    expect((await read(NOVEMBER)).used).toBe(7)
  })

  test('that are refunded do not count, before or after a write', async () => {
    const { key, read } = await newKeyInUse()
    const { key: other, read: readOther } = await newKeyInUse()
    await using counter = openCounter().counter
    const early = counter.charge(key, 5)
    early.refund()
    const late = counter.charge(key, 30)
    await counter.flush()
    late.refund()
    expect(late.remaining()).toBe(100)
    counter.charge(other, 8)
    await counter.flush()
    expect((await readOther(NOVEMBER)).used).toBe(8)
    expect(counter.charge(key, 40).remaining()).toBe(60)
    await counter.flush()
    expect((await read(NOVEMBER)).used).toBe(40)
  })

  test('belong to the month of the request', async () => {
    const { key, read } = await newKeyInUse()
    await using counter = openCounter(10).counter
    counter.charge(key, 10)
    expect(counter.charge(key, 1).charged).toBe(false)
    expect(counter.charge(await read(DECEMBER), 4).charged).toBe(true)
    await counter.flush()
    expect([(await read(NOVEMBER)).used, (await read(DECEMBER)).used]).toEqual([10, 4])
  })

  test('of concurrent processes add up', async () => {
    const { key, read } = await newKeyInUse()
    const { key: other } = await newKeyInUse()
    const counters = Array.from({ length: 8 }, () => openCounter(10_000).counter)
    for (let round = 0; round < 5; round += 1) {
      for (const counter of counters) {
        counter.charge(key, 3)
        counter.charge(other, 1)
      }
      await Promise.all(counters.map((counter) => counter.flush()))
    }
    await Promise.all(counters.map((counter) => counter[Symbol.asyncDispose]()))
    expect((await read(NOVEMBER)).used).toBe(8 * 5 * 3)
  })
})

test('an older total does not lower the count', async () => {
  const { key } = await newKeyInUse()
  await using counter = openCounter().counter
  counter.charge(key, 60)
  await counter.flush()
  expect(counter.charge({ ...key, used: 0 }, 1).remaining()).toBe(39)
  expect(counter.charge({ ...key, used: 80 }, 1).remaining()).toBe(18)
})

test('a count that was idle for a minute is dropped at the next write, one in use is not', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const [{ key: idle }, { key: busy }] = [await newKeyInUse(), await newKeyInUse()]
    await using counter = openCounter().counter
    for (const key of [idle, busy]) counter.charge(key, 60)
    vi.advanceTimersByTime(60_000)
    counter.charge(busy, 1)
    await counter.flush()
    vi.advanceTimersByTime(1)
    await counter.flush()
    // A lookup that is older than the writes shows what the counter itself still knows.
    expect([idle, busy].map((key) => counter.charge(key, 1).remaining())).toEqual([99, 38])
  } finally {
    vi.useRealTimers()
  }
})

test('while the database is down counting continues, is logged once, and loses nothing', async () => {
  const { key, read } = await newKeyInUse()
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none', { maxConnections: 1 })
  const { counter, warnings } = openCounter(100, away)
  counter.charge(key, 40)
  const failing = counter.flush()
  counter.charge(key, 40)
  await failing
  await counter.flush()
  expect(warnings).toHaveLength(1)
  expect(counter.charge(key, 21).charged).toBe(false)
  expect(counter.charge(key, 20).charged).toBe(true)
  await counter[Symbol.asyncDispose]()
  await away.destroy()
  expect((await read(NOVEMBER)).used).toBe(0)
})
