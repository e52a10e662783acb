import { fail } from '#contract/errors.ts'
import { isUuid } from '#contract/ids.ts'
import type { WebhookDelivery } from '#contract/shapes/webhook.ts'
import { inTransaction, type Writer } from '#records/database.ts'
import { type QueuedAgain, queueAgain } from '#records/webhooks/commands.ts'
import { findDelivery, hasDelivery, type OperatedDelivery } from '#records/webhooks/delivery-log.ts'
import { webhookDelivery } from '#views/account/webhook.ts'
import type { ManagementDeps } from './deps.ts'
import { findOwn } from './own.ts'

/** Why a delivery is not sent again. */
type NotQueued = Exclude<QueuedAgain, 'queued'>

/** The reasons in words. */
export const NOT_QUEUED: Readonly<Record<NotQueued, string>> = {
  unknown: 'no delivery has this id',
  not_dead: 'only a DEAD delivery is sent again',
  not_active: 'its subscription is disabled or removed',
  withdrawn: 'its event was withdrawn',
}

/**
 * Queues a DEAD delivery again under its id, with the whole schedule of retries. Operators and owners both redeliver
 * with this function. Returns the delivery, or the reason why it was not queued.
 */
export async function queueDelivery(
  { id, now }: { readonly id: string } & Pick<ManagementDeps, 'now'>,
  writer: Writer,
): Promise<OperatedDelivery | NotQueued> {
  const result = isUuid(id) ? await queueAgain({ id, now }, writer) : 'unknown'
  if (result !== 'queued') return result
  const queued = await findDelivery(id, writer)
  if (queued === undefined) throw new Error(`the delivery ${id} was removed meanwhile`)
  return queued
}

/**
 * Queues a DEAD delivery of the account's own subscription again. Returns the delivery, or the reason why it was not
 * queued.
 * @throws Failure not_found when the account has no such subscription, or the subscription no such delivery
 */
export async function redeliverWebhook(
  { id, deliveryId }: { readonly id: string; readonly deliveryId: string },
  deps: ManagementDeps,
): Promise<WebhookDelivery | NotQueued> {
  return await inTransaction(deps.database, async (writer) => {
    const { id: subscriptionId } = await findOwn({ id }, deps, writer)
    const isOwn = isUuid(deliveryId) && (await hasDelivery({ subscriptionId, id: deliveryId }, writer))
    if (!isOwn) fail('not_found', { message: 'This subscription has no such delivery.' })
    const queued = await queueDelivery({ id: deliveryId, now: deps.now }, writer)
    return typeof queued === 'string' ? queued : webhookDelivery(queued)
  })
}
