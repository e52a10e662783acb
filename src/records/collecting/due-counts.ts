import type { Instant } from '#contract/time.ts'
import type { Reader } from '#records/database.ts'

/** The number of a provider's streams of attached sources that are due. */
export async function countDueStreams(
  input: { readonly now: Instant; readonly provider: string },
  reader: Reader,
): Promise<number> {
  const { count } = await reader
    .selectFrom('source_streams')
    .innerJoin('sources', 'sources.id', 'source_streams.source_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('source_streams.provider', '=', input.provider)
    .where('source_streams.due_at', '<=', input.now)
    .where('sources.detached_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The number of projects that are due for evaluation. */
export async function countDueEvaluations(input: { readonly now: Instant }, reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('project_work')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('evaluate_due_at', '<=', input.now)
    .executeTakeFirstOrThrow()
  return count
}

/** The number of projects that the ledger writer has not compared yet. */
export async function countDueForLedger(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('project_work')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ledger_due_since', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
