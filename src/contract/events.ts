import { type ChangeDomain, namedList } from './enums.ts'

type EventType = {
  readonly domain: ChangeDomain
  /** webhooks: pushed to subscribers. changes: on /api/changes only. integrity: only where Market Integrity is published. */
  readonly delivery: 'webhooks' | 'changes' | 'integrity'
  /** Why it is never pushed; set exactly where delivery is not webhooks. */
  readonly reason?: string
  /** About building, contracts, launch or research: can be a card's latest change. */
  readonly builderSide: boolean
  readonly meaning: string
}

const NO_TRADING_ALERTS = 'The service sends no trading alerts.'
const LEDGER_ONLY = 'Recorded on /api/changes only.'

/** Every type of change event with its delivery. @source contract, Events */
export const EVENT_TYPES = {
  'build.release': {
    domain: 'build',
    delivery: 'webhooks',
    builderSide: true,
    meaning: 'a release was published',
  },
  'build.ship': {
    domain: 'build',
    delivery: 'webhooks',
    builderSide: true,
    meaning: 'another meaningful ship (feature, integration, docs, prerelease)',
  },
  'build.status_changed': {
    domain: 'build',
    delivery: 'webhooks',
    builderSide: true,
    meaning: 'activity status moved',
  },
  'build.dormant': {
    domain: 'build',
    delivery: 'webhooks',
    builderSide: true,
    meaning: 'activity status moved to DORMANT',
  },
  'build.resumed': {
    domain: 'build',
    delivery: 'webhooks',
    builderSide: true,
    meaning: 'activity status moved to RESUMED',
  },
  'build.accelerating': {
    domain: 'build',
    delivery: 'webhooks',
    builderSide: true,
    meaning: 'shipping faster than in the window before',
  },
  'build.code_activity': {
    domain: 'build',
    delivery: 'changes',
    reason: LEDGER_ONLY,
    builderSide: true,
    meaning: 'a week of code changes',
  },
  'build.slowing': {
    domain: 'build',
    delivery: 'changes',
    reason: LEDGER_ONLY,
    builderSide: true,
    meaning: 'shipping slower than in the window before',
  },
  'research.published': {
    domain: 'research',
    delivery: 'webhooks',
    builderSide: true,
    meaning: 'a project page was published',
  },
  'research.builder_verified': {
    domain: 'research',
    delivery: 'webhooks',
    builderSide: true,
    meaning: 'a builder was verified',
  },
  'research.source_added': {
    domain: 'research',
    delivery: 'webhooks',
    builderSide: false,
    meaning: 'an official source appeared',
  },
  'research.source_unavailable': {
    domain: 'research',
    delivery: 'webhooks',
    builderSide: false,
    meaning: 'an official source stopped answering',
  },
  'research.source_restored': {
    domain: 'research',
    delivery: 'webhooks',
    builderSide: false,
    meaning: 'an official source came back',
  },
  'research.source_changed': {
    domain: 'research',
    delivery: 'webhooks',
    builderSide: true,
    meaning: 'what an official site declares changed materially',
  },
  'research.owner_verified': {
    domain: 'research',
    delivery: 'changes',
    reason: LEDGER_ONLY,
    builderSide: true,
    meaning: 'an owner was verified',
  },
  'research.narrative_assigned': {
    domain: 'research',
    delivery: 'changes',
    reason: LEDGER_ONLY,
    builderSide: false,
    meaning: 'a narrative was assigned',
  },
  'contract.deployed': {
    domain: 'contract',
    delivery: 'webhooks',
    builderSide: true,
    meaning: 'the launch deploy',
  },
  'contract.followup_deployed': {
    domain: 'contract',
    delivery: 'webhooks',
    builderSide: true,
    meaning: "a later contract from the project's deployer",
  },
  'contract.implementation_changed': {
    domain: 'contract',
    delivery: 'webhooks',
    builderSide: true,
    meaning: "a proxy's implementation changed",
  },
  'contract.interface_changed': {
    domain: 'contract',
    delivery: 'webhooks',
    builderSide: true,
    meaning: 'the verified interface changed',
  },
  'contract.source_verified': {
    domain: 'contract',
    delivery: 'webhooks',
    builderSide: true,
    meaning: 'contract source was verified',
  },
  'contract.source_unverified': {
    domain: 'contract',
    delivery: 'changes',
    reason: LEDGER_ONLY,
    builderSide: true,
    meaning: 'contract source is no longer verified',
  },
  'contract.usage_changed': {
    domain: 'contract',
    delivery: 'changes',
    reason: LEDGER_ONLY,
    builderSide: false,
    meaning: 'use of a contract changed',
  },
  'contract.method_first_observed': {
    domain: 'contract',
    delivery: 'changes',
    reason: LEDGER_ONLY,
    builderSide: false,
    meaning: 'a method was called for the first time',
  },
  'contract.method_resumed': {
    domain: 'contract',
    delivery: 'changes',
    reason: LEDGER_ONLY,
    builderSide: false,
    meaning: 'a method was called again after silence',
  },
  'market.status_changed': {
    domain: 'market',
    delivery: 'webhooks',
    builderSide: false,
    meaning: "the token's market status moved",
  },
  'market.distribution_changed': {
    domain: 'market',
    delivery: 'changes',
    reason: 'Never delivered: holder distribution is not pushed.',
    builderSide: false,
    meaning: 'distribution of holdings changed',
  },
  'market.liquidity_moved': {
    domain: 'market',
    delivery: 'changes',
    reason: NO_TRADING_ALERTS,
    builderSide: false,
    meaning: 'liquidity moved',
  },
  'market.volume_spike': {
    domain: 'market',
    delivery: 'changes',
    reason: NO_TRADING_ALERTS,
    builderSide: false,
    meaning: 'volume rose',
  },
  'token.launch_stage_changed': {
    domain: 'token',
    delivery: 'webhooks',
    builderSide: true,
    meaning: 'launch stage moved',
  },
  'token.verification_changed': {
    domain: 'token',
    delivery: 'webhooks',
    builderSide: true,
    meaning: 'token verification moved',
  },
  'lock.unlock_due': {
    domain: 'lock',
    delivery: 'webhooks',
    builderSide: false,
    meaning: 'a token-lock unlock enters its last seven days',
  },
  'lock.observed': {
    domain: 'lock',
    delivery: 'webhooks',
    builderSide: false,
    meaning: 'a lock was first read',
  },
  'lock.withdrawn': {
    domain: 'lock',
    delivery: 'webhooks',
    builderSide: false,
    meaning: 'a lock was first read as withdrawn',
  },
  'market_integrity.event': {
    domain: 'market_integrity',
    delivery: 'integrity',
    reason: 'Market Integrity is not published on this deployment.',
    builderSide: false,
    meaning: 'a market integrity state moved',
  },
} as const satisfies Record<string, EventType>

export type ChangeType = keyof typeof EVENT_TYPES
export const CHANGE_TYPES = Object.keys(EVENT_TYPES) as readonly ChangeType[]
export const ChangeType = namedList('ChangeType', CHANGE_TYPES)

/** Types that a subscriber can subscribe to. */
export const DELIVERABLE_TYPES = CHANGE_TYPES.filter((type) => EVENT_TYPES[type].delivery === 'webhooks')

/** Types that can be a card's latest change. */
export const BUILDER_SIDE_TYPES = CHANGE_TYPES.filter((type) => EVENT_TYPES[type].builderSide)
