import { beforeEach, expect, test } from 'vitest'
import { addMs, DAY_MS, type Instant, msOf } from '#contract/time.ts'
import { ATTEMPT_LEASE_MS } from '#records/webhooks/schedule.ts'
import { forFile } from '#test/run/for-file.ts'
import { openDeliveries } from '#test/webhooks/deliveries.ts'
import { answering } from '#test/webhooks/receiver.ts'
import { aPing } from '#test/webhooks/webhooks.ts'
import { deliverDue } from './deliver.ts'

const MINUTE = 60_000
const WAITS = [1, 5, 30, 120, 360, 720].map((minutes) => minutes * MINUTE)
const given = await forFile(openDeliveries())
beforeEach(() => given.begin())

const sentAt = (path: string) => given.receivedAt(path).map(({ body }) => msOf(body['sentAt'] as Instant))

test('a delivery has the headers and the body of the contract [contract payload type|payloadVersion|deliveryId|sentAt|event] [contract delivery header *]', async () => {
  const id = await given.subscribe('/one')
  const [event] = await given.tell()
  expect(await given.stage.deliver()).toBe(1)
  const [one] = given.receivedAt('/one')
  const [delivery] = await given.stage.deliveries(id)
  expect(one?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'SVC-Webhooks/1',
    'svc-payload-version': '1',
    'svc-delivery-id': delivery?.id,
    'svc-event-id': event,
    'svc-signature': `t=${Math.floor(msOf(given.stage.now()) / 1000)},v1=1`,
  })
  expect(one?.headers).toMatchObject({
    'webhook-id': delivery?.id,
    'webhook-timestamp': `${Math.floor(msOf(given.stage.now()) / 1000)}`,
    'webhook-signature': `v1,${delivery?.id} 1 1`,
  })
  expect(one?.headers).not.toHaveProperty('authorization')
  expect(one?.headers).not.toHaveProperty('cookie')
  expect(one?.body).toMatchObject({
    type: 'build.release',
    payloadVersion: 1,
    deliveryId: delivery?.id,
    sentAt: given.stage.now(),
    event: { id: event, revision: 1, op: 'upsert', origin: 'live' },
  })
  expect(delivery).toMatchObject({ status: 'SUCCEEDED', failures: 0, attempts: 1, lease_token: null })
})

test('[webhooks 15] [webhooks 16] seven attempts at their times with one delivery id, then DEAD, whatever retry-after says [contract delivery deliveryId]', async () => {
  const id = await given.subscribe('/seven')
  await given.tell()
  const began = msOf(given.stage.now())
  given.receiver.answer = answering(503, { 'retry-after': '86400' })
  await given.liveThrough(3 * DAY_MS)
  const times = [0, ...WAITS].map((_, index, all) =>
    all.slice(0, index + 1).reduce((sum, wait) => sum + wait),
  )
  expect(sentAt('/seven').map((at) => at - began)).toEqual(times)
  expect(new Set(given.receivedAt('/seven').map(({ headers }) => headers['svc-delivery-id'])).size).toBe(1)
  expect(new Set(given.receivedAt('/seven').map(({ headers }) => headers['svc-signature'])).size).toBe(7)
  expect(await given.stage.deliveries(id)).toMatchObject([{ status: 'DEAD', failures: 7, attempts: 7 }])
  expect(await given.stage.subscription(id)).toMatchObject({ dead_in_a_row: 1, next_attempt_at: null })
})

test('[webhooks 17] 410 is an ordinary failure', async () => {
  const id = await given.subscribe('/gone')
  await given.tell()
  given.receiver.answer = answering(410)
  await given.stage.deliver()
  expect(await given.statusesOf(id)).toEqual(['RETRYING'])
  expect(await given.stage.subscription(id)).toMatchObject({ status: 'active' })
})

