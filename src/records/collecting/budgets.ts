import { sql } from 'kysely'
import { type CalendarDate, dateOf, type Instant, msOf } from '#contract/time.ts'
import type { ProviderBudget } from '#domain/collecting/status-record.ts'
import { fromColumns } from '#records/columns.ts'
import { type Database, type Reader, runPlanned, type Writer } from '#records/database.ts'

/** The charge of a request for budget on a UTC day: `charged` requests were granted, and the day has `used` in all. */
type ChargedRequests = { readonly charged: number; readonly used: number }

/**
 * Charges up to `requests` to the provider's budget of the day (UTC), for all processes. Charges none while the
 * provider cools off. One statement, so it needs no transaction.
 */
export async function chargeBudget(
  input: {
    readonly provider: string
    readonly requests: number
    readonly dailyLimit: number
    readonly now: Instant
  },
  writer: Writer | Database,
): Promise<ChargedRequests> {
  const { provider, requests, dailyLimit, now } = input
  const query = sql<{ before: number; used: number }>`
    insert into provider_budgets as budget (provider, day, used, daily_limit)
    values (${provider}, ${dateOf(now)}, ${Math.min(requests, dailyLimit)}, ${dailyLimit})
    on conflict (provider) do update
    set day = excluded.day, daily_limit = excluded.daily_limit,
      used = case when budget.day = excluded.day then least(budget.used + excluded.used, excluded.daily_limit)
        else excluded.used end
    where (budget.cool_off_until is null or budget.cool_off_until <= ${now}::timestamptz)
      and (budget.day <> excluded.day or budget.used < excluded.daily_limit)
    returning case when old.day = new.day then old.used else 0 end as before, new.used`
  const [row] = await runPlanned(query, writer)
  return row === undefined
    ? { charged: 0, used: dailyLimit }
    : { charged: row.used - row.before, used: row.used }
}

/**
 * Stores the daily limit of the process that reads the provider now, so that the status states it before the first
 * request of a day. Does nothing for a provider that was never asked.
 */
export async function saveDailyLimit(
  { provider, dailyLimit }: { readonly provider: string; readonly dailyLimit: number },
  writer: Writer | Database,
): Promise<void> {
  const query = sql`update provider_budgets set daily_limit = ${dailyLimit}
    where provider = ${provider} and daily_limit <> ${dailyLimit}`
  await runPlanned(query, writer)
}

/** Refunds requests that were charged on a day and not made. A refund on a later day changes nothing. */
export async function refundBudget(
  input: { readonly provider: string; readonly requests: number; readonly day: CalendarDate },
  writer: Writer | Database,
): Promise<void> {
  const query = sql`update provider_budgets set used = used - ${input.requests}
    where provider = ${input.provider} and day = ${input.day} and used >= ${input.requests}`
  await runPlanned(query, writer)
}

/**
 * Makes every process pause requests to the provider until an instant; an earlier end never shortens a pause. All rate
 * limits within one pause count as one in `limits_in_a_row`.
 */
export async function coolOff(
  input: {
    readonly provider: string
    readonly until: Instant
    readonly dailyLimit: number
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  await sql`
    insert into provider_budgets as budget (provider, day, used, daily_limit, cool_off_until, limits_in_a_row)
    values (${input.provider}, ${dateOf(input.now)}, 0, ${input.dailyLimit}, ${input.until}::timestamptz, 1)
    on conflict (provider) do update
    set cool_off_until = greatest(budget.cool_off_until, excluded.cool_off_until),
      limits_in_a_row = budget.limits_in_a_row
        + case when budget.cool_off_until > ${input.now}::timestamptz then 0 else 1 end`.execute(writer)
}

/**
 * The number of rate limits in a row before the pause that begins or runs now; 0 for a provider without a rate limit.
 */
export async function findLimitsInARow(
  { provider, now }: { readonly provider: string; readonly now: Instant },
  reader: Reader,
): Promise<number> {
  const budget = await reader
    .selectFrom('provider_budgets')
    .select(['limits_in_a_row', 'cool_off_until'])
    .where('provider', '=', provider)
    .executeTakeFirst()
  if (budget === undefined) return 0
  const isPaused = budget.cool_off_until !== null && msOf(budget.cool_off_until) > msOf(now)
  return isPaused ? Math.max(0, budget.limits_in_a_row - 1) : budget.limits_in_a_row
}

/** Resets a provider's rate limits in a row, after a good answer outside a pause. */
export async function endLimits(
  { provider, now }: { readonly provider: string; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const query = writer
    .updateTable('provider_budgets')
    .set({ limits_in_a_row: 0 })
    .where('provider', '=', provider)
    .where('limits_in_a_row', '>', 0)
    .where((build) => build.or([build('cool_off_until', 'is', null), build('cool_off_until', '<=', now)]))
  await runPlanned(query, writer)
}

/** Every provider that was ever asked, by name. */
export async function getBudgets(reader: Reader): Promise<readonly ProviderBudget[]> {
  const rows = await reader.selectFrom('provider_budgets').selectAll().orderBy('provider').execute()
  return rows.map(({ limits_in_a_row: _, ...columns }) => fromColumns(columns))
}
