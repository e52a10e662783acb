import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '#records/database.ts'

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
 * The numbers whose bits are set, in their order, as `numbered`. As text, the ones part the bits into gaps, which is
 * quicker than to try each place.
 */
export function numbersIn(bits: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lateral (
    select (sum(length(gap) + 1) over (order by place) - 1)::integer as no
    from string_to_table(${bits}::text, '1') with ordinality as parted(gap, place)
    limit bit_count(${bits})
  ) as numbered`
}

/** The beginning of some bits, where so many are set in it already; otherwise all. */
export function firstOf(bits: RawBuilder<unknown>, atLeast: number): RawBuilder<unknown> {
  const beginning = sql`substring(${bits} from 1 for 8192)`
  return sql`case when bit_count(${beginning}) >= ${atLeast} then ${beginning} else ${bits} end`
}

/** Rows of `listed` whose bits are set, each looked up by its number. */
export function rowsIn(bits: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${numbersIn(bits)}
    cross join lateral (select * from project_lists where project_lists.no = numbered.no offset 0) as listed
    where listed.published`
}

/** How many projects some bits are of, and how many there are a number for. */
export type Counted = { readonly total: number; readonly numbered: number }

/** The highest number of a project. */
export const NUMBERED = sql<number>`(select coalesce(max(no), 0) from project_lists)`

/** How many bits are set, of how many. */
export function countedIn(bits: RawBuilder<unknown>, reader: Reader): Promise<Counted> {
  return reader.selectNoFrom([countOf(bits).as('total'), NUMBERED.as('numbered')]).executeTakeFirstOrThrow()
}
