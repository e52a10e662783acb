import type { Instant } from '#contract/time.ts'
import {
  applyMarketReadingRetention,
  applyOutageRetention,
  applyReadingRetention,
} from '#records/collecting/retention.ts'
import { inTransaction, type Writer } from '#records/database.ts'
import { applyConclusionRetention } from '#records/project/retention.ts'
import { REMOVED_AT_ONCE } from '#records/removed-at-once.ts'
import { applyDeliveryRetention, applySentRetention } from '#records/webhooks/retention.ts'
import type { Service } from '../service.ts'
import { type Counts, type Progress, sumOfCounts } from './counts.ts'

/** Removes rows of one table, at most `REMOVED_AT_ONCE`, and counts them. */
type Removal = (input: { readonly now: Instant }, writer: Writer) => Promise<Counts>

const REMOVALS: readonly Removal[] = [
  applyReadingRetention,
  applyMarketReadingRetention,
  applyOutageRetention,
  applyDeliveryRetention,
  (_, writer) => applySentRetention(writer),
  applyConclusionRetention,
]

/** Removes all rows that are no longer kept, in transactions of a bounded size. A signal ends it between two. */
export async function applyRetention(
  { signal, progress }: { readonly signal: AbortSignal; readonly progress?: Progress | undefined },
  { database, clock }: Pick<Service, 'database' | 'clock'>,
): Promise<Counts> {
  const now = clock.now()
  let counts: Counts = {}
  for (const remove of REMOVALS) {
    let isLast = false
    while (!isLast && !signal.aborted) {
      const removed = await inTransaction(database, (writer) => remove({ now }, writer))
      counts = sumOfCounts([counts, removed])
      progress?.(counts)
      isLast = Object.values(removed).every((count) => count < REMOVED_AT_ONCE)
    }
  }
  return counts
}