test('[webhooks 64] [webhooks 65] ten dead deliveries in a row disable the subscription once, with its reason [contract subscription status disabled] [contract limit auto-disable]', async () => {
  const id = await given.subscribe('/dead')
  await given.tell(11)
  const [ping] = [await aPing(id, given.stage.now(), given.stage.database)]
  given.receiver.answer = answering(500)
  await given.liveThrough(2 * DAY_MS)
  expect(await given.stage.subscription(id)).toMatchObject({
    status: 'disabled',
    disabled_because: 'ten_dead_deliveries',
    dead_in_a_row: expect.any(Number),
  })
  const rows = await given.stage.deliveries(id)
  const ended = (status: string) => rows.filter((row) => row.status === status)
  expect(ended('DEAD').length).toBeGreaterThanOrEqual(10)
  expect(ended('DEAD').length + ended('CANCELLED').length).toBe(11)
  expect(ended('FAILED').map((row) => row.id)).toEqual([ping])
  const sent = given.receivedAt('/dead').length
  await given.tell()
  given.stage.pass(DAY_MS)
  expect(await given.stage.deliver()).toBe(0)
  expect(given.receivedAt('/dead')).toHaveLength(sent)
})

test('[webhooks 1] [webhooks 28] four workers at once send each delivery once, 20 in a minute and two at a time [contract limit send-rate]', async () => {
  const id = await given.subscribe('/many')
  await given.tell(50)
  given.receiver.answer = (_, response) => setImmediate(() => response.writeHead(204).end())
  // A worker that finds the subscription locked by another one ends, so they go on until all of them find nothing.
  const workers = async (): Promise<number> => {
    const each = await Promise.all(Array.from({ length: 4 }, () => given.stage.deliver()))
    const sent = each.reduce((sum, one) => sum + one, 0)
    return sent === 0 ? 0 : sent + (await workers())
  }
  expect(await workers()).toBe(20)
  expect(await workers()).toBe(0)
  given.stage.pass(60_000)
  expect(await workers()).toBe(0)
  given.stage.pass(1000)
  expect(await workers()).toBe(20)
  given.stage.pass(61_000)
  expect(await workers()).toBe(10)
  expect(given.receiver.mostAtOnce()).toBeLessThanOrEqual(2)
  expect(new Set(given.receivedAt('/many').map(({ body }) => body['deliveryId'])).size).toBe(50)
  expect(new Set(await given.statusesOf(id))).toEqual(new Set(['SUCCEEDED']))
  expect(await given.stage.subscription(id)).toMatchObject({ next_attempt_at: null })
})

test('[webhooks 28] concurrent leases of one subscription take two in all', async () => {
  await given.subscribe('/leased')
  await given.tell(10)
  const leases = await Promise.all(Array.from({ length: 8 }, () => given.lease()))
  expect(leases.flat()).toHaveLength(2)
  expect(await given.lease()).toEqual([])
  await given.settle(leases.flat())
  expect(await given.lease()).toHaveLength(2)
})

test('[webhooks 2] [webhooks 3] [webhooks 29] an interrupted attempt is repeated after its lease with the same id, is no failure, and counts against the minute', async () => {
  const id = await given.subscribe('/interrupted')
  await given.tell()
  const [first] = await given.lease()
  given.stage.pass(ATTEMPT_LEASE_MS - 1)
  expect(await given.lease()).toEqual([])
  given.stage.pass(1)
  const [second] = await given.lease()
  expect(second).toMatchObject({ deliveryId: first?.deliveryId, number: 2 })
  expect(second?.token).not.toBe(first?.token)
  for (let crashes = 2; crashes < 4; crashes += 1) {
    given.stage.pass(ATTEMPT_LEASE_MS)
    expect(await given.lease()).toHaveLength(1)
  }
  expect(await given.stage.deliveries(id)).toMatchObject([{ status: 'QUEUED', failures: 0, attempts: 4 }])
  const began = msOf(given.stage.now())
  given.stage.pass(ATTEMPT_LEASE_MS)
  await given.tell(30)
  expect(await given.stage.deliver()).toBeLessThan(20)
  expect(msOf(given.stage.now()) - began).toBe(ATTEMPT_LEASE_MS)
})

