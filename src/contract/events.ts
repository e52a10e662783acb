import { type ChangeDomain, namedList } from './enums.ts'

type EventType = {
  /** webhooks: pushed to subscribers. changes: on /api/changes only. integrity: only where Market Integrity is published. */
  readonly delivery: 'webhooks' | 'changes' | 'integrity'
  /** About building, contracts, launch or research: can be a card's latest change. */
  readonly builderSide: boolean
  readonly meaning: string
}

function builderSide(delivery: EventType['delivery'], meaning: string): EventType {
  return { delivery, builderSide: true, meaning }
}

function otherSide(delivery: EventType['delivery'], meaning: string): EventType {
  return { delivery, builderSide: false, meaning }
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
  'research.published': builderSide('webhooks', 'a project page was published'),
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
  // Holder distribution is never pushed.
  'market.distribution_changed': otherSide('changes', 'distribution of holdings changed'),
  // The service sends no trading alerts.
  'market.liquidity_moved': otherSide('changes', 'liquidity moved'),
  'market.volume_spike': otherSide('changes', 'volume rose'),
  'token.launch_stage_changed': builderSide('webhooks', 'launch stage moved'),
  'token.verification_changed': builderSide('webhooks', 'token verification moved'),
  'lock.unlock_due': otherSide('webhooks', 'a token-lock unlock enters its last seven days'),
  'lock.observed': otherSide('webhooks', 'a lock was first read'),
  'lock.withdrawn': otherSide('webhooks', 'a lock was first read as withdrawn'),
  'market_integrity.event': otherSide('integrity', 'a market integrity state moved'),
} satisfies Record<`${ChangeDomain}.${string}`, EventType>

export type ChangeType = keyof typeof EVENT_TYPES
export const CHANGE_TYPES = Object.keys(EVENT_TYPES) as readonly ChangeType[]
export const ChangeType = namedList('ChangeType', CHANGE_TYPES)

/** The domain of an event type: the part before its dot. */
export function domainOf(type: ChangeType): ChangeDomain {
  return type.slice(0, type.indexOf('.')) as ChangeDomain
}

/** Types that a subscriber can subscribe to. */
export const DELIVERABLE_TYPES = CHANGE_TYPES.filter((type) => EVENT_TYPES[type].delivery === 'webhooks')

/** Types that can be a card's latest change. */
export const BUILDER_SIDE_TYPES = CHANGE_TYPES.filter((type) => EVENT_TYPES[type].builderSide)

/** What a deployment publishes beyond what every deployment does. The types that can be subscribed to follow from it. */
export type Publishes = { readonly marketIntegrity: boolean }

/** Types that can be subscribed to on a deployment. */
export function subscribableTypes({ marketIntegrity }: Publishes): readonly ChangeType[] {
  return CHANGE_TYPES.filter((type) => {
    const { delivery } = EVENT_TYPES[type]
    return delivery === 'webhooks' || (delivery === 'integrity' && marketIntegrity)
  })
}
