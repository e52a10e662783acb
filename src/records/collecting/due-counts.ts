import type { Instant } from '#contract/time.ts'
import { countRows } from '#records/counted-rows.ts'
import type { Reader } from '#records/database.ts'

/** The number of a provider's streams of attached sources that are due. */
export async function countDueStreams(
  input: { readonly now: Instant; readonly provider: string },
  reader: Reader,
): Promise<number> {
  return countRows(
    reader
      .selectFrom('source_streams')
      .innerJoin('sources', 'sources.id', 'source_streams.source_id')
      .where('source_streams.provider', '=', input.provider)
      .where('source_streams.due_at', '<=', input.now)
      .where('sources.detached_at', 'is', null),
  )
}

/** The number of projects that are due for evaluation. */
export async function countDueEvaluations(input: { readonly now: Instant }, reader: Reader): Promise<number> {
  return countRows(reader.selectFrom('project_work').where('evaluate_due_at', '<=', input.now))
}

/** The number of projects that the ledger writer has not compared yet. */
export async function countDueForLedger(reader: Reader): Promise<number> {
  return countRows(reader.selectFrom('project_work').where('ledger_due_since', 'is not', null))
}
