import { sql } from 'kysely'
import type { ContractAddress } from '#contract/ids.ts'
import type { RecordCheck } from '#domain/project/deploy-record.ts'
import { rowsOf } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'

/** A statement that a file of a repository records the deployment of a contract, by its uuid. */
export type DeployRecord = {
  readonly id: string
  readonly url: string
  readonly names: ContractAddress
}

/** The most statements of one project that are read. */
const MOST = 5

/** The standing statements of a project that a repository records the deployment of a contract; at most five. */
export async function getDeployRecords(projectId: string, reader: Reader): Promise<readonly DeployRecord[]> {
  return reader
    .selectFrom('claims')
    .select('id')
    .select(sql<string>`url`.as('url'))
    .select(sql<ContractAddress>`names`.as('names'))
    .where('project_id', '=', projectId)
    .where('kind', '=', 'token_deploy_record')
    .where('by', '=', 'repository')
    .where('url', 'is not', null)
    .where('names', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .limit(MOST)
    .execute()
}

/** Saves the results of reading deploy records. */
export async function saveRecordChecks(
  checks: readonly { readonly id: string; readonly check: RecordCheck }[],
  writer: Writer,
): Promise<void> {
  const rows = checks.map(({ id, check }) => ({ id, recordCheck: check }))
  await sql`
    update claims set record_check = read.record_check, observed_at = (read.record_check ->> 'at')::timestamptz
    from ${rowsOf('claims', rows)} as read
    where claims.id = read.id`.execute(writer)
}
