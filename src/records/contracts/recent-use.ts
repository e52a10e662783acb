import { sql } from 'kysely'
import { nonEmpty } from '#contract/claim.ts'
import { type ContractAddress, type EvidenceId, evidenceId } from '#contract/ids.ts'
import { addDays, type CalendarDate, dateOf, type Instant } from '#contract/time.ts'
import { USE_RULE, type UsedDay } from '#domain/contracts/contract-use.ts'
import type { CalledMethod, RecentUse } from '#domain/contracts/held-contract.ts'
import { anyOf } from '#records/any-of.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { beginOfSpan } from './contract-use.ts'
import { CAN_NAME_LEFT_OUT } from './interface-methods.ts'

/**
 * The use of each of these contracts over the last seven complete days that were read. The most called methods come
 * first. A contract whose calls were never read, or must be read anew, is absent.
 */
export async function getRecentUse(
  input: { readonly projectId: string; readonly contracts: readonly ContractAddress[] },
  reader: Reader,
): Promise<ReadonlyMap<string, RecentUse>> {
  const query = reader
    .selectFrom('contract_use as span')
    .leftJoin('contracts', (join) =>
      join
        .onRef('contracts.chain_id', '=', 'span.chain_id')
        .onRef('contracts.project_id', '=', 'span.project_id')
        .onRef('contracts.address', '=', 'span.contract')
        .on('contracts.withdrawn_at', 'is', null),
    )
    .select(['span.contract', 'span.source_id', 'since_creation', 'collected_to', 'read_at'])
    .select(beginOfSpan('contracts.created_at').as('collected_from'))
    .where('span.project_id', '=', input.projectId)
    .where(sql<boolean>`not ${CAN_NAME_LEFT_OUT}`)
    .where(sql<boolean>`span.contract = any((select ${[...input.contracts]}::text[])::text[])`)
  const [spans, called] = await Promise.all([
    runPlanned(query, reader),
    runPlanned(calledMethods(input), reader),
  ])
  const callsOf = Map.groupBy(called, ({ contract }) => contract)
  return new Map(
    spans.map((span) => {
      const { collected_from: from, collected_to: to, since_creation: sinceCreation, read_at: readAt } = span
      const daysFrom = addDays(dateOf(to), -USE_RULE.days)
      const rows = callsOf.get(span.contract) ?? NO_CALLS
      const sourceId = evidenceId('source', span.source_id)
      const collected = { from, sinceCreation, to, readAt, daysFrom }
      return [span.contract, { sourceId, collected, days: toDays(rows), methods: toMethods(rows) }]
    }),
  )
}

type CalledRow = {
  contract: string
  id: string
  signature: string
  last_at: Instant
  day: CalendarDate
  calls: number
}

const NO_CALLS: readonly CalledRow[] = []

/** Decoded methods with their calls on each of the seven days. */
function calledMethods(input: {
  readonly projectId: string
  readonly contracts: readonly ContractAddress[]
}) {
  return sql<CalledRow>`
    select method.contract, method.id, method.signature, method.last_at, used.day, used.calls
    from method_use as method
    join contract_use as span on span.project_id = method.project_id and span.contract = method.contract
    join method_use_days as used on used.method_id = method.id
      and used.day >= (span.collected_to at time zone 'UTC')::date - ${USE_RULE.days}::integer
      and used.day < (span.collected_to at time zone 'UTC')::date
    where method.project_id = ${input.projectId}::uuid and method.contract = ${anyOf(input.contracts, 'text')}
      and method.signature is not null and method.withdrawn_at is null
    order by method.contract, used.day, method.id`
}

function toDays(rows: readonly CalledRow[]): readonly UsedDay[] {
  return [...Map.groupBy(rows, ({ day }) => day)].flatMap(([day, ofDay]) => {
    const methods = nonEmpty(ofDay.map(({ id }): EvidenceId => evidenceId('method', id)))
    return methods === undefined ? [] : [{ day, calls: sumOf(ofDay), methods }]
  })
}

function toMethods(rows: readonly CalledRow[]): readonly CalledMethod[] {
  const methods = [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, own]) => {
    const [first] = own
    if (first === undefined) return []
    const { signature, last_at: lastCalledAt } = first
    return [{ id: evidenceId('method', id), signature, lastCalledAt, calls: sumOf(own) }]
  })
  return methods.toSorted((a, b) => b.calls - a.calls || (a.signature < b.signature ? -1 : 1))
}

function sumOf(rows: readonly CalledRow[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0)
}
