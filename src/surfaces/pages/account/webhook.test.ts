import { expect, test } from 'vitest'
import subscriptions from '#contract/operations/examples/webhook.json' with { type: 'json' }
import log from '#contract/operations/examples/webhook-deliveries.json' with { type: 'json' }
import type { WebhookDelivery, WebhookDeliveryList, WebhookSubscription } from '#contract/shapes/webhook.ts'
import { aSheet } from '#test/pages/page-sheet.ts'
import { webhookPage } from './webhook.ts'

const SUBSCRIPTION = subscriptions[0]?.answer as unknown as WebhookSubscription
const LOG = log[0]?.answer as unknown as WebhookDeliveryList
const DELIVERY = LOG.items[0] as WebhookDelivery

type Outcome = WebhookDelivery['attempts'][number]['outcome']

test.each<[readonly Outcome[], readonly string[]]>([
  [
    ['status', 'connect', 'succeeded'],
    ['answered with an error', 'could not connect', 'succeeded'],
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
    log: { ...LOG, items: [{ ...DELIVERY, attempts }] },
    bodies: new Map(),
    status: '',
  })
  const text = shown.body(aSheet(), 'token').toString()
  const words = [
    ...text.matchAll(/>(answered with an error|could not connect|succeeded|interrupted|no end recorded)</g),
  ].map(([, word]) => word)
  expect(words).toEqual(expected)
})

const GAP = { after: 'c1.7', until: 'c1.9' }
const OTHERS = 'The list has other projects too'

test.each([
  ['everything', { eventTypes: null, projects: null }, 'after=c1.7', false],
  [
    'some types of one project',
    { eventTypes: ['build.release', 'lock.created'], projects: ['lumen'] },
    'after=c1.7&amp;type=build.release,lock.created&amp;project=lumen',
    false,
  ],
  ['some projects', { eventTypes: null, projects: ['lumen', 'marlow'] }, 'after=c1.7', true],
] as const)('the gap of a webhook for %s is read with its filters', (_, chosen, query, saysOthers) => {
  const shown = webhookPage({
    subscription: { ...SUBSCRIPTION, ...chosen, gap: GAP } as unknown as WebhookSubscription,
    log: { ...LOG, items: [] },
    bodies: new Map(),
    status: '',
  })
  const text = shown.body(aSheet(), 'token').toString()
  expect(text).toContain(`href="/api/changes?${query}"`)
  expect(text.includes(OTHERS)).toBe(saysOthers)
})

test('a long URL is shortened in the title and whole on the page', () => {
  const url = `https://hooks.example/${'a'.repeat(2000)}?token=1`
  const shown = webhookPage({
    subscription: { ...SUBSCRIPTION, url },
    log: { ...LOG, items: [] },
    bodies: new Map(),
    status: '',
  })
  expect(shown.title).toMatch(/^Webhook to https:\/\/hooks\.example\/a{28}…a{21}\?token=1$/)
  expect(shown.body(aSheet(), 'token').toString()).toContain(`<code>${url}</code>`)
})
