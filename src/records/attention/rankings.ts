import { sql } from 'kysely'
import type { UnknownReason } from '#contract/claim.ts'
import type { ActivityStatus } from '#contract/enums.ts'
import type { EvidenceId } from '#contract/ids.ts'
import type { RadarReason } from '#contract/shapes/dossier.ts'
import type { Attention } from '#domain/attention/attention.ts'
import type { Candidate, Ranking } from '#domain/attention/gap.ts'
import type { Reader, Writer } from '#records/database.ts'

/** The ranking inputs of a project, as its evaluation writes them. */
export type RankedEvidence = Omit<Candidate, 'placed'>

/** Saves the ranking inputs of these projects where they changed. */
export async function saveRankedEvidence(evidence: readonly RankedEvidence[], writer: Writer): Promise<void> {
  const rows = evidence.map(({ projectId, status, momentum, attention }) => ({
    project_id: projectId,
    activity_status: status,
    ...('reason' in momentum
      ? { momentum_state: momentum.reason }
      : {
          momentum_state: 'MEASURED',
          momentum: momentum.score,
          ships_30d: momentum.ships30d,
          beyond_code_weeks_30d: momentum.beyondCodeWeeks30d,
        }),
    attention,
  }))
  await sql`
    insert into project_rankings as stored (${COLUMNS})
    select ${COLUMNS} from jsonb_populate_recordset(null::project_rankings, ${JSON.stringify(rows)}::jsonb)
    order by project_id
    on conflict (project_id) do update set (${COLUMNS}) = (${EVALUATED})
    where (${STORED}) is distinct from (${EVALUATED})`.execute(writer)
}

const NAMES = [
  ...['project_id', 'activity_status', 'momentum', 'momentum_state', 'ships_30d'],
  ...['beyond_code_weeks_30d', 'attention'],
]
const COLUMNS = sql.raw(NAMES.join(', '))
const EVALUATED = sql.raw(NAMES.map((name) => `excluded.${name}`).join(', '))
const STORED = sql.raw(NAMES.map((name) => `stored.${name}`).join(', '))

/** Every published project that was evaluated, with its ranking inputs: one narrow row each. */
export async function getCandidates(reader: Reader): Promise<readonly Candidate[]> {
  const rows = await reader
    .selectFrom('project_rankings')
    .innerJoin('projects', 'projects.id', 'project_rankings.project_id')
    .selectAll('project_rankings')
    .where('projects.state', '=', 'published')
    .execute()
  return rows.map((row) => ({
    projectId: row.project_id,
    status: row.activity_status as ActivityStatus,
    momentum: toMomentum(row),
    attention: row.attention as Attention,
    placed: toRanking(row),
  }))
}

/** Where the last ranking placed each of these projects; null where none ever did. */
export async function getPlaces(
  projectIds: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, Ranking | null>> {
  const rows = await reader
    .selectFrom('project_rankings')
    .select(['project_id', 'under_the_radar', 'unranked_reason'])
    .select(['momentum_percentile', 'attention_percentile'])
    .where(sql<boolean>`project_id = any(${[...projectIds]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.project_id, toRanking(row)]))
}

function toMomentum(row: {
  momentum: number | null
  momentum_state: string
  ships_30d: number | null
  beyond_code_weeks_30d: number | null
}): Candidate['momentum'] {
  const { momentum: score, ships_30d: ships30d, beyond_code_weeks_30d: beyondCodeWeeks30d } = row
  return score === null || ships30d === null || beyondCodeWeeks30d === null
    ? { reason: row.momentum_state as UnknownReason }
    : { score, ships30d, beyondCodeWeeks30d }
}

function toRanking(row: {
  under_the_radar: string | null
  unranked_reason: string | null
  momentum_percentile: number | null
  attention_percentile: number | null
}): Ranking | null {
  const { momentum_percentile: momentumPercentile, attention_percentile: attentionPercentile } = row
  if (row.under_the_radar === null) return null
  if (momentumPercentile === null || attentionPercentile === null) {
    return { underTheRadar: 'NOT_MEASURED', reason: row.unranked_reason as RadarReason }
  }
  return {
    underTheRadar: row.under_the_radar as 'HELD' | 'NOT_HELD',
    gap: momentumPercentile - attentionPercentile,
    momentumPercentile,
    attentionPercentile,
  }
}

/** Saves where these projects were placed. */
export async function saveRankings(rankings: ReadonlyMap<string, Ranking>, writer: Writer): Promise<void> {
  const rows = [...rankings].map(([projectId, ranking]) => ({
    project_id: projectId,
    under_the_radar: ranking.underTheRadar,
    ...(ranking.underTheRadar === 'NOT_MEASURED'
      ? { unranked_reason: ranking.reason }
      : {
          momentum_percentile: ranking.momentumPercentile,
          attention_percentile: ranking.attentionPercentile,
        }),
  }))
  await sql`
    update project_rankings as stored set under_the_radar = placed.under_the_radar,
      unranked_reason = placed.unranked_reason, momentum_percentile = placed.momentum_percentile,
      attention_percentile = placed.attention_percentile
    from jsonb_populate_recordset(null::project_rankings, ${JSON.stringify(rows)}::jsonb) as placed
    where stored.project_id = placed.project_id`.execute(writer)
}

/** The evidence of each project's standing momentum and attention. */
export async function getRankedGrounds(
  projectIds: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, readonly EvidenceId[]>> {
  const rows = await reader
    .selectFrom('evaluations')
    .select(['project_id', 'evidence'])
    .where('project_id', 'in', [...projectIds])
    .where('fact', 'in', ['build.momentum', 'attention'])
    .where('superseded_at', 'is', null)
    .orderBy('fact', 'desc')
    .execute()
  const byProject = Map.groupBy(rows, (row) => row.project_id)
  return new Map(
    [...byProject].map(([id, own]) => [id, [...new Set(own.flatMap((row) => row.evidence as EvidenceId[]))]]),
  )
}

/** Whether the last ranking could place any published project. */
export async function isRanked(reader: Reader): Promise<boolean> {
  const row = await reader
    .selectFrom('project_rankings')
    .innerJoin('projects', 'projects.id', 'project_rankings.project_id')
    .select('project_rankings.project_id')
    .where('momentum_percentile', 'is not', null)
    .where('projects.state', '=', 'published')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
