import { expect, test } from 'vitest'
import { dateOf, endOfDate } from '#contract/time.ts'
import { getBudgets } from '#records/collecting/budgets.ts'
import { type Collect, FRESH, fileTrial, PROVIDER, START } from '#test/providers/trial-provider.ts'
import { openTracedTest } from '#test/service/traced.ts'
import { failedAnswer } from './json-answer.ts'
import { openProviderLimits } from './provider-limits.ts'
import { policyOf } from './providers.ts'

const trial = await fileTrial()

const outcomes = async () => (await trial.readings()).map(({ outcome }) => outcome)
const budgets = () => getBudgets(trial.database)

/** A reading that shares its request with other readings. */
const askTogether: Collect = async ({ sourceId }, { shared, clock }) => {
  const requestOf = (keys: readonly string[]) => ({ url: `${trial.server.url}/${keys.join()}` })
  const result = await shared.request({ form: 'pages', keys: [sourceId], most: 30, requestOf })
  return result.kind === 'failure' ? failedAnswer(result, clock()).collected : FRESH
}
/** A reading with a request of its own. */
const askAlone: Collect = async (_, { http, clock }) => {
  const result = await http.request({ url: trial.server.url })
  return result.kind === 'failure' ? failedAnswer(result, clock()).collected : FRESH
}

test('[R54] a request that readings share costs the budget one, and each has its own reading', async () => {
  await trial.storeStreams(40)
  const before = trial.server.asked.length
  expect(await trial.run(askTogether)).toEqual({ 'trial.fresh': 40 })
  const made = trial.server.asked.length - before
  expect(made).toBeLessThan(40)
  expect(await budgets()).toMatchObject([{ provider: PROVIDER, used: made }])
  expect(await outcomes()).toEqual(Array(40).fill('fresh'))
})

test('a shared request that fails is a failed reading of each', async () => {
  await trial.storeStreams(2)
  trial.server.answer = () => ({ status: 503, body: '' })
  expect(await trial.run(askTogether)).toEqual({ 'trial.unavailable': 2 })
  expect(await outcomes()).toEqual(['unavailable', 'unavailable'])
})

test('[R35] a limit of a shared request is one limit, and pauses the provider', async () => {
  await trial.storeStreams(2)
  trial.server.answer = () => ({ status: 429, headers: { 'retry-after': '300' }, body: '' })
  expect(await trial.run(askTogether)).toEqual({ 'trial.rate_limited': 2 })
  expect(await budgets()).toMatchObject([{ used: 1, coolOffUntil: '2026-11-20T10:05:00.000Z' }])
  const { limits_in_a_row } = await trial.database
    .selectFrom('provider_budgets')
    .select('limits_in_a_row')
    .executeTakeFirstOrThrow()
  expect(limits_in_a_row).toBe(1)
})

test('a shared request that the budget refuses puts off each reading, and is no attempt', async () => {
  const sources = await trial.storeStreams(2)
  const { dailyLimit } = policyOf(PROVIDER)
  trial.now = endOfDate(dateOf(START))
  const budget = { provider: PROVIDER, day: dateOf(START), daily_limit: dailyLimit, used: dailyLimit - 1 }
  await trial.database.insertInto('provider_budgets').values(budget).execute()
  const isTaken = Promise.withResolvers<void>()
  const collect: Collect = async (leased, deps) => {
    if (leased.sourceId === sources[0]) await askAlone(leased, deps).finally(isTaken.resolve)
    await isTaken.promise
    return askTogether(leased, deps)
  }
  expect(await trial.run(collect)).toEqual({ 'trial.deferred': 2 })
  expect(await outcomes()).toEqual([])
  expect(await budgets()).toMatchObject([{ used: dailyLimit, coolOffUntil: null }])
})

test('[R35] after a limit, nothing is sent that still waited for its turn', async () => {
  await trial.storeStreams(2)
  trial.server.answer = () => ({ status: 429, headers: { 'retry-after': '300' }, body: '' })
  const before = trial.server.asked.length
  trial.limits = openProviderLimits({ set: [], perSecondOf: () => 1 })
  const counts = await trial.run(askAlone)
  expect(counts).toEqual({ 'trial.rate_limited': 1, 'trial.deferred': 1 })
  expect(trial.server.asked.length - before).toBe(1)
  expect(await budgets()).toMatchObject([{ used: 1 }])
})

test('the span of a reading counts a request that it shared', async () => {
  await using traced = await openTracedTest()
  trial.tracer = traced.tracer
  await trial.storeStreams(2)
  await trial.run(askTogether)
  await traced.flush()
  expect(traced.receiver.spans.map(({ attributes }) => attributes['svc.reading.requests'])).toEqual([1, 1])
})
