import { expect, test } from 'vitest'
import { addMs, dateOf, endOfDate } from '#contract/time.ts'
import { type Collect, FRESH, fileTrial, PROVIDER, START } from '#test/providers/trial-provider.ts'
import { policyOf } from './providers.ts'

const trial = await fileTrial()
const { streams, readings } = trial

test('a reading that has more to read goes on in the next run, from its place', async () => {
  await trial.storeStreams(1)
  const seen: unknown[] = []
  const collect: Collect = async ({ position }) => {
    seen.push(position)
    return { ...FRESH, position: { part: seen.length + 1 }, ...(seen.length < 3 && { continues: true }) }
  }
  for (const ms of [0, 1, 2, 3]) {
    trial.now = addMs(START, ms)
    await trial.run(collect)
  }
  expect(seen).toEqual([null, { part: 2 }, { part: 3 }])
  expect(await streams()).toMatchObject([{ due_at: addMs(START, 2 + 3_600_000) }])
})

test('a failed reading and one that is put off keep the place they reached', async () => {
  await trial.storeStreams(1)
  await trial.run(async () => ({ outcome: 'unavailable', detail: 'cut', position: { part: 3 } }))
  expect(await streams()).toMatchObject([{ position: { part: 3 } }])
  const late = endOfDate(dateOf(START))
  const budget = { day: dateOf(START), used: policyOf(PROVIDER).dailyLimit - 1 }
  await trial.database.updateTable('provider_budgets').set(budget).execute()
  const putOff: Collect = async (_, { http }) => {
    await http.request({ url: trial.server.url })
    const { kind } = await http.request({ url: trial.server.url })
    expect(kind).toBe('failure')
    return { outcome: 'rate_limited', detail: 'put off', position: { part: 4 } }
  }
  trial.now = late
  expect(await trial.run(putOff)).toEqual({ 'trial.deferred': 1 })
  expect(await streams()).toMatchObject([{ position: { part: 4 }, failures_in_a_row: 1 }])
})

test.each([
  ['failed', { outcome: 'rate_limited', detail: 'put off' } as const, { part: 4 }, ['saved']],
  ['good', FRESH, null, []],
])('a reading that is put off stores what it read when it is %s', async (_, outcome, position, expected) => {
  await trial.storeStreams(1)
  const saved: string[] = []
  const putOff: Collect = async (_, { http }) => {
    const budget = { day: dateOf(START), used: policyOf(PROVIDER).dailyLimit }
    await trial.database.updateTable('provider_budgets').set(budget).execute()
    await http.request({ url: trial.server.url })
    return { ...outcome, position: { part: 4 }, save: async () => void saved.push('saved') }
  }
  await trial.run(async () => ({ ...FRESH, continues: true }))
  trial.now = addMs(START, 1)
  expect(await trial.run(putOff)).toEqual({ 'trial.deferred': 1 })
  expect(saved).toEqual(expected)
  expect(await streams()).toMatchObject([{ position, lease_token: null }])
  expect(await readings()).toHaveLength(1)
})

test('a reading that is put off and cannot be stored is a bug, and its stream is free', async () => {
  await trial.storeStreams(1)
  const end = new AbortController()
  const stopped: Collect = async () => {
    end.abort()
    return {
      outcome: 'unavailable',
      detail: 'stopped',
      position: { part: 4 },
      save: () => Promise.reject(new Error('of the test')),
    }
  }
  expect(await trial.run(stopped, { signal: end.signal })).toEqual({ 'trial.deferred': 1 })
  expect(await streams()).toMatchObject([{ position: null, lease_token: null }])
  expect(trial.bugs).toMatchObject([{ error: { message: 'of the test' } }])
})

test('a reading that is behind was last complete when it says so, never earlier than before', async () => {
  await trial.storeStreams(1)
  const behind =
    (ms: number): Collect =>
    async () => ({ ...FRESH, readUpTo: addMs(START, ms) })
  await trial.run(behind(-7_200_000))
  expect(await streams()).toMatchObject([{ last_ok_at: addMs(START, -7_200_000), first_ok_at: START }])
  trial.now = addMs(START, 3_600_000)
  await trial.run(behind(-9_000_000))
  expect(await streams()).toMatchObject([{ last_ok_at: addMs(START, -7_200_000) }])
})

test('a partial reading names what it left out before its detail', async () => {
  await trial.storeStreams(1)
  await trial.run(async () => ({ ...FRESH, partial: '2 items could not be read', detail: 'x'.repeat(300) }))
  expect(await readings()).toMatchObject([
    { outcome: 'fresh', detail: `partial: 2 items could not be read; ${'x'.repeat(300)}`.slice(0, 200) },
  ])
})

test('[R38] a limit of another provider pauses that one, and counts for it', async () => {
  await trial.storeStreams(1)
  const limited: Collect = async () => ({
    outcome: 'rate_limited',
    detail: 'the node: limited',
    failedProvider: 'chain',
    coolOffUntil: addMs(START, 120_000),
  })
  expect(await trial.run(limited)).toEqual({ 'trial.rate_limited': 1 })
  expect(await readings()).toMatchObject([{ provider: 'chain', outcome: 'rate_limited' }])
  const budgets = await trial.database
    .selectFrom('provider_budgets')
    .select(['provider', 'used', 'cool_off_until', 'daily_limit'])
    .execute()
  expect(budgets).toEqual([
    {
      provider: 'chain',
      used: 0,
      cool_off_until: addMs(START, 120_000),
      daily_limit: policyOf('chain').dailyLimit,
    },
  ])
  expect(await streams()).toMatchObject([{ due_at: addMs(START, 120_000) }])
})
