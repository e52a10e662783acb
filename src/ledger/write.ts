import type { Instant } from '#contract/time.ts'
import type { Tracer } from '#contract/tracing.ts'
import { draftsOf, inOrder } from '#domain/ledger/rules.ts'
import { type Database, inTransaction, LOCKS, lockForTransaction, type Writer } from '#records/database.ts'
import { type FailedProject, inParts, MOST_FAILED, ProjectsFailed } from '#records/in-parts.ts'
import { saveLedgerRun } from '#records/ledger/changes.ts'
import { markTimed } from '#records/ledger/timed.ts'
import { clearLedgerDue, getLedgerDue, lockForLedger } from '#records/project/work.ts'
import { loadLedgerEvidence, type ProjectLedger } from '#records/project-evidence.ts'
import { type Appended, append } from './append.ts'
import { type LedgerSpans, startLedgerSpans } from './ledger-spans.ts'
import type { DraftedEvent, Retraction } from './revisions.ts'

const PROJECTS_AT_ONCE = 50

/** The number of projects compared, and of events written for them. */
export type LedgerCounts = Appended & { readonly projects: number }
const NOTHING: LedgerCounts = { projects: 0, upserts: 0, revisions: 0, retractions: 0 }

/**
 * Brings the ledger up to date with the records of every marked project. A second run over the same records writes
 * nothing. Until the first run has ended with at most `MOST_FAILED` projects left out, every event has origin
 * bootstrap. The signal stops the run between two batches of projects; the others stay marked, and the run is not
 * recorded.
 * @throws ProjectsFailed at the end when some projects could not be compared; they stay marked
 */
export async function runLedger(
  input: {
    readonly now: Instant
    readonly signal?: AbortSignal
    readonly progress?: (counts: LedgerCounts) => void
  },
  deps: { readonly database: Database; readonly tracer?: Tracer | undefined },
): Promise<LedgerCounts> {
  const { now, signal } = input
  const isStopped = () => signal?.aborted === true
  await inTransaction(deps.database, (writer) => markTimed({ now }, writer))
  let counts = NOTHING
  let after: string | undefined
  const failed: FailedProject[] = []
  while (failed.length <= MOST_FAILED && !isStopped()) {
    const projectIds = await getLedgerDue({ after, limit: PROJECTS_AT_ONCE }, deps.database)
    after = projectIds.at(-1)
    if (after === undefined) break
    const batch = await inParts(projectIds, async (ids) => {
      const { counts: written, spans } = await inTransaction(deps.database, (writer) =>
        writeBatch({ projectIds: ids, now, tracer: deps.tracer }, writer),
      )
      spans?.end()
      return written
    })
    counts = batch.done.reduce(sum, counts)
    failed.push(...batch.failed)
    input.progress?.(counts)
  }
  const complete = failed.length === 0
  if (failed.length <= MOST_FAILED && !isStopped()) {
    await inTransaction(deps.database, (writer) => saveLedgerRun({ now, complete }, writer))
  }
  if (!complete) throw new ProjectsFailed(failed, counts)
  return counts
}

type Batch = {
  readonly projectIds: readonly string[]
  readonly now: Instant
  readonly tracer: Tracer | undefined
}

/** Locks the marks before it reads their projects, and clears them in the same transaction. */
async function writeBatch(
  { projectIds: marked, now, tracer }: Batch,
  writer: Writer,
): Promise<{ readonly counts: LedgerCounts; readonly spans?: LedgerSpans | undefined }> {
  const projectIds = await lockForLedger(marked, writer)
  if (projectIds.length === 0) return { counts: NOTHING }
  const spans = await startLedgerSpans({ projectIds, tracer }, writer)
  await lockForTransaction(writer, LOCKS.ledger)
  const ledgers = await loadLedgerEvidence({ projectIds, now }, writer)
  const compared = ledgers.map((ledger) => compare(ledger, now))
  const events = compared.flatMap((project) => project.events).toSorted((a, b) => inOrder(a.draft, b.draft))
  const retractions = compared.flatMap((project) => project.retractions)
  const written = await append({ events, retractions, now, appended: spans?.appended }, writer)
  await clearLedgerDue(projectIds, writer)
  return { counts: { ...written, projects: ledgers.length }, spans }
}

function compare(
  ledger: ProjectLedger,
  now: Instant,
): { events: readonly DraftedEvent[]; retractions: readonly Retraction[] } {
  const { projectId, publishedAt, state, standing } = ledger
  const drafts = draftsOf(ledger, now)
  const drafted = new Set(drafts.map((draft) => draft.id))
  const because = state === 'hidden' ? 'hidden' : 'withdrawn'
  return {
    events: drafts.map((draft) => ({ draft, projectId, publishedAt })),
    retractions: standing.filter((id) => !drafted.has(id)).map((id) => ({ id, because })),
  }
}

function sum(a: LedgerCounts, b: LedgerCounts): LedgerCounts {
  return {
    projects: a.projects + b.projects,
    upserts: a.upserts + b.upserts,
    revisions: a.revisions + b.revisions,
    retractions: a.retractions + b.retractions,
  }
}
