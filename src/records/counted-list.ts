/**
 * The total and the rows of a list. Its statement has the total on every row; an empty list is one row with the total
 * and nulls.
 */
export function countedList<
  Entry extends { slug: string },
  Row extends { total: number; slug: string | null },
>(rows: readonly Row[]): { readonly total: number; readonly rows: readonly (Row & Entry)[] } {
  const [first] = rows
  if (first === undefined) throw new Error('a count answered no row')
  return { total: first.total, rows: rows.filter((row): row is Row & Entry => row.slug !== null) }
}
