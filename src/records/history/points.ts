import { type RawBuilder, sql } from 'kysely'
import { HISTORY_SERIES, type HistorySeriesName } from '#contract/history-series.ts'
import { addDays, type CalendarDate, type Instant, startOfDate } from '#contract/time.ts'
import { DAYS_RULE, type HistoryPoint } from '#domain/history/point.ts'
import type { OfProjects } from '#records/by-project.ts'
import { rowsOf } from '#records/columns.ts'
import { wasReadAt } from '#records/contracts/locks.ts'
import { type Reader, type Writer, writePlanned } from '#records/database.ts'
import { stateAt, valueAt } from '#records/project/held-conclusions.ts'
import { STANDING_TOKEN } from '#records/project/shown-token.ts'

/** The projects of a batch, the day of the points, and the time of the writing. */
export type DayBatch = OfProjects & {
  readonly day: CalendarDate
  readonly now: Instant
}

/** The first instant after a day. */
export function endOf(day: CalendarDate): Instant {
  return startOfDate(addDays(day, 1))
}

/** The conclusions about these facts that stood at the end of the day, as a relation. */
export function standingAt(
  { projectIds, day }: Pick<DayBatch, 'projectIds' | 'day'>,
  facts: readonly string[],
): RawBuilder<unknown> {
  const end = endOf(day)
  return sql`(
    select project_id, stood.fact, rule, ${stateAt(end, 'stood')} as state, ${valueAt(end, 'stood')} as value
    from unnest(${[...projectIds]}::uuid[]) as project(id) cross join unnest(${[...facts]}::text[]) as given(fact)
    cross join lateral (
      select * from evaluations
      where project_id = project.id and evaluations.fact = given.fact and evaluated_at < ${end}::timestamptz
      order by evaluated_at desc, superseded_at desc nulls first limit 1
    ) as stood
    where superseded_at is null or superseded_at >= ${end}::timestamptz)`
}

/**
 * Writes the points of conclusions about building that stood at the end of the day. Returns the number of new points.
 */
export async function saveConcludedPoints(batch: DayBatch, writer: Writer): Promise<number> {
  const facts = ['activity.status', 'build.momentum', 'discovery_gap']
  const query = sql`
    insert into history_points (project_id, series, day, basis, state, value, rule, recorded_at)
    select project_id, shown.series, ${batch.day}::date, 'knowledge', state, shown.value, rule, ${batch.now}::timestamptz
    from ${standingAt(batch, facts)} as stood
    join lateral (values
      ('status', 'activity.status', value -> 'status'),
      ('momentum', 'build.momentum', value -> 'score'),
      ('discovery_gap', 'discovery_gap', value -> 'gap'),
      ('under_the_radar', 'discovery_gap', value -> 'underTheRadar')
    ) as shown(series, fact, value) on shown.fact = stood.fact
    on conflict do nothing`
  return writePlanned(query, writer)
}

/**
 * Writes the rank and the locks of the day that just ended. Their records keep no past, so earlier days cannot be
 * written later. A rank is as unknown as the momentum that it rests on. Returns the number of new points.
 */
export async function saveRankAndLocks(batch: DayBatch, writer: Writer): Promise<number> {
  const end = endOf(batch.day)
  const query = sql`
    insert into history_points (project_id, series, day, basis, state, value, rule, recorded_at)
    select project_id, series, ${batch.day}::date, 'knowledge', state, value, ${DAYS_RULE.id}, ${batch.now}::timestamptz
    from (
      select project_id, 'radar_rank' as series,
        case when stood.state = 'MEASURED' then to_jsonb(radar_rank) end as value,
        case when stood.state <> 'MEASURED' then stood.state when radar_rank is null then 'NOT_ENOUGH_YET'
          else 'MEASURED' end as state
      from ${standingAt(batch, ['build.momentum'])} as stood join project_rankings using (project_id)
      union all
      select project_id, 'locks', case when state = 'MEASURED' then (
          select to_jsonb(count(*)) from locks join tokens on tokens.address = locks.token and ${sql.raw(STANDING_TOKEN)}
          where locks.project_id = stood.project_id and ${wasReadAt(sql`${end}::timestamptz`)} and not withdrawn
            and detected_at < ${end}::timestamptz and unlock_at >= ${end}::timestamptz) end, state
      from ${standingAt(batch, ['coverage.locks'])} as stood
    ) as found
    on conflict do nothing`
  return writePlanned(query, writer)
}

