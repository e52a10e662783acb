import { expect, test } from 'vitest'
import subscriptions from '#contract/operations/examples/webhook.json' with { type: 'json' }
import log from '#contract/operations/examples/webhook-deliveries.json' with { type: 'json' }
import type { WebhookDelivery, WebhookDeliveryPage, WebhookSubscription } from '#contract/shapes/webhook.ts'
import { aSheet } from '#test/page-sheet.ts'
import { webhookPage } from './webhook.ts'

const SUBSCRIPTION = subscriptions[0]?.answer as unknown as WebhookSubscription
const PAGE = log[0]?.answer as unknown as WebhookDeliveryPage
const DELIVERY = PAGE.items[0] as WebhookDelivery

type Outcome = WebhookDelivery['attempts'][number]['outcome']

test.each<[readonly Outcome[], readonly string[]]>([
  [
    ['status', 'succeeded'],
    ['status', 'succeeded'],
  ],
  [[null], ['no end recorded']],
  [
    [null, 'succeeded'],
    ['interrupted', 'succeeded'],
  ],
  [
    [null, null],
    ['interrupted', 'no end recorded'],
  ],
])('attempts that ended as %j are shown as %j', (outcomes, expected) => {
  const attempts = outcomes.map((outcome, at) => ({
    number: at + 1,
    startedAt: DELIVERY.createdAt,
    outcome,
    statusCode: null,
    latencyMs: null,
    excerpt: null,
  }))
  const shown = webhookPage({
    subscription: SUBSCRIPTION,
    log: { ...PAGE, items: [{ ...DELIVERY, attempts }] },
    bodies: new Map(),
    status: '',
  })
  const text = shown.body(aSheet(), 'token').toString()
  const words = [...text.matchAll(/>(status|succeeded|interrupted|no end recorded)</g)].map(
    ([, word]) => word,
  )
  expect(words).toEqual(expected)
})
