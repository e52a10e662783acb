import { addMs, HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import { saveCards, saveCountsAs } from '#records/cards.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { getCurrentEvaluations, saveEvaluations } from '#records/evaluations.ts'
import { loadProjectEvidence } from '#records/evidence.ts'
import { addUpProjectCounts } from '#records/project-listings.ts'
import { getNewestSignals } from '#records/signals.ts'
import { claimForEvaluation, markForLedger, scheduleEvaluation } from '#records/work.ts'
import { evaluateProject, REMEMBERED_FACTS } from './project.ts'

const BATCH = 50
const AT_LEAST_EVERY_MS = 6 * HOUR_MS

export type EvaluateCounts = { readonly evaluated: number; readonly moved: number }

/**
 * Evaluates every project that is due: loads what is recorded, applies the rules, stores conclusions and cards, and
 * says when each project is due next. Any number of processes may do so at once. Answers counts.
 */
export async function evaluateDue(
  input: { signal: AbortSignal; progress?: (counts: EvaluateCounts) => void },
  deps: { database: Database; clock: () => Instant },
): Promise<EvaluateCounts> {
  const counts = { evaluated: 0, moved: 0 }
  const dueBy = deps.clock()
  while (!input.signal.aborted) {
    const batch = await inTransaction(deps.database, (writer) =>
      evaluateBatch({ dueBy, now: deps.clock() }, writer),
    )
    if (batch.evaluated === 0) break
    counts.evaluated += batch.evaluated
    counts.moved += batch.moved
    input.progress?.({ ...counts })
  }
  if (counts.evaluated > 0) await inTransaction(deps.database, addUpProjectCounts)
  return counts
}

async function evaluateBatch(
  input: { dueBy: Instant; now: Instant },
  writer: Writer,
): Promise<EvaluateCounts> {
  const { now } = input
  const projectIds = await claimForEvaluation({ now: input.dueBy, limit: BATCH }, writer)
  if (projectIds.length === 0) return { evaluated: 0, moved: 0 }
  const recorded = await loadProjectEvidence({ projectIds, now }, writer)
  const standing = await getCurrentEvaluations({ projectIds, facts: REMEMBERED_FACTS }, writer)
  const signals = await getNewestSignals(projectIds, writer)
  const evaluated = recorded.map((evidence) =>
    evaluateProject({
      evidence,
      standing: standing.filter((evaluation) => evaluation.projectId === evidence.projectId),
      signal: signals.find((signal) => signal.projectId === evidence.projectId),
      now,
    }),
  )
  const moved = await saveEvaluations({ drafts: evaluated.flatMap(({ drafts }) => drafts), now }, writer)
  await saveCountsAs(
    evaluated.flatMap(({ countsAs }) => countsAs),
    writer,
  )
  await saveCards({ cards: evaluated.map(({ card }) => card), now }, writer)
  const latest = addMs(now, AT_LEAST_EVERY_MS)
  const dueAt = new Map(evaluated.map(({ card, dueAt: due }) => [card.projectId, earlier(due, latest)]))
  await scheduleEvaluation({ dueAt }, writer)
  await markForLedger({ projectIds, now }, writer)
  return { evaluated: projectIds.length, moved: moved.size }
}

function earlier(due: Instant, latest: Instant): Instant {
  return msOf(due) > msOf(latest) ? latest : due
}
