import type { Instant } from '#contract/time.ts'
import { evaluateProjects } from '#evaluate/run.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { announce } from '#records/notifications.ts'
import { getScoredIds } from '#records/project/cards.ts'
import { deleteListings, saveListedIdentity } from '#records/project/listing.ts'
import { getProjectIds } from '#records/project/projects.ts'
import { lockProjects } from '#records/project/work.ts'

/** The number of listings that were written, and of their projects that were evaluated again. */
type RebuiltListings = { readonly listings: number; readonly evaluated: number }

const BATCH = 50

/**
 * Deletes every project's listing and writes it anew from its records and a new evaluation. A batch is one transaction,
 * so that lists stay complete meanwhile. A second run changes nothing.
 */
export async function rebuildListings(
  input: { readonly signal: AbortSignal; readonly progress?: (counts: RebuiltListings) => void },
  deps: { readonly database: Database; readonly clock: () => Instant },
): Promise<RebuiltListings> {
  const counts = { listings: 0, evaluated: 0 }
  let after: string | undefined
  while (!input.signal.aborted) {
    const projectIds = await getProjectIds({ after, limit: BATCH, state: 'any' }, deps.database)
    after = projectIds.at(-1)
    if (after === undefined) break
    const rebuilt = await inTransaction(deps.database, (writer) =>
      rebuild({ projectIds, now: deps.clock() }, writer),
    )
    counts.listings += rebuilt.listings
    counts.evaluated += rebuilt.evaluated
    input.progress?.({ ...counts })
  }
  await inTransaction(deps.database, (writer) => announce('answers', writer))
  return counts
}

async function rebuild(
  { projectIds, now }: { readonly projectIds: readonly string[]; readonly now: Instant },
  writer: Writer,
): Promise<RebuiltListings> {
  await lockProjects(projectIds, writer)
  await deleteListings(projectIds, writer)
  await saveListedIdentity(projectIds, writer)
  const scored = await getScoredIds(projectIds, writer)
  const { evaluated } = await evaluateProjects({ projectIds: scored, now }, writer)
  return { listings: projectIds.length, evaluated }
}
