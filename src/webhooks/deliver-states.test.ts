import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { findNextAttempt } from '#records/webhooks/attempts.ts'
import { type Claim, claimAttempts } from '#records/webhooks/claims.ts'
import { applyDeliveryRetention } from '#records/webhooks/retention.ts'
import { settleAttempts } from '#records/webhooks/settlements.ts'
import { answering, type Receiver, startReceiver } from '#test/receiver.ts'
import { hold, openWebhookStage, type WebhookStage } from '#test/webhooks.ts'
import { openDeliverer } from './deliver.ts'

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

test('webhooks cases 34 and 66: a hold freezes deliveries and their log; lifted, the backlog drains at the limits', async () => {
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

test('webhooks case 42: a rotation between claim and send signs with the versions of the claim, and later with both', async () => {
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

test('webhooks cases 61 and 62: what is in flight when a subscription is disabled or removed is recorded, and no more', async () => {
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

test('webhooks case 80: a delivery leaves the log 30 days after it settled', async () => {
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

test('webhooks case 31: a dead endpoint with a long queue takes two slots; others are sent at once', async () => {
  await subscribe('/silent')
  await tell(200)
  receiver.answer = ({ path }, response) => {
    if (path !== '/silent') response.writeHead(204).end()
  }
  const healthy = await Promise.all(['/a', '/b', '/c'].map(subscribe))
  await tell()
  const ending = new AbortController()
  const deliverer = openDeliverer({ signal: ending.signal }, stage.deps)
  const begin = async () => {
    await deliverer.begin()
    return deliverer.inFlight()
  }
  await expect.poll(begin).toBe(2)
  for (const id of healthy) expect(await statusesOf(id)).toEqual(['SUCCEEDED'])
  expect(receivedAt('/silent')).toHaveLength(2)
})
