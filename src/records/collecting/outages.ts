import { sql } from 'kysely'
import { type CalendarDate, dateOf, type Instant, laterOf } from '#contract/time.ts'
import type { OutageRecord, ProviderOutage } from '#domain/collecting/outage-days.ts'
import { fromColumns } from '#records/columns.ts'
import type { OrNull } from '#records/counted-rows.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'

/**
 * Records a judgement of a provider: the UTC day on which it was judged, and the beginning or the end of an outage. An
 * outage begins with the first judgement that notices it. `failing` is undefined when the readings showed nothing new:
 * then a running outage goes on, and without one nothing is recorded. Returns the beginning of the outage that this
 * judgement ended; null when it ended none.
 */
export async function saveJudgement(
  input: { readonly provider: string; readonly failing: boolean | undefined; readonly now: Instant },
  writer: Writer,
): Promise<Instant | null> {
  const { provider, failing, now } = input
  const running = await lockOutage({ provider }, writer)
  if (running === undefined) return null
  const { outageSince } = running
  if (failing === undefined && outageSince === null) return null
  await endForgotten({ provider, outageSince }, writer)
  if (outageSince !== null) await saveBegin({ provider, beganAt: outageSince }, writer)
  if (outageSince === null && failing === true) await beginOutage({ provider, now }, writer)
  const ends = outageSince !== null && failing === false
  if (ends) await endOutage({ provider, beganAt: outageSince, now }, writer)
  await saveDay({ provider, now }, writer)
  return ends ? outageSince : null
}

/**
 * Locks a provider's budget, so that its judgements wait for each other, and reads since when the provider fails.
 * `outageSince` is null without an outage. Undefined for a provider that was never asked.
 */
async function lockOutage(
  { provider }: { readonly provider: string },
  writer: Writer,
): Promise<{ readonly outageSince: Instant | null } | undefined> {
  const budget = await writer
    .selectFrom('provider_budgets')
    .select('outage_since')
    .where('provider', '=', provider)
    .forUpdate()
    .executeTakeFirst()
  return budget && fromColumns(budget)
}

/**
 * Ends a stored outage that `provider_budgets` no longer has: a release without the table of outages cleared it. Its
 * end is not known, so it ends with the last recorded judgement.
 */
async function endForgotten(
  { provider, outageSince }: { readonly provider: string; readonly outageSince: Instant | null },
  writer: Writer,
): Promise<void> {
  await sql`
    update provider_outages as outage
    set ended_at = greatest(began_at, (select max(last_judged_at) from provider_days as judged
      where judged.provider = outage.provider))
    where provider = ${provider} and ended_at is null
      and began_at is distinct from ${outageSince}::timestamptz`.execute(writer)
}

/**
 * Begins an outage. The clock of another process can be ahead, so it begins no earlier than the one before it ended.
 */
async function beginOutage(
  { provider, now }: { readonly provider: string; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const { ended } = await writer
    .selectFrom('provider_outages')
    .select(({ fn }) => fn.max('ended_at').as('ended'))
    .where('provider', '=', provider)
    .$castTo<{ ended: Instant | null }>()
    .executeTakeFirstOrThrow()
  const beganAt = ended === null ? now : laterOf(now, ended)
  await setOutage({ provider, outageSince: beganAt }, writer)
  await saveBegin({ provider, beganAt }, writer)
}

/** Stores a running outage once. An outage that ended at the instant at which this one begins goes on. */
async function saveBegin(
  { provider, beganAt }: { readonly provider: string; readonly beganAt: Instant },
  writer: Writer,
): Promise<void> {
  await writer
    .insertInto('provider_outages')
    .values({ provider, began_at: beganAt })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'began_at'])
        .doUpdateSet({ ended_at: null })
        .where('provider_outages.ended_at', 'is not', null),
    )
    .execute()
}

