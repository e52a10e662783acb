import { sql } from 'kysely'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { MOVING_FACTS } from '#domain/ledger/evidence.ts'
import { affected } from '#records/counted-rows.ts'
import type { Writer } from '#records/database.ts'
import { REMOVED_AT_ONCE } from '#records/removed-at-once.ts'

const SUPERSEDED_KEPT_DAYS = 30

/**
 * Deletes conclusions that were superseded more than 30 days ago. Standing conclusions stay. So do conclusions about
 * facts whose changes enter the ledger: their ids are evidence, and the ledger compares all of them at every run.
 * Returns how many it deleted: at most `REMOVED_AT_ONCE`.
 */
export async function applyConclusionRetention(
  input: { readonly now: Instant },
  writer: Writer,
): Promise<{ readonly conclusions: number }> {
  const supersededBefore = addMs(input.now, -SUPERSEDED_KEPT_DAYS * DAY_MS)
  const removed = await sql`
    delete from evaluations where id in (
      select id from evaluations
      where superseded_at < ${supersededBefore}::timestamptz and fact <> all(${[...MOVING_FACTS]}::text[])
      limit ${REMOVED_AT_ONCE})`.execute(writer)
  return { conclusions: affected(removed) }
}
