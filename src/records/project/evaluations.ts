import { type RawBuilder, sql } from 'kysely'
import type { RuleId } from '#contract/claim.ts'
import type { CoverageState } from '#contract/enums.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { Conclusion } from '#domain/evidence.ts'
import { uuidOf } from '#domain/natural-key.ts'
import { anyOf } from '#records/any-of.ts'
import { fromColumns, rowsOf } from '#records/columns.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'
import { isHeldAt } from './held-conclusions.ts'

/** A rule's conclusion about one fact of a project. Invariant: it has a value exactly when MEASURED. */
export type EvaluationDraft = {
  readonly projectId: string
  readonly fact: string
  readonly rule: RuleId
  readonly state: CoverageState
  readonly value: unknown
  /** As in `Conclusion`. */
  readonly supportedUntil: Instant | null
  readonly inputs: Readonly<Record<string, unknown>>
  readonly evidence: readonly string[]
  readonly unknownInputs: readonly { readonly input: string; readonly reason: CoverageState }[]
  /**
   * Only in a conclusion that was made because a rule changed: when its facts were known. Such a conclusion is no news.
   */
  readonly knownAt?: Instant
}

/** A rule's conclusion as it is stored. */
export function draftOf(
  input: { projectId: string; fact: string; extra?: Readonly<Record<string, unknown>> },
  conclusion: Conclusion<unknown>,
): EvaluationDraft {
  const { claim, supportedUntil, rule, unknownInputs } = conclusion
  const inputs = { ...conclusion.inputs, ...input.extra }
  const draft = { projectId: input.projectId, fact: input.fact, rule, inputs, unknownInputs }
  return claim.kind === 'UNKNOWN'
    ? { ...draft, state: claim.reason, value: null, supportedUntil: null, evidence: [] }
    : { ...draft, state: 'MEASURED', value: claim.value, supportedUntil, evidence: claim.evidence }
}

/** A standing conclusion about a fact, without its inputs and evidence. */
export type StandingConclusion = Pick<EvaluationDraft, 'projectId' | 'fact' | 'rule' | 'state' | 'value'> & {
  readonly evaluatedAt: Instant
  /** The newest value that this or an earlier conclusion measured and confirmed; null when none did. */
  readonly lastKnown: unknown
  /** The token that `lastKnown` is about; null for a fact that is not about a token. */
  readonly lastKnownToken: ContractAddress | null
}

/** The standing conclusions of these projects about these facts. */
export async function getStandingConclusions(
  input: { projectIds: readonly string[]; facts: readonly string[] },
  reader: Reader,
): Promise<readonly StandingConclusion[]> {
  const rows = await reader
    .selectFrom('evaluations')
    .select(['project_id', 'fact', 'rule', 'state', 'value', 'evaluated_at'])
    .select([LAST_KNOWN.as('last_known'), LAST_KNOWN_TOKEN.as('last_known_token')])
    .where('project_id', '=', anyOf(input.projectIds, 'uuid'))
    .where('fact', '=', anyOf(input.facts, 'text'))
    .where('superseded_at', 'is', null)
    .execute()
  return rows.map(fromColumns)
}

const LAST_KNOWN = sql<unknown>`
  case when ${isKnown('evaluations')} then value else ${ofLastKnown(sql`earlier.value`)} end`
const LAST_KNOWN_TOKEN = sql<ContractAddress | null>`
  case when ${isKnown('evaluations')} then ${concludedToken('evaluations')} else ${ofLastKnown(concludedToken('earlier'))} end`

