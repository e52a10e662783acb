import type { Slug } from '#contract/ids.ts'
import type { LedgerEntry } from '#domain/ledger/draft.ts'
import type { LedgerProgress, NewestChanges } from '#domain/project/snapshot-record.ts'
import { readFeed } from '#ledger/feed.ts'
import type { ReadDeps } from './deps.ts'

/** The newest changes that the ledger has of a project, by a slug that it has or had. */
export async function readNewest(
  { project, limit }: { readonly project: Slug; readonly limit: number },
  { reader }: Pick<ReadDeps, 'reader'>,
): Promise<readonly LedgerEntry[]> {
  const { rows } = await readFeed({ mode: 'browse', filters: { project }, limit }, reader)
  return rows
}

/**
 * The newest changes of a project. Null while the ledger has not run over the project. A project with an event was
 * included in an earlier run, so its changes are known even while it awaits the next run.
 */
export function newestOf(
  { ledgerRanAt, awaitsLedger }: LedgerProgress,
  newest: readonly LedgerEntry[],
): NewestChanges {
  if (ledgerRanAt === null) return null
  return newest.length === 0 && awaitsLedger ? null : newest
}
