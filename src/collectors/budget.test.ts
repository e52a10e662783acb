import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { addMs, dateOf, endOfDate, msOf, toInstant } from '#contract/time.ts'
import { getBudgets } from '#records/collecting/budgets.ts'
import { databaseOn } from '#records/database.ts'
import {
  type Collect,
  FRESH,
  fileTrial,
  PROVIDER,
  START,
  UNTRIED_DUE,
} from '#test/providers/trial-provider.ts'
import { type Budget, openBudgets, openCharged } from './budget.ts'
import type { Collected } from './collector.ts'
import { GIVEN_UP, openHttp } from './http.ts'
import { openProviderLimits } from './provider-limits.ts'
import { policyOf } from './providers.ts'
import { openRateLimit } from './rate-limit.ts'

const trial = await fileTrial()
const { streams, readings } = trial

/** The end of the day, when the whole budget is allowed. */
const LATE = endOfDate(dateOf(START))

const pause = (ms: number) => ({ detail: 'limited', coolOffUntil: addMs(START, ms) })

test('[case 9] a rate limit makes every worker wait; a postponed reading is neither an attempt nor a failure', async () => {
  await trial.storeStreams(6)
  trial.server.answer = () => ({ status: 429, headers: { 'retry-after': '1800' }, body: '' })
  const collect: Collect = async (_, deps) => {
    const answer = await deps.http.request({ url: trial.server.url })
    if (answer.kind === 'answer') return FRESH
    return {
      outcome: answer.outcome,
      detail: answer.detail,
      coolOffUntil: addMs(trial.now, answer.retryAfterMs ?? 0),
    }
  }
  await Promise.all([trial.run(collect), trial.run(collect), trial.run(collect)])
  const limited = await readings()
  expect(limited.length).toBeLessThanOrEqual(trial.server.asked.length)
  expect(new Set(limited.map(({ outcome }) => outcome))).toEqual(new Set(['rate_limited']))
  expect(await getBudgets(trial.database)).toMatchObject([{ coolOffUntil: addMs(START, 1_800_000) }])
  expect((await streams()).map((row) => [row.failures_in_a_row, row.failing_since, row.lease_token])).toEqual(
    Array.from({ length: 6 }, () => [0, null, null]),
  )
  trial.now = addMs(START, 1_799_000)
  expect(await trial.run(collect)).toEqual({})
  trial.server.answer = () => ({ body: '{}' })
  trial.now = addMs(START, 1_800_000)
  expect(await trial.run(collect)).toEqual({ 'trial.fresh': 6 })
})

test('an exhausted budget postpones readings until the next day, without an attempt', async () => {
  trial.now = LATE
  await trial.storeStreams(3)
  const { dailyLimit } = policyOf(PROVIDER)
  await trial.database
    .insertInto('provider_budgets')
    .values({
      provider: PROVIDER,
      day: dateOf(START),
      used: dailyLimit - 2,
      daily_limit: dailyLimit,
    })
    .execute()
  const collect: Collect = async (_, deps) => {
    const answers = [
      await deps.http.request({ url: trial.server.url }),
      await deps.http.request({ url: trial.server.url }),
    ]
    return answers.every(({ kind }) => kind === 'answer')
      ? FRESH
      : { outcome: 'rate_limited', detail: 'held back' }
  }
  const counts = await trial.run(collect, { limit: 1 })
  expect(counts).toEqual({ 'trial.fresh': 1 })
  expect(await trial.run(collect)).toEqual({})
  expect(await readings()).toHaveLength(1)
  trial.now = addMs(LATE, 86_400_000)
  expect(await trial.run(collect)).toEqual({ 'trial.fresh': 3 })
})

test('a reading that the budget interrupts is postponed as a whole', async () => {
  trial.now = LATE
  await trial.storeStreams(1)
  const { dailyLimit } = policyOf(PROVIDER)
  await trial.database
    .insertInto('provider_budgets')
    .values({
      provider: PROVIDER,
      day: dateOf(START),
      used: dailyLimit - 1,
      daily_limit: dailyLimit,
    })
    .execute()
  const collect: Collect = async (_, deps) => {
    await deps.http.request({ url: trial.server.url })
    const second = await deps.http.request({ url: trial.server.url })
    return second.kind === 'answer' ? FRESH : { outcome: second.outcome, detail: second.detail }
  }
  expect(await trial.run(collect)).toEqual({ 'trial.deferred': 1 })
  expect(await readings()).toEqual([])
  expect(await streams()).toMatchObject([{ last_tried_at: null, lease_token: null, due_at: UNTRIED_DUE }])
})

