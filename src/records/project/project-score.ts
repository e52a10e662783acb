import { sql } from 'kysely'
import { type Claim, derived, nonEmpty, type RuleId, type UnknownReason, unknown } from '#contract/claim.ts'
import type { EvidenceId } from '#contract/ids.ts'
import type { RadarReason } from '#contract/shapes/dossier.ts'
import type { Ranked } from '#domain/attention/gap.ts'
import type { ProjectScore } from '#domain/project/dossier-record.ts'
import type { Momentum } from '#domain/ships/momentum.ts'
import { instantIn } from '#records/json-instant.ts'

/** The standing conclusions that a project's score is made of, as one JSON value; it refers to `projects.id`. */
export const SCORE_ROWS = sql`(select coalesce(jsonb_agg(jsonb_build_object('fact', fact, 'rule', rule, 'state', state,
    'value', value, 'evidence', evidence, 'not_measured', inputs -> 'notMeasured', 'evaluated_at', evaluated_at)), '[]')
  from evaluations where evaluations.project_id = projects.id and fact in ('build.momentum', 'discovery_gap')
    and superseded_at is null)`

/** A conclusion inside that JSON value. */
export type ScoreRow = {
  fact: string
  rule: string
  state: string
  value: unknown
  evidence: string[]
  not_measured: string | null
  evaluated_at: string
}

/** How a project builds and where it was ranked; a project without conclusions is not scored. */
export function toScore(rows: readonly ScoreRow[]): ProjectScore {
  const gap = rows.find(({ fact }) => fact === 'discovery_gap')
  const claim = toClaim<Ranked>(gap)
  return {
    momentum: toClaim<Momentum>(rows.find(({ fact }) => fact === 'build.momentum')),
    gap: claim,
    notMeasured: claim.kind === 'UNKNOWN' ? reasonOf(gap) : null,
    rankedAt: gap === undefined ? null : instantIn(gap.evaluated_at),
  }
}

function reasonOf(gap: ScoreRow | undefined): RadarReason {
  const reason = gap === undefined ? null : gap.not_measured
  return reason === null ? 'not_scored' : (reason as RadarReason)
}

function toClaim<T>(row: ScoreRow | undefined): Claim<T> {
  if (row === undefined) return unknown('NOT_ENOUGH_YET')
  const evidence = nonEmpty(row.evidence as EvidenceId[])
  return row.state !== 'MEASURED' || evidence === undefined
    ? unknown(row.state as UnknownReason)
    : derived(row.value as T, row.rule as RuleId, evidence)
}
