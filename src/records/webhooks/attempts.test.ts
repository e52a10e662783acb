import { expect, test } from 'vitest'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { NOW } from '#test/service/http-service.ts'
import { aSubscription } from '#test/webhooks/subscriptions.ts'
import { countDeadEndpoints } from './attempts.ts'

const { database } = await fileDatabase()

test('an endpoint that deliveries gave up is dead until it is removed', async () => {
  const [dead, requested] = [
    await aSubscription({ startsAfter: 0 }, database),
    await aSubscription({ startsAfter: 0 }, database),
  ]
  const set = (id: string, values: object) =>
    database.updateTable('webhook_subscriptions').set(values).where('id', '=', id).execute()
  const disabled = { status: 'disabled', disabled_at: NOW, gap_after: 0 }
  await set(dead.id, { ...disabled, disabled_because: 'ten_dead_deliveries' })
  await set(requested.id, { ...disabled, disabled_because: 'requested' })
  expect(await countDeadEndpoints(database)).toBe(1)
  await set(dead.id, { removed_at: NOW })
  expect(await countDeadEndpoints(database)).toBe(0)
})