function ofLastKnown(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select ${column} from evaluations as earlier
    where earlier.project_id = evaluations.project_id and earlier.fact = evaluations.fact and ${isKnown('earlier')}
    order by earlier.evaluated_at desc limit 1)`
}

/** Whether a conclusion is measured and confirmed, as SQL. */
function isKnown(of: 'evaluations' | 'earlier'): RawBuilder<boolean> {
  return sql`(${sql.ref(`${of}.state`)} = 'MEASURED' and ${isConfirmed(of)})`
}

/** Whether a conclusion counts as confirmed: true unless its value says otherwise. As SQL. */
export function isConfirmed(of: 'evaluations' | 'earlier'): RawBuilder<boolean> {
  return sql`coalesce((${sql.ref(`${of}.value`)} ->> 'confirmed')::boolean, true)`
}

/**
 * The token that a measured conclusion is about, as SQL. This is the judged token, or the token whose launch or market
 * the cited source reads. Null for a fact that is not about a token.
 */
export function concludedToken(
  of: 'evaluations' | 'earlier' | 'standing' | 'draft',
): RawBuilder<ContractAddress | null> {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  const cited = sql`substr((${column('evidence')})[1], length('source:') + 1)::uuid`
  return sql`case
    when ${column('fact')} = 'token.verification' then ${column('inputs')} ->> 'token'
    when ${column('fact')} in ('token.launch_stage', 'market.status', 'market_integrity.state')
      and (${column('evidence')})[1] like 'source:%'
      then (select split_part(locator, ':', case kind when 'market' then 2 else 1 end) from sources where id = ${cited})
    end`
}

/** The evidence and inputs of the evaluation that last confirmed a conclusion. */
export const LATEST_EVIDENCE = sql<EvidenceId[]>`coalesce(latest_evidence, evidence)`
export const LATEST_INPUTS = sql<unknown>`coalesce(latest_inputs, inputs)`

/**
 * Stores conclusions. An equal conclusion by the same rule confirms the standing row. That row keeps its first inputs
 * and evidence, and gets the latest beside them. Any other conclusion supersedes the standing row, also an equal one
 * about another token. An equal conclusion supersedes a row that no longer holds too, so that the time between stays
 * unknown. Returns the projects with a new row.
 */
export async function saveEvaluations(
  input: { drafts: readonly EvaluationDraft[]; now: Instant },
  writer: Writer,
): Promise<ReadonlySet<string>> {
  const rows = input.drafts.map((draft) => ({
    ...draft,
    id: uuidOf('evaluation', keyOf(draft, input.now)),
    value: draft.state === 'MEASURED' ? draft.value : null,
  }))
  const query = sql<{ project_id: string }>`
    with draft as materialized (
      select draft.*, standing.id as standing_id,
        (standing.rule, standing.state, standing.value) is not distinct from (draft.rule, draft.state, draft.value)
          and ${concludedToken('standing')} is not distinct from ${concludedToken('draft')}
          and ${isHeldAt(input.now, 'standing')} as stands
      from ${rowsOf('evaluations', rows)} as draft
      left join evaluations as standing
        on standing.project_id = draft.project_id and standing.fact = draft.fact and standing.superseded_at is null
    ), confirmed as (
      update evaluations as standing set confirmed_at = ${input.now}::timestamptz,
        supported_until = greatest(standing.supported_until, draft.supported_until),
        latest_inputs = nullif(draft.inputs, standing.inputs),
        latest_evidence = nullif(draft.evidence, standing.evidence),
        latest_unknown_inputs = nullif(draft.unknown_inputs, standing.unknown_inputs)
      from draft where standing.id = draft.standing_id and draft.stands
    ), superseded as (
      update evaluations as standing set superseded_at = ${input.now}::timestamptz
      from draft where standing.id = draft.standing_id and not draft.stands
      returning standing.id
    )
    insert into evaluations (id, project_id, fact, rule, state, value, inputs, evidence, unknown_inputs, known_at,
      supported_until, evaluated_at, confirmed_at)
    select draft.id, draft.project_id, draft.fact, draft.rule, draft.state, draft.value, draft.inputs, draft.evidence,
      draft.unknown_inputs, draft.known_at, draft.supported_until, ${input.now}::timestamptz, ${input.now}::timestamptz
    from draft left join superseded on superseded.id = draft.standing_id
    where draft.standing_id is null or superseded.id is not null
    returning project_id`
  const moved = await runPlanned(query, writer)
  return new Set(moved.map((row) => row.project_id))
}

/** The key of a conclusion's id. After a rule has changed, two conclusions about a fact can share one instant. */
function keyOf({ projectId, fact, knownAt }: EvaluationDraft, now: Instant): string {
  return `${projectId}:${fact}:${now}${knownAt === undefined ? '' : ':known'}`
}
