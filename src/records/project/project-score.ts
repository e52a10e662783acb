import { sql } from 'kysely'
import { type Claim, derived, nonEmpty, type RuleId, type UnknownReason, unknown } from '#contract/claim.ts'
import type { CoverageState } from '#contract/enums.ts'
import type { EvidenceId } from '#contract/ids.ts'
import type { RadarReason } from '#contract/shapes/dossier.ts'
import type { Instant } from '#contract/time.ts'
import type { Ranked } from '#domain/attention/gap.ts'
import type { ProjectScore } from '#domain/project/dossier-record.ts'
import type { Momentum } from '#domain/ships/momentum.ts'
import { jsonInstant } from '#records/json-instant.ts'
import { LATEST_EVIDENCE, LATEST_INPUTS } from './evaluations.ts'

/** The standing conclusions that make up a project's score, as one JSON value; it refers to `projects.id`. */
export const SCORE_ROWS = sql`(select coalesce(json_agg(json_build_object('fact', fact, 'rule', rule, 'state', state,
    'value', value, 'evidence', ${LATEST_EVIDENCE}, 'notMeasured', ${LATEST_INPUTS} -> 'notMeasured', 'asOf', ${LATEST_INPUTS} ->> 'asOf',
    'evaluatedAt', ${jsonInstant(sql`evaluated_at`)})), '[]')
  from evaluations where evaluations.project_id = projects.id and fact in ('build.momentum', 'discovery_gap')
    and superseded_at is null)`

/** A conclusion in `SCORE_ROWS`. */
export type ScoreRow = {
  fact: string
  rule: RuleId
  state: CoverageState
  value: unknown
  evidence: EvidenceId[]
  notMeasured: RadarReason | null
  /** The end of the time that the value covers, if that is before the evaluation. */
  asOf?: Instant | null
  evaluatedAt: Instant
}

/** The momentum and the discovery gap of a project. A project without conclusions is not scored. */
export function toScore(rows: readonly ScoreRow[]): ProjectScore {
  const gap = rows.find(({ fact }) => fact === 'discovery_gap')
  const claim = toClaim<Ranked>(gap)
  return {
    momentum: toClaim<Momentum>(rows.find(({ fact }) => fact === 'build.momentum')),
    gap: claim,
    notMeasured: claim.kind === 'UNKNOWN' ? (gap?.notMeasured ?? 'not_scored') : null,
    rankedAt: gap === undefined ? null : gap.evaluatedAt,
  }
}

/** The claim of a standing conclusion. Without a conclusion it is not known yet. */
export function toClaim<T>(
  row: Pick<ScoreRow, 'state' | 'value' | 'rule' | 'evidence' | 'asOf'> | undefined,
): Claim<T> {
  if (row === undefined) return unknown('NOT_ENOUGH_YET')
  const evidence = nonEmpty(row.evidence)
  if (row.state !== 'MEASURED' || evidence === undefined) return unknown(row.state as UnknownReason)
  const claim = derived(row.value as T, row.rule, evidence)
  return row.asOf === undefined || row.asOf === null ? claim : { ...claim, asOf: row.asOf }
}
