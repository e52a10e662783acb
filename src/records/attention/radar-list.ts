import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Input } from '#contract/operations/index.ts'
import type { RadarFilter } from '#contract/shapes/radar.ts'
import type { CalendarDate } from '#contract/time.ts'
import type { RadarParts } from '#domain/attention/radar.ts'
import type { RadarEntry, RadarEvidence, RadarRanking } from '#domain/attention/radar-record.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import { BUILDING_STATUSES } from '#domain/project/still-building.ts'
import { countedList } from '#records/counted-list.ts'
import type { OrNull } from '#records/counted-rows.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { isMeasuredOrEmpty } from '#records/project/measured-lists.ts'
import { hasWords } from '#records/project/search.ts'

type RadarQuery = Omit<Input<'builders'>, 'ignoredParameters' | 'claims'>

/** The last ranking of the Radar; undefined before the first. */
export async function findRanking(reader: Reader): Promise<RadarRanking | undefined> {
  const row = await reader.selectFrom('radar_state').select(['rule', 'ranked_at']).executeTakeFirst()
  return row && { rule: row.rule, rankedAt: row.ranked_at }
}

const BUILDS = sql`ranked.activity_status in (${sql.join(BUILDING_STATUSES.map(sql.lit))})`

/**
 * The condition of each filter, over `project_rankings as ranked`. `under-the-radar` admits the projects of its tab.
 */
export const FILTERS: Readonly<Record<RadarFilter, RawBuilder<SqlBool>>> = {
  all: sql<SqlBool>`true`,
  shipping: sql<SqlBool>`ranked.activity_status = 'SHIPPING'`,
  verified: sql<SqlBool>`ranked.research_level = 'VERIFIED_BUILDER'`,
  'under-the-radar': sql<SqlBool>`ranked.under_the_radar = 'HELD' and ${BUILDS}`,
  accelerating: sql<SqlBool>`exists (select from signals where signals.project_id = ranked.project_id
    and kind = 'accelerating' and ended_at is null)`,
  'with-use': sql<SqlBool>`ranked.use_calls > 0`,
}

/** The columns of an entry, from `ranked` and the joins of `ENTRY_RECORDS`. */
export const ENTRY = sql`projects.slug, projects.name, ranked.radar_rank, ranked.radar, ranked.radar_parts,
  week.day as week_day, week.rank as week_rank, month.day as month_day, month.rank as month_rank,
  radar_entries.evidence`

/** The joins for the columns of an entry that are not in `ranked`. */
export const ENTRY_RECORDS = sql`left join projects on projects.id = ranked.project_id
  left join radar_entries on radar_entries.project_id = ranked.project_id
  left join radar_days as week on week.project_id = ranked.project_id and week.day = ${daysAgo(7)}
  left join radar_days as month on month.project_id = ranked.project_id and month.day = ${daysAgo(30)}`

/** Whether a project is measured for each filter, besides its score. */
const MEASURED_FOR: Readonly<Record<RadarFilter, RawBuilder<SqlBool>>> = {
  all: sql<SqlBool>`true`,
  shipping: sql<SqlBool>`ranked.activity_status <> 'UNKNOWN'`,
  verified: sql<SqlBool>`ranked.research_level is not null`,
  'under-the-radar': sql<SqlBool>`ranked.momentum_percentile is not null`,
  accelerating: sql<SqlBool>`exists (select from pace_judgements where judged and project_id = ranked.project_id)`,
  'with-use': sql<SqlBool>`ranked.use_calls is not null`,
}

/**
 * Whether any published project has a score and is measured for the filter; true without published projects. Where no
 * project is measured, an empty list would say that no project meets the filter.
 */
export function isRadarMeasured(filter: RadarFilter, reader: Reader): Promise<boolean> {
  const measured = sql`select from project_rankings as ranked
    join projects on projects.id = ranked.project_id and projects.state = 'published'
    where ranked.radar_rank is not null and ${MEASURED_FOR[filter]}`
  return isMeasuredOrEmpty(
    { measured, published: sql`select from projects where state = 'published'` },
    reader,
  )
}

/**
 * The published projects with a score that the filters admit, best rank first, and their total number. One statement
 * reads both. The total is exact; a list costs more the deeper its offset is. The text of the statement has the largest
 * limit as a literal. The planner then expects few projects, plans once, and reads each by index; with the limit as a
 * parameter it would expect a tenth of all projects.
 */
export async function getRadarList(
  query: RadarQuery,
  reader: Reader,
): Promise<{ readonly total: number; readonly entries: readonly RadarEntry[] }> {
  const { filter, q, limit, offset } = query
  const named = q === undefined ? sql`true` : isListed(hasWords(q))
  const admitted = sql`project_rankings as ranked
    where ranked.radar_rank is not null and ${FILTERS[filter]} and ${named}`
  const list = sql<Row>`
    select counted.total, ${ENTRY}
    from (select count(*)::integer as total from ${admitted}) as counted
    left join (
      select project_id from (
        select ranked.project_id, ranked.radar_rank from ${admitted}
        order by ranked.radar_rank limit ${sql.lit(LIMITS.radarItems.max)} offset ${offset}
      ) as best order by radar_rank limit ${limit}
    ) as list on true
    left join project_rankings as ranked on ranked.project_id = list.project_id
    ${ENTRY_RECORDS}
    order by ranked.radar_rank`
  const rows = await runPlanned(list, reader)
  const counted = countedList<RankedRow, Row>(rows)
  return { total: counted.total, entries: counted.rows.map(toEntry) }
}

function isListed(condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`ranked.project_id in (select project_id from listings where published and ${condition})`
}

/** The day that is this many days before the last ranking. */
function daysAgo(days: number): RawBuilder<CalendarDate> {
  return sql`(select (ranked_at at time zone 'UTC')::date - ${days}::integer from radar_state)`
}

type RankedRow = {
  slug: Slug
  name: string
  radar_rank: number
  radar: number
  radar_parts: RadarParts
  evidence: RadarEvidence
}
type EarlierRow = {
  week_day: CalendarDate | null
  week_rank: number | null
  month_day: CalendarDate | null
  month_rank: number | null
}
/** A row of `ENTRY`. */
export type EntryRow = RankedRow & EarlierRow
type Row = { total: number } & EarlierRow & OrNull<RankedRow>

/** The entry of a row. */
export function toEntry(row: EntryRow): RadarEntry {
  return {
    project: { slug: row.slug, name: row.name },
    rank: row.radar_rank,
    score: row.radar,
    parts: row.radar_parts,
    sevenDaysAgo: toDay(row.week_day, row.week_rank),
    thirtyDaysAgo: toDay(row.month_day, row.month_rank),
    evidence: row.evidence === null ? { ...NEVER_SCORED, grounds: [] } : row.evidence,
  }
}

function toDay(day: CalendarDate | null, rank: number | null): RadarEntry['sevenDaysAgo'] {
  return day === null || rank === null ? null : { day, rank }
}