async function endOutage(
  { provider, beganAt, now }: { readonly provider: string; readonly beganAt: Instant; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  await setOutage({ provider, outageSince: null }, writer)
  await writer
    .updateTable('provider_outages')
    .set({ ended_at: laterOf(beganAt, now) })
    .where('provider', '=', provider)
    .where('began_at', '=', beganAt)
    .execute()
}

async function setOutage(
  { provider, outageSince }: { readonly provider: string; readonly outageSince: Instant | null },
  writer: Writer,
): Promise<void> {
  await writer
    .updateTable('provider_budgets')
    .set({ outage_since: outageSince })
    .where('provider', '=', provider)
    .execute()
}

async function saveDay(
  { provider, now }: { readonly provider: string; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  await sql`
    insert into provider_days as judged (provider, day, first_judged_at, last_judged_at)
    values (${provider}, ${dateOf(now)}, ${now}, ${now})
    on conflict (provider, day) do update
    set first_judged_at = least(judged.first_judged_at, excluded.first_judged_at),
      last_judged_at = greatest(judged.last_judged_at, excluded.last_judged_at)`.execute(writer)
}

/** The beginning of the provider's running outage; null while the provider answers. */
export async function findOutage(
  { provider }: { readonly provider: string },
  reader: Reader,
): Promise<Instant | null> {
  const budget = await reader
    .selectFrom('provider_budgets')
    .select('outage_since')
    .where('provider', '=', provider)
    .executeTakeFirst()
  return budget?.outage_since ?? null
}

/**
 * The recorded days and outages of each provider, by name: the days since a UTC day on which it was judged, and its
 * `newest` outages that lasted into that time. A provider whose judgements were never recorded is absent.
 */
export async function getOutageRecords(
  { since, newest }: { readonly since: CalendarDate; readonly newest: number },
  reader: Reader,
): Promise<readonly OutageRecord[]> {
  const firsts = await reader
    .selectFrom('provider_days')
    .select(({ fn }) => ['provider', fn.min('first_judged_at').as('recorded_from')])
    .groupBy('provider')
    .orderBy('provider')
    .execute()
  const days = await getJudgedDays({ since }, reader)
  const outages = await getNewestOutages({ since, newest }, reader)
  return firsts.map(({ provider, recorded_from: recordedFrom }) => ({
    provider,
    recordedFrom,
    days: days
      .filter((one) => one.provider === provider)
      .map(({ day, ...row }) => ({ day, outage: outageOf(row) })),
    outages: outages
      .filter((one) => one.provider === provider)
      .map(({ provider: _, ...row }) => fromColumns(row)),
  }))
}

type OutageRow = { readonly began_at: Instant; readonly ended_at: Instant | null }
type DayRow = { readonly provider: string; readonly day: CalendarDate } & OrNull<OutageRow>

/** The days on which each provider was judged. Each has the newest outage that began before the end of the day. */
async function getJudgedDays(
  { since }: { readonly since: CalendarDate },
  reader: Reader,
): Promise<readonly DayRow[]> {
  const query = sql<DayRow>`
    select judged.provider, judged.day, outage.began_at, outage.ended_at
    from provider_days as judged
    left join lateral (
      select began_at, ended_at from provider_outages as begun
      where begun.provider = judged.provider
        and begun.began_at < (judged.day + 1)::timestamp at time zone 'UTC'
      order by began_at desc limit 1) as outage on true
    where judged.day >= ${since}
    order by judged.provider, judged.day`
  return runPlanned(query, reader)
}

/** The `newest` outages of each provider that had not ended before a UTC day, newest first. */
async function getNewestOutages(
  { since, newest }: { readonly since: CalendarDate; readonly newest: number },
  reader: Reader,
): Promise<readonly ({ readonly provider: string } & OutageRow)[]> {
  const query = sql<{ provider: string } & OutageRow>`
    select budget.provider, outage.began_at, outage.ended_at
    from provider_budgets as budget
    cross join lateral (
      select began_at, ended_at from provider_outages as begun
      where begun.provider = budget.provider
        and (ended_at is null or ended_at >= ${since}::timestamp at time zone 'UTC')
      order by began_at desc limit ${newest}) as outage
    order by budget.provider, outage.began_at desc`
  return runPlanned(query, reader)
}

function outageOf({ began_at: beganAt, ended_at: endedAt }: OrNull<OutageRow>): ProviderOutage | null {
  return beganAt === null ? null : { beganAt, endedAt }
}
