import { type RawBuilder, sql } from 'kysely'
import { nonEmpty } from '#contract/claim.ts'
import { type ContractAddress, type EvidenceId, evidenceId } from '#contract/ids.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import type { RecordedUse, UsedDay } from '#domain/contracts/contract-use.ts'
import type { Method } from '#domain/contracts/method-calls.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { fromColumns } from '#records/columns.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { STANDING_TOKEN } from '#records/project/shown-token.ts'
import { answeringCode, toAnswering } from './answering-code.ts'
import { CAN_NAME_LEFT_OUT } from './interface-methods.ts'

/**
 * `attached`: contracts that are read now. `ever`: also contracts of detached sources, and contracts that now belong to
 * another project.
 */
type Sources = 'attached' | 'ever'

/**
 * The use of each project's counted contracts, with the days among its last `days` days on which a decoded method was
 * called. If a contract's calls were never read, or must be read anew, `collected` is null and the source is the source
 * of the contract itself.
 */
export async function getContractUse(
  query: OfProjects & { readonly days: number; readonly sources: Sources },
  reader: Reader,
): Promise<ByProject<RecordedUse>> {
  const projectIds = [...query.projectIds]
  const contracts = await runPlanned(collectedOf({ ...query, projectIds }), reader)
  const days = await runPlanned(daysOf(projectIds, query.days), reader)
  const codes = await runPlanned(answeringCode(countedOf(projectIds, query.sources)), reader)
  const codesOfContract = Map.groupBy(codes, (row) => `${row.project_id}:${row.contract}`)
  const daysOfContract = Map.groupBy(days, (row) => `${row.project_id}:${row.contract}`)
  return byProject(contracts, (row) =>
    toUse(row, {
      days: daysOfContract.get(`${row.project_id}:${row.contract}`)?.flatMap(toDay) ?? NO_DAYS,
      answering: codesOfContract.get(`${row.project_id}:${row.contract}`)?.map(toAnswering) ?? NO_CODE,
    }),
  )
}

