import { type Selectable, sql } from 'kysely'
import type { UnknownReason } from '#contract/claim.ts'
import type { EvidenceId } from '#contract/ids.ts'
import type { RadarReason } from '#contract/shapes/dossier.ts'
import { earliest, type Instant } from '#contract/time.ts'
import type { Candidate, Ranking } from '#domain/attention/gap.ts'
import type { RadarInputs } from '#domain/attention/radar.ts'
import type { RadarEvidence } from '#domain/attention/radar-record.ts'
import { anyOf } from '#records/any-of.ts'
import { columnsOf, rowsOf } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import { LATEST_EVIDENCE } from '#records/project/evaluations.ts'
import type { ProjectRankings } from '#records/tables.ts'
import { type PlacedCandidate, toPlacedCandidate } from './radar.ts'

/** The inputs of a project's ranking and the evidence that the Radar shows of it, as its evaluation writes them. */
export type RankedEvidence = Omit<Candidate, 'placed'> &
  Omit<RadarInputs, 'building'> & { readonly shown: RadarEvidence }

/** Saves the inputs of these projects' ranking, and the evidence that the Radar shows of them, where they changed. */
export async function saveRankedEvidence(evidence: readonly RankedEvidence[], writer: Writer): Promise<void> {
  const rows = evidence.map(({ projectId, status, momentum, attention, use, research, lastShipAt }) => ({
    projectId,
    activityStatus: status,
    attention,
    lastShipAt,
    ...('reason' in momentum
      ? { momentumState: momentum.reason }
      : { ...momentum, momentumState: 'MEASURED', momentum: momentum.score }),
    ...('reason' in use ? { useState: use.reason } : { useState: 'MEASURED', useCalls: use.value }),
    ...('reason' in research
      ? { researchState: research.reason }
      : { researchState: 'MEASURED', researchLevel: research.value }),
  }))
  await sql`
    insert into project_rankings as stored (${COLUMNS})
    select ${COLUMNS} from ${rowsOf('project_rankings', rows)}
    order by project_id
    on conflict (project_id) do update set (${COLUMNS}) = (${columnsOf('excluded', NAMES)})
    where (${columnsOf('stored', NAMES)}) is distinct from (${columnsOf('excluded', NAMES)})`.execute(writer)
  await saveShown(evidence, writer)
}

async function saveShown(evidence: readonly RankedEvidence[], writer: Writer): Promise<void> {
  const rows = evidence.map(({ projectId, shown }) => ({ projectId, evidence: shown }))
  await sql`
    insert into radar_entries as stored (project_id, evidence)
    select project_id, evidence from ${rowsOf('radar_entries', rows)}
    order by project_id
    on conflict (project_id) do update set evidence = excluded.evidence
    where stored.evidence is distinct from excluded.evidence`.execute(writer)
}

const NAMES = [
  'project_id',
  'activity_status',
  'momentum',
  'momentum_state',
  'ships_30d',
  'beyond_code_weeks_30d',
  'attention',
  'use_calls',
  'use_state',
  'research_level',
  'research_state',
  'last_ship_at',
]
const COLUMNS = sql.raw(NAMES.join(', '))

/** A published project with its candidate for each of the two rankings. */
type Rankable = { readonly candidate: Candidate; readonly onRadar: PlacedCandidate }

/** Every published project that was evaluated, with its inputs and its places of both rankings. */
export async function getRankable(reader: Reader): Promise<readonly Rankable[]> {
  const rows = await reader
    .selectFrom('project_rankings')
    .innerJoin('projects', 'projects.id', 'project_rankings.project_id')
    .selectAll('project_rankings')
    .select('projects.slug')
    .where('projects.state', '=', 'published')
    .execute()
  return rows.map((row) => ({ candidate: toCandidate(row), onRadar: toPlacedCandidate(row) }))
}

function toCandidate(row: Selectable<ProjectRankings>): Candidate {
  return {
    projectId: row.project_id,
    status: row.activity_status,
    momentum: toMomentum(row),
    attention: row.attention,
    placed: toRanking(row),
  }
}

/** The place of each of these projects in the last ranking; null where the project was never ranked. */
export async function getPlaces(
  projectIds: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, Ranking | null>> {
  const rows = await reader
    .selectFrom('project_rankings')
    .select(['project_id', 'under_the_radar', 'unranked_reason'])
    .select(['momentum_percentile', 'attention_percentile'])
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .execute()
  return new Map(rows.map((row) => [row.project_id, toRanking(row)]))
}

function toMomentum(row: Selectable<ProjectRankings>): Candidate['momentum'] {
  const { momentum: score, ships_30d: ships30d, beyond_code_weeks_30d: beyondCodeWeeks30d } = row
  return score === null || ships30d === null || beyondCodeWeeks30d === null
    ? { reason: row.momentum_state as UnknownReason }
    : { score, ships30d, beyondCodeWeeks30d }
}

type Placed = 'under_the_radar' | 'unranked_reason' | 'momentum_percentile' | 'attention_percentile'

function toRanking(row: Pick<Selectable<ProjectRankings>, Placed>): Ranking | null {
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
    ...ranking,
    projectId,
    ...(ranking.underTheRadar === 'NOT_MEASURED' ? { unrankedReason: ranking.reason } : {}),
  }))
  await sql`
    update project_rankings as stored set under_the_radar = placed.under_the_radar,
      unranked_reason = placed.unranked_reason, momentum_percentile = placed.momentum_percentile,
      attention_percentile = placed.attention_percentile
    from ${rowsOf('project_rankings', rows)} as placed
    where stored.project_id = placed.project_id`.execute(writer)
}

/** The basis of a project's rank: the evidence of its momentum and attention, and until when readings support both. */
export type RankedGrounds = {
  readonly evidence: readonly EvidenceId[]
  readonly supportedUntil: Instant | null
}

/** The bases of the ranks of these projects. */
export async function getRankedGrounds(
  projectIds: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, RankedGrounds>> {
  const rows = await reader
    .selectFrom('evaluations')
    .select(['project_id', 'supported_until', LATEST_EVIDENCE.as('evidence')])
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .where('fact', 'in', ['build.momentum', 'attention'])
    .where('superseded_at', 'is', null)
    .orderBy('fact', 'desc')
    .execute()
  const byProject = Map.groupBy(rows, (row) => row.project_id)
  return new Map(
    [...byProject].map(([id, own]): [string, RankedGrounds] => [
      id,
      {
        evidence: [...new Set(own.flatMap((row) => row.evidence))],
        supportedUntil: earliest(
          own.flatMap((row) => (row.supported_until === null ? [] : [row.supported_until])),
        ),
      },
    ]),
  )
}

/**
 * The projects whose standing rank must be concluded again even when it is equal. Either it was last concluded at this
 * instant or earlier, or momentum is now unknown for another reason.
 */
export async function getRanksToConclude(
  { before }: { readonly before: Instant },
  reader: Reader,
): Promise<ReadonlySet<string>> {
  const rows = await reader
    .selectFrom('evaluations')
    .innerJoin('project_rankings', 'project_rankings.project_id', 'evaluations.project_id')
    .select('evaluations.project_id')
    .where('fact', '=', 'discovery_gap')
    .where('superseded_at', 'is', null)
    .where(({ and, or, eb }) =>
      or([
        eb('confirmed_at', '<=', before),
        and([eb('momentum', 'is', null), eb('state', '<>', eb.ref('momentum_state'))]),
      ]),
    )
    .execute()
  return new Set(rows.map((row) => row.project_id))
}
