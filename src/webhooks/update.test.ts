import { Value } from 'typebox/value'
import { beforeEach, expect, test } from 'vitest'
import { cursorOf } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { WebhookSubscription } from '#contract/shapes/webhook.ts'
import { inTransaction } from '#records/database.ts'
import { disableSubscriptions } from '#records/webhooks/commands.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, storeToken } from '#test/service/http-service.ts'
import {
  aDelivery,
  CALLBACK,
  deliveriesOf,
  openSubscriber,
  type Subscriber,
  setLedger,
} from '#test/webhooks/subscriptions.ts'

const OTHER_URL = 'https://other.example.com/svc'

const service = await httpServiceOfFile()
let subscriber: Subscriber
let id: string
beforeEach(async () => {
  subscriber = await openSubscriber(service)
  await setLedger({ head: 1000, fannedOutTo: 1000 }, service.database)
  const created = await subscriber.create({ eventTypes: ['build.release'], description: 'mine' })
  id = created.id
  await settlePings()
})

const patch = (body: unknown) => subscriber.send(`PATCH /api/webhooks/${id}`, body)
const states = async () =>
  (await deliveriesOf(id, service.database)).map(({ kind, status }) => `${kind} ${status}`).sort()

/** Sets the pings that wait to delivered. */
async function settlePings() {
  await service.database
    .updateTable('webhook_deliveries')
    .set({ status: 'SUCCEEDED', due_at: null, settled_at: NOW })
    .where('subscription_id', '=', id)
    .where('kind', '=', 'ping')
    .where('settled_at', 'is', null)
    .execute()
}

test('what is left out stays [contract PATCH /api/webhooks/{id}] [contract PATCH /api/webhooks/{id} description]', async () => {
  const { status, body, headers } = await patch({ description: null })
  expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect([...Value.Errors(WebhookSubscription, body)]).toEqual([])
  expect(body).toMatchObject({ url: CALLBACK, eventTypes: ['build.release'], description: null })
  expect((await patch({})).body).toEqual(body)
})

test('types and projects are replaced, and null is for all [contract PATCH /api/webhooks/{id} eventTypes|projects]', async () => {
  const { slug } = await storeToken({}, service.database)
  const chosen = await patch({ eventTypes: ['lock.observed', 'build.ship'], projects: [slug] })
  expect(chosen.body).toMatchObject({ eventTypes: ['lock.observed', 'build.ship'], projects: [slug] })
  const all = await patch({ eventTypes: null, projects: null })
  expect(all.body).toMatchObject({ eventTypes: null, projects: null })
  expect(await states()).toEqual(['ping SUCCEEDED'])
})

test.each([
  ['invalid_event_types', { eventTypes: ['nope'], description: 'changed' }],
  ['unknown_projects', { projects: ['nope'], description: 'changed' }],
  ['invalid_destination', { url: 'https://1.1.1.1/', description: 'changed' }],
  ['invalid_parameter', { eventTypes: [], description: 'changed' }],
  ['invalid_parameter', { projects: [], description: 'changed' }],
  ['invalid_parameter', { status: 'paused', description: 'changed' }],
  ['invalid_parameter', { secret: 'whsec_x', description: 'changed' }],
])('a refused update changes nothing: %s', async (error, body) => {
  const before = (await subscriber.send(`GET /api/webhooks/${id}`)).body
  const refused = await patch(body)
  expect([refused.status, refused.body['error']]).toEqual([400, error])
  expect((await subscriber.send(`GET /api/webhooks/${id}`)).body).toEqual(before)
})

test('another url is pinged; the secret, the count of dead deliveries and what waits stay [contract PATCH /api/webhooks/{id} url]', async () => {
  await aDelivery({ subscriptionId: id, position: 1001 }, service.database)
  await service.database
    .updateTable('webhook_subscriptions')
    .set({ dead_in_a_row: 3 })
    .where('id', '=', id)
    .execute()
  const { body } = await patch({ url: OTHER_URL })
  expect(body).toMatchObject({ url: OTHER_URL, deadInARow: 3, previousSecretUntil: null, gap: null })
  expect(await states()).toEqual(['event QUEUED', 'ping QUEUED', 'ping SUCCEEDED'])
  expect((await patch({ url: OTHER_URL })).status).toBe(200)
  expect((await states()).filter((state) => state === 'ping QUEUED')).toHaveLength(1)
})

test('disabling cancels what waits, keeps the cursor and sends no ping [contract PATCH /api/webhooks/{id} status] [contract subscription status disabled]', async () => {
  await aDelivery({ subscriptionId: id, position: 1003 }, service.database)
  await setLedger({ head: 1008, fannedOutTo: 1008 }, service.database)
  const { body } = await patch({ status: 'disabled', url: OTHER_URL })
  expect(body).toMatchObject({
    status: 'disabled',
    disabledBecause: 'requested',
    disabledAt: NOW,
    url: OTHER_URL,
    cursor: cursorOf(1002),
    gap: { after: cursorOf(1002), until: null },
    nextAttemptAt: null,
    backlog: { deliveries: 0, oldestAt: null, ageSeconds: null },
  })
  expect(await states()).toEqual(['event CANCELLED', 'ping SUCCEEDED'])
  await setLedger({ head: 1020, fannedOutTo: 1020 }, service.database)
  expect((await patch({ status: 'disabled' })).body).toMatchObject({
    cursor: cursorOf(1002),
    disabledAt: NOW,
  })
})