/** The called methods of each project's counted contracts, withdrawn ones included. */
export async function getCalledMethods(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<Method>> {
  const methods = await reader
    .selectFrom('method_use')
    .selectAll()
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .where(
      sql<boolean>`(project_id, contract) in (select project_id, contract from ${countedOf([...projectIds], 'ever')} as counted)`,
    )
    .orderBy('id')
    .execute()
  const resumptions = await reader
    .selectFrom('method_resumptions')
    .innerJoin('method_use', 'method_use.id', 'method_resumptions.method_id')
    .selectAll('method_resumptions')
    .where('method_use.project_id', '=', anyOf(projectIds, 'uuid'))
    .orderBy('method_id')
    .orderBy('block')
    .orderBy('tx_index')
    .execute()
  const returnsOf = Map.groupBy(resumptions, (row) => row.method_id)
  return byProject(
    methods,
    (row): Method => ({
      id: evidenceId('method', row.id),
      sourceId: evidenceId('source', row.source_id),
      contract: row.contract,
      selector: row.selector,
      named:
        row.signature === null || row.interface_id === null || row.decoded_at === null
          ? null
          : { signature: row.signature, by: evidenceId('abi', row.interface_id), at: row.decoded_at },
      first: { block: row.first_block, txIndex: row.first_tx_index, tx: row.first_tx, at: row.first_at },
      firstSinceCreation: row.first_since_creation,
      resumptions:
        returnsOf.get(row.id)?.map(({ method_id: _, ...columns }) => fromColumns(columns)) ?? NO_RETURNS,
      detectedAt: row.detected_at,
      withdrawn: row.withdrawn_at !== null,
    }),
  )
}

const NO_DAYS: readonly UsedDay[] = []
const NO_CODE: RecordedUse['answering'] = []
const NO_RETURNS: Method['resumptions'] = []

/** The project's token and the contracts of counted sources, each with the address whose code answers its calls. */
function countedOf(projectIds: readonly string[], ofSources: Sources) {
  const isAttached = sql`(sources.detached_at is null or (contracts.project_id, contracts.address) in (
    select project_id, address from tokens where ${sql.raw(STANDING_TOKEN)}))`
  return sql`(
    select contracts.project_id, contracts.address as contract, contracts.source_id, contracts.created_at,
      coalesce(contracts.implementation, contracts.address) as answering,
      case when not ${isAttached} then sources.detached_at end as detached_at
    from contracts join sources on sources.id = contracts.source_id and sources.counted
    where contracts.project_id = ${anyOf(projectIds, 'uuid')} and contracts.withdrawn_at is null
      and ${ofSources === 'ever' ? sql`true` : isAttached}
    union
    select tokens.project_id, tokens.address, sources.id, null, tokens.address, sources.detached_at
    from tokens join sources
      on sources.project_id = tokens.project_id and sources.kind = 'token' and sources.locator = tokens.address
    where tokens.project_id = ${anyOf(projectIds, 'uuid')}
      and ${ofSources === 'ever' ? sql`true` : sql`sources.detached_at is null`}
      and (tokens.project_id, tokens.address) not in (select project_id, address from contracts
        where project_id = ${anyOf(projectIds, 'uuid')} and withdrawn_at is null)
    ${ofSources === 'ever' ? passedOf(projectIds) : sql``})`
}

/** The contracts whose calls were read for the project, and which now belong to another project. */
function passedOf(projectIds: readonly string[]) {
  return sql`
    union
    select span.project_id, span.contract, span.source_id, passed.created_at,
      coalesce(passed.implementation, passed.address), coalesce(reading.detached_at, span.read_at)
    from contract_use as span
    join contracts as passed on passed.address = span.contract and passed.chain_id = span.chain_id
      and passed.project_id <> span.project_id
    join sources as reading on reading.id = span.source_id
    where span.project_id = ${anyOf(projectIds, 'uuid')}`
}

type UseRow = {
  project_id: string
  contract: ContractAddress
  source_id: string
  collected_from: Instant | null
  since_creation: boolean | null
  collected_to: Instant | null
  read_at: Instant | null
  days_from: CalendarDate | null
  detached_at: Instant | null
}

function collectedOf({
  projectIds,
  days,
  sources,
}: {
  projectIds: readonly string[]
  days: number
  sources: Sources
}) {
  return sql<UseRow>`
    select counted.project_id, counted.contract,
      coalesce(span.source_id, counted.source_id) as source_id,
      ${beginOfSpan('counted.created_at')} as collected_from, span.since_creation, span.collected_to, span.read_at,
      ${firstDay(days)} as days_from, counted.detached_at
    from ${countedOf(projectIds, sources)} as counted
    left join contract_use as span on span.project_id = counted.project_id and span.contract = counted.contract
      and not ${CAN_NAME_LEFT_OUT}
    order by counted.project_id, counted.contract`
}

/**
 * The instant at which a `span` of calls begins. If it reaches back to the creation, it begins with the contract, where
 * that time is known and earlier.
 */
export function beginOfSpan(createdAt: 'counted.created_at' | 'contracts.created_at'): RawBuilder<Instant> {
  return sql`case when span.since_creation then least(span.collected_from, ${sql.ref(createdAt)})
    else span.collected_from end`
}

type DayRow = { project_id: string; contract: string; day: CalendarDate; calls: number; methods: string[] }

function firstDay(days: number) {
  return sql`((span.collected_to at time zone 'UTC')::date - ${days}::integer)`
}

function daysOf(projectIds: readonly string[], days: number) {
  return sql<DayRow>`
    select method.project_id, method.contract, used.day, sum(used.calls)::integer as calls,
      array_agg(method.id::text order by method.id) as methods
    from method_use as method
    join contract_use as span on span.project_id = method.project_id and span.contract = method.contract
    join method_use_days as used on used.method_id = method.id and used.day >= ${firstDay(days)}
    where method.project_id = ${anyOf(projectIds, 'uuid')} and method.signature is not null
      and method.withdrawn_at is null
    group by method.project_id, method.contract, used.day
    order by used.day`
}

function toDay({ day, calls, methods }: DayRow): readonly UsedDay[] {
  const ids = nonEmpty(methods.map((id): EvidenceId => evidenceId('method', id)))
  return ids === undefined ? [] : [{ day, calls, methods: ids }]
}

function toUse(row: UseRow, read: Pick<RecordedUse, 'answering' | 'days'>): RecordedUse {
  const { collected_from: from, since_creation: sinceCreation, collected_to: to, read_at: readAt } = row
  const { days_from: daysFrom } = row
  const unread = from === null || sinceCreation === null || to === null || readAt === null
  return {
    contract: row.contract,
    ...read,
    sourceId: evidenceId('source', row.source_id),
    collected: unread || daysFrom === null ? null : { from, sinceCreation, to, readAt, daysFrom },
    detachedAt: row.detached_at,
  }
}
