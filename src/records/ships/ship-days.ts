import { sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import { addMs, type CalendarDate, type Instant, startOfDate } from '#contract/time.ts'
import type { ShipDay } from '#domain/ships/ship-day.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { ownerOf } from '#records/project/published.ts'

/** Ships of a day that are named. */
const NAMED = sql.lit(3)

/**
 * How many ships each day of a project has, and how many of them count, from a day on, oldest day first; a day without
 * one is absent. Undated ships are placed at their detection. Withdrawn ships, and those dated more than 24 h ahead, are
 * left out, as in the list of ships.
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
