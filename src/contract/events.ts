import { type Static, Type } from 'typebox'
import { type ChangeDomain, described, namedList, namedObject } from './enums.ts'
import { keysOf } from './keyed.ts'

/** Why a type cannot be subscribed to. */
const UNDELIVERED = {
  changes: refusal('changes_only', 'Events of this type are on /api/changes only.'),
  holders: refusal(
    'holder_data',
    'Holdings and their distribution are never delivered: holders are never read.',
  ),
  trading: refusal('trading_alert', 'The service sends no trading alerts.'),
  integrity: refusal('not_published', 'This deployment does not publish market integrity.'),
} as const

type EventType = {
  /**
   * webhooks: pushed to subscribers. integrity: pushed where Market Integrity is published. Others are never pushed.
   */
  readonly delivery: 'webhooks' | keyof typeof UNDELIVERED
  /** Whether the event is about building, contracts, launch or research. Only then it can be a card's latest change. */
  readonly builderSide: boolean
  readonly meaning: string
}

function builderSide<const D extends EventType['delivery']>(delivery: D, meaning: string) {
  return { delivery, builderSide: true, meaning } as const
}

function otherSide<const D extends EventType['delivery']>(delivery: D, meaning: string) {
  return { delivery, builderSide: false, meaning } as const
}

/** Every type of change event, named by its domain, with its delivery. @source contract, Events */
export const EVENT_TYPES = {
  'build.release': builderSide('webhooks', 'a release was published'),
  'build.ship': builderSide('webhooks', 'another meaningful ship (feature, integration, docs, prerelease)'),
  'build.status_changed': builderSide('webhooks', 'activity status moved'),
  'build.dormant': builderSide('webhooks', 'activity status moved to DORMANT'),
  'build.resumed': builderSide('webhooks', 'activity status moved to RESUMED'),
  'build.accelerating': builderSide('webhooks', 'shipping faster than in the window before'),
  'build.code_activity': builderSide('changes', 'a week of code changes'),
  'build.slowing': builderSide('changes', 'shipping slower than in the window before'),
  'research.published': builderSide('webhooks', 'a page of a project with a source was published'),
  'research.builder_verified': builderSide('webhooks', 'a builder was verified'),
  'research.source_added': otherSide('webhooks', 'an official source appeared'),
  'research.source_unavailable': otherSide('webhooks', 'an official source stopped answering'),
  'research.source_restored': otherSide('webhooks', 'an official source came back'),
  'research.source_changed': builderSide('webhooks', 'what an official site declares changed materially'),
  'research.owner_verified': builderSide('changes', 'an owner was verified'),
  'research.narrative_assigned': otherSide('changes', 'a narrative was assigned'),
  'contract.deployed': builderSide('webhooks', 'the launch deploy'),
  'contract.followup_deployed': builderSide('webhooks', "a later contract from the project's deployer"),
  'contract.implementation_changed': builderSide('webhooks', "a proxy's implementation changed"),
  'contract.interface_changed': builderSide('webhooks', 'the verified interface changed'),
  'contract.source_verified': builderSide('webhooks', 'contract source was verified'),
  'contract.source_unverified': builderSide('changes', 'contract source is no longer verified'),
  'contract.usage_changed': otherSide('changes', 'use of a contract changed'),
  'contract.method_first_observed': otherSide('changes', 'a method was called for the first time'),
  'contract.method_resumed': otherSide('changes', 'a method was called again after silence'),
  'market.status_changed': otherSide('webhooks', "the token's market status moved"),
  'market.distribution_changed': otherSide('holders', 'distribution of holdings changed'),
  'market.liquidity_moved': otherSide('trading', 'liquidity moved'),
  'market.volume_spike': otherSide('trading', 'volume rose'),
  'token.launch_stage_changed': builderSide('webhooks', 'launch stage moved'),
  'token.verification_changed': builderSide('webhooks', 'token verification moved'),
  'lock.unlock_due': otherSide('webhooks', 'a token-lock unlock enters its last seven days'),
  'lock.observed': otherSide('webhooks', 'a lock was first read'),
  'lock.withdrawn': otherSide('webhooks', 'a lock was first read as withdrawn'),
  'market_integrity.event': otherSide('integrity', 'a market integrity state moved'),
} satisfies Record<`${ChangeDomain}.${string}`, EventType>

export type ChangeType = keyof typeof EVENT_TYPES
export const CHANGE_TYPES = keysOf(EVENT_TYPES)
export const ChangeType = namedList('ChangeType', CHANGE_TYPES, { description: 'What changed' })

/** The domain of an event type: the part before its dot. */
export function domainOf(type: ChangeType): ChangeDomain {
  return type.slice(0, type.indexOf('.')) as ChangeDomain
}

/** Types that no stored record causes: holders are never read. Such an event cannot be in the ledger. */
export const UNCAUSED_TYPES = ['market.distribution_changed'] as const

/** Types that can be a card's latest change. */
export const BUILDER_SIDE_TYPES = CHANGE_TYPES.filter((type) => EVENT_TYPES[type].builderSide)

/** The optional content that a deployment publishes. The types that can be subscribed to depend on it. */
export type Publishes = { readonly marketIntegrity: boolean }

/** Types that can be subscribed to on a deployment. */
export function subscribableTypes({ marketIntegrity }: Publishes): readonly ChangeType[] {
  return CHANGE_TYPES.filter((type) => {
    const { delivery } = EVENT_TYPES[type]
    return delivery === 'webhooks' || (delivery === 'integrity' && marketIntegrity)
  })
}

/** Types of deliveries that nobody subscribes to: every subscription is sent them. @source contract, Events */
export const IMPLIED_TYPES = {
  'event.retracted': 'an event sent before is no longer public: drop it',
  ping: 'sent on create, re-point, re-enable and request',
} as const

/** A type that can be subscribed to, with its meaning. Lists of subscriptions show it to callers who choose types. */
export const SubscribableType = namedObject('SubscribableType', {
  type: ChangeType,
  meaning: Type.String(),
  hasCause: Type.Boolean({
    description: 'false: nothing that the service records causes such an event yet, so none is sent',
  }),
})
export type SubscribableType = Static<typeof SubscribableType>

/** The event types that a deployment offers, each with its meaning and whether anything causes it yet. */
export function describedTypes(publishes: Publishes): SubscribableType[] {
  const uncaused: readonly ChangeType[] = UNCAUSED_TYPES
  return subscribableTypes(publishes).map((type) => ({
    type,
    meaning: EVENT_TYPES[type].meaning,
    hasCause: !uncaused.includes(type),
  }))
}

/** A type that a subscription asked for and cannot have. */
export const RefusedType = namedObject('RefusedType', {
  type: Type.String(),
  reason: described(
    namedList('RefusedTypeReason', [
      'unknown_type',
      'implied',
      ...Object.values(UNDELIVERED).map(({ reason }) => reason),
    ]),
    'Stable code of the reason',
  ),
  message: Type.String({ description: 'The reason in a sentence' }),
})
export type RefusedType = Static<typeof RefusedType>

/** Why a type cannot be subscribed to on a deployment; undefined when it can. */
export function refusedType(type: string, publishes: Publishes): RefusedType | undefined {
  const known = CHANGE_TYPES.find((one) => one === type)
  if (known === undefined) return { type, reason: 'unknown_type', message: 'No event has this type.' }
  const { delivery } = EVENT_TYPES[known]
  if (delivery === 'webhooks' || subscribableTypes(publishes).includes(known)) return undefined
  return { type, ...UNDELIVERED[delivery] }
}

function refusal<const R extends string>(reason: R, message: string) {
  return { reason, message }
}
