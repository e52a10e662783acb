import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { affected } from '#records/counted-rows.ts'
import type { Writer } from '#records/database.ts'
import { REMOVED_AT_ONCE } from '#records/removed-at-once.ts'

/**
 * Deletes deliveries that were settled more than 30 days ago, with their attempts. Keeps the last revision of each
 * event that a subscription was sent, which later revisions and retractions need, until the subscription is removed.
 * Keeps all deliveries of a held account. Returns how many deliveries it deleted: at most `REMOVED_AT_ONCE`.
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
      limit ${REMOVED_AT_ONCE}
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
  return { deliveries: rows.reduce((sum, { removed }) => sum + removed, 0) }
}

/** Deletes the last sent revisions of removed subscriptions. Returns how many it deleted: at most `REMOVED_AT_ONCE`. */
export async function applySentRetention(writer: Writer): Promise<{ readonly lastRevisions: number }> {
  const removed = await sql`
    delete from webhook_sent where (event_id, subscription_id) in (
      select event_id, subscription_id from webhook_sent
      where subscription_id in (select id from webhook_subscriptions where removed_at is not null)
      limit ${REMOVED_AT_ONCE})`.execute(writer)
  return { lastRevisions: affected(removed) }
}
