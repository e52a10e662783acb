import type { RuleId } from '#contract/claim.ts'
import type { CoverageState } from '#contract/enums.ts'
import type { EvidenceId, Slug } from '#contract/ids.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import type { RadarParts } from './radar.ts'

/** A project's rank at the first ranking of a day. */
export type DayRank = { readonly day: CalendarDate; readonly rank: number }

/**
 * What the Radar shows of a project's evaluation. `grounds` is the evidence of the conclusions that its parts rest on.
 */
export type RadarEvidence = Pick<
  CardEvidence,
  'activity' | 'activityMeasured' | 'researchLevel' | 'latestMeaningfulShip'
> & {
  readonly grounds: readonly EvidenceId[]
  /** The end of the time that Build Momentum covers, where that is before the evaluation. */
  readonly momentumAsOf?: Instant
  /** The coverage state of use, where use is known but its calls are no longer read freshly. */
  readonly useState?: CoverageState
}

/** A ranked project as the Radar lists it. */
export type RadarEntry = {
  readonly project: { readonly slug: Slug; readonly name: string }
  readonly rank: number
  readonly score: number
  readonly parts: RadarParts
  /** Null where that day was not recorded. */
  readonly sevenDaysAgo: DayRank | null
  readonly thirtyDaysAgo: DayRank | null
  readonly evidence: RadarEvidence
}

/** The last ranking. */
export type RadarRanking = { readonly rule: RuleId; readonly rankedAt: Instant }
