import type { SelectQueryBuilder } from 'kysely'

/** A row of an outer join. All of its columns are null when the join found no row. */
export type OrNull<Row> = { readonly [Column in keyof Row]: Row[Column] | null }

/** The number of rows that a query finds; the query selects no column. */
export async function countRows<DB, T extends keyof DB>(
  query: SelectQueryBuilder<DB, T, unknown>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}

/** The number of rows that a statement wrote. */
export function affected(result: { numAffectedRows?: bigint }): number {
  if (result.numAffectedRows === undefined) throw new Error('The database returned no row count')
  return Number.parseInt(result.numAffectedRows.toString(), 10)
}
