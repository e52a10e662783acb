import type { Input, Output } from '#contract/operations/index.ts'
import type { NewestChanges, SnapshotRecord } from '#domain/project/snapshot-record.ts'
import { readFeed } from '#ledger/feed.ts'
import { getFreshness } from '#records/project/explained.ts'
import { loadSnapshot } from '#records/project/snapshot.ts'
import { snapshot } from '#views/snapshot.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

/** How many of a project's newest changes its snapshot shows. */
const CHANGES_SHOWN = 10

export async function readSnapshot(input: Input<'snapshot'>, deps: ReadDeps): Promise<Output<'snapshot'>> {
  const record = published(input.slug, await loadSnapshot(input.slug, deps.reader))
  const changes = await newestChanges(record, deps)
  const freshness = await getFreshness(record.projectId, deps.reader)
  return snapshot({ ...record, changes, freshness }, deps)
}

/** Null until the ledger ran over the project; a project with an event was gone over before. */
async function newestChanges(
  { projectId, ledgerRanAt, awaitsLedger }: SnapshotRecord,
  { reader }: ReadDeps,
): Promise<NewestChanges> {
  if (ledgerRanAt === null) return null
  const { rows } = await readFeed({ mode: 'browse', filters: { projectId }, limit: CHANGES_SHOWN }, reader)
  return rows.length === 0 && awaitsLedger ? null : rows
}