/**
 * Writes the changes of contracts that the chain dates, up to this day, on days without a point. A day with changes has
 * their number, a quiet day has 0. A quiet day, and any day since the collection began, gets a point only if every
 * listing of the project's contracts reaches back before the day and was read until after it. Returns the number of new
 * points.
 */
export async function saveContractChanges(batch: DayBatch, writer: Writer): Promise<number> {
  const projectIds = sql`${[...batch.projectIds]}::uuid[]`
  const dayOf = (at: RawBuilder<unknown>) => sql`((${at}) at time zone 'UTC')::date`
  const query = sql`
    with listed as (
      select project_id, count(last_ok_at) = count(*) as all_read, ${dayOf(sql`min(first_ok_at)`)} as began_on,
        ${dayOf(sql`max(coalesce(covers_from, first_ok_at))`)} + 1 as first_day,
        ${dayOf(sql`min(last_ok_at) - ${SETTLED} - interval '1 day'`)} as last_day
      from sources join source_streams on source_streams.source_id = sources.id
      where project_id = any(${projectIds}) and counted and detached_at is null and stream in ('deployments', 'upgrades')
      group by project_id
    ), dated as (
      select project_id, ${dayOf(sql`created_at`)} as day, 1 as changes from contracts
      where project_id = any(${projectIds}) and withdrawn_at is null and created_at is not null
      union all
      select project_id, ${dayOf(sql`block_time`)}, 1 from implementations
      where project_id = any(${projectIds}) and withdrawn_at is null and not initial and block_time is not null
      union all
      select project_id, ${dayOf(sql`occurred_at`)}, 1 from ships as inherited
      where project_id = any(${projectIds}) and kind = 'upgrade' and withdrawn_at is null and occurred_at is not null
        and exists (select from implementations where key = substr(natural_key, 6)
          and implementations.project_id <> inherited.project_id)
      union all
      select project_id, quiet::date, 0 from listed cross join lateral generate_series(
        greatest(first_day, ${batch.day}::date - ${LOOKED_BACK}), last_day, interval '1 day') as quiet
      where all_read
    )
    insert into history_points (project_id, series, day, basis, state, value, rule, recorded_at)
    select project_id, 'contract_changes', dated.day, ${HISTORY_SERIES.contract_changes.basis}, 'MEASURED',
      to_jsonb(sum(changes)), ${DAYS_RULE.id}, ${batch.now}::timestamptz
    from dated left join listed using (project_id)
    where dated.day <= ${batch.day}::date and dated.day > ${batch.day}::date - ${KEPT_BACK}
      and (listed.project_id is null
        or (all_read and dated.day <= last_day and (dated.day >= first_day or dated.day < began_on)))
      and not exists (select from history_points as stored where stored.project_id = dated.project_id
        and stored.series = 'contract_changes' and stored.day = dated.day)
    group by project_id, dated.day
    on conflict do nothing`
  return writePlanned(query, writer)
}

/** Delay after which a complete listing is certain to include a block. */
const SETTLED = sql`interval '1 hour'`
/**
 * The days before the written one on which a day without changes can still get its point, as after an outage.
 * `KEPT_BACK` is that number for days with a change.
 */
const LOOKED_BACK = sql.lit(DAYS_RULE.lateDays)
const KEPT_BACK = sql.lit(DAYS_RULE.backDays)

/** Writes points on days that have none. Returns the number of new points. */
export async function savePoints(
  batch: {
    readonly points: readonly (HistoryPoint & { readonly projectId: string })[]
    readonly now: Instant
  },
  writer: Writer,
): Promise<number> {
  const rows = batch.points.map((point) => ({
    ...point,
    basis: HISTORY_SERIES[point.series].basis,
    recordedAt: batch.now,
  }))
  const query = sql`
    insert into history_points select * from ${rowsOf('history_points', rows)}
    on conflict do nothing`
  return writePlanned(query, writer)
}

/** The newest day of a series of each project; a project without a point is absent. */
export async function getLastPoints(
  input: OfProjects & { readonly series: HistorySeriesName },
  reader: Reader,
): Promise<ReadonlyMap<string, CalendarDate>> {
  const rows = await reader
    .selectFrom(
      sql<{ project_id: string; day: CalendarDate }>`(
        select project.id as project_id, newest.day from unnest(${[...input.projectIds]}::uuid[]) as project(id)
        cross join lateral (select day from history_points where project_id = project.id and series = ${input.series}
          order by day desc limit 1) as newest)`.as('found'),
    )
    .selectAll()
    .execute()
  return new Map(rows.map((row) => [row.project_id, row.day]))
}
