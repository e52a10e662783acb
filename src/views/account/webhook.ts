import { describedTypes, IMPLIED_TYPES, type Publishes } from '#contract/events.ts'
import { cursorOf } from '#contract/ids.ts'
import {
  SUBSCRIPTION_LIMITS,
  type WebhookDelivery,
  type WebhookSubscription,
  type WebhookSubscriptionList,
} from '#contract/shapes/webhook.ts'
import { type Instant, msOf } from '#contract/time.ts'
import type { LoggedDelivery } from '#domain/webhooks/logged-delivery.ts'
import { deliveredTo, gapOf, type Subscription } from '#domain/webhooks/subscription.ts'

type At = { readonly now: Instant }

/** A subscription as its account sees it, without its secret. */
export function webhookSubscription(subscription: Subscription, { now }: At): WebhookSubscription {
  const { id, url, description, status, disabledBecause, disabledAt } = subscription
  const { eventTypes, projects, nextAttemptAt, deadInARow, createdAt, updatedAt } = subscription
  const { waiting, waitingSince, previousUntil } = subscription
  const gap = gapOf(subscription)
  return {
    id,
    url,
    description,
    status,
    disabledBecause,
    disabledAt,
    eventTypes: eventTypes === null ? null : [...eventTypes],
    projects: projects === null ? null : [...projects],
    cursor: cursorOf(deliveredTo(subscription)),
    gap: gap && { after: cursorOf(gap.after), until: gap.until === null ? null : cursorOf(gap.until) },
    backlog: {
      deliveries: waiting,
      oldestAt: waitingSince,
      ageSeconds: waitingSince === null ? null : wholeSeconds(waitingSince, now),
    },
    previousSecretUntil: previousUntil !== null && previousUntil > now ? previousUntil : null,
    nextAttemptAt: waiting === 0 || status === 'disabled' ? null : nextAttemptAt,
    deadInARow,
    createdAt,
    updatedAt,
  }
}

/** The subscriptions of an account, and the event types that this deployment offers. */
export function webhookSubscriptionList(
  list: { readonly subscriptions: readonly Subscription[]; readonly publishes: Publishes },
  at: At,
): Omit<WebhookSubscriptionList, 'ignoredParameters'> {
  return {
    items: list.subscriptions.map((subscription) => webhookSubscription(subscription, at)),
    eventTypes: describedTypes(list.publishes),
    impliedTypes: Object.entries(IMPLIED_TYPES).map(([type, meaning]) => ({ type, meaning })),
    limits: SUBSCRIPTION_LIMITS,
  }
}

/** A delivery with its attempts. */
export function webhookDelivery(delivery: LoggedDelivery): WebhookDelivery {
  const { id, kind, type, eventId, revision, status, createdAt, dueAt, settledAt, attempts } = delivery
  return {
    deliveryId: id,
    kind,
    type,
    eventId,
    revision,
    status,
    createdAt,
    settledAt,
    nextAttemptAt: dueAt,
    attempts: attempts.map((attempt) => ({ ...attempt })),
  }
}

/** Never below zero: an instant of another process may be a little ahead. */
function wholeSeconds(from: Instant, to: Instant): number {
  return Math.max(0, Math.floor((msOf(to) - msOf(from)) / 1000))
}