test('optional requests are refused first, and do not postpone the reading', async () => {
  trial.now = LATE
  await trial.storeStreams(1)
  const { dailyLimit } = policyOf(PROVIDER)
  await trial.database
    .insertInto('provider_budgets')
    .values({
      provider: PROVIDER,
      day: dateOf(START),
      used: dailyLimit * 0.9,
      daily_limit: dailyLimit,
    })
    .execute()
  const kinds: string[] = []
  const collect: Collect = async (_, deps) => {
    kinds.push((await deps.http.request({ url: trial.server.url })).kind)
    kinds.push((await deps.http.request({ url: trial.server.url, optional: true })).kind)
    return FRESH
  }
  expect(await trial.run(collect)).toEqual({ 'trial.fresh': 1 })
  expect(kinds).toEqual(['answer', 'failure'])
})

test('optional requests use at most four fifths of the daily budget', async () => {
  trial.now = LATE
  await trial.storeStreams(1)
  const { dailyLimit } = policyOf(PROVIDER)
  const budget = { provider: PROVIDER, day: dateOf(START), daily_limit: dailyLimit }
  await trial.database
    .insertInto('provider_budgets')
    .values({ ...budget, used: dailyLimit * 0.8 - 1 })
    .execute()
  const kinds: string[] = []
  await trial.run(async (_, { http }) => {
    for (const optional of [true, true, undefined] as const)
      kinds.push((await http.request({ url: trial.server.url, ...(optional && { optional }) })).kind)
    return FRESH
  })
  expect(kinds).toEqual(['answer', 'failure', 'answer'])
  expect(await getBudgets(trial.database)).toMatchObject([{ used: dailyLimit * 0.8 + 1 }])
})

test.each<[string, Collected, number | null]>([
  ['a limit without a pause: a minute', { outcome: 'rate_limited' }, 60_000],
  ['a limit with a shorter pause: a minute', { outcome: 'rate_limited', ...pause(59_999) }, 60_000],
  ['a limit with a longer pause: as given', { outcome: 'rate_limited', ...pause(60_001) }, 60_001],
  ['an answer with a pause: as given', { ...FRESH, ...pause(90_000) }, 90_000],
  ['an answer: no pause', FRESH, null],
])('the provider is left alone after %s', async (_, collected, pauseMs) => {
  await trial.storeStreams(1)
  await trial.run(async () => collected)
  const coolOffUntil = pauseMs === null ? null : addMs(START, pauseMs)
  expect(await getBudgets(trial.database)).toMatchObject([{ coolOffUntil }])
})

test('[R35] without a stated pause, waits grow with each limit in a row and begin anew after a good answer', async () => {
  await trial.storeStreams(1)
  const waits: number[] = []
  const limitedAt = async (limited: Collected) => {
    await trial.run(async () => limited)
    const [budget] = await getBudgets(trial.database)
    const until = budget?.coolOffUntil ?? trial.now
    waits.push((msOf(until) - msOf(trial.now)) / 60_000)
    trial.now = until
  }
  for (let limit = 0; limit < 8; limit += 1) await limitedAt({ outcome: 'rate_limited' })
  await limitedAt({ outcome: 'rate_limited', coolOffUntil: addMs(trial.now, 120_000) })
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 2])
  await trial.run(async () => FRESH)
  trial.now = addMs(trial.now, 3_600_000)
  waits.length = 0
  await limitedAt({ outcome: 'rate_limited' })
  expect(waits).toEqual([1])
})

test('[R35] limits of readings at the same time count once', async () => {
  await trial.storeStreams(6)
  await trial.run(async () => ({ outcome: 'rate_limited', detail: 'limited' }))
  expect(await getBudgets(trial.database)).toMatchObject([{ coolOffUntil: addMs(START, 60_000) }])
  trial.now = addMs(START, 60_000)
  await trial.run(async () => ({ outcome: 'rate_limited', detail: 'limited' }))
  expect(await getBudgets(trial.database)).toMatchObject([{ coolOffUntil: addMs(START, 180_000) }])
})

