import { expect, test } from 'vitest'
import { inTransaction } from '#records/database.ts'
import { countWaiting } from '#test/postgres/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { NOW } from '#test/service/http-service.ts'
import { aSubscription, CALLBACK, setLedger } from '#test/webhooks/subscriptions.ts'
import {
  countSubscriptions,
  findSubscription,
  insertSubscription,
  lockAccount,
  lockStart,
  lockSubscription,
} from './subscriptions.ts'

const { database } = await fileDatabase()

/** Resolves when a statement waits for a lock. */
async function untilWaiting(): Promise<void> {
  await expect.poll(() => countWaiting(database), { timeout: 60_000 }).toBe(1)
}

test('[webhooks 13] a subscription starts after what a fan-out under way has taken', async () => {
  await setLedger({ head: 5, fannedOutTo: 5 }, database)
  const started = Promise.withResolvers<number>()
  await inTransaction(database, async (writer) => {
    await writer.selectFrom('webhook_fan_out').select('position').forUpdate().execute()
    started.resolve(inTransaction(database, lockStart))
    await untilWaiting()
    await writer.updateTable('ledger_state').set({ head: 9 }).execute()
    await writer.updateTable('webhook_fan_out').set({ position: 9 }).execute()
  })
  expect(await started.promise).toBe(9)
})

test('[webhooks 68] a second create waits for the first, and counts its subscription', async () => {
  const { accountId } = await aSubscription({ startsAfter: 0 }, database)
  const second = Promise.withResolvers<number>()
  await inTransaction(database, async (writer) => {
    await lockAccount({ accountId }, writer)
    second.resolve(
      inTransaction(database, async (other) => {
        await lockAccount({ accountId }, other)
        return countSubscriptions({ accountId }, other)
      }),
    )
    await untilWaiting()
    const chosen = { url: CALLBACK, description: null, eventTypes: null, projects: null }
    const id = '6f9a1c52-7d3e-4b8a-9c41-2e5f7a8b9c0d'
    await insertSubscription({ ...chosen, id, accountId, startsAfter: 0, now: NOW }, writer)
  })
  expect(await second.promise).toBe(2)
})

test('a lock waits for the writer before, and then reads what it wrote', async () => {
  const of = await aSubscription({ startsAfter: 0 }, database)
  const locked = Promise.withResolvers<Awaited<ReturnType<typeof lockSubscription>>>()
  await inTransaction(database, async (writer) => {
    await lockSubscription(of, writer)
    locked.resolve(inTransaction(database, (second) => lockSubscription(of, second)))
    await untilWaiting()
    await writer.updateTable('webhook_subscriptions').set({ secret_version: 4 }).execute()
  })
  expect(await locked.promise).toMatchObject({ secretVersion: 4 })
})

test.each(['00000000-0000-4000-8000-000000000000', 'no uuid'])(
  'an id that is none is undefined: %s',
  async (id) => {
    const { accountId } = await aSubscription({ startsAfter: 0 }, database)
    expect(await findSubscription({ id, accountId }, database)).toBeUndefined()
    expect(
      await inTransaction(database, (writer) => lockSubscription({ id, accountId }, writer)),
    ).toBeUndefined()
  },
)
