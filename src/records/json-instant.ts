import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '#contract/time.ts'

/**
 * A timestamp in the form of `Instant`, for use inside JSON. PostgreSQL's own form there has an offset and six
 * decimals.
 */
export function jsonInstant(timestamp: RawBuilder<unknown>): RawBuilder<Instant> {
  return sql<Instant>`to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