test('[R35] a limit on one stream alone pauses that stream, longer each time, and no other', async () => {
  const [limited] = await trial.storeStreams(4)
  const collect: Collect = async ({ sourceId }) =>
    sourceId === limited ? { outcome: 'rate_limited', detail: 'limited', limit: 'stream' } : FRESH
  expect(await trial.run(collect)).toEqual({ 'trial.rate_limited': 1, 'trial.fresh': 3 })
  expect(await getBudgets(trial.database)).toMatchObject([{ coolOffUntil: null }])
  const due = async () => (await streams()).find(({ source_id }) => source_id === limited)?.due_at
  expect(await due()).toBe(addMs(START, 60_000))
  trial.now = addMs(START, 60_000)
  await trial.run(collect)
  expect(await due()).toBe(addMs(START, 180_000))
})

test('an outage lasts while more than half of the newest findings of a provider are failures', async () => {
  await trial.storeStreams(8)
  await trial.run(async () => FRESH)
  trial.now = addMs(trial.now, 3_600_000)
  let failing = 5
  const collect: Collect = async () => {
    failing -= 1
    return failing >= 0 ? { outcome: 'unavailable', detail: 'server error (500)' } : FRESH
  }
  await trial.run(collect)
  expect(await getBudgets(trial.database)).toMatchObject([{ outageSince: trial.now }])
  trial.now = addMs(trial.now, 3_600_000)
  await trial.run(collect)
  expect(await getBudgets(trial.database)).toMatchObject([{ outageSince: null }])
})

test('three of the newest four readings failing is an outage', async () => {
  await trial.storeStreams(4)
  await trial.run(async () => FRESH)
  trial.now = addMs(trial.now, 3_600_000)
  let failing = 3
  await trial.run(async () => {
    failing -= 1
    return failing >= 0 ? { outcome: 'error', detail: 'cut' } : FRESH
  })
  expect(await getBudgets(trial.database)).toMatchObject([{ outageSince: trial.now }])
})

test.each([
  ['half', 8, 4],
  ['three of three', 3, 3],
])('%s of the readings failing is no outage', async (_, count, failures) => {
  await trial.storeStreams(count)
  let failing = failures
  const collect: Collect = async () => {
    failing -= 1
    return failing >= 0 ? { outcome: 'error', detail: 'cut' } : FRESH
  }
  await trial.run(collect)
  expect(await getBudgets(trial.database)).toMatchObject([{ outageSince: null }])
})

describe('a budget that is spread over the day', () => {
  const limited = (requests: number) =>
    openProviderLimits({ set: [{ provider: PROVIDER, requests, per: 'day' }], perSecondOf: () => null })
  const collect: Collect = async (_, { http }) => {
    await http.request({ url: trial.server.url })
    return FRESH
  }
  const budget = async () => (await getBudgets(trial.database))[0]

  test('[R53] readings begin while the day so far allows them, and go on as soon as it allows more', async () => {
    await trial.storeStreams(20)
    trial.limits = limited(20)
    // At 10:00 the day allows 15 of 20 requests, and eight streams are leased at once.
    expect(await trial.run(collect)).toEqual({ 'trial.fresh': 16 })
    expect(await trial.run(collect)).toEqual({})
    trial.now = toInstant('2026-11-20T14:24:00Z')
    expect(await trial.run(collect)).toEqual({})
    trial.now = addMs(trial.now, 1)
    expect(await trial.run(collect)).toMatchObject({ 'trial.fresh': 4 })
  })

  test('[R53] a reading that began is not interrupted, and reading everything uses the whole budget', async () => {
    await trial.storeStreams(20)
    trial.limits = limited(20)
    expect(await trial.run(collect, { force: true })).toEqual({ 'trial.fresh': 20 })
    await trial.reset()
    await trial.storeStreams(1)
    trial.limits = limited(20)
    const long: Collect = async (_, { http }) => {
      for (let request = 0; request < 20; request += 1) await http.request({ url: trial.server.url })
      return FRESH
    }
    expect(await trial.run(long)).toEqual({ 'trial.fresh': 1 })
    expect(await budget()).toMatchObject({ used: 20, dailyLimit: 20 })
  })

  test('[R53] each process obeys its own limit, and the status has the limit of the process that read last', async () => {
    await trial.storeStreams(40)
    trial.limits = limited(20)
    await trial.run(collect)
    expect(await budget()).toMatchObject({ used: 16, dailyLimit: 20 })
    const [before, raised] = [limited(20), limited(40)]
    trial.limits = raised
    expect(await trial.run(collect, { limit: 8 })).toEqual({ 'trial.fresh': 8 })
    expect(await budget()).toMatchObject({ used: 24, dailyLimit: 40 })
    trial.limits = before
    expect(await trial.run(collect)).toEqual({})
    expect(await budget()).toMatchObject({ used: 24, dailyLimit: 20 })
    trial.limits = raised
    expect(await trial.run(collect, { limit: 4 })).toEqual({ 'trial.fresh': 4 })
    trial.limits = limited(10)
    expect(await trial.run(collect)).toEqual({})
    expect(await budget()).toMatchObject({ used: 28, dailyLimit: 10 })
  })
})

