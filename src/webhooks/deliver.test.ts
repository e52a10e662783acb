import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { findNextAttempt } from '#records/webhooks/attempts.ts'
import { type Claim, claimAttempts } from '#records/webhooks/claims.ts'
import { ATTEMPT_LEASE_MS } from '#records/webhooks/schedule.ts'
import { settleAttempts } from '#records/webhooks/settlements.ts'
import { answering, type Receiver, startReceiver } from '#test/receiver.ts'
import { aPing, openWebhookStage, type WebhookStage } from '#test/webhooks.ts'
import { deliverDue } from './deliver.ts'

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

test('webhooks cases 15 and 16: seven attempts at their times with one delivery id, then DEAD, whatever retry-after says', async () => {
  const id = await subscribe('/seven')
  await tell()
  const began = msOf(stage.now())
  receiver.answer = answering(503, { 'retry-after': '86400' })
  await liveThrough(3 * DAY_MS)
  const times = [0, ...WAITS].map((_, index, all) =>
    all.slice(0, index + 1).reduce((sum, wait) => sum + wait),
  )
  expect(sentAt('/seven').map((at) => at - began)).toEqual(times)
  expect(new Set(receivedAt('/seven').map(({ headers }) => headers['svc-delivery-id'])).size).toBe(1)
  expect(new Set(receivedAt('/seven').map(({ headers }) => headers['svc-signature'])).size).toBe(7)
  expect(await stage.deliveries(id)).toMatchObject([{ status: 'DEAD', failures: 7, attempts: 7 }])
  expect(await stage.subscription(id)).toMatchObject({ dead_in_a_row: 1, next_attempt_at: null })
})

test('webhooks case 17: 410 is an ordinary failure', async () => {
  const id = await subscribe('/gone')
  await tell()
  receiver.answer = answering(410)
  await stage.deliver()
  expect(await statusesOf(id)).toEqual(['RETRYING'])
  expect(await stage.subscription(id)).toMatchObject({ status: 'active' })
})

test('webhooks cases 64 and 65: ten dead deliveries in a row disable the subscription once, with its reason', async () => {
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

test('webhooks cases 1 and 28: four workers at once send each delivery once, 20 in a minute and two at a time', async () => {
  const id = await subscribe('/many')
  await tell(50)
  receiver.answer = (_, response) => setImmediate(() => response.writeHead(204).end())
  // A worker that finds the subscription locked by another one ends, so they go on until all of them find nothing.
  const workers = async (): Promise<number> => {
    const each = await Promise.all(Array.from({ length: 4 }, () => stage.deliver()))
    const sent = each.reduce((sum, one) => sum + one, 0)
    return sent === 0 ? 0 : sent + (await workers())
  }
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

test('webhooks case 28: concurrent claims of one subscription take two in all', async () => {
  await subscribe('/claimed')
  await tell(10)
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim()))
  expect(claims.flat()).toHaveLength(2)
  expect(await claim()).toEqual([])
  await settle(claims.flat())
  expect(await claim()).toHaveLength(2)
})

test('webhooks cases 2, 3 and 29: an interrupted attempt is repeated after its lease with the same id, is no failure, and counts against the minute', async () => {
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

test('webhooks case 4: what a worker writes after its lease is refused; the newer result stands', async () => {
  const id = await subscribe('/frozen')
  await tell()
  const frozen = await claim()
  stage.pass(ATTEMPT_LEASE_MS)
  const woken = await claim()
  await settle(woken, 'succeeded')
  await settle(frozen, 'status')
  expect(await stage.deliveries(id)).toMatchObject([{ status: 'SUCCEEDED', failures: 0 }])
})

test('webhooks case 5: a signal stops claims; what is in flight ends and is recorded', async () => {
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

test('webhooks case 30: a delivery beyond the minute is put off, which is no attempt and no failure', async () => {
  const id = await subscribe('/deferred')
  await tell(21)
  await stage.deliver()
  const waiting = (await stage.deliveries(id)).filter(({ status }) => status === 'QUEUED')
  expect(waiting).toMatchObject([{ failures: 0, attempts: 0 }])
  const next = (await stage.subscription(id)).next_attempt_at as Instant
  expect(msOf(next) - msOf(stage.now())).toBeGreaterThanOrEqual(60_000)
})

test('webhooks case 33: a ping goes before the events that wait, within the limits', async () => {
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
