import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import type { Writer } from '#records/database.ts'

const AT_ONCE = 50_000

/**
 * Removes deliveries from the log that settled more than 30 days ago, with their attempts. What a subscription was last
 * sent of an event stays known, for later revisions and retractions, until the subscription is removed. Nothing of a
 * held account is removed. Returns how many deliveries it removed; the next run continues.
 */
export async function applyDeliveryRetention(
  input: { readonly now: Instant },
  writer: Writer,
): Promise<{ readonly deliveries: number }> {
  const settledBefore = addMs(input.now, -LIMITS.delivery.keptDays * DAY_MS)
  const { rows } = await sql<{ removed: number }>`
    with old as (
      select delivery.id from webhook_deliveries as delivery
      join webhook_subscriptions as subscription on subscription.id = delivery.subscription_id
      join accounts on accounts.id = subscription.account_id
      where delivery.settled_at < ${settledBefore}::timestamptz and accounts.held_since is null
      limit ${AT_ONCE}
    ), removed as (
      delete from webhook_deliveries where id in (select id from old)
        and settled_at < ${settledBefore}::timestamptz -- not one that is queued again meanwhile
      returning subscription_id, event_id, revision, content_digest, type, attempts
    ), newest as (
      select distinct on (event_id, subscription_id) event_id, subscription_id, revision, content_digest,
        type = 'event.retracted' as retracted
      from removed where event_id is not null and attempts > 0
      order by event_id, subscription_id, revision desc
    ), kept as (
      insert into webhook_sent as sent (event_id, subscription_id, revision, content_digest, retracted)
      select newest.* from newest
      join webhook_subscriptions as subscription on subscription.id = newest.subscription_id
      where subscription.removed_at is null
      on conflict (event_id, subscription_id) do update
      set revision = excluded.revision, content_digest = excluded.content_digest, retracted = excluded.retracted
      where sent.revision < excluded.revision
    )
    select count(*)::int as removed from removed`.execute(writer)
  await sql`delete from webhook_sent where subscription_id in (
    select id from webhook_subscriptions where removed_at is not null)`.execute(writer)
  return { deliveries: rows.reduce((sum, { removed }) => sum + removed, 0) }
}
