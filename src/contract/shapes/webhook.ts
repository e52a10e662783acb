import { type Static, Type } from 'typebox'
import {
  AttemptOutcome,
  DeliveryKind,
  DeliveryStatus,
  DisabledBecause,
  described,
  namedObject,
  nullable,
  SubscriptionStatus,
} from '../enums.ts'
import { ChangeType, SubscribableType } from '../events.ts'
import { Cursor } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { IgnoredParameters } from './fields.ts'
import { Instant } from './time.ts'

const WebhookGap = namedObject('WebhookGap', {
  after: described(Cursor, 'Read GET /api/changes?after=<cursor> from here to its end'),
  until: described(nullable(Cursor), 'Later events are sent; not the end of reading; null while disabled'),
})

const WebhookBacklog = namedObject('WebhookBacklog', {
  deliveries: Type.Integer({ minimum: 0, description: 'Deliveries that wait, pings included' }),
  oldestAt: described(nullable(Instant), 'When the oldest of them was queued; null without any'),
  ageSeconds: nullable(Type.Integer({ minimum: 0, description: 'Age of the oldest; null without any' })),
})

const subscription = {
  id: Type.String({ description: 'Id of the subscription' }),
  url: Type.String({ description: 'Callback URL, as given' }),
  description: nullable(Type.String({ description: 'As the account wrote it; null without one' })),
  eventTypes: nullable(Type.Array(ChangeType, { description: 'null: all that can be subscribed to' })),
  projects: nullable(
    Type.Array(Type.String(), {
      description: 'Slugs, current where published; null: every published project',
    }),
  ),
  status: SubscriptionStatus,
  disabledBecause: described(nullable(DisabledBecause), 'Why it is disabled; null while active'),
  disabledAt: nullable(Instant),
  cursor: described(
    Cursor,
    'All up to it was delivered or given up, but for an earlier gap; while disabled, where the gap begins',
  ),
  gap: described(
    nullable(WebhookGap),
    'What was missed when last disabled, or given up since the last success; null without any',
  ),
  backlog: WebhookBacklog,
  nextAttemptAt: described(nullable(Instant), 'When the next delivery is due; null without any'),
  deadInARow: Type.Integer({
    minimum: 0,
    description: 'DEAD deliveries since the last success; ten disable it',
  }),
  previousSecretUntil: described(
    nullable(Instant),
    'Until when the earlier secret also signs; null without one',
  ),
  createdAt: Instant,
  updatedAt: Instant,
}

/** A subscription to the ledger, without its secret. @source contract, Webhook subscription and delivery */
export const WebhookSubscription = namedObject('WebhookSubscription', subscription)
export type WebhookSubscription = Static<typeof WebhookSubscription>

/** A subscription with its new secret. Only create and rotate answer it. */
export const WebhookSubscriptionWithSecret = namedObject('WebhookSubscriptionWithSecret', {
  ...subscription,
  secret: Type.String({
    pattern: '^whsec_[A-Za-z0-9+/_-]+=*$',
    description: 'Signing secret, whsec_ and standard base64; it is not shown again',
  }),
})

/** The subscriptions of an account, with what can be subscribed to on this deployment. */
export const WebhookSubscriptionList = namedObject('WebhookSubscriptionList', {
  items: Type.Array(WebhookSubscription),
  eventTypes: Type.Array(SubscribableType, { description: 'Types that can be subscribed to here' }),
  impliedTypes: Type.Array(Type.Object({ type: Type.String(), meaning: Type.String() }), {
    description: 'Types of deliveries that every subscription is sent',
  }),
  limits: Type.Object({
    subscriptions: Type.Integer({ description: 'Subscriptions an account can hold' }),
    createsPerHour: Type.Integer(),
    rotationsPerHour: Type.Integer(),
    pingsPerHour: Type.Integer(),
    changesPerHour: Type.Integer({ description: 'Updates and removals' }),
  }),
  ignoredParameters: IgnoredParameters,
})
/** The limits of an account, as the list of its subscriptions states them. @source contract, Limits */
export const SUBSCRIPTION_LIMITS = {
  subscriptions: LIMITS.subscriptions,
  createsPerHour: LIMITS.callsPerHour.create,
  rotationsPerHour: LIMITS.callsPerHour.rotate,
  pingsPerHour: LIMITS.callsPerHour.ping,
  changesPerHour: LIMITS.callsPerHour.change,
}
export type WebhookSubscriptionList = Static<typeof WebhookSubscriptionList>

const DeliveryAttempt = namedObject('DeliveryAttempt', {
  number: Type.Integer({ minimum: 1 }),
  startedAt: Instant,
  outcome: described(
    nullable(AttemptOutcome),
    'Reason code; null while the request runs, and when the sender stopped before it ended',
  ),
  statusCode: nullable(Type.Integer({ description: 'Of the answer; null without one' })),
  latencyMs: nullable(Type.Integer({ minimum: 0 })),
  excerpt: nullable(
    Type.String({ maxLength: 256, description: "First characters of the answer's body; null without one" }),
  ),
})

/** One revision of an event, or one ping, for a subscription. */
export const WebhookDelivery = namedObject('WebhookDelivery', {
  deliveryId: Type.String({ description: 'The same on every retry' }),
  kind: DeliveryKind,
  type: Type.String({ description: 'Event type, event.retracted or ping' }),
  eventId: nullable(Type.String({ description: 'null for a ping' })),
  revision: nullable(Type.Integer({ minimum: 1, description: 'null for a ping' })),
  status: DeliveryStatus,
  createdAt: Instant,
  nextAttemptAt: described(nullable(Instant), 'When the next attempt is due; null once settled'),
  settledAt: nullable(Instant),
  attempts: Type.Array(DeliveryAttempt, { description: 'In order' }),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

/** A list of a subscription's delivery log, newest first. */
export const WebhookDeliveryList = namedObject('WebhookDeliveryList', {
  items: Type.Array(WebhookDelivery),
  nextCursor: nullable(Type.String({ description: 'Where the list goes on; null at its end' })),
  ignoredParameters: IgnoredParameters,
})
export type WebhookDeliveryList = Static<typeof WebhookDeliveryList>
