import { known } from '#contract/known.ts'
import { addMs, earlierOf, type Instant } from '#contract/time.ts'
import type { Tracer } from '#contract/tracing.ts'
import { HELD_RULE } from '#domain/collecting/held.ts'
import { MOVING_FACTS } from '#domain/ledger/evidence.ts'
import { saveRankedEvidence } from '#records/attention/rankings.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { type FailedProject, inParts, MOST_FAILED, ProjectsFailed } from '#records/in-parts.ts'
import { saveCards } from '#records/project/cards.ts'
import {
  getJudged,
  type Judged,
  loadKnownThen,
  saveEvaluatedFacts,
} from '#records/project/evaluated-facts.ts'
import {
  getStandingConclusions,
  type StandingConclusion,
  saveEvaluations,
} from '#records/project/evaluations.ts'
import {
  type Causes,
  getEvaluationDue,
  lockForEvaluation,
  markForLedger,
  scheduleEvaluation,
} from '#records/project/work.ts'
import { loadProjectEvidence } from '#records/project-evidence.ts'
import { saveCountsAs } from '#records/ships/ships.ts'
import { startEvaluationSpans } from './evaluation-spans.ts'
import { evaluateProject } from './project.ts'
import { outdatedFacts, RULES_IN_FORCE } from './rule-change.ts'

const BATCH = 50

export type EvaluateCounts = { readonly evaluated: number; readonly moved: number }

/**
 * Evaluates every project that is due: loads its records, applies the rules, stores conclusions and cards, and
 * schedules the next evaluation. Any number of processes may do this at once. Returns counts.
 * @throws ProjectsFailed at the end when some projects could not be evaluated; they stay due
 */
export async function evaluateDue(
  input: { signal: AbortSignal; progress?: (counts: EvaluateCounts) => void },
  deps: { database: Database; clock: () => Instant; tracer?: Tracer | undefined },
): Promise<EvaluateCounts> {
  const counts = { evaluated: 0, moved: 0 }
  const failed: FailedProject[] = []
  const dueBy = deps.clock()
  while (!input.signal.aborted && failed.length <= MOST_FAILED) {
    const except = failed.map(({ projectId }) => projectId)
    const due = await getEvaluationDue({ now: dueBy, limit: BATCH, except }, deps.database)
    if (due.length === 0) break
    const batch = await inParts(due, (ids) => evaluateLocked({ ids, dueBy }, deps))
    for (const { evaluated, moved } of batch.done) {
      counts.evaluated += evaluated
      counts.moved += moved
    }
    failed.push(...batch.failed)
    input.progress?.({ ...counts })
  }
  if (failed.length > 0) throw new ProjectsFailed(failed, counts)
  return counts
}

/** Locks and evaluates the given projects that are still due, in one transaction. Their spans end with it. */
async function evaluateLocked(
  { ids, dueBy }: { readonly ids: readonly string[]; readonly dueBy: Instant },
  { database, clock, tracer }: Parameters<typeof evaluateDue>[1],
): Promise<EvaluateCounts> {
  const { counts, spans } = await inTransaction(database, async (writer) => {
    const projectIds = await lockForEvaluation({ projectIds: ids, now: dueBy }, writer)
    const spans = await startEvaluationSpans({ projectIds, tracer }, writer)
    const evaluated = { projectIds, now: clock(), causes: spans?.causes }
    return { counts: await evaluateProjects(evaluated, writer), spans }
  })
  spans?.end()
  return counts
}

/**
 * Evaluates these projects, whose `project_work` rows the caller has locked: at most fifty at once. `causes` are the
 * traces of their evaluations, which their comparison with the ledger continues.
 */
export async function evaluateProjects(
  input: {
    readonly projectIds: readonly string[]
    readonly now: Instant
    readonly causes?: Causes | undefined
  },
  writer: Writer,
): Promise<EvaluateCounts> {
  const { projectIds, now, causes } = input
  if (projectIds.length === 0) return { evaluated: 0, moved: 0 }
  const recorded = await loadProjectEvidence({ projectIds, now }, writer)
  const before = await loadBefore(projectIds, writer)
  const evaluated = recorded.map((evidence) =>
    evaluateProject({
      evidence,
      standing: before.standing(evidence.projectId),
      judged: before.judged(evidence.projectId),
      knownThen: before.knownThen.get(evidence.projectId),
      now,
    }),
  )
  const baselines = evaluated.flatMap((project) => project.baselines)
  if (baselines.length > 0) await saveEvaluations({ drafts: baselines, now }, writer)
  const moved = await saveEvaluations({ drafts: evaluated.flatMap(({ drafts }) => drafts), now }, writer)
  await saveEvaluatedFacts({ evidence: recorded, rules: RULES_IN_FORCE, now }, writer)
  await saveCountsAs(
    evaluated.flatMap(({ countsAs }) => countsAs),
    writer,
  )
  await saveRankedEvidence(
    evaluated.map(({ ranked }) => ranked),
    writer,
  )
  await saveCards({ cards: evaluated.map(({ card }) => card), now }, writer)
  const latest = addMs(now, HELD_RULE.evaluatedEveryMs)
  const dueAt = new Map(evaluated.map(({ card, dueAt: due }) => [card.projectId, earlierOf(due, latest)]))
  await scheduleEvaluation({ dueAt }, writer)
  await markForLedger({ projectIds, now, ...known({ causes }) }, writer)
  return { evaluated: projectIds.length, moved: moved.size }
}

/** The current conclusions, their rules, and after a rule change the facts they were made from. */
async function loadBefore(projectIds: readonly string[], writer: Writer) {
  const [conclusions, judgements] = await Promise.all([
    getStandingConclusions({ projectIds, facts: [...MOVING_FACTS, 'discovery_gap'] }, writer),
    getJudged(projectIds, writer),
  ])
  const groups = Map.groupBy(conclusions, (conclusion) => conclusion.projectId)
  const standing = (projectId: string): readonly StandingConclusion[] => groups.get(projectId) ?? []
  const judged = (projectId: string): Judged | undefined =>
    judgements.find((judgement) => judgement.projectId === projectId)
  const outdated = projectIds.filter((id) => outdatedFacts(standing(id), judged(id)).length > 0)
  const knownThen = await loadKnownThen(outdated, writer)
  return { standing, judged, knownThen }
}
