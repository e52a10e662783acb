import { cursorOf } from '../ids.ts'
import type { WebhookDelivery, WebhookSubscription } from '../shapes/webhook.ts'
import { toInstant } from '../time.ts'
import { releaseId } from './example-lumen.ts'

export const EXAMPLE_SECRET = 'whsec_czAIcfRMFo58lJ3ix1DmDCybuP9TABfFomcjTpy0244='

/** A subscription right after it was created: its ping waits. */
export const newSubscription: WebhookSubscription = {
  id: '6f9a1c52-7d3e-4b8a-9c41-2e5f7a8b9c0d',
  url: 'https://hooks.example.com/svc',
  description: 'releases of Lumen',
  eventTypes: ['build.release', 'build.status_changed'],
  projects: ['lumen'],
  status: 'active',
  disabledBecause: null,
  disabledAt: null,
  cursor: cursorOf(1204),
  gap: null,
  backlog: { deliveries: 1, oldestAt: toInstant('2026-11-19T14:00:00Z'), ageSeconds: 0 },
  nextAttemptAt: toInstant('2026-11-19T14:00:00Z'),
  deadInARow: 0,
  previousSecretUntil: null,
  createdAt: toInstant('2026-11-19T14:00:00Z'),
  updatedAt: toInstant('2026-11-19T14:00:00Z'),
}

/** The same with nothing that waits. */
export const idleSubscription: WebhookSubscription = {
  ...newSubscription,
  cursor: cursorOf(1310),
  backlog: { deliveries: 0, oldestAt: null, ageSeconds: null },
  nextAttemptAt: null,
}

/** A delivery of a release that failed once. */
export const retriedDelivery: WebhookDelivery = {
  deliveryId: 'c2a7e0b4-5f1d-4d6c-8b3a-9e0f1a2b3c4d',
  kind: 'event',
  type: 'build.release',
  eventId: releaseId,
  revision: 1,
  status: 'SUCCEEDED',
  createdAt: toInstant('2026-11-19T14:10:00Z'),
  nextAttemptAt: null,
  settledAt: toInstant('2026-11-19T14:11:05.210Z'),
  attempts: [
    {
      number: 1,
      startedAt: toInstant('2026-11-19T14:10:01Z'),
      outcome: 'status',
      statusCode: 503,
      latencyMs: 82,
      excerpt: 'upstream is restarting',
    },
    {
      number: 2,
      startedAt: toInstant('2026-11-19T14:11:05Z'),
      outcome: 'succeeded',
      statusCode: 204,
      latencyMs: 210,
      excerpt: null,
    },
  ],
}

/** A ping that waits to be sent. */
export const queuedPing: WebhookDelivery = {
  deliveryId: '0d4b8f6a-1c2e-4f3a-a5b6-7c8d9e0f1a2b',
  kind: 'ping',
  type: 'ping',
  eventId: null,
  revision: null,
  status: 'QUEUED',
  createdAt: toInstant('2026-11-19T14:20:00Z'),
  nextAttemptAt: toInstant('2026-11-19T14:20:00Z'),
  settledAt: null,
  attempts: [],
}

/** A subscription that was disabled because its receiver did not answer. */
export const disabledSubscription: WebhookSubscription = {
  ...idleSubscription,
  status: 'disabled',
  disabledBecause: 'ten_dead_deliveries',
  disabledAt: toInstant('2026-11-20T09:30:00Z'),
  cursor: cursorOf(1288),
  gap: { after: cursorOf(1288), until: null },
  deadInARow: 10,
  updatedAt: toInstant('2026-11-20T09:30:00Z'),
}

/** The same, enabled again: it is pinged, and the gap has an end. */
export const enabledSubscription: WebhookSubscription = {
  ...newSubscription,
  cursor: cursorOf(1402),
  gap: { after: cursorOf(1288), until: cursorOf(1402) },
  backlog: { deliveries: 1, oldestAt: toInstant('2026-11-20T10:00:00Z'), ageSeconds: 0 },
  nextAttemptAt: toInstant('2026-11-20T10:00:00Z'),
  updatedAt: toInstant('2026-11-20T10:00:00Z'),
}
