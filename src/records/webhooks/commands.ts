import { sql } from 'kysely'
import type { DisabledBecause } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import type { Writer } from '#records/database.ts'

type OfSubscription = { readonly subscriptionId: string; readonly now: Instant }

/** Queues a ping of a subscription. It is due at once and is tried once. */
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
  await bringForward({ subscriptionId, now }, writer)
}

/** Cancels what waits for a subscription. The result of a request that is under way is still recorded. */
export async function cancelWaiting({ subscriptionId, now }: OfSubscription, writer: Writer): Promise<void> {
  await cancelOfEach({ ids: [subscriptionId], now }, writer)
}

/**
 * Disables subscriptions and cancels what waits for them. Each keeps the position at or before which everything was
 * delivered or given up. The caller has locked them, and all are active.
 */
export async function disableSubscriptions(
  disabled: { readonly ids: readonly string[]; readonly because: DisabledBecause; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const { ids, because, now } = disabled
  await sql`update webhook_subscriptions as subscription
    set status = 'disabled', disabled_because = ${because}, disabled_at = ${now}::timestamptz,
      updated_at = ${now}::timestamptz,
      gap_after = greatest(starts_after, least(
        (select position from webhook_fan_out),
        (select min(waiting.position) - 1 from webhook_deliveries as waiting
          where waiting.subscription_id = subscription.id and waiting.settled_at is null)))
    where id = any(${[...ids]}::uuid[])`.execute(writer)
  await cancelOfEach({ ids, now }, writer)
}

/**
 * Queues a DEAD delivery again under its id, with the whole schedule of retries. Returns whether there was such a
 * delivery of an active subscription.
 */
export async function queueAgain(
  delivery: { readonly id: string; readonly now: Instant },
  writer: Writer,
): Promise<boolean> {
  const { id, now } = delivery
  const subscription = await writer
    .selectFrom('webhook_subscriptions as subscription')
    .innerJoin('webhook_deliveries', 'webhook_deliveries.subscription_id', 'subscription.id')
    .select('subscription.id')
    .where('webhook_deliveries.id', '=', id)
    .where('subscription.status', '=', 'active')
    .where('subscription.removed_at', 'is', null)
    .forUpdate('subscription')
    .executeTakeFirst()
  if (subscription === undefined) return false
  const queued = await writer
    .updateTable('webhook_deliveries')
    .set({ status: 'QUEUED', failures: 0, due_at: now, settled_at: null })
    .where('id', '=', id)
    .where('status', '=', 'DEAD')
    .executeTakeFirst()
  if (queued.numUpdatedRows === 0n) return false
  await bringForward({ subscriptionId: subscription.id, now }, writer)
  return true
}

async function bringForward({ subscriptionId, now }: OfSubscription, writer: Writer): Promise<void> {
  await sql`update webhook_subscriptions set next_attempt_at = least(next_attempt_at, ${now}::timestamptz)
    where id = ${subscriptionId}`.execute(writer)
}

async function cancelOfEach(
  { ids, now }: { readonly ids: readonly string[]; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  await sql`update webhook_deliveries
    set status = 'CANCELLED', settled_at = ${now}::timestamptz, due_at = null
    where subscription_id = any(${[...ids]}::uuid[]) and settled_at is null`.execute(writer)
  await sql`update webhook_subscriptions set next_attempt_at = null
    where id = any(${[...ids]}::uuid[])`.execute(writer)
}
