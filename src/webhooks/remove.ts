import type { Input, Output } from '#contract/operations/index.ts'
import { inTransaction } from '#records/database.ts'
import { cancelWaiting } from '#records/webhooks/commands.ts'
import { saveRemoved } from '#records/webhooks/subscriptions.ts'
import type { ManagementDeps } from './deps.ts'
import { lockOwn } from './own.ts'

/** Removes a subscription and cancels its pending deliveries. */
export function removeWebhook(
  { id }: Input<'removeWebhook'>,
  deps: ManagementDeps,
): Promise<Output<'removeWebhook'>> {
  const { now } = deps
  return inTransaction(deps.database, async (writer) => {
    await lockOwn({ id }, deps, writer)
    await saveRemoved({ id, now }, writer)
    await cancelWaiting({ subscriptionIds: [id], now }, writer)
  })
}
