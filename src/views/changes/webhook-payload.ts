import type { ChangeEvent } from '#contract/shapes/change.ts'
import type { PingPayload, WebhookPayload } from '#contract/shapes/webhook-payload.ts'
import type { Instant } from '#contract/time.ts'
import type { LedgerEntry } from '#domain/ledger/draft.ts'
import type { Site } from '../site/links.ts'
import { toChangeEvent } from './change.ts'

const PAYLOAD_VERSION = 1

type Sent = { readonly deliveryId: string; readonly sentAt: Instant }

/** The body of a delivery of a ledger entry. Its `event` equals the event that /api/changes serves. */
export function toWebhookPayload(entry: LedgerEntry, sent: Sent, site: Site): WebhookPayload {
  return toEventPayload(toChangeEvent(entry, { ...site, now: sent.sentAt }), sent)
}

/** The body of a delivery of an event as /api/changes served it. */
export function toEventPayload(event: ChangeEvent, { deliveryId, sentAt }: Sent): WebhookPayload {
  return {
    type: event.op === 'retract' ? 'event.retracted' : (event.type as WebhookPayload['type']),
    payloadVersion: PAYLOAD_VERSION,
    deliveryId,
    sentAt,
    event,
  }
}

/** The body of a ping. */
export function toPingPayload(ping: Sent & { readonly subscriptionId: string }): PingPayload {
  const { deliveryId, sentAt, subscriptionId } = ping
  return { type: 'ping', payloadVersion: PAYLOAD_VERSION, deliveryId, sentAt, subscriptionId }
}
