import { sql } from 'kysely'
import type { RuleId } from '#contract/claim.ts'
import { type EvidenceId, evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { type Concluded, MOVING_FACTS, type Move, type MovingFact } from '#domain/changes/evidence.ts'
import type { Reader } from './database.ts'

/**
 * Where two conclusions that follow each other differ, by project, oldest first: of activity, verification, research
 * level and market status. A value that was not measured is null.
 */
export async function getMoves(input: {
  readonly ids: readonly string[]
  readonly reader: Reader
}): Promise<ReadonlyMap<string, readonly Move[]>> {
  const rows = await input.reader
    .with('concluded', (from) =>
      from
        .selectFrom('evaluations')
        .select([
          ...(['id', 'project_id', 'fact', 'rule', 'evidence', 'evaluated_at'] as const),
          VALUE.as('value'),
          sql<string | null>`value ->> 'reason'`.as('reason'),
        ])
        .where(sql<boolean>`project_id = any(${[...input.ids]}::uuid[])`)
        .where('fact', 'in', [...MOVING_FACTS]),
    )
    .with('followed', (from) =>
      from
        .selectFrom('concluded')
        .selectAll()
        .select([
          lag<string | null>('id').as('before_id'),
          lag<string | null>('rule').as('before_rule'),
          lag<string | null>('value').as('before_value'),
          lag<string | null>('reason').as('before_reason'),
          lag<string[] | null>('evidence').as('before_evidence'),
          lag<Instant | null>('evaluated_at').as('before_at'),
        ]),
    )
    .selectFrom('followed')
    .selectAll()
    .where('before_id', 'is not', null)
    .where(sql<boolean>`value is distinct from before_value`)
    .orderBy('evaluated_at')
    .orderBy('id')
    .execute()
  const moves = Map.groupBy(rows, (row) => row.project_id)
  return new Map([...moves].map(([id, group]) => [id, group.flatMap(toMove)]))
}

const VALUE = sql<string | null>`case jsonb_typeof(value)
  when 'string' then value #>> '{}' when 'object' then value ->> 'status' end`

function lag<T>(column: string) {
  return sql<T>`lag(${sql.ref(column)}) over (partition by project_id, fact order by evaluated_at, id)`
}

type MoveRow = {
  fact: string
  id: string
  rule: string
  value: string | null
  reason: string | null
  evidence: string[]
  evaluated_at: Instant
  before_id: string | null
  before_rule: string | null
  before_value: string | null
  before_reason: string | null
  before_evidence: string[] | null
  before_at: Instant | null
}

function toMove(row: MoveRow): readonly Move[] {
  const { before_id: id, before_rule: rule, before_evidence: evidence, before_at: evaluatedAt } = row
  if (id === null || rule === null || evidence === null || evaluatedAt === null) return []
  const { before_value: value, before_reason: reason } = row
  return [
    {
      fact: row.fact as MovingFact,
      before: toConcluded({ id, rule, value, reason, evidence, evaluatedAt }),
      after: toConcluded({ ...row, evaluatedAt: row.evaluated_at }),
    },
  ]
}

function toConcluded(row: {
  id: string
  rule: string
  value: string | null
  reason: string | null
  evidence: string[]
  evaluatedAt: Instant
}): Concluded {
  return {
    id: evidenceId('state', row.id),
    rule: row.rule as RuleId,
    value: row.value,
    reason: row.reason,
    evidence: row.evidence as EvidenceId[],
    evaluatedAt: row.evaluatedAt,
  }
}
