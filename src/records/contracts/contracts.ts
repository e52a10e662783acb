import { type Selectable, sql } from 'kysely'
import { CHAIN_ID, type ContractAddress, evidenceId, type Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { CONTRACT_ROLES, type ProxyReading, type RecordedContract } from '#domain/contracts/records.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { insertAll } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import { STANDING_TOKEN } from '#records/project/shown-token.ts'
import type { Contracts } from '#records/tables.ts'
import { toWithdrawal } from '#records/withdrawal.ts'

/** A contract as a reading of a source found it. */
export type SeenContract = Pick<RecordedContract, 'address' | 'role' | 'deployer' | 'creation' | 'settled'>

/** The contract at an address, also when it is withdrawn; undefined when none is recorded. */
export async function findContract(
  address: ContractAddress,
  reader: Reader,
): Promise<RecordedContract | undefined> {
  const row = await reader
    .selectFrom('contracts')
    .selectAll()
    .where('chain_id', '=', CHAIN_ID)
    .where('address', '=', address)
    .executeTakeFirst()
  return row && toContract(row)
}

/** The project (uuid) to which a contract belongs, and whether the source that proves it counts. */
export type ContractHolder = { readonly projectId: string; readonly counted: boolean }

/**
 * The project to which a contract belongs, by its attached sources. The project whose token it is comes first, then the
 * project that recorded its implementations first, then the project whose file names it. Before that order, a source
 * that counts precedes one that does not. A deployer alone proves nothing: it may have deployed for others. Null when
 * no project qualifies. One statement, because each reading of a contract asks for it.
 */
export async function findContractHolder(
  address: ContractAddress,
  reader: Reader,
): Promise<ContractHolder | null> {
  const holding = sql<{ project_id: string; counted: boolean; place: number; since: Instant | null }>`(
    select project_id, true as counted, 0 as place, null::timestamptz as since from tokens
    where chain_id = ${CHAIN_ID} and address = ${address} and ${sql.raw(STANDING_TOKEN)}
    union all
    select recorded.project_id, sources.counted, 1, recorded.detected_at from implementations as recorded
    join sources on sources.id = recorded.source_id and sources.detached_at is null where contract = ${address}
    union all
    select recorded.project_id, sources.counted, 2, recorded.detected_at from contracts as recorded
    join sources on sources.id = recorded.source_id and sources.detached_at is null and sources.kind = 'contract'
    where chain_id = ${CHAIN_ID} and address = ${address} and withdrawn_at is null)`
  const row = await reader
    .selectFrom(holding.as('holding'))
    .select(['project_id', 'counted'])
    .orderBy('counted', 'desc')
    .orderBy('place')
    .orderBy('since')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { projectId: row.project_id, counted: row.counted }
}

/**
 * The slugs of the projects that count one of these contracts or have it as their token, by address. Leaves out the
 * `except` projects.
 */
export async function getProjectsCounting(
  input: { readonly addresses: readonly ContractAddress[]; readonly except: readonly string[] },
  reader: Reader,
): Promise<ReadonlyMap<string, readonly Slug[]>> {
  if (input.addresses.length === 0) return new Map()
  const rows = await reader
    .selectFrom('sources')
    .innerJoin('projects', 'projects.id', 'sources.project_id')
    .select(['sources.locator', 'projects.slug'])
    .where('sources.kind', 'in', ['contract', 'token'])
    .where('sources.counted', '=', true)
    .where('sources.detached_at', 'is', null)
    .where('sources.locator', '=', anyOf(input.addresses, 'text'))
    .where(sql<boolean>`not projects.id = ${anyOf(input.except, 'uuid')}`)
    .orderBy('projects.slug')
    .execute()
  const byAddress = Map.groupBy(rows, ({ locator }) => locator)
  return new Map([...byAddress].map(([address, counting]) => [address, counting.map(({ slug }) => slug)]))
}

/** The contracts of these projects in chain order, then those without a known block; withdrawn ones included. */
export async function getContracts(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<RecordedContract>> {
  const rows = await reader
    .selectFrom('contracts')
    .selectAll()
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .orderBy(sql`creation_block nulls last`)
    .orderBy(sql`creation_tx_index nulls last`)
    .orderBy('address')
    .execute()
  return byProject(rows, toContract)
}

/**
 * Saves contracts as seen at `now`, one row an address. A value that the new reading does not know keeps its stored
 * state. A withdrawn contract that is seen again is restored. A contract of another project passes to this one in two
 * cases: its source was detached, or its source does not count and this one does. Returns the saved addresses, without
 * those that stay with another project.
 */
export async function saveContracts(
  input: {
    readonly contracts: readonly SeenContract[]
    readonly projectId: string
    readonly sourceId: string
    readonly now: Instant
  },
  writer: Writer,
): Promise<ReadonlySet<ContractAddress>> {
  if (input.contracts.length === 0) return new Set()
  const ranked = sql<boolean>`array_position(${[...CONTRACT_ROLES]}::text[], excluded.role)
    < array_position(${[...CONTRACT_ROLES]}::text[], contracts.role)`
  const placed = sql<boolean>`(contracts.project_id <> excluded.project_id or ${ranked})`
  const located = sql<boolean>`excluded.creation_block is not null`
  const seen = input.contracts.map((contract) => toRow(contract, input))
  const rows = await insertAll('contracts', seen, writer)
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'address'])
        .doUpdateSet({
          project_id: sql`excluded.project_id`,
          role: sql`case when ${placed} then excluded.role else contracts.role end`,
          source_id: sql`case when ${placed} then excluded.source_id else contracts.source_id end`,
          deployer: sql`coalesce(excluded.deployer, contracts.deployer)`,
          creation_tx: sql`case when ${located} then excluded.creation_tx else contracts.creation_tx end`,
          creation_block: sql`coalesce(excluded.creation_block, contracts.creation_block)`,
          creation_tx_index: sql`case when ${located} then excluded.creation_tx_index else contracts.creation_tx_index end`,
          creation_block_hash: sql`coalesce(excluded.creation_block_hash, contracts.creation_block_hash)`,
          created_at: sql`coalesce(excluded.created_at, contracts.created_at)`,
          settled: sql`case when ${located} then excluded.settled else contracts.settled end`,
          withdrawn_at: null,
          withdrawn_reason: null,
        })
        .where(sql<boolean>`(contracts.project_id = excluded.project_id or ${PASSES})`),
    )
    .returning('address')
    .execute()
  return new Set(rows.map((row) => row.address))
}

