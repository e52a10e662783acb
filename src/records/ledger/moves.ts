import { sql } from 'kysely'
import type { RuleId } from '#contract/claim.ts'
import { type EvidenceId, evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { type Concluded, MOVING_FACTS, type Move, type MovingFact } from '#domain/ledger/evidence.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import type { Reader } from '#records/database.ts'

/**
 * Each difference between two successive conclusions, by project, oldest first. A value that was not measured is null.
 * Conclusions made because a rule changed come before the others of the same instant.
 */
export async function getMoves({ ids }: OfProjects, reader: Reader): Promise<ByProject<Move>> {
  const rows = await reader
    .with('concluded', (from) =>
      from
        .selectFrom('evaluations')
        .select([
          ...(['id', 'project_id', 'fact', 'rule', 'evidence', 'evaluated_at'] as const),
          VALUE.as('value'),
          REASON.as('reason'),
          sql<boolean>`coalesce((value ->> 'confirmed')::boolean, true)`.as('confirmed'),
          'known_at',
        ])
        .where(sql<boolean>`project_id = any(${[...ids]}::uuid[])`)
        .where('fact', 'in', [...MOVING_FACTS]),
    )
    .with('followed', (from) =>
      from
        .selectFrom('concluded')
        .selectAll()
        .select([
          lag<string>('id').as('before_id'),
          lag<string>('rule').as('before_rule'),
          lag<string | null>('value').as('before_value'),
          lag<string | null>('reason').as('before_reason'),
          lag<string[]>('evidence').as('before_evidence'),
          lag<boolean>('confirmed').as('before_confirmed'),
          lag<Instant>('evaluated_at').as('before_at'),
          lag<Instant | null>('known_at').as('before_known_at'),
        ]),
    )
    .selectFrom('followed')
    .selectAll()
    .where('before_id', 'is not', null)
    .where(sql<boolean>`value is distinct from before_value`)
    .orderBy('evaluated_at')
    .orderBy(sql`known_at nulls last`)
    .orderBy('id')
    .execute()
  return byProject(rows, (row): Move => {
    const fact = row.fact as MovingFact
    const before = {
      ...{ id: row.before_id, rule: row.before_rule, value: row.before_value, reason: row.before_reason },
      ...{ evidence: row.before_evidence, confirmed: row.before_confirmed },
      ...{ at: row.before_at, known_at: row.before_known_at },
    }
    return {
      fact,
      before: toConcluded(fact, before),
      after: toConcluded(fact, { ...row, at: row.evaluated_at }),
    }
  })
}

const VALUE = sql<string | null>`case jsonb_typeof(value)
  when 'string' then value #>> '{}' when 'object' then value ->> 'status' end`

/** The reason of a value: one reason, or several in order. */
const REASON = sql<string | null>`coalesce(value ->> 'reason',
  (select string_agg(reason, ', ' order by place)
    from jsonb_array_elements_text(value -> 'reasons') with ordinality as listed(reason, place)))`

function lag<T>(column: string) {
  return sql<T>`lag(${sql.ref(column)}) over (partition by project_id, fact order by evaluated_at, known_at nulls last, id)`
}

type ConclusionRow = {
  id: string
  rule: string
  value: string | null
  reason: string | null
  evidence: string[]
  confirmed: boolean
  at: Instant
  known_at: Instant | null
}

function toConcluded(fact: MovingFact, row: ConclusionRow): Concluded {
  return {
    id: evidenceId(fact === 'market_integrity.state' ? 'integrity' : 'state', row.id),
    rule: row.rule as RuleId,
    value: row.value,
    reason: row.reason,
    confirmed: row.confirmed,
    evidence: row.evidence as EvidenceId[],
    evaluatedAt: row.known_at === null ? row.at : row.known_at,
    rederived: row.known_at !== null,
  }
}
