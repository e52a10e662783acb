import { ignoredField } from '#contract/ignored.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { onSnapshot, type Reader } from '#records/database.ts'
import { getPublished } from '#records/market/integrity.ts'
import { getSubscriptions } from '#records/webhooks/subscriptions.ts'
import { webhookSubscriptionList } from '#views/account/webhook.ts'
import type { ManagementDeps } from './deps.ts'

/** The subscriptions of the account, and the event types that this deployment publishes. */
export function listWebhooks(
  input: Input<'webhooks'>,
  { database, account, now, sawPosition }: ManagementDeps,
): Promise<Output<'webhooks'>> {
  const read = async (reader: Reader) => {
    const subscriptions = await getSubscriptions({ accountId: account.id }, reader)
    const list = { subscriptions, publishes: await getPublished(reader) }
    return {
      ...webhookSubscriptionList(list, { now }),
      ...ignoredField(input),
    }
  }
  return onSnapshot(database, read, sawPosition)
}