test('[webhooks 4] what a worker writes after its lease is refused; the newer result stands', async () => {
  const id = await given.subscribe('/frozen')
  await given.tell()
  const frozen = await given.lease()
  given.stage.pass(ATTEMPT_LEASE_MS)
  const woken = await given.lease()
  await given.settle(woken, 'succeeded')
  await given.settle(frozen, 'status')
  expect(await given.stage.deliveries(id)).toMatchObject([{ status: 'SUCCEEDED', failures: 0 }])
})

test('[webhooks 5] a signal stops leases; what is in flight ends and is recorded', async () => {
  const id = await given.subscribe('/stopping')
  await given.tell(5)
  const stopping = new AbortController()
  given.receiver.answer = (_, response) => {
    stopping.abort()
    response.writeHead(204).end()
  }
  expect(await deliverDue(stopping.signal, given.stage.deps)).toEqual({ attempts: 2 })
  expect((await given.statusesOf(id)).toSorted()).toEqual([
    'QUEUED',
    'QUEUED',
    'QUEUED',
    'SUCCEEDED',
    'SUCCEEDED',
  ])
  expect(await given.stage.deliver()).toBe(3)
})

test('[webhooks 30] a delivery beyond the minute is put off, which is no attempt and no failure', async () => {
  const id = await given.subscribe('/deferred')
  await given.tell(21)
  await given.stage.deliver()
  const waiting = (await given.stage.deliveries(id)).filter(({ status }) => status === 'QUEUED')
  expect(waiting).toMatchObject([{ failures: 0, attempts: 0 }])
  const next = (await given.stage.subscription(id)).next_attempt_at as Instant
  expect(msOf(next) - msOf(given.stage.now())).toBeGreaterThanOrEqual(60_000)
})

test('[webhooks 33] a ping goes before the events that wait, within the limits [contract payload subscriptionId] [contract delivery header svc-event-id]', async () => {
  const id = await given.subscribe('/pinged')
  await given.tell(40)
  await given.stage.deliver()
  given.stage.pass(1000)
  await aPing(id, given.stage.now(), given.stage.database)
  expect(await given.stage.deliver()).toBe(0)
  given.stage.pass(60_000)
  await given.stage.deliver()
  const types = given.receivedAt('/pinged').map(({ body }) => body['type'])
  expect(types.slice(20, 22)).toContain('ping')
  const ping = given.receivedAt('/pinged').find(({ body }) => body['type'] === 'ping')
  expect(ping?.body).toEqual({
    type: 'ping',
    payloadVersion: 1,
    deliveryId: expect.any(String),
    sentAt: given.stage.now(),
    subscriptionId: id,
  })
  expect(ping?.headers).not.toHaveProperty('svc-event-id')
})

test.each([0, 1])(
  'the subscription that waits longest is leased first, as number %i of two',
  async (longest) => {
    const ids = [await given.subscribe('/one'), await given.subscribe('/other')]
    await given.tell()
    await given.stage.database
      .updateTable('webhook_schedule')
      .set({ next_attempt_at: addMs(given.stage.now(), -1) })
      .where('subscription_id', '=', ids[longest] ?? '')
      .execute()
    const leases = [...(await given.lease(2)), ...(await given.lease(2))]
    expect(leases.map(({ subscriptionId }) => subscriptionId)).toEqual([ids[longest], ids[1 - longest]])
  },
)

test('of the events that wait for a subscription the longest due are sent first', async () => {
  const id = await given.subscribe('/in-order')
  await given.tell(4)
  const waiting = await given.stage.deliveries(id)
  for (const [index, delivery] of waiting.entries())
    await given.stage.database
      .updateTable('webhook_deliveries')
      .set({ due_at: addMs(given.stage.now(), -index) })
      .where('id', '=', delivery.id)
      .execute()
  const leases = await given.lease()
  expect(leases.map(({ position }) => position).toSorted()).toEqual(
    waiting.slice(2).map(({ position }) => position),
  )
})
