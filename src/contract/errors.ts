import { type Static, Type } from 'typebox'
import type { Slug } from './ids.ts'

type ErrorEntry = { readonly status: number; readonly retryable: boolean; readonly message: string }

/** Every error a caller can be answered with: stable code, HTTP status, whether trying again can help. */
export const ERRORS = {
  invalid_parameter: {
    status: 400,
    retryable: false,
    message: 'A parameter has a value this endpoint does not take.',
  },
  invalid_token: {
    status: 400,
    retryable: false,
    message: 'The token must be an address: 0x and 40 hexadecimal digits.',
  },
  unsupported_chain: { status: 400, retryable: false, message: 'Only chain 4663 is indexed.' },
  invalid_evidence_id: { status: 400, retryable: false, message: 'This is not a typed evidence id.' },
  invalid_cursor: {
    status: 400,
    retryable: false,
    message: 'This cursor was not issued by this service. Start again from c1.0.',
  },
  invalid_json: { status: 400, retryable: false, message: 'The body is not valid JSON.' },
  source_required: {
    status: 400,
    retryable: false,
    message: 'This fact needs a source parameter: source:<uuid>.',
  },
  batch_too_large: {
    status: 400,
    retryable: false,
    message: 'The batch holds more items than one request may.',
  },
  key_required: {
    status: 401,
    retryable: false,
    message: 'This needs an API key: Authorization: Bearer <key>.',
  },
  invalid_key: { status: 401, retryable: false, message: 'This API key is not valid.' },
  account_held: { status: 403, retryable: false, message: 'This account is on hold.' },
  not_found: { status: 404, retryable: false, message: 'Nothing is published under this address.' },
  method_not_allowed: { status: 405, retryable: false, message: 'This address does not take this method.' },
  payload_too_large: {
    status: 413,
    retryable: false,
    message: 'The request is larger than this endpoint takes.',
  },
  unsupported_media_type: { status: 415, retryable: false, message: 'The body must be application/json.' },
  rate_limited: {
    status: 429,
    retryable: true,
    message: 'Too many requests. Wait as long as retry-after says.',
  },
  quota_exceeded: { status: 429, retryable: true, message: 'The monthly allowance of this key is used up.' },
  internal_error: {
    status: 500,
    retryable: true,
    message: 'The service failed to answer. Trying again may help.',
  },
  unavailable: {
    status: 503,
    retryable: true,
    message: 'The service cannot answer right now. Trying again will help.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[]

export const ErrorEnvelope = Type.Object(
  {
    error: Type.String({ description: 'Stable machine code' }),
    message: Type.String({ description: 'Sentence for a person' }),
    requestId: Type.Optional(Type.String()),
    retryable: Type.Boolean(),
    retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
    detail: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    scan_url: Type.Optional(Type.String({ description: 'Where an unpublished token can be looked at' })),
  },
  { $id: 'Error', title: 'Error' },
)
export type ErrorEnvelope = Static<typeof ErrorEnvelope>

type FailureExtra = {
  readonly message?: string
  readonly detail?: Record<string, unknown>
  readonly retryAfterSeconds?: number
  readonly scanUrl?: string
}

/** An expected refusal, to be answered with its envelope; anything else thrown is a bug. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: ErrorCode
  readonly extra: FailureExtra

  constructor(code: ErrorCode, extra: FailureExtra = {}) {
    super(extra.message === undefined ? ERRORS[code].message : extra.message)
    this.code = code
    this.extra = extra
  }
}

/** The project answers under another slug now: a surface sends the caller there, or reads again by itself. */
export class Moved extends Error {
  override readonly name = 'Moved'
  readonly slug: Slug

  constructor(slug: Slug) {
    super(`now at ${slug}`)
    this.slug = slug
  }
}

/** Refuses the request with a code from the one table. */
export function fail(code: ErrorCode, extra: FailureExtra = {}): never {
  throw new Failure(code, extra)
}

/** The envelope of a refusal, as every surface answers it. */
export function envelopeOf(failure: Failure, requestId: string): ErrorEnvelope {
  const { detail, retryAfterSeconds, scanUrl } = failure.extra
  return {
    error: failure.code,
    message: failure.message,
    requestId,
    retryable: ERRORS[failure.code].retryable,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(detail === undefined ? {} : { detail }),
    ...(scanUrl === undefined ? {} : { scan_url: scanUrl }),
  }
}
