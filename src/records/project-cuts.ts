import { sql } from 'kysely'
import type { Reader } from './database.ts'
import { type Counted, NUMBERED } from './project-bits.ts'
import type { OrderPlace, ProjectOrder } from './project-orders.ts'

/** Where a list is entered for a page deep inside it, and how many rows of the list lie before that. */
export type Entry = { readonly from: OrderPlace | undefined; readonly passed: number }

/**
 * The last cut of an order before a page of the projects that have all the keys, and how many there are; of an order that
 * is not cut, the list's beginning.
 */
export async function enteredAt(
  input: { readonly order: ProjectOrder; readonly keys: readonly string[]; readonly offset: number },
  reader: Reader,
): Promise<Counted & Entry> {
  const span = `span:${input.order}`
  const row = await reader
    .with(
      'admitted',
      () =>
        sql<{ chunk: number; bits: string }>`(select chunk, bits from chunks_of(${[...input.keys]}::text[]))`,
    )
    .with(
      'counted',
      () => sql<{ span: number; n: number }>`(
        select split_part(key, ':', 3)::integer as span, sum(bit_count(each.bits & admitted.bits)) as n
        from (
          select key, chunk, bit_xor(bits) as bits from project_bits
          where key >= ${`${span}:`} and key < ${`${span};`} group by key, chunk
        ) as each join admitted using (chunk) group by key)`,
    )
    .with(
      'entry',
      () => sql<OrderPlace & { passed: number }>`(
        select x, y, id, passed::bigint as passed
        from (select span, sum(n) over (order by span) - n as passed from counted) as placed
        join project_cuts using (span)
        where name = ${input.order} and passed <= ${input.offset} order by span desc limit 1)`,
    )
    .selectFrom(
      sql<Counted>`(
        select coalesce(sum(bit_count(bits)), 0)::bigint as total, ${NUMBERED} as numbered from admitted)`.as(
        'held',
      ),
    )
    .leftJoin('entry', (join) => join.onTrue())
    .select(['total', 'numbered', 'x', 'y', 'id', 'passed'])
    .executeTakeFirstOrThrow()
  const { total, numbered, x, y, id, passed } = row
  const isCut = x !== null && y !== null && id !== null && passed !== null
  return { total, numbered, ...(isCut ? { from: { x, y, id }, passed } : { from: undefined, passed: 0 }) }
}
