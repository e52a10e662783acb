import { type RawBuilder, sql } from 'kysely'

/**
 * `any` of these values, to compare a column with: `.where('slug', '=', anyOf(slugs, 'text'))`. Unlike with `in`, all
 * values are one parameter: they can be none, or more than the 65,535 parameters of a statement, and its text is always
 * the same.
 */
export function anyOf<T extends string | number>(
  values: Iterable<T>,
  type: 'uuid' | 'text' | 'bigint',
): RawBuilder<T> {
  return sql<T>`any(${[...values]}::${sql.raw(type)}[])`
}
