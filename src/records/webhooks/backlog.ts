import type { Instant } from '#contract/time.ts'
import type { Reader } from '#records/database.ts'

/** The number of deliveries that are queued or will be tried again. Counts at most `atMost`, which then says no more. */
export async function countPendingDeliveries(
  { atMost }: { readonly atMost: number },
  reader: Reader,
): Promise<number> {
  const pending = reader
    .selectFrom('webhook_deliveries')
    .select('subscription_id')
    .where('settled_at', 'is', null)
    .limit(atMost)
  const { count } = await reader
    .selectFrom(pending.as('pending'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The number of deliveries that were given up since an instant. */
export async function countDeadDeliveries(
  { since }: { readonly since: Instant },
  reader: Reader,
): Promise<number> {
  const { count } = await reader
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('settled_at', '>=', since)
    .where('status', '=', 'DEAD')
    .executeTakeFirstOrThrow()
  return count
}
