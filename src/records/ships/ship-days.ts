import { sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import { addMs, type CalendarDate, type Instant, startOfDate } from '#contract/time.ts'
import type { ShipDay } from '#domain/ships/ship-day.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { ownerOf } from '#records/project/published.ts'

/** The most ships of a day that are named. */
const NAMED = sql.lit(3)

/**
 * The number of ships on each day of a project from a day on, and how many of them count, oldest day first. A day
 * without ships is absent. Undated ships are placed at their detection. Withdrawn ships, and ships dated more than 24 h
 * ahead, are left out, as in the list of ships.
 */
export async function getShipDays(
  { slug, from, now }: { readonly slug: Slug; readonly from: CalendarDate; readonly now: Instant },
  reader: Reader,
): Promise<readonly ShipDay[]> {
  const day = sql`(placed_at at time zone 'UTC')::date`
  const latest = addMs(now, SHIPS_RULE.futureToleranceMs)
  const query = sql<ShipDay>`
    with ${ownerOf({ slug })}
    select day, count(*) as ships, count(*) filter (where counts) as counted, count(*) filter (where not dated) as undated,
      json_agg(json_build_object('id', 'ship:' || id, 'title', title, 'codeWeek', week, 'counts', counts)
        order by place) filter (where place <= ${NAMED}) as named
    from (
      select id, title, facts -> 'codeWeek' as week, ${day} as day, occurred_at is not null as dated,
        counts_as is not null as counts,
        row_number() over (partition by ${day} order by counts_as is null, kind = 'code_week', placed_at desc, id desc) as place
      from ships
      where project_id = (select id from owner) and withdrawn_at is null
        and placed_at >= ${startOfDate(from)}::timestamptz and placed_at <= ${latest}::timestamptz
    ) as placed
    group by day order by day`
  return await runPlanned(query, reader)
}
