import { sql } from 'kysely'
import { readConfig } from '#app/config.ts'
import { openOtlpTracer } from '#app/telemetry/otlp-tracer.ts'
import { addMs, HOUR_MS, type Instant } from '#contract/time.ts'
import type { Tracer } from '#contract/tracing.ts'
import { evaluateDue } from '#evaluate/run.ts'
import { runLedger } from '#ledger/write.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { markForEvaluation } from '#records/project/work.ts'
import { END } from './sample-projects.ts'
import type { Variant } from './tracing-variants.ts'

/** Number of readings that one transaction stores. */
const READINGS_AT_ONCE = 16

/** The figures of each variant, for each round. */
type Rounds = readonly (readonly number[])[]

/**
 * Measures the processor time in milliseconds that this process, without PostgreSQL, needs for one run over every
 * project. Each project has one reading. Then all projects are evaluated, and all their events are written again.
 */
export async function measurePipeline(
  { variants, rounds }: { readonly variants: readonly Variant[]; readonly rounds: number },
  database: Database,
): Promise<{ readonly evaluated: Rounds; readonly written: Rounds }> {
  const projects = await database.selectFrom('project_work').select('project_id').execute()
  const projectIds = projects.map(({ project_id: id }) => id)
  const measured: (readonly Figures[])[] = []
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const figures: Figures[] = []
    for (const [index, variant] of variants.entries()) {
      const now = addMs(END, (round * variants.length + index + 1) * HOUR_MS)
      figures.push(await runOnce({ projectIds, now, variant }, database))
    }
    if (round > 0) measured.push(figures)
  }
  return {
    evaluated: measured.map((round) => round.map(({ evaluated }) => evaluated)),
    written: measured.map((round) => round.map(({ written }) => written)),
  }
}

type Figures = { readonly evaluated: number; readonly written: number }

async function runOnce(
  run: { readonly projectIds: readonly string[]; readonly now: Instant; readonly variant: Variant },
  database: Database,
): Promise<Figures> {
  const { now, variant } = run
  // Not the BASE_URL of the process: a runner of tests sets one that is no address.
  const { tracing } = readConfig({ BASE_URL: '', ...variant.settings })
  const { signal } = new AbortController()
  await using opened = tracing && openOtlpTracer(tracing, { warn: console.error })
  const tracer = opened?.tracer
  await sql`update project_work set evaluate_due_at = null, ledger_due_since = null`.execute(database)
  const evaluated = await processorMs(async () => {
    await readAll({ ...run, tracer }, database)
    await evaluateDue({ signal }, { database, clock: () => now, tracer })
  })
  await sql`truncate changes, traced_changes`.execute(database)
  await sql`update ledger_state set head = 0, first_run_at = null, last_run_at = null`.execute(database)
  const written = await processorMs(() => runLedger({ now }, { database, tracer }))
  return { evaluated, written }
}

/** Marks each project for evaluation as a reading does. Each reading has a span of its own. */
async function readAll(
  run: { readonly projectIds: readonly string[]; readonly now: Instant; readonly tracer: Tracer | undefined },
  database: Database,
): Promise<void> {
  const { now, tracer } = run
  for (let start = 0; start < run.projectIds.length; start += READINGS_AT_ONCE) {
    const projectIds = run.projectIds.slice(start, start + READINGS_AT_ONCE)
    const spans = projectIds.map((id) => ({ id, span: tracer?.startSpan({ name: 'read github releases' }) }))
    const causes = new Map(spans.map(({ id, span }) => [id, span === undefined ? [] : [span.traceparent]]))
    const marked = { projectIds, now, causes: tracer === undefined ? new Map() : causes }
    await inTransaction(database, (writer) => markForEvaluation(marked, writer))
    for (const { id, span } of spans) span?.end({ 'svc.provider': 'github', 'svc.project.id': id })
  }
}

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
