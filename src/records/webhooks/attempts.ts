import { type NotNull, sql } from 'kysely'
import type { AttemptOutcome } from '#contract/enums.ts'
import { addMs, type Instant } from '#contract/time.ts'
import { countRows } from '#records/counted-rows.ts'
import type { Reader } from '#records/database.ts'
import { ATTEMPT_LEASE_MS } from './schedule.ts'

/**
 * The earliest time of the next attempt, limits included. Undefined when no delivery is pending, or only those of held
 * accounts are.
 */
export async function findNextAttempt(reader: Reader): Promise<Instant | undefined> {
  const row = await reader
    .selectFrom('webhook_schedule')
    .innerJoin('webhook_subscriptions', 'webhook_subscriptions.id', 'webhook_schedule.subscription_id')
    .innerJoin('accounts', 'accounts.id', 'webhook_subscriptions.account_id')
    .select('next_attempt_at')
    .where('status', '=', 'active')
    .where('removed_at', 'is', null)
    .where('accounts.held_since', 'is', null)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at
}

/** The number of running attempts: begun, without an outcome, and not yet counted as interrupted. */
export async function countRunningAttempts(
  { now }: { readonly now: Instant },
  reader: Reader,
): Promise<number> {
  return countRows(
    reader
      .selectFrom('webhook_attempts')
      .where('outcome', 'is', null)
      .where('started_at', '>', addMs(now, -ATTEMPT_LEASE_MS)),
  )
}

type Since = { readonly since: Instant }

/** The attempts that began since an instant and ended, counted by outcome. */
export async function countAttempts(
  { since }: Since,
  reader: Reader,
): Promise<ReadonlyMap<AttemptOutcome, number>> {
  const rows = await ended(since, reader)
    .select(['outcome', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('outcome')
    .$narrowType<{ outcome: NotNull }>()
    .execute()
  return new Map(rows.map(({ outcome, count }) => [outcome, count]))
}

/** The latency of the attempts that began since an instant and ended, in milliseconds; null when none did. */
export async function findAttemptLatency(
  { since }: Since,
  reader: Reader,
): Promise<{ readonly p50Ms: number | null; readonly p99Ms: number | null }> {
  return ended(since, reader)
    .select([
      sql<number | null>`percentile_disc(0.5) within group (order by latency_ms)`.as('p50Ms'),
      sql<number | null>`percentile_disc(0.99) within group (order by latency_ms)`.as('p99Ms'),
    ])
    .executeTakeFirstOrThrow()
}

function ended(since: Instant, reader: Reader) {
  return reader
    .selectFrom('webhook_attempts')
    .where('started_at', '>=', since)
    .where('outcome', 'is not', null)
}

/** The number of subscriptions that were disabled because ten deliveries in a row went DEAD. */
export async function countDeadEndpoints(reader: Reader): Promise<number> {
  return countRows(
    reader
      .selectFrom('webhook_subscriptions')
      .where('disabled_because', '=', 'ten_dead_deliveries')
      .where('removed_at', 'is', null),
  )
}
