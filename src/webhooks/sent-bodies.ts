import type { WebhookDelivery } from '#contract/shapes/webhook.ts'
import type { Instant } from '#contract/time.ts'
import { getDeliveredEntries } from '#records/webhooks/delivered-entries.ts'
import { toPingPayload, toWebhookPayload } from '#views/changes/webhook-payload.ts'
import type { Site } from '#views/site/links.ts'
import type { ManagementDeps } from './deps.ts'

/**
 * The JSON body of each delivery by the delivery's id, as its newest attempt sent it. Before the first attempt it is
 * the body that an attempt would send now. Bodies are not stored, but built from the ledger again. Deliveries of events
 * that are no longer public are left out.
 */
export async function readSentBodies(
  of: { readonly subscriptionId: string; readonly deliveries: readonly WebhookDelivery[] },
  { database, now, site }: Pick<ManagementDeps, 'database' | 'now'> & { readonly site: Site },
): Promise<ReadonlyMap<string, object>> {
  const { subscriptionId, deliveries } = of
  const entries = await getDeliveredEntries(
    deliveries.map(({ deliveryId }) => deliveryId),
    database,
  )
  const bodyOf = ({ deliveryId, kind, attempts }: WebhookDelivery): object | undefined => {
    const sentAt: Instant = attempts.at(-1)?.startedAt ?? now
    if (kind === 'ping') return toPingPayload({ deliveryId, subscriptionId, sentAt })
    const entry = entries.get(deliveryId)
    return entry && toWebhookPayload(entry, { deliveryId, sentAt }, site)
  }
  const bodies = deliveries.map((delivery) => [delivery.deliveryId, bodyOf(delivery)] as const)
  return new Map(bodies.flatMap(([id, body]) => (body === undefined ? [] : [[id, body]])))
}
