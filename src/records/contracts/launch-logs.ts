import { type Insertable, type Selectable, sql } from 'kysely'
import { CHAIN_ID, type ContractAddress, evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { LaunchLog } from '#domain/contracts/records.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { fromColumns, insertAll, toColumns } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { LaunchLogs } from '#records/tables.ts'

/** A log of a launch as a reading found it. */
export type FoundLaunchLog = Omit<LaunchLog, 'sourceId' | 'detectedAt'>

/** The logs of the launches of these projects' tokens. */
export async function getLaunchLogs(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<LaunchLog>> {
  const rows = await reader
    .selectFrom('launch_logs')
    .selectAll()
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .orderBy('block_number')
    .orderBy('log_index')
    .execute()
  return byProject(rows, toLaunchLog)
}

/** The logs of the launch of one token. */
export async function getLaunchLogsOf(
  { token }: { readonly token: ContractAddress },
  reader: Reader,
): Promise<readonly LaunchLog[]> {
  const rows = await reader.selectFrom('launch_logs').selectAll().where('token', '=', token).execute()
  return rows.map(toLaunchLog)
}

/**
 * Saves the logs of a token's launch that a reading found in these blocks. They replace the logs that an earlier
 * reading found in the blocks; a log that both found keeps its `detectedAt`. A log is left out if another block has one
 * of the same kind.
 */
export async function saveLaunchLogs(
  input: {
    readonly logs: readonly FoundLaunchLog[]
    readonly token: ContractAddress
    readonly blocks: { readonly from: number; readonly to: number }
    readonly projectId: string
    readonly sourceId: string
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  const { logs, token, blocks, now, ...owner } = input
  await writer
    .deleteFrom('launch_logs')
    .where('token', '=', token)
    .where('block_number', '>=', blocks.from)
    .where('block_number', '<=', blocks.to)
    .where(sql<boolean>`(kind || ':' || block_hash || ':' || log_index) <> all(${logs.map(keyOf)}::text[])`)
    .execute()
  if (logs.length === 0) return
  const found = { ...owner, chainId: CHAIN_ID, token, detectedAt: now }
  const rows = logs.map((log) => toColumns<Insertable<LaunchLogs>>({ ...log, ...found }))
  await insertAll('launch_logs', rows, writer)
    .onConflict((conflict) => conflict.columns(['chain_id', 'token', 'kind']).doNothing())
    .execute()
}

function keyOf({ kind, blockHash, logIndex }: FoundLaunchLog): string {
  return `${kind}:${blockHash}:${logIndex}`
}

function toLaunchLog(row: Selectable<LaunchLogs>): LaunchLog {
  const { chain_id: _, project_id: __, token: ___, ...columns } = row
  return { ...fromColumns(columns), sourceId: evidenceId('source', row.source_id) }
}
