import { Failure } from '#contract/errors.ts'
import { findDatabaseFailure } from '#records/database-failure.ts'

const RETRY_AFTER_SECONDS = 5

/** The refusal of a read that the database could not answer now; undefined when a retry cannot help. */
export function findUnavailable(thrown: unknown): Failure | undefined {
  if (findDatabaseFailure(thrown) === undefined) return undefined
  return new Failure('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
