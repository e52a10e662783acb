import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { Writer } from '#records/database.ts'
import { intervalOf } from '#records/interval.ts'

/**
 * How long a worker may take for an attempt, which is much longer than a receiver may take. After that the attempt
 * counts as interrupted, and the delivery is due again.
 */
export const ATTEMPT_LEASE_MS = 20_000
/**
 * How long a request counts against the limit of a minute. It reaches its receiver between the start and the end of its
 * attempt, so the minute begins at the end. The rest is more than the clocks of two processes differ.
 */
const COUNTED_MS = 60_000 + 500
/** How long after its start an interrupted attempt may still have reached its receiver. */
const LATEST_ARRIVAL_MS = 5_000

/**
 * The requests of a subscription that count against its limits at an instant, as a lateral relation. `open` is the
 * number of open requests, and `open_until` is when the first of them counts as interrupted. `recent` is the number of
 * requests in the last minute, and `recent_until` is when that number is below the limit again.
 */
export function requestsOf(subscriptionId: ReturnType<typeof sql>, now: Instant) {
  const { perMinute } = LIMITS.delivery
  return sql`lateral (
    select count(*) filter (where is_open)::int as open, min(open_until) filter (where is_open) as open_until,
      count(*) filter (where is_recent)::int as recent,
      (array_agg(counted_until order by counted_until desc) filter (where is_recent))[${perMinute}::int] as recent_until
    from (
      select outcome is null and open_until > ${now}::timestamptz as is_open, open_until,
        counted_until > ${now}::timestamptz as is_recent, counted_until
      from (
        select outcome, started_at + ${intervalOf(ATTEMPT_LEASE_MS)} as open_until,
          coalesce(ended_at, started_at + ${intervalOf(LATEST_ARRIVAL_MS)})
            + ${intervalOf(COUNTED_MS)} as counted_until
        from webhook_attempts where subscription_id = ${subscriptionId}
          and started_at > ${addMs(now, -(ATTEMPT_LEASE_MS + COUNTED_MS))}::timestamptz
      ) as timed
    ) as counted)`
}

/**
 * Stores when the next request of each subscription may be sent: when a delivery is due and the limits allow it. A
 * subscription without a pending delivery has no row. Every writer of deliveries or attempts calls this in its
 * transaction, after a statement that locked the subscriptions.
 */
export async function reschedule(
  input: { readonly subscriptionIds: readonly string[]; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  if (input.subscriptionIds.length === 0) return
  const { perMinute, atOnce } = LIMITS.delivery
  const dueFirst = (kind: 'ping' | 'event') => sql`(select due_at from webhook_deliveries
    where subscription_id = subscription.id and settled_at is null and kind = ${kind}
      and (leased_until is null or leased_until <= ${input.now}::timestamptz)
    order by due_at limit 1)`
  await sql`
    with scheduled as (
      select subscription.id, least(requests.open_until, case when first.due_at is not null then greatest(first.due_at,
        case when requests.open >= ${atOnce} then requests.open_until end,
        case when requests.recent >= ${perMinute} then requests.recent_until end) end) as next_attempt_at
      from unnest(${[...input.subscriptionIds]}::uuid[]) as subscription(id),
        ${requestsOf(sql`subscription.id`, input.now)} as requests,
        lateral (select least(${dueFirst('ping')}, ${dueFirst('event')}) as due_at offset 0) as first
    ), ended as (
      delete from webhook_schedule using scheduled
      where subscription_id = scheduled.id and scheduled.next_attempt_at is null
    )
    insert into webhook_schedule as schedule (subscription_id, next_attempt_at)
    select id, next_attempt_at from scheduled where next_attempt_at is not null
    on conflict (subscription_id) do update set next_attempt_at = excluded.next_attempt_at
    where schedule.next_attempt_at <> excluded.next_attempt_at`.execute(writer)
}
