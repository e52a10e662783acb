import type { Insertable } from 'kysely'
import { CHAIN_ID } from '#contract/ids.ts'
import type { ChainHead, RpcEndpoint } from '#domain/collecting/status-record.ts'
import { fromColumns, toColumns } from '#records/columns.ts'
import type { Database, Reader, Writer } from '#records/database.ts'
import type { Tables } from '#records/tables.ts'

/** The known limits and state of every endpoint that was ever asked, in the order of their configuration. */
export async function getRpcEndpoints(reader: Reader): Promise<readonly RpcEndpoint[]> {
  const rows = await reader
    .selectFrom('rpc_endpoints')
    .selectAll()
    .orderBy('place')
    .orderBy('endpoint')
    .execute()
  return rows.map(fromColumns)
}

/**
 * Saves the limits and the state of an endpoint. The last save of any process stands. One statement, so it needs no
 * transaction.
 */
export async function saveRpcEndpoint(endpoint: RpcEndpoint, writer: Writer | Database): Promise<void> {
  const row = toColumns<Insertable<Tables['rpc_endpoints']>>(endpoint)
  await writer
    .insertInto('rpc_endpoints')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
    .execute()
}

/** The chain's head as last read; undefined before the first reading. */
export async function findChainHead(reader: Reader): Promise<ChainHead | undefined> {
  const row = await reader
    .selectFrom('chain_heads')
    .selectAll()
    .where('chain_id', '=', CHAIN_ID)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { chain_id: _, ...columns } = row
  return fromColumns(columns)
}

/** Saves the chain's head as read. One statement, so it needs no transaction. */
export async function saveChainHead(head: ChainHead, writer: Writer | Database): Promise<void> {
  const row = toColumns<Insertable<Tables['chain_heads']>>({ ...head, chainId: CHAIN_ID })
  await writer
    .insertInto('chain_heads')
    .values(row)
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(row))
    .execute()
}
