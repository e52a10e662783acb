import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { CHAIN_ID, type ContractAddress, evidenceId } from '#contract/ids.ts'
import type { Implementation, ImplementationLog } from '#domain/contracts/records.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { columnsOf, excluded, insertAll, toColumns } from '#records/columns.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'
import type { Implementations } from '#records/tables.ts'
import { toWithdrawal } from '#records/withdrawal.ts'

/** An implementation as a reading of a proxy found it. */
export type ImplementationDraft = Omit<Implementation, 'id' | 'sourceId'>

/** A contract's implementations in the order of their detection, then by block; withdrawn ones included. */
export async function getImplementationsOf(
  input: { readonly contract: ContractAddress },
  reader: Reader,
): Promise<readonly Implementation[]> {
  const rows = await reader
    .selectFrom('implementations')
    .selectAll()
    .where('chain_id', '=', CHAIN_ID)
    .where('contract', '=', input.contract)
    .orderBy('detected_at')
    .orderBy('block_number')
    .orderBy('log_index')
    .orderBy('key')
    .execute()
  return rows.map(toImplementation)
}

/**
 * A query for the newest implementations of these contracts, at most `limit` of each. Implementations that another
 * project recorded are included.
 */
export type NewestOf = {
  readonly projectId: string
  readonly contracts: readonly ContractAddress[]
  readonly limit: number
}

/**
 * The standing implementations of each contract, newest first: at most `limit` a contract, with the total. A contract
 * without implementations is absent.
 */
export async function getHistories(
  input: NewestOf,
  reader: Reader,
): Promise<ReadonlyMap<string, { readonly total: number; readonly items: readonly Implementation[] }>> {
  const query = sql<Selectable<Implementations> & { total: number }>`
    select ${columnsOf('newest', COLUMNS)}, total from ${newest(input)} as newest order by contract, place`
  const rows = await runPlanned(query, reader)
  const groups = Map.groupBy(rows, ({ contract }) => contract)
  return new Map(
    [...groups].map(([contract, group]) => [
      contract,
      { total: Math.max(...group.map(({ total }) => total)), items: group.map(toImplementation) },
    ]),
  )
}

/** The rows of the newest implementations. Each has its `place` and the `total` of its contract's implementations. */
export function newest({ contracts, limit }: Pick<NewestOf, 'contracts' | 'limit'>): RawBuilder<unknown> {
  return sql`(
    select * from (
      select *, count(*) over (partition by contract)::integer as total, row_number() over (partition by contract
        order by coalesce(block_time, detected_at) desc, block_number desc, log_index desc, key) as place
      from implementations
      where contract = any((select ${[...contracts]}::text[])::text[])
        and withdrawn_at is null) as numbered
    where place <= ${limit})`
}

/** The implementations that these projects recorded of proxies, withdrawn ones included. */
export async function getImplementations(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<Implementation>> {
  const rows = await reader
    .selectFrom('implementations')
    .selectAll()
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .orderBy('key')
    .execute()
  return byProject(rows, toImplementation)
}

/**
 * Saves implementations by key. The newest reading replaces every value except the key, the project, the source, the
 * time of the first detection, and the time of the reading before that. So an implementation stays with the project
 * that recorded it, even when another project reads the contract later.
 */
export async function saveImplementations(
  input: {
    readonly implementations: readonly ImplementationDraft[]
    readonly projectId: string
    readonly sourceId: string
  },
  writer: Writer,
): Promise<void> {
  const { implementations, ...owner } = input
  if (implementations.length === 0) return
  const rows = implementations.map((one) => toRow(one, owner))
  await insertAll('implementations', rows, writer)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(excluded(...READ)))
    .execute()
}

function toRow(
  one: ImplementationDraft,
  owner: { readonly projectId: string; readonly sourceId: string },
): Insertable<Implementations> {
  const { key, contract, implementation, previousImplementation, beacon, initial } = one
  const { unchangedUntil, slotBlock, detectedAt, settled, log, withdrawn } = one
  return toColumns<Insertable<Implementations>>({
    ...owner,
    key,
    contract,
    implementation,
    previousImplementation,
    beacon,
    initial,
    settled,
    unchangedUntil,
    slotBlock: slotBlock === null ? null : slotBlock.number,
    slotHash: slotBlock === null ? null : slotBlock.hash,
    detectedAt,
    ...log,
    chainId: CHAIN_ID,
    basis: log === null ? 'slot' : 'log',
    withdrawnAt: withdrawn === null ? null : withdrawn.at,
    withdrawnReason: withdrawn === null ? null : withdrawn.reason,
  })
}

const READ = [
  'implementation',
  'previous_implementation',
  'basis',
  'beacon',
  'block_number',
  'tx_index',
  'log_index',
  'tx_hash',
  'block_hash',
  'block_time',
  'initial',
  'slot_block',
  'slot_hash',
  'settled',
  'withdrawn_at',
  'withdrawn_reason',
] as const

const COLUMNS = [
  ...READ,
  'key',
  'chain_id',
  'contract',
  'project_id',
  'source_id',
  'detected_at',
  'unchanged_until',
] as const satisfies readonly (keyof Implementations)[]

function toImplementation(row: Selectable<Implementations>): Implementation {
  return {
    id: evidenceId('impl', row.key),
    sourceId: evidenceId('source', row.source_id),
    key: row.key,
    contract: row.contract,
    implementation: row.implementation,
    previousImplementation: row.previous_implementation,
    beacon: row.beacon,
    log: toLog(row),
    initial: row.initial,
    unchangedUntil: row.unchanged_until,
    slotBlock: toSlotBlock(row),
    detectedAt: row.detected_at,
    settled: row.settled,
    withdrawn: toWithdrawal(row.withdrawn_at, row.withdrawn_reason),
  }
}

function toSlotBlock({
  slot_block: number,
  slot_hash: hash,
}: Selectable<Implementations>): Implementation['slotBlock'] {
  return number === null || hash === null ? null : { number, hash }
}

function toLog(row: Selectable<Implementations>): ImplementationLog | null {
  const { block_number: blockNumber, tx_index: txIndex, log_index: logIndex } = row
  const { tx_hash: txHash, block_hash: blockHash, block_time: blockTime } = row
  if (blockNumber === null || txIndex === null || logIndex === null) return null
  if (txHash === null || blockHash === null || blockTime === null) return null
  return { blockNumber, txIndex, logIndex, txHash, blockHash, blockTime }
}
