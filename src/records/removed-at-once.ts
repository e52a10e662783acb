/**
 * The most rows of a table that retention removes in one transaction. It bounds how long their locks are held, and how
 * long autovacuum has to keep what other transactions removed.
 */
export const REMOVED_AT_ONCE = 50_000
