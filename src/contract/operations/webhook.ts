import { Type } from 'typebox'
import { DeliveryStatus, SubscriptionStatus } from '../enums.ts'
import { LIMITS } from '../limits.ts'
import { bodyObject, defineAccountCall, NOTHING } from '../operation.ts'
import { choice } from '../parameters/list-parameters.ts'
import { defaulted, optional, wholeNumber } from '../parameters/parameter.ts'
import {
  CallbackUrl,
  ChosenProjects,
  ChosenTypes,
  deliveryCursor,
  SubscriptionWords,
  subscriptionId,
} from '../parameters/subscription-parameters.ts'
import {
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} from '../shapes/webhook.ts'
import pingWebhookExamples from './examples/ping-webhook.json' with { type: 'json' }
import rotateWebhookExamples from './examples/rotate-webhook.json' with { type: 'json' }
import updateWebhookExamples from './examples/update-webhook.json' with { type: 'json' }
import webhookExamples from './examples/webhook.json' with { type: 'json' }
import webhookDeliveriesExamples from './examples/webhook-deliveries.json' with { type: 'json' }

const PATH = '/api/webhooks/{id}'
const input = { path: { id: subscriptionId() }, query: {} }

export const webhook = defineAccountCall({
  name: 'webhook',
  operationId: 'getWebhook',
  method: 'GET',
  path: PATH,
  input,
  output: WebhookSubscription,
  tag: 'Webhooks',
  summary: 'Get a subscription',
  description:
    "A subscription of the account, without its secret. Another account's answers 404, like one that does not exist.",
  examples: webhookExamples,
})

export const updateWebhook = defineAccountCall({
  name: 'updateWebhook',
  operationId: 'updateWebhook',
  method: 'PATCH',
  path: PATH,
  hourly: 'change',
  input: {
    ...input,
    body: bodyObject('UpdateWebhook', {
      url: Type.Optional(CallbackUrl),
      eventTypes: Type.Optional(ChosenTypes),
      projects: Type.Optional(ChosenProjects),
      description: Type.Optional(SubscriptionWords),
      status: Type.Optional(SubscriptionStatus),
    }),
  },
  output: WebhookSubscription,
  errors: ['invalid_event_types', 'unknown_projects', 'invalid_destination'],
  tag: 'Webhooks',
  summary: 'Update, disable or enable a subscription',
  description:
    'What is left out stays. A new url is checked and pinged; the secret and what waits stay. Disabling cancels what waits. Enabling sends a ping and starts at the current position: read what was missed from /api/changes?after=<gap.after>.',
  examples: updateWebhookExamples,
})

export const removeWebhook = defineAccountCall({
  name: 'removeWebhook',
  operationId: 'removeWebhook',
  method: 'DELETE',
  path: PATH,
  status: 204,
  hourly: 'change',
  input,
  output: NOTHING,
  tag: 'Webhooks',
  summary: 'Remove a subscription',
  description: 'Cancels what waits. A request that is under way ends; nothing is sent after it.',
  examples: [],
})

export const rotateWebhook = defineAccountCall({
  name: 'rotateWebhook',
  operationId: 'rotateWebhookSecret',
  method: 'POST',
  path: `${PATH}/rotate`,
  hourly: 'rotate',
  input,
  output: WebhookSubscriptionWithSecret,
  errors: ['webhooks_unavailable'],
  tag: 'Webhooks',
  summary: 'Give a subscription a new secret',
  description: `The new secret is in this answer alone. The secret before it also signs for ${LIMITS.secretOverlapHours} hours; older ones end at once.`,
  examples: rotateWebhookExamples,
})

export const pingWebhook = defineAccountCall({
  name: 'pingWebhook',
  operationId: 'pingWebhook',
  method: 'POST',
  path: `${PATH}/ping`,
  hourly: 'ping',
  input,
  output: WebhookDelivery,
  errors: ['subscription_disabled'],
  tag: 'Webhooks',
  summary: 'Send a ping',
  description: 'Queues a ping, which is tried once. The delivery log shows how it ended.',
  examples: pingWebhookExamples,
})

export const webhookDeliveries = defineAccountCall({
  name: 'webhookDeliveries',
  operationId: 'listWebhookDeliveries',
  method: 'GET',
  path: `${PATH}/deliveries`,
  input: {
    path: input.path,
    query: {
      status: optional(choice(DeliveryStatus, 'Only deliveries of this status')),
      cursor: optional(deliveryCursor()),
      limit: defaulted(
        wholeNumber(LIMITS.deliveryItems, 'Deliveries in one answer'),
        LIMITS.deliveryItems.default,
      ),
    },
  },
  output: WebhookDeliveryList,
  errors: ['invalid_cursor'],
  tag: 'Webhooks',
  summary: 'List the deliveries of a subscription',
  description: `The delivery log, newest first, pings included. An entry is kept for ${LIMITS.delivery.keptDays} days after it was settled. Each attempt has its status code, or why there is none.`,
  examples: webhookDeliveriesExamples,
})
