import { randomUUID } from 'node:crypto'
import { Value } from 'typebox/value'
import { beforeEach, expect, test } from 'vitest'
import { WebhookDeliveryList } from '#contract/shapes/webhook.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'
import { aDelivery, openSubscriber, type Subscriber } from '#test/webhooks/subscriptions.ts'

const service = await httpServiceOfFile()
let subscriber: Subscriber
let id: string
beforeEach(async () => {
  subscriber = await openSubscriber(service)
  const created = await subscriber.create()
  id = created.id
  await service.database.deleteFrom('webhook_deliveries').where('subscription_id', '=', id).execute()
})

const log = (query = '') => subscriber.send(`GET /api/webhooks/${id}/deliveries${query}`)
const idsOf = (body: Record<string, unknown>) =>
  (body['items'] as readonly { deliveryId: string }[]).map(({ deliveryId }) => deliveryId)
const minutesAgo = (minutes: number) => addMs(NOW, -minutes * 60_000)
const daysAgo = (days: number) => addMs(NOW, -days * DAY_MS)

/** Stores deliveries, each a minute older than the one before; returns their ids. */
async function store(count: number): Promise<readonly string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1)
    ids.push(await aDelivery({ subscriptionId: id, createdAt: minutesAgo(index) }, service.database))
  return ids
}

test('has every attempt with its status code or reason, latency and excerpt [contract GET /api/webhooks/{id}/deliveries] [contract delivery deliveryId|status]', async () => {
  const deliveryId = await aDelivery({ subscriptionId: id, status: 'RETRYING' }, service.database)
  const attempt = { delivery_id: deliveryId, subscription_id: id, started_at: minutesAgo(3) }
  await service.database
    .insertInto('webhook_attempts')
    .values([
      { ...attempt, number: 2, ended_at: minutesAgo(1), outcome: 'tls', latency_ms: 31 },
      {
        ...attempt,
        number: 1,
        ended_at: minutesAgo(2),
        outcome: 'status',
        status_code: 503,
        latency_ms: 82,
        excerpt: 'try later',
      },
      { ...attempt, number: 3 },
    ])
    .execute()
  const { status, headers, body } = await log('?foo=1')
  expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect([...Value.Errors(WebhookDeliveryList, body)]).toEqual([])
  const at = { startedAt: minutesAgo(3) }
  expect(body).toEqual({
    items: [
      {
        deliveryId,
        kind: 'event',
        type: 'build.release',
        eventId: expect.stringMatching(/^ship:/),
        revision: 1,
        status: 'RETRYING',
        createdAt: NOW,
        settledAt: null,
        nextAttemptAt: addMs(NOW, 60_000),
        attempts: [
          { number: 1, ...at, outcome: 'status', statusCode: 503, latencyMs: 82, excerpt: 'try later' },
          { number: 2, ...at, outcome: 'tls', statusCode: null, latencyMs: 31, excerpt: null },
          { number: 3, ...at, outcome: null, statusCode: null, latencyMs: null, excerpt: null },
        ],
      },
    ],
    nextCursor: null,
    ignoredParameters: ['foo'],
  })
})

test('lists newest first without a gap or a repetition, 20 at a time unless another limit is asked [contract GET /api/webhooks/{id}/deliveries limit|cursor]', async () => {
  const stored = await store(23)
  const first = await log()
  expect(idsOf(first.body)).toEqual(stored.slice(0, 20))
  const second = await log(`?cursor=${first.body['nextCursor']}`)
  expect([idsOf(second.body), second.body['nextCursor']]).toEqual([stored.slice(20), null])
  const few = await log('?limit=5')
  await aDelivery({ subscriptionId: id }, service.database)
  expect(idsOf((await log(`?limit=5&cursor=${few.body['nextCursor']}`)).body)).toEqual(stored.slice(5, 10))
})

test('deliveries of one moment are in one list each', async () => {
  const at = { subscriptionId: id, createdAt: NOW }
  for (let index = 0; index < 7; index += 1) await aDelivery(at, service.database)
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await log(`?limit=2${cursor}`)
    seen.push(...idsOf(body))
    if (body['nextCursor'] === null) break
    cursor = `&cursor=${body['nextCursor']}`
  }
  expect([seen.length, new Set(seen).size]).toEqual([7, 7])
})

test('[webhooks 80] an entry is kept for 30 days after it was settled, to the millisecond [contract GET /api/webhooks/{id}/deliveries status]', async () => {
  const of = (status: 'DEAD' | 'SUCCEEDED', settledAt: Instant) =>
    aDelivery({ subscriptionId: id, status, createdAt: daysAgo(40), settledAt }, service.database)
  await of('DEAD', addMs(daysAgo(30), -1))
  const dead = await of('DEAD', daysAgo(30))
  const succeeded = await of('SUCCEEDED', daysAgo(29))
  const waiting = await aDelivery({ subscriptionId: id, createdAt: daysAgo(90) }, service.database)
  expect(idsOf((await log('?status=DEAD&limit=20')).body)).toEqual([dead])
  expect(idsOf((await log()).body).toSorted()).toEqual([dead, succeeded, waiting].toSorted())
})

test.each([
  ['status=dead', 'status'],
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=1e1', 'limit'],
])('refuses %s [contract GET /api/webhooks/{id}/deliveries status]', async (query, parameter) => {
  const { status, body } = await log(`?${query}`)
  expect([status, body['error'], body['detail']]).toMatchObject([400, 'invalid_parameter', { parameter }])
})

test('refuses a cursor of another log, and one of another form', async () => {
  const other = await openSubscriber(service)
  const { id: otherId } = await other.create()
  const foreign = await aDelivery({ subscriptionId: otherId }, service.database)
  for (const cursor of [`d1.${foreign}`, `d1.${randomUUID()}`, 'c1.0', 'd1.x']) {
    const { status, body } = await log(`?cursor=${cursor}`)
    expect([status, body['error'], body['detail']]).toMatchObject([
      400,
      'invalid_cursor',
      { parameter: 'cursor' },
    ])
  }
})
