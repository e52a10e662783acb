import { Failure } from '#contract/errors.ts'

/** Error codes of a database that is down, full or too slow; a retry can help. */
const UNAVAILABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['57014', '57P01', '57P02', '57P03', '53300', '55P03'],
])
/** Messages of the pool and the driver, which have no code, when the database does not answer in time. */
const UNANSWERED = /^(?:timeout exceeded when trying to connect|Query read timeout|Connection terminated)/

/** The refusal for a thrown value. A bug is 500 without detail. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  if (!(thrown instanceof Error)) return new Failure('internal_error')
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
  const isUnavailable = (code !== undefined && UNAVAILABLE.has(code)) || UNANSWERED.test(thrown.message)
  return isUnavailable ? new Failure('unavailable', { retryAfterSeconds: 5 }) : new Failure('internal_error')
}
