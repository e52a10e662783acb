import type { TSchema } from 'typebox'
import { EVENT_TYPES, IMPLIED_TYPES, type Publishes, subscribableTypes } from '../events.ts'
import { PingPayload, webhookPayload } from '../shapes/webhook-payload.ts'
import { referenced, type Schemas } from './schema-reference.ts'

/** The headers of a delivery, by their names in `components.parameters`. */
export const DELIVERY_PARAMETERS = {
  Signature: header(
    'svc-signature',
    't=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">; two v1 after a rotation',
  ),
  DeliveryId: header('svc-delivery-id', 'The same on every retry'),
  WebhookId: header('webhook-id', 'The delivery id, as Standard Webhooks names it'),
  WebhookTimestamp: header('webhook-timestamp', 'The signed time in Unix seconds'),
  WebhookSignature: header(
    'webhook-signature',
    'By Standard Webhooks: v1,<base64 HMAC-SHA256 of "<webhook-id>.<webhook-timestamp>.<raw body>">; two, with a space between, after a rotation',
  ),
  PayloadVersion: header('svc-payload-version', 'The version of the payload, 1'),
  EventId: header('svc-event-id', 'Id of the change event'),
}

/** The answers of a receiver, by name in `components.responses`. */
export const DELIVERY_RESPONSES = {
  Received: { description: 'Received; answer within 5 seconds' },
  NotReceived: {
    description: 'Not received: sent again on the stated schedule, like any other answer but 2xx',
  },
}

const PING_HEADERS = [
  parameter('Signature'),
  parameter('DeliveryId'),
  parameter('WebhookId'),
  parameter('WebhookTimestamp'),
  parameter('WebhookSignature'),
  parameter('PayloadVersion'),
]
const EVENT_HEADERS = [...PING_HEADERS, parameter('EventId')]

/** The bodies of deliveries, by their names in `components.requestBodies`. */
export function deliveryBodies(publishes: Publishes, schemas: Schemas) {
  return { Event: bodyOf(webhookPayload(publishes), schemas), Ping: bodyOf(PingPayload, schemas) }
}

function bodyOf(payload: TSchema, schemas: Schemas) {
  return { required: true, content: { 'application/json': { schema: referenced(payload, schemas) } } }
}

/** The requests of a deployment to a subscriber's callback URL, by type. @source contract, Events */
export function openapiWebhooks(publishes: Publishes) {
  const events = subscribableTypes(publishes).map((type) => [type, EVENT_TYPES[type].meaning] as const)
  const retracted = ['event.retracted', IMPLIED_TYPES['event.retracted']] as const
  const sent = [...events, retracted].map(([type, meaning]) => [
    type,
    delivery({ type, meaning, body: 'Event', parameters: EVENT_HEADERS }),
  ])
  const ping = { type: 'ping', meaning: IMPLIED_TYPES.ping, body: 'Ping', parameters: PING_HEADERS } as const
  return { ...Object.fromEntries(sent), ping: delivery(ping) }
}

function delivery(sent: {
  readonly type: string
  readonly meaning: string
  readonly body: 'Event' | 'Ping'
  readonly parameters: readonly object[]
}) {
  return {
    post: {
      operationId: `on.${sent.type}`.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary: sent.meaning,
      security: [{}],
      parameters: sent.parameters,
      requestBody: { $ref: `#/components/requestBodies/${sent.body}` },
      responses: {
        '2XX': { $ref: '#/components/responses/Received' },
        '4XX': { $ref: '#/components/responses/NotReceived' },
      },
    },
  }
}

function header(name: string, description: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}

function parameter(name: keyof typeof DELIVERY_PARAMETERS) {
  return { $ref: `#/components/parameters/${name}` }
}
