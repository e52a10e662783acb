import { type RawBuilder, sql } from 'kysely'

/**
 * `any` of these values, to compare a column with: `.where('slug', '=', anyOf(slugs, 'text'))`. Unlike `in`, it passes
 * all values as one parameter. So the list can be empty, or longer than the 65,535 parameters of a statement, and the
 * text of the statement is always the same.
 */
export function anyOf<T extends string | number>(
  values: Iterable<T>,
  type: 'uuid' | 'text' | 'bigint',
): RawBuilder<T> {
  return sql<T>`any(${[...values]}::${sql.raw(type)}[])`
}
