import { type RawBuilder, sql } from 'kysely'
import { atOrAfter, type ProjectOrder } from './project-orders.ts'

/** Parts of a statement that reads a list from a cut of its order on. */
export type Entry = {
  /** The cut, as a common table expression named `entry`; without a row where the list is read from its beginning. */
  readonly entry: RawBuilder<unknown>
  /** Rows of `listed` from there on. */
  readonly behind: RawBuilder<unknown>
  /** How many of those come before the page. */
  readonly offset: RawBuilder<number>
}

/** Enters an order at its last cut before a page of the projects that have all the keys; of none, before one of all. */
export function entryAt(input: {
  readonly order: ProjectOrder
  readonly keys: readonly string[]
  readonly offset: number
}): Entry {
  const { order, keys, offset } = input
  const span = `span:${order}`
  const all = keys.length === 0
  const admitted = all ? sql`` : sql`join chunks_of(${[...keys]}::text[]) as admitted using (chunk)`
  const entry = sql`entry as materialized (
    select x, y, id, passed::bigint as passed
    from (
      select span, sum(n) over (order by span) - n as passed
      from (
        select split_part(key, ':', 3)::integer as span, sum(bit_count(${all ? sql`own` : sql`own & admitted.bits`})) as n
        from (
          select key, chunk, bit_xor(bits) as own from project_bits
          where key >= ${`${span}:`} and key < ${`${span};`} group by key, chunk
        ) as each ${admitted} group by key
      ) as counted
    ) as placed
    join project_cuts using (span)
    where name = ${order} and passed <= ${offset} order by span desc limit 1)`
  return {
    entry,
    behind: atOrAfter(order, {
      x: sql`coalesce((select x from entry), 'infinity')`,
      y: sql`coalesce((select y from entry), 'infinity')`,
      id: sql`coalesce((select id from entry), 'ffffffff-ffff-ffff-ffff-ffffffffffff')`,
    }),
    offset: sql<number>`${offset}::bigint - coalesce((select passed from entry), 0)`,
  }
}
