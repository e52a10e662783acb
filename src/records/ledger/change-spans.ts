import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Instant } from '#contract/time.ts'
import type { Changes } from '#records/tables.ts'

/** A span of `occurredAt`, its bounds inclusive; one that is left out is open. */
export type ChangeSpan = { readonly since: Instant | undefined; readonly until: Instant | undefined }

/** An order of the ledger: by what, which way, and which of an event's revisions are in it. */
export type ChangeOrder = {
  readonly by: RawBuilder<unknown>
  readonly way: RawBuilder<unknown>
  readonly isBeyond: RawBuilder<unknown>
  readonly held: readonly RawBuilder<unknown>[]
}

/** Days of the parts into which a span is cut; the indexes of spans are made of the same parts. */
const STRETCH_DAYS = sql.lit(32)
const TYPE_DAYS = sql.lit(8)
const DAY = sql`day_of(change.occurred_at)`

/**
 * The first `limit` newest revisions in an order that fulfil the conditions and occurred within the span. An order of
 * arrival and a span of time have no index in common: the span is cut into days and stretches of days, each of which
 * is read in the order, and their heads are merged. With types each is cut into parts of its own.
 */
export function inSpan(page: {
  readonly span: ChangeSpan
  readonly types: readonly string[] | undefined
  readonly limit: number
  readonly order: ChangeOrder
  readonly where: readonly RawBuilder<unknown>[]
}): RawBuilder<Selectable<Changes>> {
  const { order, types, limit } = page
  const dated = [...order.held, sql`change.occurred_at is not null`]
  const heads = (conditions: readonly RawBuilder<unknown>[]) => sql`lateral (
    select change.${order.by} as place from changes as change
    where ${sql.join([...dated, ...page.where, ...conditions], sql` and `)}
    order by change.${order.by} ${order.way} limit ${limit}) as head`
  const within = boundsOf(page.span)
  const parts =
    types === undefined
      ? sql`
        select head.place from (${DAYS}) as part(day) cross join ${heads([sql`${DAY} = part.day`, ...within])}
        union all
        select head.place from (${STRETCHES}) as part(stretch)
        cross join ${heads([sql`${DAY} / ${STRETCH_DAYS} = part.stretch`])}`
      : sql`
        select head.place from unnest(${[...types]}::text[]) as asked(type)
        cross join (${TYPE_PARTS}) as part(stretch)
        cross join ${heads([sql`change.type = asked.type and ${DAY} / ${TYPE_DAYS} = part.stretch`, ...within])}`
  return sql`(
    with span as materialized (${daysOf(page.span, dated)}),
    found as (
      select place from (${parts}) as parts order by place ${order.way} limit ${limit}
    )
    select change.* from found join changes as change on change.${order.by} = found.place
      and ${sql.join(order.held, sql` and `)})`
}

/** Conditions on the instants at a span's ends. */
export function boundsOf({ since, until }: ChangeSpan): readonly RawBuilder<unknown>[] {
  return [
    ...(since === undefined ? [] : [sql`change.occurred_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql`change.occurred_at <= ${until}::timestamptz`]),
  ]
}

/** First and last day of the span that may hold an event, and the stretches between them that hold neither of the two. */
function daysOf({ since, until }: ChangeSpan, dated: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const held = sql`from changes as change where ${sql.join(dated, sql` and `)}`
  return sql`
    select low, high, low / ${STRETCH_DAYS} + 1 as first, high / ${STRETCH_DAYS} - 1 as last
    from (
      select greatest(lowest, day_of(${since ?? null}::timestamptz)) as low,
        least(highest, day_of(${until ?? null}::timestamptz)) as high
      from (select (select min(${DAY}) ${held}) as lowest, (select max(${DAY}) ${held}) as highest) as ends
      where lowest is not null
    ) as days`
}

/** The limits tell the planner how few parts there are; each end of a span has no more days than a stretch. */
const DAYS = sql`(
  select generate_series(low, case when first <= last then first * ${STRETCH_DAYS} - 1 else high end) from span
  union all
  select generate_series((last + 1) * ${STRETCH_DAYS}, high) from span where first <= last
  ) limit 2 * ${STRETCH_DAYS}`
const STRETCHES = sql`select generate_series(first, last) from span`
const TYPE_PARTS = sql`select generate_series(low / ${TYPE_DAYS}, high / ${TYPE_DAYS}) from span`
