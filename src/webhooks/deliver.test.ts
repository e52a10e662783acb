import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { findNextAttempt } from '#records/webhooks/attempts.ts'
import { type Claim, claimAttempts } from '#records/webhooks/claims.ts'
import { applyDeliveryRetention } from '#records/webhooks/retention.ts'
import { ATTEMPT_LEASE_MS } from '#records/webhooks/schedule.ts'
import { settleAttempts } from '#records/webhooks/settlements.ts'
import { answering, type Receiver, startReceiver } from '#test/receiver.ts'
import { aPing, hold, openWebhookStage, type WebhookStage } from '#test/webhooks.ts'
import { deliverDue, openDeliverer } from './deliver.ts'

const MINUTE = 60_000
const WAITS = [1, 5, 30, 120, 360, 720].map((minutes) => minutes * MINUTE)
let stage: WebhookStage
let receiver: Receiver
let project: string
let events = 0

beforeAll(async () => {
  stage = await openWebhookStage()
  receiver = await startReceiver()
  project = await stage.project()
})
beforeEach(async () => {
  receiver.answer = answering(204)
  await stage.database.updateTable('webhook_subscriptions').set({ removed_at: stage.now() }).execute()
  stage.pass(HOUR_MS)
})
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  await stage[Symbol.asyncDispose]()
})

/** Writes live events and fans them out. */
async function tell(count = 1): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => {
    events += 1
    return `ship:${events}`
  })
  await stage.say(project, ...ids.map((id) => ({ id })))
  await stage.fanOut()
  return ids
}

const subscribe = (path: string) => stage.subscribe({ url: `${receiver.url}${path}` })
const receivedAt = (path: string) => receiver.received.filter((one) => one.path === path)
const sentAt = (path: string) => receivedAt(path).map(({ body }) => msOf(body['sentAt'] as Instant))
const claim = (limit = 100) =>
  inTransaction(stage.database, (writer) => claimAttempts({ now: stage.now(), limit }, writer))
const settle = (claims: readonly Claim[], outcome: 'succeeded' | 'status' = 'succeeded') =>
  inTransaction(stage.database, (writer) =>
    settleAttempts(
      claims.map((one) => endOf(one, outcome)),
      { now: stage.now() },
      writer,
    ),
  )
const endOf = (one: Claim, outcome: 'succeeded' | 'status') => ({
  ...{ claim: one, endedAt: stage.now(), outcome, statusCode: undefined, latencyMs: 1, excerpt: undefined },
})
const statusesOf = async (id: string) => (await stage.deliveries(id)).map(({ status }) => status)

/** Goes from one due attempt to the next until nothing is due any more, or the end. */
async function liveThrough(ms: number): Promise<void> {
  const end = addMs(stage.now(), ms)
  for (;;) {
    await stage.deliver()
    const next = await findNextAttempt(stage.database)
    if (next === undefined || msOf(next) > msOf(end)) break
    stage.pass(Math.max(1, msOf(next) - msOf(stage.now())))
  }
  stage.pass(msOf(end) - msOf(stage.now()))
}

test('a delivery has the headers and the body of the contract', async () => {
  const id = await subscribe('/one')
  const [event] = await tell()
  expect(await stage.deliver()).toBe(1)
  const [one] = receivedAt('/one')
  const [delivery] = await stage.deliveries(id)
  expect(one?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'SVC-Webhooks/1',
    'svc-payload-version': '1',
    'svc-delivery-id': delivery?.id,
    'svc-event-id': event,
    'svc-signature': `t=${Math.floor(msOf(stage.now()) / 1000)},v1=1`,
  })
  expect(one?.headers).not.toHaveProperty('authorization')
  expect(one?.headers).not.toHaveProperty('cookie')
  expect(one?.body).toMatchObject({
    ...{ type: 'build.release', payloadVersion: 1, deliveryId: delivery?.id, sentAt: stage.now() },
    event: { id: event, revision: 1, op: 'upsert', origin: 'live' },
  })
  expect(delivery).toMatchObject({ status: 'SUCCEEDED', failures: 0, attempts: 1, lease_token: null })
})

