/**
 * The total and the rows of a list whose statement answers every row beside the total. An empty list is one row of
 * nulls beside it.
 */
export function countedList<
  Entry extends { slug: string },
  Row extends { total: number; slug: string | null },
>(rows: readonly Row[]): { readonly total: number; readonly rows: readonly (Row & Entry)[] } {
  const [first] = rows
  if (first === undefined) throw new Error('a count answered no row')
  return { total: first.total, rows: rows.filter((row): row is Row & Entry => row.slug !== null) }
}
