import { expect, test } from 'vitest'
import { addMs, dateOf, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { chargeBudget, coolOff, getBudgets, refundBudget, saveDailyLimit } from './budgets.ts'

const NOW = toInstant('2026-11-20T23:00:00Z')
const LATER = addMs(NOW, 3_600_000)

const { database } = await fileDatabase()

const charge = async (provider: string, over: Partial<Parameters<typeof chargeBudget>[0]> = {}) =>
  (await chargeBudget({ provider, requests: 1, dailyLimit: 10, now: NOW, ...over }, database)).charged
const budgetOf = async (provider: string) =>
  (await getBudgets(database)).find((budget) => budget.provider === provider)

test('[R58] fifty processes at once never take more than the budget of the day', async () => {
  const charged = await Promise.all(Array.from({ length: 50 }, () => charge('crowded')))
  expect(charged.reduce((sum, count) => sum + count, 0)).toBe(10)
  expect(await budgetOf('crowded')).toMatchObject({ used: 10, dailyLimit: 10, day: '2026-11-20' })
})

test('the next day (UTC) begins anew', async () => {
  await charge('daily', { requests: 10 })
  expect(await charge('daily')).toBe(0)
  expect(await charge('daily', { now: LATER })).toBe(1)
  expect(await budgetOf('daily')).toMatchObject({ used: 1, day: '2026-11-21' })
})

test.each([
  ['fewer than are left', 6, 6],
  ['as many as are left', 7, 7],
  ['more than are left: those', 8, 7],
  ['more than the whole budget of a day: those', 11, 7],
])('taking %s', async (name, requests, expected) => {
  await charge(name, { requests: 3 })
  expect(await chargeBudget({ provider: name, requests, dailyLimit: 10, now: NOW }, database)).toEqual({
    charged: expected,
    used: 3 + expected,
  })
  expect(await budgetOf(name)).toMatchObject({ used: 3 + expected })
})

test('a limit is stored for a provider that was asked, and for no other', async () => {
  await charge('changed', { requests: 9 })
  await saveDailyLimit({ provider: 'changed', dailyLimit: 5 }, database)
  await saveDailyLimit({ provider: 'unasked', dailyLimit: 5 }, database)
  expect(await budgetOf('changed')).toMatchObject({ used: 9, dailyLimit: 5 })
  expect(await budgetOf('unasked')).toBeUndefined()
})

test('a first request takes at most the whole budget', async () => {
  expect(await charge('small', { requests: 11 })).toBe(10)
})

test('a refund can be charged again on its day, and is nothing on the next', async () => {
  await charge('returned', { requests: 10 })
  const refund = (requests: number) =>
    refundBudget({ provider: 'returned', requests, day: dateOf(NOW) }, database)
  await refund(4)
  expect(await budgetOf('returned')).toMatchObject({ used: 6 })
  expect(await charge('returned', { requests: 5 })).toBe(4)
  await charge('returned', { requests: 5, now: LATER })
  await refund(4)
  expect(await budgetOf('returned')).toMatchObject({ used: 5, day: '2026-11-21' })
})

test('while a provider cools off nothing is charged, and a shorter pause does not end a longer one', async () => {
  const input = { provider: 'cooling', dailyLimit: 10, now: NOW }
  await inTransaction(database, (writer) => coolOff({ ...input, until: LATER }, writer))
  await inTransaction(database, (writer) => coolOff({ ...input, until: addMs(NOW, 1000) }, writer))
  expect(await budgetOf('cooling')).toMatchObject({ coolOffUntil: LATER, used: 0 })
  expect(await charge('cooling', { now: addMs(LATER, -1) })).toBe(0)
  expect(await charge('cooling', { now: LATER })).toBe(1)
})
