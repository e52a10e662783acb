import { randomUUID } from 'node:crypto'
import { fail } from '#contract/errors.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { inTransaction } from '#records/database.ts'
import { queuePing } from '#records/webhooks/commands.ts'
import { findDelivery } from '#records/webhooks/delivery-log.ts'
import { webhookDelivery } from '#views/account/webhook.ts'
import type { ManagementDeps } from './deps.ts'
import { lockOwn } from './own.ts'

/** Queues a ping of an active subscription. */
export function pingWebhook(
  { id }: Input<'pingWebhook'>,
  deps: ManagementDeps,
): Promise<Output<'pingWebhook'>> {
  const deliveryId = randomUUID()
  return inTransaction(deps.database, async (writer) => {
    const { status } = await lockOwn({ id }, deps, writer)
    if (status === 'disabled') fail('subscription_disabled')
    await queuePing({ subscriptionId: id, deliveryId, now: deps.now }, writer)
    const queued = await findDelivery(deliveryId, writer)
    if (queued === undefined) throw new Error(`the ping ${deliveryId} was not stored`)
    return webhookDelivery(queued)
  })
}
