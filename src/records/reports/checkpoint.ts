import { type ExpressionBuilder, sql } from 'kysely'
import type { Instant } from '#contract/time.ts'
import type { Tables } from '#records/tables.ts'

/**
 * The first publication of any project and the last run of the ledger, as columns. Each is null before there is one.
 */
export function ledgerReach(from: ExpressionBuilder<Tables, never>) {
  return [
    from
      .selectFrom('projects')
      .select(sql<Instant | null>`min(first_published_at)`.as('first'))
      .as('firstPublishedAt'),
    from.selectFrom('ledger_state').select('last_run_at').as('ledgerRanAt'),
  ] as const
}