/** Whether a stored contract passes to the source that has read it, as SQL. */
const PASSES = sql<boolean>`(
  select held.detached_at is not null or (held.kind = 'contract' and reading.counted and not held.counted)
  from sources as held, sources as reading where held.id = contracts.source_id and reading.id = excluded.source_id)`

/** Saves the address to which a contract forwards its calls, as read at `now`; the contract must be stored already. */
export async function saveProxyReading(
  input: {
    readonly address: ContractAddress
    readonly projectId: string
    readonly proxy: ProxyReading
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  await writer
    .updateTable('contracts')
    .set({
      proxy_kind: input.proxy.kind,
      implementation: input.proxy.implementation,
      beacon: input.proxy.beacon,
      proxy_read_at: input.now,
    })
    .where('chain_id', '=', CHAIN_ID)
    .where('address', '=', input.address)
    .where('project_id', '=', input.projectId)
    .execute()
}

/** Withdraws a project's contracts with the reason; a contract that is already withdrawn keeps its first reason. */
export async function withdrawContracts(
  input: {
    readonly addresses: readonly ContractAddress[]
    readonly projectId: string
    readonly reason: string
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  if (input.addresses.length === 0) return
  await writer
    .updateTable('contracts')
    .set({ withdrawn_at: input.now, withdrawn_reason: input.reason, settled: false })
    .where('chain_id', '=', CHAIN_ID)
    .where('address', '=', anyOf(input.addresses, 'text'))
    .where('project_id', '=', input.projectId)
    .where('withdrawn_at', 'is', null)
    .execute()
}

function toRow(
  contract: SeenContract,
  seen: { readonly projectId: string; readonly sourceId: string; readonly now: Instant },
) {
  const { creation } = contract
  return {
    chain_id: CHAIN_ID,
    address: contract.address,
    project_id: seen.projectId,
    source_id: seen.sourceId,
    role: contract.role,
    deployer: contract.deployer,
    creation_tx: creation?.tx?.hash ?? null,
    creation_tx_index: creation?.tx?.index ?? null,
    creation_block: creation?.block ?? null,
    creation_block_hash: creation?.blockHash ?? null,
    created_at: creation?.at ?? null,
    detected_at: seen.now,
    settled: creation !== null && contract.settled,
  }
}

/** A contract from its row. */
export function toContract(row: Selectable<Contracts>): RecordedContract {
  return {
    address: row.address,
    projectId: row.project_id,
    sourceId: evidenceId('source', row.source_id),
    role: row.role,
    deployer: row.deployer,
    creation: toCreation(row),
    proxy: toProxy(row),
    detectedAt: row.detected_at,
    settled: row.settled,
    withdrawn: toWithdrawal(row.withdrawn_at, row.withdrawn_reason),
  }
}

function toCreation(row: Selectable<Contracts>): RecordedContract['creation'] {
  const { creation_block: block, creation_block_hash: blockHash, created_at: at } = row
  if (block === null || blockHash === null || at === null) return null
  const { creation_tx: hash, creation_tx_index: index } = row
  return { block, blockHash, at, tx: hash === null || index === null ? null : { hash, index } }
}

function toProxy(row: Selectable<Contracts>): RecordedContract['proxy'] {
  const { proxy_kind: kind, proxy_read_at: readAt } = row
  if (kind === null || readAt === null) return null
  return {
    kind,
    implementation: row.implementation,
    beacon: row.beacon,
    readAt,
  }
}
