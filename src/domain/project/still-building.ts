import { derived, nonEmpty } from '#contract/claim.ts'
import type { ActivityStatus } from '#contract/enums.ts'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import { builderReading, buildingReadUpTo } from '#domain/collecting/watching.ts'
import { type BuildEvidence, type Conclusion, placedAt } from '#domain/evidence.ts'
import { standingShips } from '#domain/ships/ships.ts'
import type { CardEvidence } from './card-evidence.ts'
import type { Launch } from './signals.ts'

/** Thresholds of still building: the project ships now, and it began long enough ago. */
export const STILL_BUILDING_RULE = { id: 'still_building@1', sinceMs: 60 * DAY_MS } as const

/** Statuses of a project that ships. */
export const BUILDING_STATUSES: readonly ActivityStatus[] = ['SHIPPING', 'ACTIVE', 'RESUMED']

/**
 * Whether a project that ships now began at least 60 days ago: with its token's launch or its first ship,
 * whichever came first. Unknown while the activity status is unknown. No market figure is an input.
 */
export function stillBuilding(
  input: {
    readonly activity: CardEvidence['activity']
    readonly build: BuildEvidence
    readonly launch: Launch | null
  },
  now: Instant,
): Conclusion<boolean> {
  const { activity, build, launch } = input
  const rule = STILL_BUILDING_RULE.id
  if (activity.kind === 'UNKNOWN') {
    const unknownInputs = [{ input: 'activity.status', reason: activity.reason }]
    return { claim: activity, supportedUntil: null, rule, inputs: {}, unknownInputs }
  }
  const begun = beginningOf(build, launch, now)
  const ships = BUILDING_STATUSES.includes(activity.value.status)
  const isStillBuilding = ships && begun !== null && msOf(now) - msOf(begun.at) >= STILL_BUILDING_RULE.sinceMs
  const evidence = nonEmpty([...new Set([...activity.evidence, ...(begun === null ? [] : begun.evidence)])])
  return {
    claim: derived(isStillBuilding, rule, evidence ?? activity.evidence),
    supportedUntil: buildingReadUpTo(builderReading(build, now)) ?? now,
    rule,
    inputs: { status: activity.value.status, begunAt: begun === null ? null : begun.at },
    unknownInputs: [],
  }
}

function beginningOf(build: BuildEvidence, launch: Launch | null, now: Instant): Launch | null {
  const first = standingShips(build, now).at(-1)
  if (first === undefined) return launch
  if (launch !== null && msOf(launch.at) <= msOf(placedAt(first))) return launch
  return { at: placedAt(first), evidence: [first.id] }
}
