import type { Instant } from '#contract/time.ts'
import { marketSignals } from '#domain/market/signals.ts'
import { developmentSignals, launchOf, PACE_KINDS, SIGNALS_RULE } from '#domain/project/signals.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { savePaceJudgements } from '#records/project/accelerating.ts'
import { getProjectIds } from '#records/project/projects.ts'
import { saveSignals } from '#records/project/signals.ts'
import { markForEvaluation } from '#records/project/work.ts'
import { loadRecords } from '#records/project-evidence.ts'

const BATCH = 50

/** Looks for signals of every published project, in batches. Returns counts. */
export async function runSignals(
  input: { signal: AbortSignal; progress?: (counts: { projects: number; moved: number }) => void },
  deps: { database: Database; clock: () => Instant },
): Promise<{ projects: number; moved: number }> {
  const counts = { projects: 0, moved: 0 }
  let after: string | undefined
  while (!input.signal.aborted) {
    const projectIds = await getProjectIds({ after, limit: BATCH, state: 'published' }, deps.database)
    after = projectIds.at(-1)
    if (after === undefined) break
    const now = deps.clock()
    counts.moved += await inTransaction(deps.database, (writer) => signalBatch({ projectIds, now }, writer))
    counts.projects += projectIds.length
    input.progress?.({ ...counts })
  }
  return counts
}

async function signalBatch(
  { projectIds, now }: { projectIds: readonly string[]; now: Instant },
  writer: Writer,
): Promise<number> {
  const kinds = ['sources', 'ships', 'contracts', 'signals', 'marketReadings'] as const
  const recorded = await loadRecords({ projectIds, now, kinds }, writer)
  const found = recorded.map((evidence) => {
    const { projectId } = evidence
    const launch = launchOf(evidence)
    const standing = evidence.signals.filter(({ endedAt }) => endedAt === null).map(({ kind }) => kind)
    const development = developmentSignals({ evidence, launch, standing }, now)
    const market = marketSignals(evidence.marketReadings, now)
    const undecided = [...(development.decided ? [] : PACE_KINDS), ...market.undecided]
    const { judged } = development
    return { projectId, undecided, judged, signals: [...development.signals, ...market.signals] }
  })
  const drafts = found.flatMap(({ projectId, signals }) =>
    signals.map((signal) => ({ projectId, ...signal })),
  )
  const undecided = found.flatMap((project) =>
    project.undecided.map((kind) => ({ projectId: project.projectId, kind })),
  )
  const moved = await saveSignals({ projectIds, undecided, drafts, now }, writer)
  const judged = new Map(found.map((project) => [project.projectId, project.judged]))
  await savePaceJudgements({ judged, rule: SIGNALS_RULE.id, now }, writer)
  await markForEvaluation({ projectIds: [...moved], now }, writer)
  return moved.size
}
