import { type RawBuilder, sql } from 'kysely'
import type { ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { AnsweringCode } from '#domain/contracts/contract-use.ts'
import type { HeldContract } from '#domain/contracts/held-contract.ts'
import { answeringAddress } from '#domain/contracts/held-contract.ts'
import { type Reader, runPlanned } from '#records/database.ts'

/** Code that answered a project's contract for a time. A null start is the contract's creation, a null end is now. */
export type AnsweringRow = {
  readonly project_id: string
  readonly contract: ContractAddress
  readonly code: ContractAddress | null
  readonly decodable: boolean
  readonly partly_named: boolean
  readonly answered_from: Instant | null
  readonly answered_to: Instant | null
}

/** The code that answered calls to each of these contracts of a project, oldest first. */
export async function getAnsweringCode(
  input: { readonly projectId: string; readonly contracts: readonly HeldContract[] },
  reader: Reader,
): Promise<ReadonlyMap<string, readonly AnsweringCode[]>> {
  const addresses = input.contracts.map(({ address }) => address)
  const answering = input.contracts.map(answeringAddress)
  const given = sql`(
    select ${input.projectId}::uuid as project_id, contract, answering
    from unnest(${addresses}::text[], ${answering}::text[]) as given (contract, answering))`
  const rows = await runPlanned(answeringCode(given), reader)
  const codeOf = Map.groupBy(rows, ({ contract }) => contract)
  return new Map([...codeOf].map(([contract, own]) => [contract, own.map(toAnswering)]))
}

/**
 * The code that answered calls to contracts. `contracts` has rows of `project_id`, `contract` and `answering`, the
 * address whose code answers now. If the last verified interface of the code was superseded while the code answered,
 * the time before and the time after are two rows. Code is decodable only by an interface that names each of its
 * functions.
 */
export function answeringCode(contracts: RawBuilder<unknown>): RawBuilder<AnsweringRow> {
  return sql<AnsweringRow>`
    with given as (select project_id, contract, answering from ${contracts} as given),
    spans as (${spansOf(sql`given`)}),
    verified as (
      select project_id, contract as code,
        case when bool_or(superseded_at is null) filter (where whole) then 'infinity'
          else max(superseded_at) filter (where whole) end as until,
        bool_or(not whole) as partly_named
      from (select *, coalesce(unnamed_functions, 0) = 0 as whole from interfaces) as interfaces
      where project_id in (select project_id from given) group by project_id, contract)
    select spans.project_id, spans.contract, spans.code, part.decodable,
      not part.decodable and coalesce(partly_named, false) as partly_named,
      nullif(part.begun, '-infinity') as answered_from, nullif(part.ended, 'infinity') as answered_to
    from spans left join verified on verified.project_id = spans.project_id and verified.code = spans.code
    cross join lateral (select coalesce(verified.until, '-infinity') as until) as known
    cross join lateral (values (true, spans.begun, least(spans.ended, known.until)),
      (false, greatest(spans.begun, known.until), spans.ended)) as part (decodable, begun, ended)
    where case when part.decodable then part.begun < part.ended
      else part.begun <= part.ended and known.until < 'infinity' end
    order by spans.project_id, spans.contract, part.begun, part.ended, spans.code`
}

/**
 * The times of each implementation. One that was found only in storage may have been set at any time since the last
 * reading without it. So the implementation before it may have answered too, until the new one was detected.
 */
function spansOf(given: RawBuilder<unknown>) {
  return sql`
    with placed as (
      select *, lag(placed_at) over history as placed_before, lead(placed_at) over history as placed_after
      from (
        select proxy.project_id, one.*,
          case when initial then '-infinity' else coalesce(block_time, detected_at) end as placed_at
        from (select distinct project_id, contract from ${given}) as proxy
        join (select contract, implementation, previous_implementation, initial, block_time, unchanged_until, detected_at,
            block_number, log_index, key
          from implementations where withdrawn_at is null) as one on one.contract = proxy.contract) as dated
      window history as (partition by project_id, contract order by placed_at, block_number, log_index, key)
    ), known as (
      select project_id, contract, implementation, previous_implementation, initial, placed_at, placed_before, placed_after,
        case when initial then '-infinity'
          else coalesce(block_time, unchanged_until, placed_before, '-infinity') end as begun
      from placed)
    select project_id, contract, implementation as code, begun, coalesce(placed_after, 'infinity') as ended from known
    union
    select project_id, contract, previous_implementation, '-infinity', placed_at from known
    where placed_before is null and not initial
    union
    select now.project_id, now.contract, now.answering, coalesce(newest.begun, '-infinity'), 'infinity'
    from ${given} as now left join known as newest on newest.project_id = now.project_id
      and newest.contract = now.contract and newest.placed_after is null`
}

/** A row in the form of the rules. */
export function toAnswering(row: AnsweringRow): AnsweringCode {
  const { code, decodable, partly_named, answered_from: from, answered_to: to } = row
  return { code, decodable, ...(partly_named ? { isPartlyNamed: true } : {}), from, to }
}
