import { DeliveryStatus } from '#contract/enums.ts'
import { LIMITS } from '#contract/limits.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { type QueuedAgain, queueAgain } from '#records/webhooks/commands.ts'
import { findDelivery, getDeliveries, type OperatedDelivery } from '#records/webhooks/delivery-log.ts'
import { refuse } from './refusal.ts'

type Deps = { readonly database: Database; readonly now: Instant }

const LISTED_AT_MOST = 1_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Deliveries of every account in the log, newest first, of one status or of all; at most a thousand.
 * @throws Refusal for an unknown status
 */
export function listDeliveries(
  input: { readonly status: string | undefined },
  { database, now }: Deps,
): Promise<readonly OperatedDelivery[]> {
  const settledSince = addMs(now, -LIMITS.delivery.keptDays * DAY_MS)
  const status = input.status === undefined ? undefined : statusOf(input.status)
  return getDeliveries({ status, settledSince, limit: LISTED_AT_MOST }, database)
}

/** Why a delivery is not sent again. */
const REFUSALS: Readonly<Record<Exclude<QueuedAgain, 'queued'>, string>> = {
  unknown: 'no delivery has this id; svc delivery list shows the log',
  not_dead: 'only a DEAD delivery is sent again',
  not_active: 'its subscription is disabled or removed',
  withdrawn: 'its event was withdrawn',
}

/**
 * Queues a DEAD delivery again under its id, with the whole schedule of retries. @throws Refusal when it is unknown, in
 * another state, withdrawn, or its subscription is sent nothing
 */
export function redeliver(
  { id }: { readonly id: string },
  { database, now }: Deps,
): Promise<OperatedDelivery> {
  return inTransaction(database, async (writer) => {
    const result = UUID.test(id) ? await queueAgain({ id, now }, writer) : 'unknown'
    if (result !== 'queued') refuse(`Cannot redeliver "${id}": ${REFUSALS[result]}`)
    const queued = await findDelivery(id, writer)
    if (queued === undefined) throw new Error(`the delivery ${id} was removed meanwhile`)
    return queued
  })
}

function statusOf(text: string): DeliveryStatus {
  const known = DeliveryStatus.enum.find((status) => status === text)
  if (known === undefined)
    refuse(`Invalid status "${text}": expected one of ${DeliveryStatus.enum.join(', ')}`)
  return known
}
