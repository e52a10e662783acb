import { sql } from 'kysely'
import type { AttemptOutcome } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import { afterAttempt, afterSettling, type DeliveryState } from '#domain/webhooks/delivery.ts'
import { rowsOf } from '#records/columns.ts'
import type { Writer } from '#records/database.ts'
import { disableSubscriptions } from './commands.ts'
import { type DeliveryLease, lockSubscriptions } from './leases.ts'
import { reschedule } from './schedule.ts'

/** How a leased attempt ended. */
export type EndedAttempt = {
  readonly lease: Pick<DeliveryLease, 'deliveryId' | 'subscriptionId' | 'number' | 'token'>
  readonly endedAt: Instant
  readonly outcome: AttemptOutcome
  readonly statusCode: number | undefined
  readonly latencyMs: number
  readonly excerpt: string | undefined
}

/** The subscriptions that the settled attempts disabled. */
type SettledDeliveries = { readonly disabled: readonly string[] }

/**
 * Records the results of attempts in the order of the input, and updates their deliveries and subscriptions. An attempt
 * whose lease was lost changes nothing, because the result of another worker stands.
 */
export async function settleAttempts(
  ended: readonly EndedAttempt[],
  { now }: { readonly now: Instant },
  writer: Writer,
): Promise<SettledDeliveries> {
  const subscriptionIds = [...new Set(ended.map(({ lease }) => lease.subscriptionId))]
  const subscriptions = await lockSubscriptions(subscriptionIds, writer)
  const before = await getHeldDeliveries(ended, writer)
  const settled = ended.flatMap((attempt) => {
    const delivery = before.get(attempt.lease.deliveryId)
    if (delivery === undefined) return []
    const end = { succeeded: attempt.outcome === 'succeeded', at: attempt.endedAt }
    return [{ attempt, after: afterAttempt(delivery, end) }]
  })
  await saveEnds(settled, writer)
  const bySubscription = Map.groupBy(settled, ({ attempt }) => attempt.lease.subscriptionId)
  const rows = subscriptions.map(({ id, deadInARow, isActive }) => {
    const of = bySubscription.get(id)
    const row = afterSettling(deadInARow, of === undefined ? [] : of.map(({ after }) => after))
    return { id, before: deadInARow, deadInARow: row.deadInARow, disables: row.disables && isActive }
  })
  await saveRows(
    rows.filter((row) => row.deadInARow !== row.before),
    writer,
  )
  const disabled = rows.filter(({ disables }) => disables).map(({ id }) => id)
  if (disabled.length > 0)
    await disableSubscriptions({ ids: disabled, because: 'ten_dead_deliveries', now }, writer)
  await reschedule({ subscriptionIds, now }, writer)
  return { disabled }
}

/**
 * The deliveries whose lease still holds, by id. No other process changes them, because their subscriptions are locked.
 */
async function getHeldDeliveries(
  ended: readonly EndedAttempt[],
  writer: Writer,
): Promise<ReadonlyMap<string, DeliveryState>> {
  const leases = JSON.stringify(ended.map(({ lease }) => ({ id: lease.deliveryId, token: lease.token })))
  const { rows } = await sql<DeliveryState & { id: string }>`
    select delivery.id, delivery.kind, delivery.status, delivery.failures, delivery.due_at as "dueAt",
      delivery.settled_at as "settledAt"
    from webhook_deliveries as delivery
    join json_to_recordset(${leases}::json) as lease(id uuid, token uuid)
      on lease.id = delivery.id and lease.token = delivery.lease_token`.execute(writer)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

type End = { readonly attempt: EndedAttempt; readonly after: DeliveryState }

async function saveEnds(ends: readonly End[], writer: Writer): Promise<void> {
  if (ends.length === 0) return
  const deliveries = ends.map(({ attempt, after }) => ({ id: attempt.lease.deliveryId, ...after }))
  await sql`update webhook_deliveries as delivery
    set status = ended.status, failures = ended.failures, due_at = ended.due_at, settled_at = ended.settled_at,
      lease_token = null, leased_until = null
    from ${rowsOf('webhook_deliveries', deliveries)} as ended where delivery.id = ended.id`.execute(writer)
  const attempts = ends.map(({ attempt: { lease, ...end } }) => {
    const { deliveryId, number } = lease
    return { deliveryId, number, ...end }
  })
  await sql`update webhook_attempts as attempt
    set ended_at = ended.ended_at, outcome = ended.outcome, status_code = ended.status_code,
      latency_ms = ended.latency_ms, excerpt = ended.excerpt
    from ${rowsOf('webhook_attempts', attempts)} as ended
    where attempt.delivery_id = ended.delivery_id and attempt.number = ended.number`.execute(writer)
}

async function saveRows(
  rows: readonly { readonly id: string; readonly deadInARow: number }[],
  writer: Writer,
): Promise<void> {
  if (rows.length === 0) return
  await sql`update webhook_subscriptions as subscription set dead_in_a_row = row.dead_in_a_row
    from ${rowsOf('webhook_subscriptions', rows)} as row where subscription.id = row.id`.execute(writer)
}
