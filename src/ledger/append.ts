import type { Instant } from '#contract/time.ts'
import { LOCKS, lockForTransaction, type Writer } from '#records/database.ts'
import { getHeads, getLedgerState, insertRevisions } from '#records/ledger/changes.ts'
import type { LedgerSpans } from './ledger-spans.ts'
import { type DraftedEvent, planRevisions, type Retraction } from './revisions.ts'

/** The number of new (or returned), revised and retracted events. */
export type Appended = {
  readonly upserts: number
  readonly revisions: number
  readonly retractions: number
}

/**
 * Writes revisions under the ledger lock: the only writer of change events. Positions have no gaps and commit in order:
 * a visible entry implies all earlier ones. `recordedAt` never goes back. Each event may occur once in the input.
 */
export async function append(
  input: {
    readonly events: readonly DraftedEvent[]
    readonly retractions: readonly Retraction[]
    readonly now: Instant
    /** Called with the inserted revisions, in the same transaction. */
    readonly appended?: LedgerSpans['appended'] | undefined
  },
  writer: Writer,
): Promise<Appended> {
  await lockForTransaction(writer, LOCKS.ledger)
  const ids = [...input.events.map(({ draft }) => draft.id), ...input.retractions.map(({ id }) => id)]
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(id)) throw new Error(`The input contains the event ${id} twice: expected each event once`)
    seen.add(id)
  }
  const state = await getLedgerState(writer)
  const heads = await getHeads(ids, writer)
  const planned = planRevisions(input, { heads, state, now: input.now })
  const revisions = planned.map(({ revision }) => revision)
  await insertRevisions(revisions, writer)
  await input.appended?.(revisions, writer)
  const count = (does: string) => planned.filter((step) => step.does === does).length
  return { upserts: count('upserts'), revisions: count('revisions'), retractions: count('retractions') }
}
