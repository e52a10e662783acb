import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { DeliveryKind } from '#contract/enums.ts'
import { LIMITS } from '#contract/limits.ts'
import { addMs, type Instant } from '#contract/time.ts'
import { anyOf } from '#records/any-of.ts'
import type { Writer } from '#records/database.ts'
import { IS_PUBLIC } from '#records/ledger/change-list.ts'
import { ATTEMPT_LEASE_MS, requestsOf, reschedule } from './schedule.ts'

/** How long a subscription is put off when its due events may not be sent yet. */
const BLOCKED_MS = 1000

/** An attempt that a worker may make. Every later write for it must match `token`. */
export type DeliveryLease = {
  readonly deliveryId: string
  readonly subscriptionId: string
  readonly kind: DeliveryKind
  /** The ledger position of the event; null for a ping. */
  readonly position: number | null
  readonly number: number
  readonly token: string
  readonly url: string
  readonly secretVersion: number
  /** The first version of the secret that is in standard base64. */
  readonly standardFrom: number
  /** Until when the previous version of the secret signs as well; null when it does not. */
  readonly previousUntil: Instant | null
  /** The trace that wrote the event; null when it is not sampled. */
  readonly traceparent: string | null
}

/**
 * Leases due attempts, about `limit` at most, and records each as begun. Locks the subscriptions before it counts their
 * requests, so that the limits hold over all processes. Leaves out subscriptions that another process has locked, held
 * accounts, and events that are no longer public. Leases that ended by `leasesAt` are free, and the limits count at
 * that time; default: `now`.
 */
export async function leaseAttempts(
  input: { readonly now: Instant; readonly leasesAt?: Instant; readonly limit: number },
  writer: Writer,
): Promise<readonly DeliveryLease[]> {
  const { now, leasesAt = now } = input
  const subscriptions = await writer
    .selectFrom('webhook_schedule as schedule')
    .innerJoin('webhook_subscriptions as subscription', 'subscription.id', 'schedule.subscription_id')
    .innerJoin('accounts', 'accounts.id', 'subscription.account_id')
    .select('subscription.id')
    .where('subscription.status', '=', 'active')
    .where('subscription.removed_at', 'is', null)
    .where('schedule.next_attempt_at', '<=', input.now)
    .where('accounts.held_since', 'is', null)
    .orderBy('schedule.next_attempt_at')
    .limit(Math.ceil(input.limit / LIMITS.delivery.atOnce))
    .forNoKeyUpdate('subscription')
    .skipLocked()
    .execute()
  const subscriptionIds = subscriptions.map(({ id }) => id)
  if (subscriptionIds.length === 0) return []
  const leases = await beginAttempts({ now, leasesAt, subscriptionIds }, writer)
  await reschedule({ subscriptionIds, now: leasesAt }, writer)
  const served = new Set(leases.map(({ subscriptionId }) => subscriptionId))
  await postpone({ subscriptionIds: subscriptionIds.filter((id) => !served.has(id)), now }, writer)
  return leases
}

