import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '#contract/time.ts'

/**
 * A timestamp as an instant, for use inside JSON. PostgreSQL itself writes it there with an offset and six decimals.
 */
export function jsonInstant(timestamp: RawBuilder<unknown>): RawBuilder<Instant> {
  return sql<Instant>`to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
