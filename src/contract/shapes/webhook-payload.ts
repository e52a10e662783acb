import { type Static, Type } from 'typebox'
import { namedList, namedObject } from '../enums.ts'
import { DELIVERABLE_TYPES } from '../events.ts'
import { Instant } from '../time.ts'
import { ChangeEvent } from './change.ts'

const PushedType = namedList('PushedType', [...DELIVERABLE_TYPES, 'event.retracted'])

const envelope = {
  payloadVersion: Type.Integer({ enum: [1], description: 'Refuse a version you do not know' }),
  deliveryId: Type.String({ description: 'The same on every retry of one delivery' }),
  sentAt: Instant,
}

/** The body of a delivery: the change event exactly as /api/changes serves it. @source contract, Events, Payload */
export const WebhookPayload = namedObject('WebhookPayload', {
  type: PushedType,
  ...envelope,
  event: ChangeEvent,
})
export type WebhookPayload = Static<typeof WebhookPayload>

/** The body of a ping: no event, the subscription instead. */
export const PingPayload = namedObject('PingPayload', {
  type: Type.Literal('ping'),
  ...envelope,
  subscriptionId: Type.String(),
})
export type PingPayload = Static<typeof PingPayload>
