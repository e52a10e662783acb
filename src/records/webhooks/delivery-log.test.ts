import { expect, test } from 'vitest'
import { addMs } from '#contract/time.ts'
import { fileDatabase } from '#test/file-database.ts'
import { NOW } from '#test/http-service.ts'
import { aDelivery, aSubscription } from '#test/subscriptions.ts'
import { getDeliveries } from './delivery-log.ts'

const { database } = await fileDatabase()

test('lists what was settled from an instant on, and what is not settled', async () => {
  const { id: subscriptionId } = await aSubscription({ startsAfter: 0 }, database)
  const settled = async (ms: number) =>
    aDelivery({ subscriptionId, status: 'SUCCEEDED', settledAt: addMs(NOW, ms) }, database)
  await settled(-1)
  const expected = [await settled(0), await settled(1), await aDelivery({ subscriptionId }, database)]
  const query = { status: undefined, settledSince: NOW, limit: 10 }
  const listed = await getDeliveries(query, database)
  expect(listed.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
})
