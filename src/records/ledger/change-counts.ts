import { type RawBuilder, sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Instant } from '#contract/time.ts'
import { type ChangeCount, type ChangeCounts, sumOfChanges } from '#domain/ledger/change-counts.ts'
import type { OrNull } from '#records/counted-rows.ts'
import type { Reader } from '#records/database.ts'
import { INTEGRITY_PUBLISHED } from '#records/market/integrity.ts'
import { IS_PUBLIC, ofProject } from './change-list.ts'

type Sql = RawBuilder<unknown>

/** The project whose events are counted; absent for the events of all projects. */
type CountedOf = { readonly project?: Slug }

/**
 * The standing public events that first arrived at or after an instant, by type and origin, up to
 * `LIMITS.countedChanges`. Two statements of one snapshot, because the planner uses the index for the count only if the
 * position is a value in the statement.
 */
export async function countArrivedSince(
  input: { readonly since: Instant; readonly of: CountedOf },
  reader: Reader,
): Promise<ChangeCounts> {
  const before = sql<{ position: number }>`(
    select coalesce((select position - 1 from changes where recorded_at >= ${input.since}::timestamptz
      order by recorded_at, position limit 1), head) as position from ledger_state)`
  const { position } = await reader.selectFrom(before.as('before')).selectAll().executeTakeFirstOrThrow()
  const arrived = sql`change.op = 'upsert' and change.first_position > ${position}::bigint`
  const condition = sql`${arrived} and ${ofWhom(input.of)} and ${IS_PUBLIC}`
  const order = sql`change.first_position`
  return countWhere({ start: position, condition, order, of: input.of }, reader)
}

/**
 * The revisions after a position that a mirror would now receive, by type and origin, up to `LIMITS.countedChanges`.
 * These are the newest revision of each event, tombstones included. Like a list of the ledger, the count ends before an
 * event of a project that was just hidden. One statement.
 */
export function countAfter(
  input: { readonly position: number; readonly of: CountedOf },
  reader: Reader,
): Promise<ChangeCounts> {
  const beyond = sql`change.position > ${input.position}::bigint and ${ofWhom(input.of)}`
  const condition = sql`${beyond} and change.position < ${firstHidden(beyond)}`
  const order = sql`change.position`
  return countWhere({ start: input.position, condition, order, of: input.of }, reader)
}

/**
 * The position of the first standing event that is not public; beyond every position when all are public. Reads the
 * events of projects that are not published, because these are few: reading all events once more takes three times as
 * long.
 */
function firstHidden(beyond: Sql) {
  const standing = sql`change.superseded_by is null and change.op = 'upsert' and ${beyond}`
  return sql`coalesce(least(
    (select min(first.position) from projects cross join lateral (
      select min(change.position) as position from changes as change
      where change.project_id = projects.id and ${standing}) as first
      where projects.state <> 'published'),
    (select min(change.position) from changes as change
      where change.type = 'market_integrity.event' and not ${INTEGRITY_PUBLISHED} and ${standing})
  ), 9223372036854775807)`
}

type CountedSpan = { readonly start: number; readonly of: CountedOf } & Readonly<
  Record<'condition' | 'order', Sql>
>

/** Counts in the order of an index, so that it can stop at the limit. */
async function countWhere(
  { start, condition, order, of }: CountedSpan,
  reader: Reader,
): Promise<ChangeCounts> {
  const counted = sql<CountRow>`(
    select state.head, state.last_run_at as "lastRunAt", ${recordedFrom(of)} as "recordedFrom",
      found.type, found.origin, found.total
    from ledger_state as state
    left join (
      select case when op = 'retract' then 'event.retracted' else type end as type,
        case when op = 'retract' then null else origin end as origin, count(*) as total
      from (
        select change.op, change.type, change.origin
        from changes as change left join projects on projects.id = change.project_id
        where change.superseded_by is null and ${condition}
        order by ${order} limit ${LIMITS.countedChanges + 1}
      ) as matching
      group by 1, 2
    ) as found on true)`
  const rows = await reader.selectFrom(counted.as('counted')).selectAll().orderBy('type').execute()
  const [first] = rows
  if (first === undefined) throw new Error('the ledger has no state')
  const { head, lastRunAt, recordedFrom: from } = first
  const counts = rows.flatMap(({ type, origin, total }) =>
    type === null || total === null ? [] : [{ type, origin, total }],
  )
  const isMore = sumOfChanges(counts) > LIMITS.countedChanges
  return { head, start, lastRunAt, recordedFrom: from, counts: isMore ? null : counts }
}

/** The instant since which the ledger records the counted events, as SQL. The state of the ledger is `state` there. */
function recordedFrom({ project }: CountedOf) {
  if (project === undefined) return sql`state.first_run_at`
  const registered = sql`(select created_at from projects join project_slugs on project_slugs.project_id = projects.id
    where project_slugs.slug = ${project})`
  return sql`case when state.first_run_at is not null then greatest(state.first_run_at, ${registered}) end`
}

function ofWhom({ project }: CountedOf) {
  return project === undefined ? sql`true` : ofProject(project)
}

/** A count with the state of the ledger. When nothing is counted, there is one row with the state and nulls. */
type CountRow = Omit<ChangeCounts, 'start' | 'counts'> & OrNull<ChangeCount>
