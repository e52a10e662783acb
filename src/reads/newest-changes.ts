import type { LedgerProgress, NewestChanges } from '#domain/project/snapshot-record.ts'
import { readFeed } from '#ledger/feed.ts'
import type { ReadDeps } from './deps.ts'

/** The newest changes of a project. Null until the ledger ran over it; a project with an event was gone over before. */
export async function newestChanges(
  { projectId, ledgerRanAt, awaitsLedger, limit }: LedgerProgress & { readonly limit: number },
  { reader }: Pick<ReadDeps, 'reader'>,
): Promise<NewestChanges> {
  if (ledgerRanAt === null) return null
  const { rows } = await readFeed({ mode: 'browse', filters: { projectId }, limit }, reader)
  return rows.length === 0 && awaitsLedger ? null : rows
}