test('webhook cases 15 and 16: seven attempts at their times with one delivery id, then DEAD, whatever retry-after says', async () => {
  const id = await subscribe('/seven')
  await tell()
  const began = msOf(stage.now())
  receiver.answer = answering(503, { 'retry-after': '86400' })
  await liveThrough(3 * DAY_MS)
  const times = WAITS.reduce<number[]>((all, wait) => [...all, (all.at(-1) ?? 0) + wait], [0])
  expect(sentAt('/seven').map((at) => at - began)).toEqual(times)
  expect(new Set(receivedAt('/seven').map(({ headers }) => headers['svc-delivery-id'])).size).toBe(1)
  expect(new Set(receivedAt('/seven').map(({ headers }) => headers['svc-signature'])).size).toBe(7)
  expect(await stage.deliveries(id)).toMatchObject([{ status: 'DEAD', failures: 7, attempts: 7 }])
  expect(await stage.subscription(id)).toMatchObject({ dead_in_a_row: 1, next_attempt_at: null })
})

test('webhook case 17: 410 is an ordinary failure', async () => {
  const id = await subscribe('/gone')
  await tell()
  receiver.answer = answering(410)
  await stage.deliver()
  expect(await statusesOf(id)).toEqual(['RETRYING'])
  expect(await stage.subscription(id)).toMatchObject({ status: 'active' })
})

test('webhook cases 64 and 65: ten dead deliveries in a row disable the subscription once, with its reason', async () => {
  const id = await subscribe('/dead')
  await tell(11)
  const [ping] = [await aPing(id, stage.now(), stage.database)]
  receiver.answer = answering(500)
  await liveThrough(2 * DAY_MS)
  expect(await stage.subscription(id)).toMatchObject({
    ...{ status: 'disabled', disabled_because: 'ten_dead_deliveries', dead_in_a_row: expect.any(Number) },
  })
  const rows = await stage.deliveries(id)
  const ended = (status: string) => rows.filter((row) => row.status === status)
  expect(ended('DEAD').length).toBeGreaterThanOrEqual(10)
  expect(ended('DEAD').length + ended('CANCELLED').length).toBe(11)
  expect(ended('FAILED').map((row) => row.id)).toEqual([ping])
  const sent = receivedAt('/dead').length
  await tell()
  stage.pass(DAY_MS)
  expect(await stage.deliver()).toBe(0)
  expect(receivedAt('/dead')).toHaveLength(sent)
})

test('webhook cases 1 and 28: four workers at once send each delivery once, 20 in a minute and two at a time', async () => {
  const id = await subscribe('/many')
  await tell(50)
  receiver.answer = (_, response) => setImmediate(() => response.writeHead(204).end())
  const workers = async () =>
    (await Promise.all(Array.from({ length: 4 }, () => stage.deliver()))).reduce((sum, one) => sum + one, 0)
  expect(await workers()).toBe(20)
  expect(await workers()).toBe(0)
  stage.pass(60_000)
  expect(await workers()).toBe(0)
  stage.pass(1000)
  expect(await workers()).toBe(20)
  stage.pass(61_000)
  expect(await workers()).toBe(10)
  expect(receiver.mostAtOnce()).toBeLessThanOrEqual(2)
  expect(new Set(receivedAt('/many').map(({ body }) => body['deliveryId'])).size).toBe(50)
  expect(new Set(await statusesOf(id))).toEqual(new Set(['SUCCEEDED']))
  expect(await stage.subscription(id)).toMatchObject({ next_attempt_at: null })
})

test('webhook case 28: concurrent claims of one subscription take two in all', async () => {
  await subscribe('/claimed')
  await tell(10)
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim()))
  expect(claims.flat()).toHaveLength(2)
  expect(await claim()).toEqual([])
  await settle(claims.flat())
  expect(await claim()).toHaveLength(2)
})

