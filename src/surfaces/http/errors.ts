import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS, type ErrorCode, envelopeOf, Failure } from '#contract/errors.ts'

type Log = { readonly error: (fields: object, message: string) => void }

/** Codes of a database that is away, full, or took too long: trying again will help. */
const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['57014', '57P01', '57P02', '57P03', '53300', '55P03'],
])
/** What the pool and the driver say, without a code, when the database does not answer in time. */
const UNANSWERED = /^(?:timeout exceeded when trying to connect|Query read timeout|Connection terminated)/
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_parameter',
  413: 'payload_too_large',
  414: 'payload_too_large',
  415: 'unsupported_media_type',
  503: 'unavailable',
}

/** Answers what was thrown: a refusal with its envelope, anything else with 500 and no detail. */
export function sendFailure(
  thrown: unknown,
  at: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly log: Log },
): FastifyReply {
  const { request, reply, log } = at
  const failure = failureOf(thrown)
  const { status } = ERRORS[failure.code]
  if (status >= 500) log.error({ requestId: request.id, err: thrown }, failure.code)
  const { retryAfterSeconds } = failure.extra
  if (retryAfterSeconds !== undefined) reply.header('retry-after', `${retryAfterSeconds}`)
  return reply
    .code(status)
    .removeHeader('etag')
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelopeOf(failure, request.id)))
}

/** The refusal that what was thrown is answered with. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  if (!(thrown instanceof Error)) return new Failure('internal_error')
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
  if ((code !== undefined && AWAY.has(code)) || UNANSWERED.test(thrown.message))
    return new Failure('unavailable', { retryAfterSeconds: 5 })
  if (code?.startsWith('FST_ERR_') !== true) return new Failure('internal_error')
  if (code === 'FST_ERR_BAD_URL')
    return new Failure('invalid_parameter', {
      detail: { parameter: 'path', expected: 'valid percent-encoding' },
    })
  const status = 'statusCode' in thrown && typeof thrown.statusCode === 'number' ? thrown.statusCode : 500
  const known = BY_STATUS[status]
  return new Failure(known === undefined ? 'internal_error' : known)
}
