import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addMs, DAY_MS } from '#contract/time.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { NOW } from '#test/service/http-service.ts'
import { aDelivery, aSubscription, CALLBACK } from '#test/webhooks/subscriptions.ts'
import { listDeliveries, redeliver } from './deliveries.ts'

const { database } = await fileDatabase()
const of = await aSubscription({ startsAfter: 0 }, database)

const deps = () => ({ database, now: NOW })
const store = (status: 'DEAD' | 'SUCCEEDED', daysAgo: number, ms = 0) => {
  const at = addMs(NOW, -daysAgo * DAY_MS - ms)
  return aDelivery({ subscriptionId: of.id, status, createdAt: at, settledAt: at }, database)
}

test('the list has the deliveries of every account, newest first, with account and url', async () => {
  const other = await aSubscription({ startsAfter: 0 }, database)
  const old = await store('DEAD', 30)
  const newer = await store('SUCCEEDED', 3)
  await store('DEAD', 30, 1)
  const newest = await aDelivery({ subscriptionId: other.id }, database)
  const all = await listDeliveries({ status: undefined }, deps())
  expect(all.map(({ id }) => id)).toEqual([newest, newer, old])
  expect(all[0]).toMatchObject({ account: `account ${other.accountId}`, url: CALLBACK, attempts: [] })
  const dead = await listDeliveries({ status: 'DEAD' }, deps())
  expect(dead.map(({ id }) => id)).toEqual([old])
})

test('[webhooks 80] a DEAD delivery is redelivered under its id', async () => {
  const id = await store('DEAD', 29)
  expect(await redeliver({ id }, deps())).toMatchObject({ id, status: 'QUEUED', dueAt: NOW, settledAt: null })
})

test('refuses a delivery that is unknown, that is not DEAD, and one whose subscription is sent nothing', async () => {
  const refused = (id: string) => expect(redeliver({ id }, deps())).rejects
  await refused(randomUUID()).toThrow(
    /^Cannot redeliver ".+": no delivery has this id; svc delivery list shows the log$/,
  )
  await refused('x').toThrow(/^Cannot redeliver "x": no delivery has this id/)
  await refused(await store('SUCCEEDED', 1)).toThrow(/: only a DEAD delivery is sent again$/)
  const dead = await store('DEAD', 1)
  await database.updateTable('webhook_subscriptions').set({ removed_at: NOW }).execute()
  await refused(dead).toThrow(/: its subscription is disabled or removed$/)
})

test('refuses an unknown status', () => {
  expect(() => listDeliveries({ status: 'dead' }, deps())).toThrow(
    /^Invalid status "dead": expected one of QUEUED/,
  )
})
