import { type LogEvent, sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { DeliveryStatus } from '#contract/enums.ts'
import { addMs } from '#contract/time.ts'
import { databaseOn } from '#records/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { NOW } from '#test/service/http-service.ts'
import { aDelivery, aSubscription } from '#test/webhooks/subscriptions.ts'
import { getDeliveries } from './delivery-log.ts'

const { database, url } = await fileDatabase()
const { id: subscriptionId } = await aSubscription({ startsAfter: 0 }, database)
const query = { statuses: DeliveryStatus.enum, settledSince: NOW, limit: 10 }

test('lists what was settled from an instant on, and what is not settled', async () => {
  const settled = async (ms: number) =>
    aDelivery({ subscriptionId, status: 'SUCCEEDED', settledAt: addMs(NOW, ms) }, database)
  await settled(-1)
  const expected = [await settled(0), await settled(1), await aDelivery({ subscriptionId }, database)]
  const listed = await getDeliveries(query, database)
  expect(listed.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
})

test('lists the newest of all statuses together, and those of one status', async () => {
  const at = (minutes: number) => addMs(NOW, minutes * 60_000)
  const add = (status: DeliveryStatus, minutes: number) =>
    aDelivery({ subscriptionId, status, createdAt: at(minutes), settledAt: at(60) }, database)
  const [oldest, ...newest] = [await add('DEAD', 1), await add('SUCCEEDED', 2), await add('DEAD', 3)]
  const idsOf = async (given: Partial<typeof query>) =>
    (await getDeliveries({ ...query, ...given }, database)).map(({ id }) => id)
  expect(await idsOf({ limit: 2 })).toEqual(newest.toReversed())
  expect(await idsOf({ statuses: ['DEAD'] })).toEqual([newest[1], oldest])
  expect(await idsOf({ statuses: ['FAILED'] })).toEqual([])
})

test('the newest of thousands of deliveries are read by an index, also of a rare status', async () => {
  await sql`insert into webhook_deliveries (id, subscription_id, kind, type, status, created_at, settled_at)
    select gen_random_uuid(), ${subscriptionId}::uuid, 'ping', 'ping', 'SUCCEEDED', at, at
    from generate_series(1, 20000) as n, lateral (select ${NOW}::timestamptz + n * interval '1 second' as at) as moment`.execute(
    database,
  )
  await sql`analyze webhook_deliveries`.execute(database)
  const asked: LogEvent['query'][] = []
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const watched = databaseOn(pool, ({ query }) => asked.push(query))
  for (const statuses of [DeliveryStatus.enum, ['DEAD'] as const]) {
    expect(await getDeliveries({ ...query, statuses }, watched)).not.toEqual([])
    const [listing] = asked.splice(0)
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${listing?.sql}`, [
      ...(listing?.parameters ?? []),
    ])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Index Scan using webhook_deliveries_status')
    expect(plan).not.toContain('Seq Scan on webhook_deliveries')
  }
  await watched.destroy()
})
