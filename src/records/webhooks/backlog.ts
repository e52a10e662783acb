import type { Instant } from '#contract/time.ts'
import { countRows } from '#records/counted-rows.ts'
import type { Reader } from '#records/database.ts'

/**
 * The number of deliveries that are queued or will be tried again. Counts up to `atMost`: that result means this many
 * or more.
 */
export async function countPendingDeliveries(
  { atMost }: { readonly atMost: number },
  reader: Reader,
): Promise<number> {
  const pending = reader
    .selectFrom('webhook_deliveries')
    .select('subscription_id')
    .where('settled_at', 'is', null)
    .limit(atMost)
  return countRows(reader.selectFrom(pending.as('pending')))
}

/** The number of deliveries that went DEAD since an instant. */
export async function countDeadDeliveries(
  { since }: { readonly since: Instant },
  reader: Reader,
): Promise<number> {
  return countRows(
    reader.selectFrom('webhook_deliveries').where('settled_at', '>=', since).where('status', '=', 'DEAD'),
  )
}
