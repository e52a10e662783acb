import type { Instant } from '#contract/time.ts'
import { recordsOf } from '#records/by-project.ts'
import type { Writer } from '#records/database.ts'
import { getPublishedEvents } from '#records/ledger/changes.ts'
import { lockForLedger } from '#records/project/work.ts'
import { type Appended, append } from './append.ts'

/** Retracts all events of a project, in the transaction that hides it. */
export async function retractProject(
  input: { readonly projectId: string; readonly now: Instant },
  writer: Writer,
): Promise<Appended> {
  await lockForLedger([input.projectId], writer)
  const { projectId } = input
  const published = recordsOf(projectId, await getPublishedEvents({ projectIds: [projectId] }, writer))
  const retractions = published.map(({ draft }) => ({ id: draft.id, because: 'hidden' as const }))
  return append({ events: [], retractions, now: input.now }, writer)
}
