import { sql } from 'kysely'
import type { AttemptOutcome } from '#contract/enums.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { Reader } from '#records/database.ts'
import { ATTEMPT_LEASE_MS } from './schedule.ts'

/** When the next attempt may be made, limits included; undefined when nothing waits or only for held accounts. */
export async function findNextAttempt(reader: Reader): Promise<Instant | undefined> {
  const row = await reader
    .selectFrom('webhook_subscriptions')
    .innerJoin('accounts', 'accounts.id', 'webhook_subscriptions.account_id')
    .select('next_attempt_at')
    .where('status', '=', 'active')
    .where('removed_at', 'is', null)
    .where('next_attempt_at', 'is not', null)
    .where('accounts.held_since', 'is', null)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row === undefined || row.next_attempt_at === null ? undefined : row.next_attempt_at
}

/** The number of attempts that run: begun, without an outcome, and not taken for interrupted. */
export async function countRunningAttempts(
  { now }: { readonly now: Instant },
  reader: Reader,
): Promise<number> {
  const { count } = await reader
    .selectFrom('webhook_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('outcome', 'is', null)
    .where('started_at', '>', addMs(now, -ATTEMPT_LEASE_MS))
    .executeTakeFirstOrThrow()
  return count
}

/** What came of the attempts since an instant. Percentiles are null when none ended. */
export type AttemptFigures = {
  readonly outcomes: ReadonlyMap<AttemptOutcome, number>
  readonly p50Ms: number | null
  readonly p99Ms: number | null
}

/** Counts the attempts that began since an instant and ended, by outcome, with percentiles of their latency. */
export async function getAttemptFigures(
  { since }: { readonly since: Instant },
  reader: Reader,
): Promise<AttemptFigures> {
  const ended = reader
    .selectFrom('webhook_attempts')
    .where('started_at', '>=', since)
    .where('outcome', 'is not', null)
  const counts = await ended
    .select(['outcome', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('outcome')
    .execute()
  const latency = await ended
    .select([
      sql<number | null>`percentile_disc(0.5) within group (order by latency_ms)`.as('p50'),
      sql<number | null>`percentile_disc(0.99) within group (order by latency_ms)`.as('p99'),
    ])
    .executeTakeFirstOrThrow()
  return {
    outcomes: new Map(counts.map(({ outcome, count }) => [outcome as AttemptOutcome, count])),
    p50Ms: latency.p50,
    p99Ms: latency.p99,
  }
}

/** The number of subscriptions that were disabled because ten deliveries in a row were given up. */
export async function countDeadEndpoints(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('webhook_subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('disabled_because', '=', 'ten_dead_deliveries')
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
