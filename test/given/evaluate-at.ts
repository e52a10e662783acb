import type { Instant } from '#contract/time.ts'
import { evaluateDue } from '#evaluate/run.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { markForEvaluation } from '#records/project/work.ts'

/** Evaluates a project as the service does at a time. */
export async function evaluateAt(
  { projectId, now }: { readonly projectId: string; readonly now: Instant },
  database: Database,
): Promise<void> {
  await inTransaction(database, (writer) => markForEvaluation({ projectIds: [projectId], now }, writer))
  await evaluateDue({ signal: new AbortController().signal }, { database, clock: () => now })
}