/** Puts off due subscriptions whose events may not be sent yet, so that they do not hold up the others. */
async function postpone(
  { subscriptionIds, now }: { readonly subscriptionIds: readonly string[]; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  if (subscriptionIds.length === 0) return
  await writer
    .updateTable('webhook_schedule')
    .set({ next_attempt_at: addMs(now, BLOCKED_MS) })
    .where('subscription_id', '=', anyOf(subscriptionIds, 'uuid'))
    .where('next_attempt_at', '<=', now)
    .execute()
}

async function beginAttempts(
  input: { readonly now: Instant; readonly leasesAt: Instant; readonly subscriptionIds: readonly string[] },
  writer: Writer,
): Promise<readonly DeliveryLease[]> {
  const { now, leasesAt, subscriptionIds } = input
  const { perMinute, atOnce } = LIMITS.delivery
  const token = randomUUID()
  const { rows } = await sql<Omit<DeliveryLease, 'token'>>`
    with picked as (
      select delivery.id, subscription.url, subscription.secret_version, subscription.standard_from,
        subscription.previous_until
      from webhook_subscriptions as subscription, ${requestsOf(sql`subscription.id`, leasesAt)} as requests,
      lateral (
        select id from webhook_deliveries as due
        where subscription_id = subscription.id and settled_at is null and due_at <= ${now}::timestamptz
          and (leased_until is null or leased_until <= ${leasesAt}::timestamptz) and ${IS_SENDABLE}
        order by kind desc, due_at
        limit greatest(0, least(${atOnce} - requests.open, ${perMinute} - requests.recent))) as delivery
      where subscription.id = ${anyOf(subscriptionIds, 'uuid')}
    ), leased as (
      update webhook_deliveries as delivery
      set attempts = attempts + 1, lease_token = ${token}::uuid,
        leased_until = ${addMs(now, ATTEMPT_LEASE_MS)}::timestamptz
      from picked where delivery.id = picked.id
      returning delivery.id as "deliveryId", delivery.subscription_id as "subscriptionId", delivery.kind,
        delivery.position, delivery.attempts as number, delivery.traceparent, picked.url,
        picked.secret_version as "secretVersion", picked.standard_from as "standardFrom",
        picked.previous_until as "previousUntil"
    ), begun as (
      insert into webhook_attempts (delivery_id, number, subscription_id, started_at)
      select "deliveryId", number, "subscriptionId", ${now}::timestamptz from leased
    )
    select * from leased`.execute(writer)
  return rows.map((row) => ({ ...row, token }))
}

/**
 * Whether the content of a delivery may be sent: it is a ping or a retraction, or its event stands and is public. Any
 * other delivery is cancelled when the retraction of its event is fanned out.
 */
const IS_SENDABLE = sql`(due.kind = 'ping' or due.type = 'event.retracted' or exists (
  select from changes as change left join projects on projects.id = change.project_id
  where change.id = due.event_id and change.superseded_by is null and change.op = 'upsert' and ${IS_PUBLIC}))`

/**
 * Releases leases whose requests were not begun. Their attempts are deleted, and the deliveries are due again at
 * `dueAt`. Does nothing for a lease that was lost.
 */
export async function releaseLeases(
  input: { readonly leases: readonly DeliveryLease[]; readonly dueAt: Instant; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const subscriptionIds = [...new Set(input.leases.map(({ subscriptionId }) => subscriptionId))]
  await lockSubscriptions(subscriptionIds, writer)
  const leases = JSON.stringify(input.leases.map(({ deliveryId, token }) => ({ id: deliveryId, token })))
  await sql`
    with released as (
      update webhook_deliveries as delivery
      set attempts = attempts - 1, lease_token = null, leased_until = null,
        due_at = case when settled_at is null then ${input.dueAt}::timestamptz end
      from json_to_recordset(${leases}::json) as lease(id uuid, token uuid)
      where delivery.id = lease.id and delivery.lease_token = lease.token
      returning delivery.id, delivery.attempts + 1 as number
    )
    delete from webhook_attempts as attempt using released
    where attempt.delivery_id = released.id and attempt.number = released.number`.execute(writer)
  await reschedule({ subscriptionIds, now: input.now }, writer)
}

/** Locks subscriptions until the transaction ends. Every process locks in the same order. */
export async function lockSubscriptions(
  ids: readonly string[],
  writer: Writer,
): Promise<readonly { readonly id: string; readonly deadInARow: number; readonly isActive: boolean }[]> {
  const rows = await writer
    .selectFrom('webhook_subscriptions')
    .select(['id', 'dead_in_a_row', 'status', 'removed_at'])
    .where('id', '=', anyOf(ids, 'uuid'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    deadInARow: row.dead_in_a_row,
    isActive: row.status === 'active' && row.removed_at === null,
  }))
}
