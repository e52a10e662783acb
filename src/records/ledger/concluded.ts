import { sql } from 'kysely'
import { evidenceId } from '#contract/ids.ts'
import { heldUntil } from '#domain/collecting/held.ts'
import { type Concluded, MOVING_FACTS, type MovingFact } from '#domain/ledger/evidence.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { fromColumns } from '#records/columns.ts'
import type { Reader } from '#records/database.ts'
import { concludedToken, isConfirmed } from '#records/project/evaluations.ts'

/**
 * Every conclusion about a moving fact, by project, oldest first. The value is null where it was not measured. At one
 * instant, conclusions that were made because a rule changed come before the others.
 */
export async function getConcluded(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<Concluded>> {
  const rows = await reader
    .selectFrom('evaluations')
    .select(['id', 'project_id', 'fact', 'rule', 'evidence', 'evaluated_at', 'known_at'])
    .select(['supported_until', 'confirmed_at', 'superseded_at'])
    .select(concludedToken('evaluations').as('token'))
    .select([CONCLUDED_VALUE.as('value'), REASON.as('reason'), isConfirmed('evaluations').as('confirmed')])
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .where('fact', 'in', [...MOVING_FACTS])
    .orderBy('evaluated_at')
    .orderBy(sql`known_at nulls last`)
    .orderBy('id')
    .$narrowType<{ fact: MovingFact }>()
    .execute()
  return byProject(rows, ({ known_at: knownAt, ...row }): Concluded => {
    return {
      fact: row.fact,
      id: evidenceId(row.fact === 'market_integrity.state' ? 'integrity' : 'state', row.id),
      rule: row.rule,
      token: row.token,
      value: row.value,
      reason: row.reason,
      confirmed: row.confirmed,
      evidence: row.evidence,
      evaluatedAt: knownAt === null ? row.evaluated_at : knownAt,
      supportedUntil: row.supported_until,
      heldUntil: heldUntil(fromColumns(row)),
      rederived: knownAt !== null,
    }
  })
}

/** The value or the status of a conclusion about a moving fact, without its details; null while it is unknown. */
export const CONCLUDED_VALUE = sql<string | null>`case jsonb_typeof(value)
  when 'string' then value #>> '{}' when 'object' then value ->> 'status' end`

/** The reason in a value. Several reasons are joined in their order. */
const REASON = sql<string | null>`coalesce(value ->> 'reason',
  (select string_agg(reason, ', ' order by place)
    from jsonb_array_elements_text(value -> 'reasons') with ordinality as listed(reason, place)))`
