import type { UnknownReason } from '#contract/claim.ts'
import type { ActivityStatus } from '#contract/enums.ts'
import type { RadarReason } from '#contract/shapes/dossier.ts'
import { BUILDING_STATUSES } from '#domain/project/still-building.ts'
import type { Momentum } from '#domain/ships/momentum.ts'
import { ATTENTION_MEASURES, type Attention } from './attention.ts'
import { type Percentiles, percentiles } from './percentiles.ts'

/** Thresholds of the Discovery Gap. Percentiles are over the published projects with momentum and attention. */
export const GAP_RULE = {
  id: 'discovery_gap@1',
  cohortAtLeast: 20,
  measuresAtLeast: 2,
  gapToEnter: 15,
  gapToStay: 8,
  attentionAtMost: 50,
  momentumAtLeast: 50,
  shipsAtLeast: 2,
  beyondCodeWeeksAtLeast: 1,
} as const

/** The inputs of ranking for one project. No market figure is an input. */
export type Candidate = {
  readonly projectId: string
  readonly status: ActivityStatus
  /** Build Momentum, or the reason why it is unknown. */
  readonly momentum: Momentum | { readonly reason: UnknownReason }
  readonly attention: Attention
  /** The result of the last ranking; null before the first. */
  readonly placed: Ranking | null
}

/** The rank of a project in the cohort. Percentiles are whole numbers from 0 to 100; the gap is their difference. */
export type Ranked = {
  readonly underTheRadar: 'HELD' | 'NOT_HELD'
  readonly gap: number
  readonly momentumPercentile: number
  readonly attentionPercentile: number
}
export type Ranking = Ranked | { readonly underTheRadar: 'NOT_MEASURED'; readonly reason: RadarReason }

/**
 * The Discovery Gap of each candidate, and whether it is under the radar: it builds more than it is noticed. Not
 * measured, with the reason, when activity, momentum or two measures of attention are unknown, and for all projects
 * while the cohort has fewer than 20. @source contract, Project
 */
export function rank(candidates: readonly Candidate[]): ReadonlyMap<string, Ranking> {
  const cohort = candidates.flatMap(measuredOf)
  const placed = new Map(cohort.length < GAP_RULE.cohortAtLeast ? [] : placeAll(cohort))
  return new Map(
    candidates.map((candidate) => [
      candidate.projectId,
      placed.get(candidate.projectId) ?? notMeasured(candidate),
    ]),
  )
}

/** Whether a project was under the radar at the last ranking. */
export function isUnderTheRadar({ placed }: Pick<Candidate, 'placed'>): boolean {
  return placed?.underTheRadar === 'HELD'
}

type Measured = Candidate & { readonly momentum: Momentum }

function measuredOf(candidate: Candidate): readonly Measured[] {
  const { momentum } = candidate
  return refusalOf(candidate) === null && 'score' in momentum ? [{ ...candidate, momentum }] : []
}

function refusalOf({ status, momentum, attention }: Candidate): RadarReason | null {
  if ('reason' in momentum && momentum.reason === 'NO_SOURCE') return 'no_source'
  if (status === 'UNKNOWN') return 'activity_unknown'
  if ('reason' in momentum) return 'not_scored'
  return Object.keys(attention).length < GAP_RULE.measuresAtLeast ? 'attention_not_measured' : null
}

function notMeasured(candidate: Candidate): Ranking {
  return { underTheRadar: 'NOT_MEASURED', reason: refusalOf(candidate) ?? 'cohort_too_small' }
}

function placeAll(cohort: readonly Measured[]): readonly (readonly [string, Ranking])[] {
  const momentum = percentiles(cohort.map(({ projectId, momentum: { score } }) => [projectId, score]))
  const attention = percentiles(meanRanks(cohort))
  return cohort.map((member) => [member.projectId, place(member, { momentum, attention })])
}

function place(
  member: Measured,
  places: { readonly momentum: Percentiles; readonly attention: Percentiles },
): Ranking {
  const momentumPercentile = Math.round(placeOf(member, places.momentum))
  const attentionPercentile = Math.round(placeOf(member, places.attention))
  const gap = momentumPercentile - attentionPercentile
  const qualifies =
    BUILDING_STATUSES.includes(member.status) &&
    momentumPercentile >= GAP_RULE.momentumAtLeast &&
    member.momentum.ships30d >= GAP_RULE.shipsAtLeast &&
    member.momentum.beyondCodeWeeks30d >= GAP_RULE.beyondCodeWeeksAtLeast &&
    attentionPercentile <= GAP_RULE.attentionAtMost &&
    gap >= (isUnderTheRadar(member) ? GAP_RULE.gapToStay : GAP_RULE.gapToEnter)
  return { underTheRadar: qualifies ? 'HELD' : 'NOT_HELD', gap, momentumPercentile, attentionPercentile }
}

/** The mean of each member's percentiles over its known measures. */
function meanRanks(cohort: readonly Measured[]): readonly (readonly [string, number])[] {
  const byMeasure = ATTENTION_MEASURES.map((measure) =>
    percentiles(
      cohort.flatMap(({ projectId, attention }): [string, number][] =>
        attention[measure] === undefined ? [] : [[projectId, attention[measure]]],
      ),
    ),
  )
  return cohort.map(({ projectId }) => {
    const ranks = byMeasure.map((places) => places.get(projectId)).filter((rank) => rank !== undefined)
    return [projectId, ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length]
  })
}

function placeOf({ projectId }: Measured, places: Percentiles): number {
  const percentile = places.get(projectId)
  if (percentile === undefined) throw new Error('A project of the cohort has no percentile')
  return percentile
}
