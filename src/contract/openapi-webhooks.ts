import type { TSchema } from 'typebox'
import { EVENT_TYPES, IMPLIED_TYPES, type Publishes, subscribableTypes } from './events.ts'
import { referenced, type Schemas } from './schema-reference.ts'
import { PingPayload, webhookPayload } from './shapes/webhook-payload.ts'

const PING_HEADERS = [
  header(
    'svc-signature',
    't=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">; two v1 after a rotation',
  ),
  header('svc-delivery-id', 'The same on every retry'),
  header('svc-payload-version', 'The version of the payload, 1'),
]
const EVENT_HEADERS = [...PING_HEADERS, header('svc-event-id', 'Id of the change event')]

/** The requests of a deployment to a subscriber's callback URL, by type. @source contract, Events */
export function webhooks(publishes: Publishes, schemas: Schemas) {
  const payload = webhookPayload(publishes)
  const events = subscribableTypes(publishes).map((type) => [type, EVENT_TYPES[type].meaning] as const)
  const retracted = ['event.retracted', IMPLIED_TYPES['event.retracted']] as const
  const sent = [...events, retracted].map(([type, meaning]) => [
    type,
    delivery({ type, meaning, payload, parameters: EVENT_HEADERS }, schemas),
  ])
  const ping = delivery(
    { type: 'ping', meaning: IMPLIED_TYPES.ping, payload: PingPayload, parameters: PING_HEADERS },
    schemas,
  )
  return { ...Object.fromEntries(sent), ping }
}

function delivery(
  sent: { type: string; meaning: string; payload: TSchema; parameters: readonly object[] },
  schemas: Schemas,
) {
  return {
    post: {
      operationId: sent.type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary: sent.meaning,
      security: [{}],
      parameters: sent.parameters,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: referenced(sent.payload, schemas) } },
      },
      responses: {
        '2XX': { description: 'Received; answer within 5 seconds' },
        '4XX': {
          description: 'Not received: sent again on the stated schedule, like any other answer but 2xx',
        },
      },
    },
  }
}

function header(name: string, description: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}
