import type { AttemptOutcome, DeliveryKind, DeliveryStatus } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'

/** One request to a callback URL. The outcome is null while it runs, and when the sender stopped before it ended. */
export type Attempt = {
  readonly number: number
  readonly startedAt: Instant
  readonly outcome: AttemptOutcome | null
  readonly statusCode: number | null
  readonly latencyMs: number | null
  readonly excerpt: string | null
}

/** A delivery with its attempts, in order. Event id and revision are null for a ping. */
export type LoggedDelivery = {
  readonly id: string
  readonly subscriptionId: string
  readonly kind: DeliveryKind
  readonly type: string
  readonly eventId: string | null
  readonly revision: number | null
  readonly status: DeliveryStatus
  readonly createdAt: Instant
  readonly dueAt: Instant | null
  readonly settledAt: Instant | null
  readonly attempts: readonly Attempt[]
}