test('[webhooks 63] enabling sends one ping, starts at the current position and names the gap [contract PATCH /api/webhooks/{id}] [contract PATCH /api/webhooks/{id} status] [contract subscription status active]', async () => {
  await aDelivery({ subscriptionId: id, position: 1030 }, service.database)
  await setLedger({ head: 1031, fannedOutTo: 1031 }, service.database)
  await patch({ status: 'disabled' })
  await setLedger({ head: 1044, fannedOutTo: 1040 }, service.database)
  const { body } = await patch({ status: 'active' })
  expect(body).toMatchObject({
    status: 'active',
    disabledBecause: null,
    disabledAt: null,
    deadInARow: 0,
    cursor: cursorOf(1044),
    gap: { after: cursorOf(1029), until: cursorOf(1044) },
    backlog: { deliveries: 1 },
  })
  expect(await states()).toEqual(['event CANCELLED', 'ping QUEUED', 'ping SUCCEEDED'])
  expect((await patch({ status: 'active' })).body['cursor']).toBe(cursorOf(1044))
  expect((await states()).filter((state) => state === 'ping QUEUED')).toHaveLength(1)
})

test('[webhooks 63] what still waits of the time before is not sent after enabling', async () => {
  await patch({ status: 'disabled' })
  // A fan-out that saw the subscription active ends after it was disabled.
  await aDelivery({ subscriptionId: id, position: 1050 }, service.database)
  await setLedger({ head: 1060, fannedOutTo: 1060 }, service.database)
  await patch({ status: 'active' })
  expect(await states()).toContain('event CANCELLED')
  expect(await states()).not.toContain('event QUEUED')
})

test('[webhooks 67] a failed ping leaves the subscription active, and is tried once [contract delivery status FAILED]', async () => {
  const waiting = service.database
    .updateTable('webhook_deliveries')
    .set({ status: 'FAILED', due_at: null, settled_at: NOW, failures: 1, attempts: 1 })
    .where('subscription_id', '=', id)
  await waiting.execute()
  const { body } = await subscriber.send(`GET /api/webhooks/${id}`)
  expect(body).toMatchObject({ status: 'active', backlog: { deliveries: 0 } })
  const { body: log } = await subscriber.send(`GET /api/webhooks/${id}/deliveries`)
  expect(log['items']).toMatchObject([{ kind: 'ping', status: 'FAILED', nextAttemptAt: null }])
})

test('[webhooks 67] a ping on request is in the log; on a disabled subscription it is 409 [contract POST /api/webhooks/{id}/ping] [contract error code subscription_disabled]', async () => {
  const { status, body } = await subscriber.send(`POST /api/webhooks/${id}/ping`)
  expect([status, body['kind'], body['status']]).toEqual([200, 'ping', 'QUEUED'])
  const { body: log } = await subscriber.send(`GET /api/webhooks/${id}/deliveries?status=QUEUED`)
  expect(log['items']).toEqual([body])
  await patch({ status: 'disabled' })
  const refused = await subscriber.send(`POST /api/webhooks/${id}/ping`)
  expect([refused.status, refused.body['error']]).toEqual([409, 'subscription_disabled'])
})

test('a subscription that was disabled by itself tells why', async () => {
  const disabled = { ids: [id], because: 'ten_dead_deliveries', now: NOW } as const
  await inTransaction(service.database, (writer) => disableSubscriptions(disabled, writer))
  const { body } = await subscriber.send(`GET /api/webhooks/${id}`)
  expect(body).toMatchObject({ status: 'disabled', disabledBecause: 'ten_dead_deliveries', disabledAt: NOW })
})

test('the backlog has the number of deliveries that wait and the age of the oldest', async () => {
  const hourAgo = '2026-11-19T11:00:00.000Z' as typeof NOW
  await aDelivery({ subscriptionId: id, position: 1070, createdAt: hourAgo }, service.database)
  await aDelivery({ subscriptionId: id, position: 1071, status: 'RETRYING' }, service.database)
  await setLedger({ head: 1080, fannedOutTo: 1080 }, service.database)
  const { body } = await subscriber.send(`GET /api/webhooks/${id}`)
  expect(body).toMatchObject({
    cursor: cursorOf(1069),
    backlog: { deliveries: 2, oldestAt: hourAgo, ageSeconds: 3600 },
  })
})

test('an update and a removal at the same time both end', async () => {
  const updates = Array.from({ length: 6 }, (_, index) =>
    patch({ status: index % 2 === 0 ? 'disabled' : 'active', url: `https://h${index}.example.com/` }),
  )
  const removal = subscriber.send(`DELETE /api/webhooks/${id}`)
  const statuses = (await Promise.all([...updates, removal])).map(({ status }) => status)
  expect(statuses.filter((status) => ![200, 204, 404].includes(status))).toEqual([])
  expect((await states()).filter((state) => state.endsWith('QUEUED'))).toEqual([])
})

test.each([
  ['rotation', 'rotate', 'POST', '/rotate', undefined],
  ['ping', 'ping', 'POST', '/ping', undefined],
  ['update', 'change', 'PATCH', '', { description: 'x' }],
  ['removal', 'change', 'DELETE', '', undefined],
] as const)(
  'the last %s of an hour is answered, one more is 429 [contract limit hourly]',
  async (_, call, method, path, body) => {
    const made = Array.from({ length: LIMITS.callsPerHour[call] - 1 }, () => ({
      account_id: subscriber.accountId,
      call,
      called_at: NOW,
    }))
    await service.database.insertInto('hourly_calls').values(made).execute()
    const line = `${method} /api/webhooks/${id}${path}`
    expect((await subscriber.send(line, body)).status).toBeLessThan(300)
    const { status, headers } = await subscriber.send(line, body)
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
  },
)
