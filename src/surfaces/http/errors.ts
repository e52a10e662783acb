import { Failure } from '#contract/errors.ts'

/** Codes of a database that is away, full, or took too long: trying again will help. */
const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['57014', '57P01', '57P02', '57P03', '53300', '55P03'],
])
/** What the pool and the driver say, without a code, when the database does not answer in time. */
const UNANSWERED = /^(?:timeout exceeded when trying to connect|Query read timeout|Connection terminated)/

/** The refusal that answers what was thrown: a bug is 500 without detail. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  if (!(thrown instanceof Error)) return new Failure('internal_error')
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
  const isAway = (code !== undefined && AWAY.has(code)) || UNANSWERED.test(thrown.message)
  return isAway ? new Failure('unavailable', { retryAfterSeconds: 5 }) : new Failure('internal_error')
}
