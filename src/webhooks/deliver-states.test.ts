import { beforeEach, expect, test } from 'vitest'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { queueAgain } from '#records/webhooks/commands.ts'
import { applyDeliveryRetention } from '#records/webhooks/retention.ts'
import { countWaiting } from '#test/postgres/database.ts'
import { forFile } from '#test/run/for-file.ts'
import { openDeliveries } from '#test/webhooks/deliveries.ts'
import { answering } from '#test/webhooks/receiver.ts'
import { hold } from '#test/webhooks/webhooks.ts'
import { openDeliverer } from './deliver.ts'

const given = await forFile(openDeliveries())
beforeEach(() => given.begin())

test('[webhooks 34] [webhooks 66] a hold freezes deliveries and their log; lifted, the backlog drains at the limits', async () => {
  const id = await given.subscribe('/held')
  await given.tell()
  await given.stage.deliver()
  given.receiver.answer = answering(500)
  await given.tell()
  await given.stage.deliver()
  await hold(id, given.stage.now(), given.stage.database)
  given.receiver.answer = answering(204)
  await given.tell(30)
  given.stage.pass(40 * DAY_MS)
  expect(await given.stage.deliver()).toBe(0)
  const frozen = await given.stage.deliveries(id)
  const retain = () =>
    inTransaction(given.stage.database, (writer) =>
      applyDeliveryRetention({ now: given.stage.now() }, writer),
    )
  await retain()
  expect(await given.stage.deliveries(id)).toEqual(frozen)
  await hold(id, null, given.stage.database)
  expect(await given.stage.deliver()).toBe(20)
  given.stage.pass(61_000)
  expect(await given.stage.deliver()).toBe(11)
  expect(new Set(await given.statusesOf(id))).toEqual(new Set(['SUCCEEDED']))
})

test('[webhooks 42] a rotation between lease and send signs with the versions of the lease, and later with both', async () => {
  const id = await given.subscribe('/rotated')
  await given.stage.database
    .updateTable('webhook_subscriptions')
    .set({ secret_version: 3, standard_from: 3, previous_until: addMs(given.stage.now(), DAY_MS) })
    .where('id', '=', id)
    .execute()
  await given.tell()
  await given.stage.deliver()
  given.stage.pass(DAY_MS)
  await given.tell()
  await given.stage.deliver()
  const signatures = given.receivedAt('/rotated').map(({ headers }) => headers['svc-signature'])
  expect(signatures.map((text) => String(text).replace(/t=\d+,/, ''))).toEqual(['v1=3,v1=2', 'v1=3'])
  const standard = given.receivedAt('/rotated').map(({ headers }) => headers['webhook-signature'])
  expect(standard.map((text) => String(text).replace(/^v1,\S+ /, ''))).toEqual(['3,2 3', '3 3'])
})

test('[webhooks 61] [webhooks 62] what is in flight when a subscription is disabled or removed is recorded, and no more', async () => {
  const [disabled, removed] = [await given.subscribe('/disabled'), await given.subscribe('/removed')]
  await given.tell(3)
  const leases = await given.lease()
  expect(leases).toHaveLength(4)
  const now = given.stage.now()
  const cancel = { status: 'CANCELLED', due_at: null, settled_at: now }
  await given.stage.database
    .updateTable('webhook_subscriptions')
    .set({ status: 'disabled', disabled_because: 'requested', disabled_at: now, gap_after: 0 })
    .where('id', '=', disabled)
    .execute()
  await given.stage.database
    .updateTable('webhook_subscriptions')
    .set({ removed_at: now })
    .where('id', '=', removed)
    .execute()
  await given.stage.database
    .updateTable('webhook_deliveries')
    .set(cancel)
    .where('subscription_id', 'in', [disabled, removed])
    .where('settled_at', 'is', null)
    .execute()
  await given.settle(leases.slice(0, 1), 'succeeded')
  await given.settle(leases.slice(1), 'status')
  given.stage.pass(DAY_MS)
  expect(await given.stage.deliver()).toBe(0)
  const statuses = [...(await given.statusesOf(disabled)), ...(await given.statusesOf(removed))]
  expect(statuses.toSorted()).toEqual([...Array(5).fill('CANCELLED'), 'SUCCEEDED'])
})

test('[webhooks 80] a delivery leaves the log 30 days after it settled [contract limit retries]', async () => {
  const id = await given.subscribe('/old')
  given.receiver.answer = answering(500)
  await given.tell()
  await given.liveThrough(2 * DAY_MS)
  const [dead] = await given.stage.deliveries(id)
  const retainAt = (ms: number) =>
    inTransaction(given.stage.database, (writer) =>
      applyDeliveryRetention({ now: addMs(dead?.settled_at as Instant, ms) }, writer),
    )
  await retainAt(30 * DAY_MS)
  expect(await given.statusesOf(id)).toEqual(['DEAD'])
  expect(await retainAt(30 * DAY_MS + 1)).toMatchObject({ deliveries: expect.any(Number) })
  expect(await given.stage.deliveries(id)).toEqual([])
})

test('a delivery that is queued again stays in the log, however old it is', async () => {
  const { database, now } = given.stage
  const id = await given.subscribe('/again')
  await given.tell()
  const settled = { status: 'DEAD', due_at: null, settled_at: addMs(now(), -40 * DAY_MS) }
  await database.updateTable('webhook_deliveries').set(settled).where('subscription_id', '=', id).execute()
  const [dead] = await given.stage.deliveries(id)
  const retention = await inTransaction(database, async (writer) => {
    expect(await queueAgain({ id: dead?.id ?? '', now: now() }, writer)).toBe('queued')
    const begun = {
      ended: inTransaction(database, (other) => applyDeliveryRetention({ now: now() }, other)),
    }
    await expect.poll(() => countWaiting(database)).toBe(1)
    return begun
  })
  await retention.ended
  expect(await given.statusesOf(id)).toEqual(['QUEUED'])
})

test('[webhooks 31] a dead endpoint with a long queue takes two slots; others are sent at once', async () => {
  await given.subscribe('/silent')
  await given.tell(200)
  given.receiver.answer = ({ path }, response) => {
    if (path !== '/silent') response.writeHead(204).end()
  }
  const healthy = await Promise.all(['/a', '/b', '/c'].map(given.subscribe))
  await given.tell()
  const ending = new AbortController()
  const deliverer = openDeliverer({ signal: ending.signal }, given.stage.deps)
  const begin = async () => {
    await deliverer.begin()
    return deliverer.inFlight()
  }
  await expect.poll(begin).toBe(2)
  for (const id of healthy) expect(await given.statusesOf(id)).toEqual(['SUCCEEDED'])
  expect(given.receivedAt('/silent')).toHaveLength(2)
})