test('webhook cases 2, 3 and 29: an interrupted attempt is repeated after its lease with the same id, is no failure, and counts against the minute', async () => {
  const id = await subscribe('/interrupted')
  await tell()
  const [first] = await claim()
  stage.pass(ATTEMPT_LEASE_MS - 1)
  expect(await claim()).toEqual([])
  stage.pass(1)
  const [second] = await claim()
  expect(second).toMatchObject({ deliveryId: first?.deliveryId, number: 2 })
  expect(second?.token).not.toBe(first?.token)
  for (let crashes = 2; crashes < 4; crashes += 1) {
    stage.pass(ATTEMPT_LEASE_MS)
    expect(await claim()).toHaveLength(1)
  }
  expect(await stage.deliveries(id)).toMatchObject([{ status: 'QUEUED', failures: 0, attempts: 4 }])
  const began = msOf(stage.now())
  stage.pass(ATTEMPT_LEASE_MS)
  await tell(30)
  expect(await stage.deliver()).toBeLessThan(20)
  expect(msOf(stage.now()) - began).toBe(ATTEMPT_LEASE_MS)
})

test('webhook case 4: what a worker writes after its lease is refused; the newer result stands', async () => {
  const id = await subscribe('/frozen')
  await tell()
  const frozen = await claim()
  stage.pass(ATTEMPT_LEASE_MS)
  const woken = await claim()
  await settle(woken, 'succeeded')
  await settle(frozen, 'status')
  expect(await stage.deliveries(id)).toMatchObject([{ status: 'SUCCEEDED', failures: 0 }])
})

test('webhook case 5: a signal stops claims; what is in flight ends and is recorded', async () => {
  const id = await subscribe('/stopping')
  await tell(5)
  const stopping = new AbortController()
  receiver.answer = (_, response) => {
    stopping.abort()
    response.writeHead(204).end()
  }
  expect(await deliverDue(stopping.signal, stage.deps)).toEqual({ attempts: 2 })
  expect((await statusesOf(id)).toSorted()).toEqual([
    ...['QUEUED', 'QUEUED', 'QUEUED', 'SUCCEEDED', 'SUCCEEDED'],
  ])
  expect(await stage.deliver()).toBe(3)
})

test('webhook case 30: a delivery beyond the minute is put off, which is no attempt and no failure', async () => {
  const id = await subscribe('/deferred')
  await tell(21)
  await stage.deliver()
  const waiting = (await stage.deliveries(id)).filter(({ status }) => status === 'QUEUED')
  expect(waiting).toMatchObject([{ failures: 0, attempts: 0 }])
  const next = (await stage.subscription(id)).next_attempt_at as Instant
  expect(msOf(next) - msOf(stage.now())).toBeGreaterThanOrEqual(60_000)
})

test('webhook case 33: a ping goes before the events that wait, within the limits', async () => {
  const id = await subscribe('/pinged')
  await tell(40)
  await stage.deliver()
  await aPing(id, stage.now(), stage.database)
  expect(await stage.deliver()).toBe(0)
  stage.pass(61_000)
  await stage.deliver()
  const types = receivedAt('/pinged').map(({ body }) => body['type'])
  expect(types.slice(20, 22)).toContain('ping')
  const ping = receivedAt('/pinged').find(({ body }) => body['type'] === 'ping')
  expect(ping?.body).toEqual({
    ...{ type: 'ping', payloadVersion: 1, deliveryId: expect.any(String), sentAt: stage.now() },
    subscriptionId: id,
  })
  expect(ping?.headers).not.toHaveProperty('svc-event-id')
})

test('webhook cases 34 and 66: a hold freezes deliveries and their log; lifted, the backlog drains at the limits', async () => {
  const id = await subscribe('/held')
  receiver.answer = answering(500)
  await tell()
  await stage.deliver()
  await hold(id, stage.now(), stage.database)
  receiver.answer = answering(204)
  await tell(30)
  stage.pass(40 * DAY_MS)
  expect(await stage.deliver()).toBe(0)
  const frozen = await stage.deliveries(id)
  const retain = () =>
    inTransaction(stage.database, (writer) => applyDeliveryRetention({ now: stage.now() }, writer))
  await retain()
  expect(await stage.deliveries(id)).toEqual(frozen)
  await hold(id, null, stage.database)
  expect(await stage.deliver()).toBe(20)
  stage.pass(61_000)
  expect(await stage.deliver()).toBe(11)
  expect(new Set(await statusesOf(id))).toEqual(new Set(['SUCCEEDED']))
})

