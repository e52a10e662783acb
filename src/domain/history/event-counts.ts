import { countedOrZero } from '#contract/counted.ts'
import { COVERAGE_DIMENSIONS, type CoverageDimension } from '#contract/enums.ts'
import { CHANGE_TYPES, type ChangeType, domainOf, UNCAUSED_TYPES } from '#contract/events.ts'
import type { NoValueReason } from '#contract/shapes/history.ts'

/** How many events of each type a span has; a type without any is absent. */
export type EventCounts = ReadonlyMap<ChangeType, number>

/** What has to be measured for events to be counted: a dimension of coverage, or the stage of the token's launch. */
export const WATCHED = [...COVERAGE_DIMENSIONS, 'launch_stage'] as const
export type Watched = (typeof WATCHED)[number]

/** Why each of these was not measured throughout a span; one that was is absent. */
export type CoverageGaps = ReadonlyMap<Watched, NoValueReason>

/** A type with its number in a span, or with why it is unknown and what was recorded anyway. */
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
  const watched = OF_TYPE[type] ?? OF_DOMAIN[domainOf(type)]
  return watched === undefined ? null : (gaps.get(watched) ?? null)
}

const OF_TYPE: { readonly [T in ChangeType]?: Watched } = {
  'contract.interface_changed': 'verified_source',
  'contract.source_verified': 'verified_source',
  'contract.source_unverified': 'verified_source',
  'token.verification_changed': 'token_verification',
  'token.launch_stage_changed': 'launch_stage',
}
const OF_DOMAIN: { readonly [domain: string]: CoverageDimension } = {
  build: 'building',
  contract: 'contracts',
  market: 'market',
  market_integrity: 'market',
  lock: 'locks',
}
