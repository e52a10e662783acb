import { Failure } from '#contract/errors.ts'
import { findUnavailable } from '#reads/unavailable.ts'

/** The refusal for a thrown value. A bug is 500 without detail. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  return findUnavailable(thrown) ?? new Failure('internal_error')
}
