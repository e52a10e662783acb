import { type Selectable, sql } from 'kysely'
import type { CalendarDate, Instant } from '#contract/time.ts'
import { type ChainDay, STREAMS_OF_PART } from '#domain/reports/chain-day.ts'
import { IS_READ } from '#records/contracts/locks.ts'
import { affected } from '#records/counted-rows.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { ChainDays } from '#records/tables.ts'
import { ledgerReach } from './checkpoint.ts'

/**
 * The newest written day, the first publication of any project, and the last run of the ledger. Each is null before
 * there is one.
 */
export async function findChainDayCheckpoint(reader: Reader): Promise<{
  readonly lastDay: CalendarDate | null
  readonly firstPublishedAt: Instant | null
  readonly ledgerRanAt: Instant | null
}> {
  return reader
    .selectNoFrom((from) => [
      from.selectFrom('chain_days').select(sql<CalendarDate | null>`max(day)`.as('last')).as('lastDay'),
      ...ledgerReach(from),
    ])
    .executeTakeFirstOrThrow()
}

/** A day as it was written; without `day` the newest one. Undefined when it is not recorded. */
export async function findChainDay(
  { day }: { readonly day?: CalendarDate },
  reader: Reader,
): Promise<ChainDay | undefined> {
  let query = reader.selectFrom('chain_days').selectAll().orderBy('day', 'desc').limit(1)
  if (day !== undefined) query = query.where('day', '=', day)
  const row = await query.executeTakeFirst()
  return row === undefined ? undefined : toChainDay(row)
}

/**
 * Writes the days from `from` to `to`, of the projects that are published now. A day that is already written stays as
 * it is. Returns the number of written days.
 */
export async function saveChainDays(
  { from, to, now }: { readonly from: CalendarDate; readonly to: CalendarDate; readonly now: Instant },
  writer: Writer,
): Promise<number> {
  const result = await sql`
    with days as (
      select day::date, day::date::timestamp at time zone 'UTC' as begins,
        (day::date + 1)::timestamp at time zone 'UTC' as ends
      from generate_series(${from}::date, ${to}::date, interval '1 day') as day),
    measured as (
      select days.*, read.part, read.project_id from days cross join ${READ_STREAMS} as read
      group by days.day, days.begins, days.ends, read.part, read.project_id
      having bool_and(coalesce(read.covered_from <= days.begins and read.last_ok_at >= days.ends, false))),
    numbers as (
      select day, part, count(*)::integer as projects from measured group by day, part),
    found as (
      select measured.day, measured.part, measured.project_id from measured
        join ships on ships.project_id = measured.project_id
          and ships.placed_at >= measured.begins and ships.placed_at < measured.ends
        where measured.part = 'ships' and ships.counts_as is not null and ships.withdrawn_at is null
          and ships.occurred_at is not null
      union all
      select measured.day, measured.part, measured.project_id from measured
        join changes on changes.project_id = measured.project_id
          and changes.type = case measured.part when 'upgrades' then 'contract.implementation_changed'
            when 'deployments' then 'contract.followup_deployed' end
        where changes.op = 'upsert' and changes.superseded_by is null
          and changes.occurred_at >= measured.begins and changes.occurred_at < measured.ends
      union all
      select measured.day, measured.part, measured.project_id from measured
        join locks on locks.project_id = measured.project_id
          and locks.unlock_at >= measured.begins and locks.unlock_at < measured.ends
        where measured.part = 'unlocks' and ${IS_READ} and not locks.withdrawn)
    insert into chain_days (day, written_at, ships, shipping_projects, ships_measured, upgrades, upgrades_measured,
      deployments, deployments_measured, unlocks, unlocks_measured)
    select days.day, ${now}, ${countOf('ships')}, ${countOf('ships', sql`count(distinct found.project_id)`)},
      ${measuredFor('ships')}, ${countOf('upgrades')}, ${measuredFor('upgrades')},
      ${countOf('deployments')}, ${measuredFor('deployments')}, ${countOf('unlocks')}, ${measuredFor('unlocks')}
    from days order by days.day
    on conflict (day) do nothing`.execute(writer)
  return affected(result)
}

/**
 * The streams of published projects on which each count rests. Sources whose last reading found them missing are left
 * out. A lock is known from any reading after it was made, so a gap between two readings of a locker hides no lock. A
 * locker with unread locks covers no day.
 */
const READ_STREAMS = sql`(
  select counted.part, sources.project_id, stream.last_ok_at,
    case when stream.position -> 'unreadLocks' is not null then null
      when counted.part = 'unlocks' then stream.first_ok_at
      else coalesce(stream.covers_from, stream.first_ok_at) end as covered_from
  from unnest(${STREAMS_OF_PART.map(({ part }) => part)}::text[], ${STREAMS_OF_PART.map(({ kind }) => kind)}::text[],
    ${STREAMS_OF_PART.map(({ stream }) => stream)}::text[]) as counted (part, kind, stream)
  join sources on sources.kind = counted.kind and sources.detached_at is null
    and (sources.counted or sources.kind = 'locker')
  join projects on projects.id = sources.project_id and projects.state = 'published'
  join source_streams as stream on stream.source_id = sources.id and stream.stream = counted.stream
  where stream.last_outcome is distinct from 'missing')`

/** A count of one part of a day; null where no project was measured for the part. */
function countOf(part: string, count = sql`count(*)`) {
  return sql`case when ${measuredFor(part)} > 0 then
    (select ${count}::integer from found where found.day = days.day and found.part = ${part}) end`
}

function measuredFor(part: string) {
  return sql`coalesce((select projects from numbers where numbers.day = days.day and numbers.part = ${part}), 0)`
}

function toChainDay(row: Selectable<ChainDays>): ChainDay {
  const { ships_measured: measured } = row
  return {
    day: row.day,
    writtenAt: row.written_at,
    ships: { count: row.ships, measured },
    projects: { count: row.shipping_projects, measured },
    upgrades: { count: row.upgrades, measured: row.upgrades_measured },
    deployments: { count: row.deployments, measured: row.deployments_measured },
    unlocks: { count: row.unlocks, measured: row.unlocks_measured },
  }
}
