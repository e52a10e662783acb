/**
 * The most rows of a table that retention removes in one transaction. The limit bounds how long their locks are held,
 * and how long autovacuum must keep rows that other transactions removed.
 */
export const REMOVED_AT_ONCE = 50_000
