import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from './database.ts'

/** The bits of the published projects that have all the keys, a project's in the place of its number; null where none has. */
export function bitsOf(keys: readonly string[]): RawBuilder<unknown> {
  return sql`bits_of(${[...keys]}::text[])`
}

/** How many bits are set. */
export function countOf(bits: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce(bit_count(${bits}), 0)`
}

/** Whether the bit of a row of `listed` is set among `bits`, a scalar subquery. */
export function isAmong(bits: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`case when listed.no < length(${bits}) then get_bit(${bits}, listed.no) = 1 end`
}

/**
 * Rows of `listed` whose bits are set, each looked up by its number. As text, the ones part the bits into gaps, which
 * is quicker than to try each place.
 */
export function rowsIn(bits: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lateral (
      select sum(length(gap) + 1) over (order by place) - 1 as no, place
      from string_to_table(${bits}::text, '1') with ordinality as parted(gap, place)
    ) as numbered
    cross join lateral (select * from project_lists where project_lists.no = numbered.no offset 0) as listed
    where listed.published and place <= bit_count(${bits})`
}

/** How many projects some bits are of, and how many there are a number for. */
export type Counted = { readonly total: number; readonly numbered: number }

/** The highest number of a project. */
export const NUMBERED = sql<number>`(select coalesce(max(no), 0) from project_lists)`

/** How many bits are set, of how many. */
export function countedIn(bits: RawBuilder<unknown>, reader: Reader): Promise<Counted> {
  return reader.selectNoFrom([countOf(bits).as('total'), NUMBERED.as('numbered')]).executeTakeFirstOrThrow()
}
