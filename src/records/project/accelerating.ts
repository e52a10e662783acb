import { sql } from 'kysely'
import { nonEmpty, type RuleId } from '#contract/claim.ts'
import { type EvidenceId, evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { AcceleratingRecord, PaceCounts } from '#domain/project/accelerating-record.ts'
import { rowsOf } from '#records/columns.ts'
import { countedList } from '#records/counted-list.ts'
import type { OrNull } from '#records/counted-rows.ts'
import type { Reader, Writer } from '#records/database.ts'

/** Saves for each of these projects whether the rule of acceleration could judge its pace. */
export async function savePaceJudgements(
  input: {
    readonly judged: ReadonlyMap<string, boolean>
    readonly rule: RuleId
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  const { rule, now } = input
  const rows = [...input.judged].map(([projectId, judged]) => ({ projectId, judged, rule, judgedAt: now }))
  await sql`
    insert into pace_judgements (project_id, judged, rule, judged_at)
    select project_id, judged, rule, judged_at from ${rowsOf('pace_judgements', rows)}
    order by project_id
    on conflict (project_id) do update
      set judged = excluded.judged, rule = excluded.rule, judged_at = excluded.judged_at`.execute(writer)
}

/**
 * The number of published projects that could be judged, and of the others. Undefined while no judgement is recorded.
 */
export async function findPaceCounts(reader: Reader): Promise<PaceCounts | undefined> {
  const counted = sql<PaceCounts & { readonly lookedAt: number }>`(
    select (count(*) filter (where judged))::integer as judged,
      (count(*) filter (where judged is not true))::integer as "notMeasured",
      max(judged_at) filter (where judged) as "judgedAt", count(judged)::integer as "lookedAt"
    from projects left join pace_judgements on pace_judgements.project_id = projects.id
    where projects.state = 'published')`
  const row = await reader.selectFrom(counted.as('counted')).selectAll().executeTakeFirst()
  if (row === undefined || row.lookedAt === 0) return undefined
  const { lookedAt: _, ...counts } = row
  return counts
}

/** The standing signals of acceleration of published projects, newest first, and their total number. */
export async function getAccelerating(
  { limit, offset }: { readonly limit: number; readonly offset: number },
  reader: Reader,
): Promise<{ readonly total: number; readonly projects: readonly AcceleratingRecord[] }> {
  const standing = sql`signals join projects on projects.id = signals.project_id
    where signals.kind = 'accelerating' and signals.ended_at is null and projects.state = 'published'`
  const list = sql<Row>`(
    select counted.total, list.* from (select count(*)::integer as total from ${standing}) as counted
    left join (
      select projects.slug, projects.name, signals.id, title, window_from as "windowFrom", window_to as "windowTo", facts,
        evidence, rule, detected_at as "detectedAt", project_id
      from ${standing} order by detected_at desc, project_id limit ${limit} offset ${offset}
    ) as list on true)`
  const rows = await reader
    .selectFrom(list.as('list'))
    .selectAll()
    .orderBy('list.detectedAt', 'desc')
    .orderBy('list.project_id')
    .execute()
  const counted = countedList<SignalRow, Row>(rows)
  return { total: counted.total, projects: counted.rows.map(toRecord) }
}

type SignalRow = AcceleratingRecord['project'] &
  Pick<AcceleratingRecord, 'title' | 'windowFrom' | 'windowTo' | 'rule' | 'detectedAt'> & {
    readonly id: string
    readonly facts: { readonly ships?: unknown; readonly shipsBefore?: unknown }
    readonly evidence: readonly EvidenceId[]
    readonly project_id: string
  }
type Row = { readonly total: number } & OrNull<SignalRow>

function toRecord(row: SignalRow): AcceleratingRecord {
  const { slug, name, title, windowFrom, windowTo, facts, rule, detectedAt } = row
  const evidence = nonEmpty(row.evidence)
  if (evidence === undefined) throw new Error('a signal has no evidence')
  return {
    project: { slug, name },
    id: evidenceId('signal', row.id),
    title,
    windowFrom,
    windowTo,
    ships: numberOrNull(facts.ships),
    shipsBefore: numberOrNull(facts.shipsBefore),
    evidence,
    rule,
    detectedAt,
  }
}

function numberOrNull(figure: unknown): number | null {
  return typeof figure === 'number' ? figure : null
}
