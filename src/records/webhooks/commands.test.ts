import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addMs } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { NOW } from '#test/service/http-service.ts'
import { aDelivery, aSubscription, deliveriesOf, setLedger } from '#test/webhooks/subscriptions.ts'
import { cancelWaiting, disableSubscriptions, queueAgain, queuePing } from './commands.ts'
import { findSubscription, saveEnabled } from './subscriptions.ts'

const { database } = await fileDatabase()
let of: { readonly id: string; readonly accountId: string }
beforeEach(async () => {
  of = await aSubscription({ startsAfter: 2 }, database)
})

const write = <T>(command: Parameters<typeof inTransaction<T>>[1]) => inTransaction(database, command)
const later = (minutes: number) => addMs(NOW, minutes * 60_000)
const states = async () =>
  (await deliveriesOf(of.id, database)).map(({ kind, status }) => `${kind} ${status}`)

const again = (id: string) => write((writer) => queueAgain({ id, now: later(9) }, writer))

async function disable() {
  const disabled = { ids: [of.id], because: 'requested', now: later(5) } as const
  await write((writer) => disableSubscriptions(disabled, writer))
  return findSubscription(of, database)
}

test('a ping is due at once, and wakes the subscription', async () => {
  await write((writer) => queuePing({ subscriptionId: of.id, deliveryId: randomUUID(), now: NOW }, writer))
  expect(await deliveriesOf(of.id, database)).toMatchObject([
    { kind: 'ping', status: 'QUEUED', due_at: NOW, settled_at: null },
  ])
  expect(await findSubscription(of, database)).toMatchObject({ nextAttemptAt: NOW, waiting: 1 })
})

test('what waits is cancelled, pings included; what has ended stays', async () => {
  const subscriptionId = of.id
  for (const status of ['QUEUED', 'RETRYING', 'SUCCEEDED', 'DEAD', 'CANCELLED'] as const)
    await aDelivery({ subscriptionId, status }, database)
  await write((writer) => queuePing({ subscriptionId, deliveryId: randomUUID(), now: later(1) }, writer))
  await write((writer) => cancelWaiting({ subscriptionIds: [subscriptionId], now: later(2) }, writer))
  expect(await states()).toEqual([
    'event CANCELLED',
    'event CANCELLED',
    'event SUCCEEDED',
    'event DEAD',
    'event CANCELLED',
    'ping CANCELLED',
  ])
  expect(await findSubscription(of, database)).toMatchObject({ nextAttemptAt: null, waiting: 0 })
})

test('nothing of another subscription is cancelled', async () => {
  const other = await aSubscription({ startsAfter: 0 }, database)
  await aDelivery({ subscriptionId: other.id }, database)
  await write((writer) => cancelWaiting({ subscriptionIds: [of.id], now: NOW }, writer))
  expect(await deliveriesOf(other.id, database)).toMatchObject([{ status: 'QUEUED' }])
})

test('a disabled subscription whose deliveries all ended has its gap where the fan-out stands', async () => {
  const position = await aPosition()
  await aDelivery({ subscriptionId: of.id, position, status: 'SUCCEEDED' }, database)
  await setLedger({ head: position + 9, fannedOutTo: position + 4 }, database)
  expect(await disable()).toMatchObject({
    status: 'disabled',
    disabledBecause: 'requested',
    disabledAt: later(5),
    gapAfter: position + 4,
  })
})

test('the gap begins before the oldest event that waited or was given up since the last success', async () => {
  const first = await aPosition()
  const at = (offset: number) => ({ subscriptionId: of.id, position: first + offset })
  await aDelivery({ ...at(0), status: 'DEAD', settledAt: later(1) }, database)
  await aDelivery({ ...at(1), status: 'SUCCEEDED', settledAt: later(2) }, database)
  await aDelivery({ ...at(2), status: 'CANCELLED', settledAt: later(3) }, database)
  await aDelivery({ ...at(4), status: 'DEAD', settledAt: later(3) }, database)
  await aDelivery({ ...at(5), status: 'RETRYING' }, database)
  await setLedger({ head: first + 9, fannedOutTo: first + 7 }, database)
  expect(await disable()).toMatchObject({ gapAfter: first + 3, waiting: 0 })
  expect(await states()).not.toContain('event RETRYING')
})

test('an event of an earlier gap begins the next gap when it waits again, not while it is DEAD', async () => {
  const first = await aPosition()
  const start = first + 5
  const at = (offset: number) => ({ subscriptionId: of.id, position: first + offset })
  await aDelivery({ ...at(0), status: 'DEAD' }, database)
  const sentAgain = await aDelivery({ ...at(2), status: 'DEAD' }, database)
  await setLedger({ head: start + 4, fannedOutTo: start + 4 }, database)
  await write((writer) => saveEnabled({ id: of.id, startsAfter: start, now: later(1) }, writer))
  expect(await disable()).toMatchObject({ gapAfter: start })
  await write((writer) => saveEnabled({ id: of.id, startsAfter: start, now: later(6) }, writer))
  expect(await again(sentAgain)).toBe('queued')
  expect(await disable()).toMatchObject({ gapAfter: first + 1, waiting: 0 })
})

test('the gap never begins before the subscription', async () => {
  await setLedger({ head: 1, fannedOutTo: 1 }, database)
  expect(await disable()).toMatchObject({ gapAfter: 2 })
})

test('[webhooks 80] a DEAD delivery is queued again under its id, with the whole schedule', async () => {
  const id = await aDelivery({ subscriptionId: of.id, status: 'DEAD' }, database)
  await database
    .updateTable('webhook_deliveries')
    .set({ failures: 7, attempts: 7 })
    .where('id', '=', id)
    .execute()
  expect(await again(id)).toBe('queued')
  expect(await deliveriesOf(of.id, database)).toEqual([
    { id, kind: 'event', status: 'QUEUED', due_at: later(9), settled_at: null, failures: 0 },
  ])
  expect(await findSubscription(of, database)).toMatchObject({ nextAttemptAt: later(9) })
  expect(await again(id)).toBe('not_dead')
})

test.each(['QUEUED', 'RETRYING', 'SUCCEEDED', 'CANCELLED'] as const)(
  'a delivery that is %s is not queued again',
  async (status) => {
    const id = await aDelivery({ subscriptionId: of.id, status }, database)
    expect(await again(id)).toBe('not_dead')
    expect(await deliveriesOf(of.id, database)).toMatchObject([{ status }])
  },
)

test('nothing is queued again for a disabled subscription', async () => {
  const id = await aDelivery({ subscriptionId: of.id, status: 'DEAD' }, database)
  await disable()
  expect([await again(id), await again(randomUUID())]).toEqual(['not_active', 'unknown'])
})

test('an event that was withdrawn is not sent again; its retraction is', async () => {
  const event = await aDelivery({ subscriptionId: of.id, status: 'DEAD' }, database)
  const retraction = await aDelivery({ subscriptionId: of.id, status: 'DEAD' }, database)
  await database
    .updateTable('webhook_deliveries')
    .set({ type: 'event.retracted' })
    .where('id', '=', retraction)
    .execute()
  await sql`update changes set superseded_by = 1 where id in (
    select event_id from webhook_deliveries where subscription_id = ${of.id})`.execute(database)
  expect([await again(event), await again(retraction)]).toEqual(['withdrawn', 'queued'])
})

/** A position after every event of the ledger, and after the start of the subscription. */
async function aPosition(): Promise<number> {
  const { last } = await database
    .selectFrom('changes')
    .select((row) => row.fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return Math.max(last === null ? 0 : last, 2) + 10
}
