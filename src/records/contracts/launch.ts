import { type ContractAddress, evidenceId } from '#contract/ids.ts'
import type { ContractLaunch } from '#domain/contracts/records.ts'
import type { Reader } from '#records/database.ts'

/** The launch of a project's token; undefined until its contract's creation is read. */
export async function findLaunch(
  input: { readonly projectId: string; readonly address: ContractAddress },
  reader: Reader,
): Promise<ContractLaunch | undefined> {
  const row = await reader
    .selectFrom('contracts')
    .select(['created_at', 'creation_block', 'creation_tx', 'deployer', 'source_id'])
    .where('address', '=', input.address)
    .where('project_id', '=', input.projectId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.created_at === null || row.creation_block === null) return undefined
  return {
    createdAt: row.created_at,
    block: row.creation_block,
    transaction: row.creation_tx,
    deployer: row.deployer,
    evidence: evidenceId('source', row.source_id),
  }
}
