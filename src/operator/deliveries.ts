import { DeliveryStatus } from '#contract/enums.ts'
import { LIMITS } from '#contract/limits.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { getDeliveries, type OperatedDelivery } from '#records/webhooks/delivery-log.ts'
import { NOT_QUEUED, queueDelivery } from '#webhooks/redeliver.ts'
import { refuse } from './refusal.ts'

type Deps = { readonly database: Database; readonly now: Instant }

const LISTED_AT_MOST = 1_000

/**
 * Deliveries of every account in the log, newest first, of one status or of all; at most a thousand.
 * @throws Refusal for an unknown status
 */
export function listDeliveries(
  input: { readonly status: string | undefined },
  { database, now }: Deps,
): Promise<readonly OperatedDelivery[]> {
  const settledSince = addMs(now, -LIMITS.delivery.keptDays * DAY_MS)
  const statuses = input.status === undefined ? DeliveryStatus.enum : [statusOf(input.status)]
  return getDeliveries({ statuses, settledSince, limit: LISTED_AT_MOST }, database)
}

/**
 * Queues a DEAD delivery again under its id, with the whole schedule of retries.
 * @throws Refusal when the delivery is unknown, in another state or withdrawn, and when its subscription receives
 * nothing
 */
export function redeliver(
  { id }: { readonly id: string },
  { database, now }: Deps,
): Promise<OperatedDelivery> {
  return inTransaction(database, async (writer) => {
    const queued = await queueDelivery({ id, now }, writer)
    if (queued === 'unknown')
      refuse(`Cannot redeliver "${id}": ${NOT_QUEUED.unknown}; svc delivery list shows the log`)
    if (typeof queued === 'string') refuse(`Cannot redeliver "${id}": ${NOT_QUEUED[queued]}`)
    return queued
  })
}

function statusOf(text: string): DeliveryStatus {
  const known = DeliveryStatus.enum.find((status) => status === text)
  if (known === undefined)
    refuse(`Invalid status "${text}": expected one of ${DeliveryStatus.enum.join(', ')}`)
  return known
}
