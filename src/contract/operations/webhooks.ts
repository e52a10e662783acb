import { Type } from 'typebox'
import { LIMITS } from '../limits.ts'
import { bodyObject, defineAccountCall, NO_INPUT } from '../operation.ts'
import {
  CallbackUrl,
  ChosenProjects,
  ChosenTypes,
  SubscriptionWords,
} from '../parameters/subscription-parameters.ts'
import { WebhookSubscriptionList, WebhookSubscriptionWithSecret } from '../shapes/webhook.ts'
import createWebhookExamples from './examples/create-webhook.json' with { type: 'json' }
import webhooksExamples from './examples/webhooks.json' with { type: 'json' }

const PATH = '/api/webhooks'

export const webhooks = defineAccountCall({
  name: 'webhooks',
  operationId: 'listWebhooks',
  method: 'GET',
  path: PATH,
  input: NO_INPUT,
  output: WebhookSubscriptionList,
  tag: 'Webhooks',
  summary: 'List the subscriptions of the account',
  description:
    "The account's subscriptions without their secrets, oldest first, and the event types that can be subscribed to here. A type with hasCause false is not sent yet.",
  examples: webhooksExamples,
})

export const createWebhook = defineAccountCall({
  name: 'createWebhook',
  operationId: 'createWebhook',
  method: 'POST',
  path: PATH,
  status: 201,
  hourly: 'create',
  input: {
    path: {},
    query: {},
    body: bodyObject('CreateWebhook', {
      url: CallbackUrl,
      eventTypes: Type.Optional(ChosenTypes),
      projects: Type.Optional(ChosenProjects),
      description: Type.Optional(SubscriptionWords),
    }),
  },
  output: WebhookSubscriptionWithSecret,
  errors: [
    'invalid_event_types',
    'unknown_projects',
    'invalid_destination',
    'subscription_limit',
    'webhooks_unavailable',
  ],
  tag: 'Webhooks',
  summary: 'Subscribe a URL to the change ledger',
  description: `Sends a ping, then every live event of the chosen types and projects after the ledger's current position. The secret is in this answer alone. An account holds at most ${LIMITS.subscriptions} subscriptions. Every subscription is sent event.retracted and ping, named or not.`,
  examples: createWebhookExamples,
})
