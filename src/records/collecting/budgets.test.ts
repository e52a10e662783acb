import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMs, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { coolOff, getBudgets, saveOutage, takeFromBudget } from './budgets.ts'

const NOW = toInstant('2026-11-20T23:00:00Z')
const LATER = addMs(NOW, 3_600_000)

let opened: TestDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened[Symbol.asyncDispose]())

const take = (provider: string, over: Partial<Parameters<typeof takeFromBudget>[0]> = {}) =>
  takeFromBudget({ provider, requests: 1, dailyLimit: 10, keepBack: 0, now: NOW, ...over }, opened.database)
const budgetOf = async (provider: string) =>
  (await getBudgets(opened.database)).find((budget) => budget.provider === provider)

test('fifty processes at once never take more than the budget of the day', async () => {
  const taken = await Promise.all(Array.from({ length: 50 }, () => take('crowded')))
  expect(taken.filter(Boolean)).toHaveLength(10)
  expect(await budgetOf('crowded')).toMatchObject({ used: 10, dailyLimit: 10, day: '2026-11-20' })
})

test('the next day (UTC) begins anew', async () => {
  await take('daily', { requests: 10 })
  expect(await take('daily')).toBe(false)
  expect(await take('daily', { now: LATER })).toBe(true)
  expect(await budgetOf('daily')).toMatchObject({ used: 1, day: '2026-11-21' })
})

test.each([
  ['as many as are left', 7, 0, true],
  ['one more than are left', 8, 0, false],
  ['a request that would use the reserve', 6, 2, false],
  ['a request that leaves the reserve', 5, 2, true],
  ['more than the whole budget of a day', 11, 0, false],
])('taking %s', async (name, requests, keepBack, expected) => {
  await take(name, { requests: 3 })
  expect(await take(name, { requests, keepBack })).toBe(expected)
  expect(await budgetOf(name)).toMatchObject({ used: expected ? 3 + requests : 3 })
})

test('a first request past the limit takes nothing either', async () => {
  expect(await take('small', { requests: 11 })).toBe(false)
  expect(await budgetOf('small')).toBeUndefined()
})

test('while a provider cools off nothing is taken, and a shorter pause does not end a longer one', async () => {
  const input = { provider: 'cooling', dailyLimit: 10, now: NOW }
  await inTransaction(opened.database, (writer) => coolOff({ ...input, until: LATER }, writer))
  await inTransaction(opened.database, (writer) => coolOff({ ...input, until: addMs(NOW, 1000) }, writer))
  expect(await budgetOf('cooling')).toMatchObject({ coolOffUntil: LATER, used: 0 })
  expect(await take('cooling', { now: addMs(LATER, -1) })).toBe(false)
  expect(await take('cooling', { now: LATER })).toBe(true)
})

test('an outage keeps its beginning while it lasts', async () => {
  await take('failing')
  await take('answering')
  const save = (failing: boolean, now = NOW) =>
    inTransaction(opened.database, (writer) => saveOutage({ provider: 'failing', failing, now }, writer))
  await save(true)
  await save(true, LATER)
  expect(await budgetOf('failing')).toMatchObject({ outageSince: NOW })
  expect(await budgetOf('answering')).toMatchObject({ outageSince: null })
  await save(false, LATER)
  expect(await budgetOf('failing')).toMatchObject({ outageSince: null })
})