test('webhook case 42: a rotation between claim and send signs with the versions of the claim, and later with both', async () => {
  const id = await subscribe('/rotated')
  await stage.database
    .updateTable('webhook_subscriptions')
    .set({ secret_version: 3, previous_until: addMs(stage.now(), DAY_MS) })
    .where('id', '=', id)
    .execute()
  await tell()
  await stage.deliver()
  stage.pass(DAY_MS)
  await tell()
  await stage.deliver()
  const signatures = receivedAt('/rotated').map(({ headers }) => headers['svc-signature'])
  expect(signatures.map((text) => String(text).replace(/t=\d+,/, ''))).toEqual(['v1=3,v1=2', 'v1=3'])
})

test('webhook cases 61 and 62: what is in flight when a subscription is disabled or removed is recorded, and no more', async () => {
  const [disabled, removed] = [await subscribe('/disabled'), await subscribe('/removed')]
  await tell(3)
  const claims = await claim()
  expect(claims).toHaveLength(4)
  const now = stage.now()
  const cancel = { status: 'CANCELLED', due_at: null, settled_at: now }
  await stage.database
    .updateTable('webhook_subscriptions')
    .set({ status: 'disabled', disabled_because: 'requested', disabled_at: now, gap_after: 0 })
    .where('id', '=', disabled)
    .execute()
  await stage.database
    .updateTable('webhook_subscriptions')
    .set({ removed_at: now })
    .where('id', '=', removed)
    .execute()
  await stage.database
    .updateTable('webhook_deliveries')
    .set(cancel)
    .where('subscription_id', 'in', [disabled, removed])
    .where('settled_at', 'is', null)
    .execute()
  await settle(claims.slice(0, 1), 'succeeded')
  await settle(claims.slice(1), 'status')
  stage.pass(DAY_MS)
  expect(await stage.deliver()).toBe(0)
  const statuses = [...(await statusesOf(disabled)), ...(await statusesOf(removed))]
  expect(statuses.toSorted()).toEqual([...Array(5).fill('CANCELLED'), 'SUCCEEDED'])
})

test('webhook case 80: a delivery leaves the log 30 days after it settled', async () => {
  const id = await subscribe('/old')
  receiver.answer = answering(500)
  await tell()
  await liveThrough(2 * DAY_MS)
  const [dead] = await stage.deliveries(id)
  const retainAt = (ms: number) =>
    inTransaction(stage.database, (writer) =>
      applyDeliveryRetention({ now: addMs(dead?.settled_at as Instant, ms) }, writer),
    )
  await retainAt(30 * DAY_MS)
  expect(await statusesOf(id)).toEqual(['DEAD'])
  expect(await retainAt(30 * DAY_MS + 1)).toMatchObject({ deliveries: expect.any(Number) })
  expect(await stage.deliveries(id)).toEqual([])
})

test('webhook case 31: a dead endpoint with a long queue takes two slots; others are sent at once', async () => {
  await subscribe('/silent')
  await tell(200)
  receiver.answer = ({ path }, response) => {
    if (path !== '/silent') response.writeHead(204).end()
  }
  const healthy = await Promise.all(['/a', '/b', '/c'].map(subscribe))
  await tell()
  const ending = new AbortController()
  const deliverer = openDeliverer({ signal: ending.signal }, stage.deps)
  await expect.poll(async () => (await deliverer.begin(), deliverer.inFlight())).toBe(2)
  for (const id of healthy) expect(await statusesOf(id)).toEqual(['SUCCEEDED'])
  expect(receivedAt('/silent')).toHaveLength(2)
})
