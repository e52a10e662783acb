import { sql } from 'kysely'
import type { RuleId } from '#contract/claim.ts'
import { type EvidenceId, evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { type Concluded, MOVING_FACTS, type Move, type MovingFact } from '#domain/ledger/evidence.ts'
import type { Reader } from '#records/database.ts'

/**
 * Where two conclusions that follow each other differ, by project, oldest first. A value that was not measured is null.
 * One drawn because a rule had changed comes before what was concluded of the same instant.
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
          REASON.as('reason'),
          sql<boolean>`coalesce((value ->> 'confirmed')::boolean, true)`.as('confirmed'),
          'known_at',
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
          lag<boolean | null>('confirmed').as('before_confirmed'),
          lag<Instant | null>('evaluated_at').as('before_at'),
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
  const moves = Map.groupBy(rows, (row) => row.project_id)
  return new Map([...moves].map(([id, group]) => [id, group.flatMap(toMove)]))
}

const VALUE = sql<string | null>`case jsonb_typeof(value)
  when 'string' then value #>> '{}' when 'object' then value ->> 'status' end`

/** Why a value is what it is: one reason, or several in order. */
const REASON = sql<string | null>`coalesce(value ->> 'reason',
  (select string_agg(reason, ', ' order by place)
    from jsonb_array_elements_text(value -> 'reasons') with ordinality as listed(reason, place)))`

function lag<T>(column: string) {
  return sql<T>`lag(${sql.ref(column)}) over (partition by project_id, fact order by evaluated_at, known_at nulls last, id)`
}

type MoveRow = {
  fact: string
  id: string
  rule: string
  value: string | null
  reason: string | null
  confirmed: boolean
  evidence: string[]
  evaluated_at: Instant
  known_at: Instant | null
  before_id: string | null
  before_rule: string | null
  before_value: string | null
  before_reason: string | null
  before_evidence: string[] | null
  before_confirmed: boolean | null
  before_at: Instant | null
  before_known_at: Instant | null
}

function toMove(row: MoveRow): readonly Move[] {
  const { before_id: id, before_rule: rule, before_evidence: evidence, before_at: at } = row
  if (id === null || rule === null || evidence === null || at === null) return []
  const { before_value: value, before_reason: reason, before_known_at: knownAt } = row
  const confirmed = row.before_confirmed !== false
  const fact = row.fact as MovingFact
  return [
    {
      fact,
      before: toConcluded({ fact, id, rule, value, reason, confirmed, evidence, at, knownAt }),
      after: toConcluded({ ...row, fact, at: row.evaluated_at, knownAt: row.known_at }),
    },
  ]
}

function toConcluded(row: {
  fact: MovingFact
  id: string
  rule: string
  value: string | null
  reason: string | null
  confirmed: boolean
  evidence: string[]
  at: Instant
  knownAt: Instant | null
}): Concluded {
  return {
    id: evidenceId(row.fact === 'market_integrity.state' ? 'integrity' : 'state', row.id),
    rule: row.rule as RuleId,
    value: row.value,
    reason: row.reason,
    confirmed: row.confirmed,
    evidence: row.evidence as EvidenceId[],
    evaluatedAt: row.knownAt === null ? row.at : row.knownAt,
    rederived: row.knownAt !== null,
  }
}