describe('a budget that is taken in blocks', () => {
  const { dailyLimit } = policyOf(PROVIDER)
  const open = () =>
    openBudgets({ database: trial.database, clock: () => trial.now, dailyLimitOf: () => dailyLimit })
  const used = async () => (await getBudgets(trial.database))[0]?.used
  const takeAll = async (budget: Budget) => {
    let taken = 0
    while (await budget.charge()) taken += 1
    return taken
  }

  test('processes never overspend together, and give back what they did not use', async () => {
    const budget = { provider: PROVIDER, day: dateOf(START), daily_limit: dailyLimit }
    await trial.database
      .insertInto('provider_budgets')
      .values({ ...budget, used: dailyLimit - 100 })
      .execute()
    {
      await using one = open()
      expect(await one.of(PROVIDER).charge()).toBe(true)
      await using others = open()
      const left = await Promise.all([takeAll(others.of(PROVIDER)), takeAll(others.of(PROVIDER))])
      expect(await used()).toBe(dailyLimit)
      expect(left.reduce((sum, taken) => sum + taken, 0)).toBe(100 - 1 - one.of(PROVIDER).held())
    }
    expect(await used()).toBe(dailyLimit - 31)
  })

  test('a killed process wastes the rest of its block, at most 31 requests, until the next day', async () => {
    const killed = open()
    await killed.of(PROVIDER).charge()
    expect(await used()).toBe(32)
    await using next = open()
    await next.of(PROVIDER).charge()
    expect(await used()).toBe(64)
    trial.now = addMs(START, 86_400_000)
    await next.of(PROVIDER).charge()
    expect(await used()).toBe(32)
  })

  test('many readings share a block', async () => {
    await trial.storeStreams(40)
    const asked: string[] = []
    const pool = new pg.Pool({ connectionString: trial.url, max: 4, pipeline: true })
    await using database = databaseOn(pool, ({ query }) => asked.push(query.sql))
    const collect: Collect = async (_, { http }) => {
      await http.request({ url: trial.server.url })
      return FRESH
    }
    expect(await trial.run(collect, {}, database)).toEqual({ 'trial.fresh': 40 })
    const statements = (part: string) => asked.filter((text) => text.includes(part)).length
    expect(statements('insert into provider_budgets')).toBe(2)
    expect(statements('insert into readings')).toBeLessThanOrEqual(8)
    // Five times eight streams, and once none of any state of a project.
    expect(statements('for update of stream skip locked')).toBe(7)
    expect(await used()).toBe(40)
  })
})

test.each(['of the provider', 'of the host'])(
  'a request that waits in vain for its turn, by the pace %s, is not charged',
  async (whose) => {
    const clock = () => trial.now
    const dailyLimitOf = () => policyOf(PROVIDER).dailyLimit
    const budgets = openBudgets({ database: trial.database, clock, dailyLimitOf })
    const pace = openRateLimit(1 / 3600)
    const ended = new AbortController()
    await using http = openHttp({ contactUrl: 'https://svc.example', connectTo: [] }, { clock })
    const client = openCharged({
      provider: PROVIDER,
      http,
      signal: ended.signal,
      stop: new AbortController().signal,
      rateLimit: whose === 'of the provider' ? pace : openRateLimit(null),
      budget: budgets.of(PROVIDER),
    })
    const request = { url: trial.server.url, ...(whose === 'of the host' && { rateLimit: pace }) }
    expect((await client.request(request)).kind).toBe('answer')
    const waiting = client.request(request)
    ended.abort()
    expect(await waiting).toBe(GIVEN_UP)
    await budgets[Symbol.asyncDispose]()
    expect(await getBudgets(trial.database)).toMatchObject([{ provider: PROVIDER, used: 1 }])
  },
)
