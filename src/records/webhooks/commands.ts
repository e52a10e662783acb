import { sql } from 'kysely'
import type { DisabledBecause } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import { anyOf } from '#records/any-of.ts'
import type { Writer } from '#records/database.ts'
import { announce } from '#records/notifications.ts'
import { reschedule } from './schedule.ts'
import { holdFanOut } from './subscriptions.ts'

type OfSubscription = { readonly subscriptionId: string; readonly now: Instant }

/** Queues a ping of a subscription, which the caller has locked. It is due at once and is tried once. */
export async function queuePing(
  ping: OfSubscription & { readonly deliveryId: string },
  writer: Writer,
): Promise<void> {
  const { subscriptionId, deliveryId, now } = ping
  await writer
    .insertInto('webhook_deliveries')
    .values({
      id: deliveryId,
      subscription_id: subscriptionId,
      kind: 'ping',
      type: 'ping',
      status: 'QUEUED',
      created_at: now,
      due_at: now,
    })
    .execute()
  await wake({ subscriptionId, now }, writer)
}

/**
 * Cancels the pending deliveries of subscriptions, which the caller has locked. The result of a request in flight is
 * still recorded.
 */
export async function cancelWaiting(
  { subscriptionIds, now }: { readonly subscriptionIds: readonly string[]; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  await sql`update webhook_deliveries
    set status = 'CANCELLED', settled_at = ${now}::timestamptz, due_at = null
    where subscription_id = ${anyOf(subscriptionIds, 'uuid')} and settled_at is null`.execute(writer)
  await reschedule({ subscriptionIds, now }, writer)
}

/**
 * Disables subscriptions and cancels their pending deliveries. The gap of a subscription begins before its oldest event
 * that is pending, or that went DEAD since the last success. So a receiver that reads the ledger from there misses
 * nothing. An event of an earlier gap begins the gap only if it is pending again. The caller has locked the
 * subscriptions, and all are active.
 */
export async function disableSubscriptions(
  disabled: { readonly ids: readonly string[]; readonly because: DisabledBecause; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const { ids, because, now } = disabled
  await sql`update webhook_subscriptions as subscription
    set status = 'disabled', disabled_because = ${because}, disabled_at = ${now}::timestamptz,
      updated_at = ${now}::timestamptz,
      gap_after = least(
        (${BEFORE_OLDEST} and settled_at is null),
        greatest(starts_after, least(
          (select position from webhook_fan_out),
          (${BEFORE_OLDEST} and status = 'DEAD' and settled_at > coalesce((${LAST_SUCCESS}), '-infinity')))))
    where id = ${anyOf(ids, 'uuid')}`.execute(writer)
  await cancelWaiting({ subscriptionIds: ids, now }, writer)
}

const BEFORE_OLDEST = sql`select min(position) - 1 from webhook_deliveries where subscription_id = subscription.id`

const LAST_SUCCESS = sql`select max(settled_at) from webhook_deliveries
  where subscription_id = subscription.id and kind = 'event' and status = 'SUCCEEDED'`

/** Whether a delivery was queued again, or why not. */
export type QueuedAgain = 'queued' | 'unknown' | 'not_dead' | 'not_active' | 'withdrawn'

/**
 * Queues a DEAD delivery again under its id, with the whole schedule of retries. A delivery of a withdrawn event stays
 * DEAD: the retraction is already fanned out, so nothing would cancel the delivery. If the event is retracted later,
 * that fan-out waits until this delivery is queued, and then cancels it.
 */
export async function queueAgain(
  delivery: { readonly id: string; readonly now: Instant },
  writer: Writer,
): Promise<QueuedAgain> {
  const { id, now } = delivery
  await holdFanOut(writer)
  const found = await writer
    .selectFrom('webhook_subscriptions as subscription')
    .innerJoin('webhook_deliveries as delivery', 'delivery.subscription_id', 'subscription.id')
    .select(['delivery.subscription_id', 'delivery.status'])
    .select(sql<boolean>`subscription.status = 'active' and subscription.removed_at is null`.as('active'))
    .select(STANDS.as('stands'))
    .where('delivery.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (found === undefined) return 'unknown'
  if (found.status !== 'DEAD') return 'not_dead'
  if (!found.active) return 'not_active'
  if (!found.stands) return 'withdrawn'
  await writer
    .updateTable('webhook_deliveries')
    .set({ status: 'QUEUED', failures: 0, due_at: now, settled_at: null })
    .where('id', '=', id)
    .execute()
  await wake({ subscriptionId: found.subscription_id, now }, writer)
  return 'queued'
}

/** Whether the content of a delivery still stands: it is a retraction, or its event is not retracted. */
const STANDS = sql<boolean>`(delivery.type = 'event.retracted' or exists (
  select from changes as head
  where head.id = delivery.event_id and head.superseded_by is null and head.op = 'upsert'))`

async function wake({ subscriptionId, now }: OfSubscription, writer: Writer): Promise<void> {
  await reschedule({ subscriptionIds: [subscriptionId], now }, writer)
  await announce('deliveries', writer)
}
