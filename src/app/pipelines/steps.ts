import type { Instant } from '#contract/time.ts'
import { writeChainDays } from '#evaluate/chain-days.ts'
import { recordDays } from '#evaluate/days.ts'
import { writeMonthlyReports } from '#evaluate/monthly-reports.ts'
import { rankProjects } from '#evaluate/rank.ts'
import { RULES_IN_FORCE } from '#evaluate/rule-change.ts'
import { evaluateDue } from '#evaluate/run.ts'
import { runSignals } from '#evaluate/signals.ts'
import { runLedger } from '#ledger/write.ts'
import { countDueEvaluations, countDueForLedger } from '#records/collecting/due-counts.ts'
import { findNewerRelease } from '#records/collecting/pipelines.ts'
import { inTransaction } from '#records/database.ts'
import { makeEvaluationDue, makeOutdatedDue } from '#records/project/work.ts'
import { RELEASE } from '../process/release.ts'
import type { Service } from '../service.ts'
import { type Extent, prepareSources } from './collecting.ts'
import type { Counts, Progress } from './counts.ts'
import { deliverNow, fanOutNow } from './delivering.ts'
import { applyRetention } from './retention.ts'

/** The steps of a full run, in order. */
export const STEPS = [
  'collect',
  'signals',
  'evaluate',
  'rank',
  'ledger',
  'reports',
  'fan_out',
  'deliver',
  'days',
  'retention',
] as const
export type StepName = (typeof STEPS)[number]
export type RunInput = {
  readonly extent: Extent
  readonly signal: AbortSignal
  readonly progress?: Progress | undefined
}
type Run = (input: RunInput, service: Service) => Promise<Counts>

/** The work of each step. */
export const RUN: Readonly<Record<StepName, Run>> = {
  collect: (_, service) => prepareSources(service),
  async evaluate(input, service) {
    if (input.extent === 'everything') {
      const now: Instant = service.clock.now()
      await inTransaction(service.database, (writer) => makeEvaluationDue({ now }, writer))
    }
    const { progress, signal } = input
    const total = progress && (await countDueEvaluations({ now: service.clock.now() }, service.database))
    return evaluateDue(
      { signal, progress: (counts) => progress?.(counts, partOf(counts.evaluated, total)) },
      { database: service.database, clock: service.clock.now, tracer: service.tracer },
    )
  },
  async rank(input, service) {
    const deps = { database: service.database, clock: service.clock.now, tracer: service.tracer }
    await makeEarlierRulesDue(service)
    const { signal } = input
    const counts = await rankProjects({ signal, progress: (so) => input.progress?.(so) }, deps)
    await evaluateDue({ signal }, deps)
    return counts
  },
  signals: (input, service) =>
    runSignals(
      { signal: input.signal, progress: (counts) => input.progress?.(counts) },
      { database: service.database, clock: service.clock.now },
    ),
  async ledger({ progress, signal }, { database, clock, tracer }) {
    const total = progress && (await countDueForLedger(database))
    return runLedger(
      { now: clock.now(), signal, progress: (so) => progress?.(so, partOf(so.projects, total)) },
      { database, tracer },
    )
  },
  async reports({ signal }, { database, clock }) {
    const deps = { database, clock: clock.now }
    return { ...(await writeMonthlyReports({ signal }, deps)), ...(await writeChainDays({ signal }, deps)) }
  },
  fan_out: ({ signal }, service) => fanOutNow(signal, service),
  deliver: ({ signal }, service) => deliverNow(signal, service),
  days: (input, service) =>
    recordDays(
      { signal: input.signal, progress: (counts) => input.progress?.(counts) },
      { database: service.database, clock: service.clock.now },
    ),
  retention: applyRetention,
}

/**
 * Marks for evaluation the projects that another release judged by other rules. Otherwise they would keep its
 * conclusions until they are next due. Runs with each ranking and not once at a start, because a run of the other
 * release may still end after that. Conclusions of a newer release stand.
 */
async function makeEarlierRulesDue({ database, clock }: Pick<Service, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  await inTransaction(database, async (writer) => {
    if ((await findNewerRelease({ release: RELEASE, now }, writer)) === undefined)
      await makeOutdatedDue({ rules: RULES_IN_FORCE, now }, writer)
  })
}

function partOf(done: number, total: number | undefined) {
  return total === undefined ? undefined : { done, total }
}
