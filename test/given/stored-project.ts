import { randomUUID } from 'node:crypto'
import type { EstablishedBy, SourceKind } from '#contract/enums.ts'
import { CHAIN_ID, type ContractAddress, evidenceId } from '#contract/ids.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import type { Database } from '#records/database.ts'
import { storedCounting } from './records.ts'

/** A published project in the database with one source; token metadata that is not given is unread. */
export type StoredProject = {
  readonly projectId: string
  readonly sourceId: string
  readonly evidenceId: `source:${string}`
  readonly attachedAt: Instant
  readonly establishedBy: EstablishedBy
}

const ATTACHED_AT = toInstant('2026-08-01T00:00:00Z')

/** Stores a project of its own, so that tests of one file can share a database. */
export async function storeProject(
  input: {
    kind: SourceKind
    locator: string
    establishedBy?: EstablishedBy
    token?: { address: ContractAddress; totalSupply?: string; decimals?: number }
  },
  database: Database,
): Promise<StoredProject> {
  const { establishedBy = 'operator_review' } = input
  const projectId = randomUUID()
  const sourceId = randomUUID()
  await database
    .insertInto('projects')
    .values({ id: projectId, slug: `p-${projectId}`, name: 'Lumen', state: 'draft', created_at: ATTACHED_AT })
    .execute()
  if (input.token !== undefined) {
    const { address, totalSupply, decimals } = input.token
    await database
      .insertInto('tokens')
      .values({
        chain_id: CHAIN_ID,
        address,
        project_id: projectId,
        total_supply: totalSupply ?? null,
        decimals: decimals ?? null,
      })
      .execute()
  }
  await database
    .insertInto('sources')
    .values({
      id: sourceId,
      project_id: projectId,
      kind: input.kind,
      locator: input.locator,
      established_by: establishedBy,
      ...storedCounting(establishedBy),
      attached_at: ATTACHED_AT,
    })
    .execute()
  return {
    projectId,
    sourceId,
    evidenceId: evidenceId('source', sourceId),
    attachedAt: ATTACHED_AT,
    establishedBy,
  }
}
