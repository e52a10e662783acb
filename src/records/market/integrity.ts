import { sql } from 'kysely'
import type { Publishes } from '#contract/events.ts'
import type { Instant } from '#contract/time.ts'
import type { MovingFact } from '#domain/ledger/evidence.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'
import { markSelectedForLedger } from '#records/project/work.ts'

/** The fact about which market integrity draws its conclusions. */
export const INTEGRITY_FACT = 'market_integrity.state' satisfies MovingFact

/** Whether market integrity is published on this deployment, as a condition of a query. */
export const INTEGRITY_PUBLISHED = sql<boolean>`(select market_integrity_published_at is not null from ledger_state)`

/** When market integrity was published on this deployment; null while it is withheld. */
export async function findIntegrityPublishedAt(reader: Reader): Promise<Instant | null> {
  const query = sql<{ at: Instant | null }>`select market_integrity_published_at as at from ledger_state`
  const [state] = await runPlanned(query, reader)
  if (state === undefined) throw new Error('the ledger has no state')
  return state.at
}

/** The kinds of records that only some deployments publish, and whether this one does. */
export async function getPublished(reader: Reader): Promise<Publishes> {
  return { marketIntegrity: (await findIntegrityPublishedAt(reader)) !== null }
}

/**
 * Publishes or withholds market integrity for the whole deployment. Marks every project with such a conclusion for the
 * ledger. Returns whether anything changed.
 */
export async function savePublication(
  input: { readonly marketIntegrity: 'published' | 'withheld'; readonly now: Instant },
  writer: Writer,
): Promise<boolean> {
  const at = input.marketIntegrity === 'published' ? input.now : null
  const { rows } = await sql`update ledger_state set market_integrity_published_at = ${at}::timestamptz
    where (market_integrity_published_at is null) <> (${at}::timestamptz is null) returning head`.execute(
    writer,
  )
  if (rows.length === 0) return false
  const selected = sql`select project_id from evaluations where fact = ${INTEGRITY_FACT}`
  await markSelectedForLedger({ selected, now: input.now }, writer)
  return true
}
