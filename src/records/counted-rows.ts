import type { SelectQueryBuilder } from 'kysely'

/** A row of an outer join: all of its columns are null where it found none. */
export type OrNull<Row> = { readonly [Column in keyof Row]: Row[Column] | null }

/** How many rows a query finds; it selects no column. */
export async function countRows<DB, T extends keyof DB>(
  query: SelectQueryBuilder<DB, T, unknown>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}

/** How many rows a statement wrote. */
export function affected(result: { numAffectedRows?: bigint }): number {
  if (result.numAffectedRows === undefined) throw new Error('the database answered no number of rows')
  return Number.parseInt(result.numAffectedRows.toString(), 10)
}
