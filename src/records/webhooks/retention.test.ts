import { expect, test } from 'vitest'
import { inTransaction } from '#records/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { NOW } from '#test/service/http-service.ts'
import { aSubscription } from '#test/webhooks/subscriptions.ts'
import { applySentRetention } from './retention.ts'

const { database } = await fileDatabase()

test('forgets what a removed subscription was last sent, and keeps it of the others', async () => {
  const [kept, removed] = [
    await aSubscription({ startsAfter: 0 }, database),
    await aSubscription({ startsAfter: 0 }, database),
  ]
  const sent = { event_id: 'ship:one', revision: 1, content_digest: 'x', retracted: false }
  for (const { id } of [kept, removed])
    await database
      .insertInto('webhook_sent')
      .values({ ...sent, subscription_id: id })
      .execute()
  await database
    .updateTable('webhook_subscriptions')
    .set({ removed_at: NOW })
    .where('id', '=', removed.id)
    .execute()
  expect(await inTransaction(database, applySentRetention)).toEqual({ lastRevisions: 1 })
  const left = await database.selectFrom('webhook_sent').select('subscription_id').execute()
  expect(left).toEqual([{ subscription_id: kept.id }])
})
