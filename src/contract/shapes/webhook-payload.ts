import { type Static, Type } from 'typebox'
import { namedList, namedObject } from '../enums.ts'
import { type Publishes, subscribableTypes } from '../events.ts'
import { ChangeEvent } from './change.ts'
import { Instant } from './time.ts'

const envelope = {
  payloadVersion: Type.Integer({ enum: [1], description: 'Refuse a version you do not know' }),
  deliveryId: Type.String({ description: 'The same on every retry of one delivery' }),
  sentAt: Instant,
}

/**
 * The body of a delivery on a deployment: the change event exactly as /api/changes serves it.
 * @source contract, Events, Payload
 */
export function webhookPayload(publishes: Publishes) {
  return namedObject('WebhookPayload', {
    type: namedList('PushedType', [...subscribableTypes(publishes), 'event.retracted']),
    ...envelope,
    event: ChangeEvent,
  })
}
export type WebhookPayload = Static<ReturnType<typeof webhookPayload>>

/** The body of a ping. It has the subscription instead of an event. */
export const PingPayload = namedObject('PingPayload', {
  type: Type.Literal('ping'),
  ...envelope,
  subscriptionId: Type.String(),
})
export type PingPayload = Static<typeof PingPayload>
