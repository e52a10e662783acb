import { type RawBuilder, sql } from 'kysely'

/** An interval of milliseconds, as a literal. */
export function intervalOf(ms: number): RawBuilder<unknown> {
  return sql`${sql.lit(`${ms / 1000} seconds`)}::interval`
}
