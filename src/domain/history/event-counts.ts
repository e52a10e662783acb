import { countedOrZero } from '#contract/counted.ts'
import { COVERAGE_DIMENSIONS } from '#contract/enums.ts'
import { CHANGE_TYPES, type ChangeType, UNCAUSED_TYPES } from '#contract/events.ts'
import type { NoValueReason } from '#contract/shapes/history.ts'

/** How many events of each type a span has; a type without any is absent. */
export type EventCounts = ReadonlyMap<ChangeType, number>

/**
 * The subjects that have to be measured for events to be counted: a dimension of coverage, the stage of the token's
 * launch, the calls to the contracts, the declarations of the official sites, or whether the sources answer.
 */
export const WATCHED = [...COVERAGE_DIMENSIONS, 'launch_stage', 'contract_use', 'sites', 'sources'] as const
export type Watched = (typeof WATCHED)[number]

/** Why a watched subject was not measured throughout a span. A subject that was measured is absent. */
export type CoverageGaps = ReadonlyMap<Watched, NoValueReason>

/**
 * A type with its number of events in a span; or with the reason why the number is unknown, and the events recorded
 * anyway.
 */
export type CountedType =
  | { readonly type: ChangeType; readonly count: number }
  | { readonly type: ChangeType; readonly reason: NoValueReason; readonly recorded: number }

/**
 * The number of events of every type. A type whose subject was not measured throughout the span is unknown, so that
 * an unread span is no silence. `uncounted` makes every type unknown: nothing was collected, or the ledger never ran.
 */
export function countedTypes(input: {
  readonly counts: EventCounts
  readonly gaps: CoverageGaps
  readonly uncounted: NoValueReason | null
  readonly integrityPublished: boolean
}): readonly CountedType[] {
  const shown = CHANGE_TYPES.filter((type) => type !== 'market_integrity.event' || input.integrityPublished)
  return shown.map((type): CountedType => {
    const recorded = countedOrZero(input.counts.get(type))
    const reason = input.uncounted ?? reasonOf(type, input.gaps)
    return reason === null ? { type, count: recorded } : { type, reason, recorded }
  })
}

function reasonOf(type: ChangeType, gaps: CoverageGaps): NoValueReason | null {
  if (UNCAUSED_TYPES.some((uncaused) => uncaused === type)) return 'NOT_RESEARCHED'
  const [first] = WATCHED_FOR[type].map((watched) => gaps.get(watched)).filter((gap) => gap !== undefined)
  return first ?? null
}

/**
 * The subjects that have to be measured for the events of a type to be counted; empty when an operator decides the
 * events.
 */
const WATCHED_FOR: { readonly [T in ChangeType]: readonly Watched[] } = {
  'build.release': ['building'],
  'build.ship': ['building'],
  'build.status_changed': ['building'],
  'build.dormant': ['building'],
  'build.resumed': ['building'],
  'build.accelerating': ['building'],
  'build.code_activity': ['building'],
  'build.slowing': ['building'],
  'research.published': [],
  'research.builder_verified': ['building', 'sources'],
  'research.source_added': [],
  'research.source_unavailable': ['sources'],
  'research.source_restored': ['sources'],
  'research.source_changed': ['sites'],
  'research.owner_verified': [],
  'research.narrative_assigned': [],
  'contract.deployed': ['contracts'],
  'contract.followup_deployed': ['contracts'],
  'contract.implementation_changed': ['contracts'],
  'contract.interface_changed': ['verified_source'],
  'contract.source_verified': ['verified_source'],
  'contract.source_unverified': ['verified_source'],
  'contract.usage_changed': ['contract_use'],
  'contract.method_first_observed': ['contract_use'],
  'contract.method_resumed': ['contract_use'],
  'market.status_changed': ['market'],
  'market.distribution_changed': ['market'],
  'market.liquidity_moved': ['market'],
  'market.volume_spike': ['market'],
  'token.launch_stage_changed': ['launch_stage'],
  'token.verification_changed': ['token_verification'],
  'lock.unlock_due': ['locks'],
  'lock.observed': ['locks'],
  'lock.withdrawn': ['locks'],
  'market_integrity.event': ['market'],
}
