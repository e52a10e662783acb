import type { Input, Output } from '#contract/operations/index.ts'
import { onSnapshot } from '#records/database.ts'
import { getPublished } from '#records/market/integrity.ts'
import { getSubscriptions } from '#records/webhooks/subscriptions.ts'
import { webhookSubscriptionList } from '#views/webhook.ts'
import type { ManagementDeps } from './deps.ts'

/** The subscriptions of the account, and what can be subscribed to on this deployment. */
export function listWebhooks(
  input: Input<'webhooks'>,
  { database, account, now }: ManagementDeps,
): Promise<Output<'webhooks'>> {
  return onSnapshot(database, async (reader) => {
    const subscriptions = await getSubscriptions({ accountId: account.id }, reader)
    const list = { subscriptions, publishes: await getPublished(reader) }
    return {
      ...webhookSubscriptionList(list, { now }),
      ignoredParameters: [...input.ignoredParameters],
    }
  })
}
