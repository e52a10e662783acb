import type { DisabledBecause, SubscriptionStatus } from '#contract/enums.ts'
import {
  type ChangeType,
  IMPLIED_TYPES,
  type Publishes,
  type RefusedType,
  refusedType,
} from '#contract/events.ts'
import type { Instant } from '#contract/time.ts'

/** A subscription of an account. `eventTypes` and `projects` are null when it is for all of them. */
export type Subscription = {
  readonly id: string
  readonly accountId: string
  readonly url: string
  readonly description: string | null
  readonly eventTypes: readonly ChangeType[] | null
  /** The current slug of each published project. A project that is not published has the word that the account gave. */
  readonly projects: readonly string[] | null
  readonly status: SubscriptionStatus
  readonly disabledBecause: DisabledBecause | null
  readonly disabledAt: Instant | null
  /** Events up to this ledger position are not for the subscription. */
  readonly startsAfter: number
  /** The ledger position at which the subscription was last disabled; null when it never was. */
  readonly gapAfter: number | null
  readonly deadInARow: number
  readonly secretVersion: number
  /** The first version of the secret that is in standard base64. */
  readonly standardFrom: number
  /** Until when the previous secret signs as well; may be past. */
  readonly previousUntil: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly nextAttemptAt: Instant | null
  /** Deliveries that are not settled, when the oldest was queued, and the ledger position of the oldest event. */
  readonly waiting: number
  readonly waitingSince: Instant | null
  readonly oldestWaiting: number | null
  /** The ledger position up to which deliveries were queued for all subscriptions. */
  readonly fannedOutTo: number
}

/** The types of a subscription, null for all; or why some cannot be subscribed to. */
type JudgedTypes =
  | { readonly types: readonly ChangeType[] | null; readonly refused?: never }
  | { readonly types?: never; readonly refused: readonly RefusedType[] }

/**
 * Judges the types that a subscription asks for. Implied types may be named and are left out, since every subscription
 * is sent them. Alone they are refused: nothing would ever be sent.
 * @source contract, Events, Never delivered
 */
export function judgeTypes(chosen: readonly string[] | null, publishes: Publishes): JudgedTypes {
  if (chosen === null) return { types: null }
  const named = [...new Set(chosen)]
  const own = named.filter((type) => !Object.hasOwn(IMPLIED_TYPES, type))
  const refused = own.map((type) => refusedType(type, publishes)).filter((refusal) => refusal !== undefined)
  if (refused.length > 0) return { refused }
  if (own.length === 0) return { refused: named.map(impliedAlone) }
  return { types: own as readonly ChangeType[] }
}

function impliedAlone(type: string): RefusedType {
  return {
    type,
    reason: 'implied',
    message: 'Every subscription is sent this type. Name at least one other type.',
  }
}

type Switchable = Pick<Subscription, 'url' | 'status'>

/** The effect of an update: the new status, if it differs, and whether the subscription is pinged. */
type UpdateEffects = {
  readonly turnsTo: SubscriptionStatus | undefined
  readonly pings: boolean
}

/**
 * The effects of an update. A subscription that is active afterwards is pinged when its URL changed or it was disabled
 * before. A subscription that stays disabled is not pinged until it is enabled. @source contract, Webhook transitions
 */
export function effectsOf(current: Switchable, update: Partial<Switchable>): UpdateEffects {
  const after = { ...current, ...update }
  const turns = after.status !== current.status
  const isRepointed = after.url !== current.url
  return {
    turnsTo: turns ? after.status : undefined,
    pings: after.status === 'active' && (turns || isRepointed),
  }
}

/** The progress of a subscription's deliveries. */
export type DeliveryProgress = Pick<
  Subscription,
  'status' | 'startsAfter' | 'gapAfter' | 'oldestWaiting' | 'fannedOutTo'
>

/**
 * The ledger position up to which every event was delivered or given up. Events of an earlier gap are not counted, also
 * when they are sent again, because the gap was left to the ledger. While the subscription is disabled the position
 * stays, because nothing later is sent.
 */
export function deliveredTo(progress: DeliveryProgress): number {
  const { status, startsAfter, gapAfter, oldestWaiting, fannedOutTo } = progress
  if (status === 'disabled' && gapAfter !== null) return gapAfter
  const settled = oldestWaiting === null ? fannedOutTo : Math.min(fannedOutTo, oldestWaiting - 1)
  return Math.max(startsAfter, settled)
}

/**
 * The ledger positions that were not sent while the subscription was last disabled. `until` is null while it still is.
 */
type Gap = { readonly after: number; readonly until: number | null }

/**
 * The gap of a subscription that is or was disabled; null when it never was, and when the ledger got no entry
 * meanwhile.
 */
export function gapOf({ status, startsAfter, gapAfter }: DeliveryProgress): Gap | null {
  if (gapAfter === null) return null
  if (status === 'disabled') return { after: gapAfter, until: null }
  return startsAfter > gapAfter ? { after: gapAfter, until: startsAfter } : null
}
