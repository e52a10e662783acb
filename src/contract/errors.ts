import { type Static, Type } from 'typebox'
import { described, namedList, namedObject } from './enums.ts'
import type { Slug } from './ids.ts'

type ErrorEntry = { readonly status: number; readonly retryable: boolean; readonly message: string }

/** Every error code with its HTTP status, whether a retry can help, and its message. */
export const ERRORS = {
  invalid_parameter: {
    status: 400,
    retryable: false,
    message: 'Invalid request: a parameter has a value this endpoint does not accept.',
  },
  invalid_token: {
    status: 400,
    retryable: false,
    message: 'Invalid token: expected an address, 0x and 40 hexadecimal digits.',
  },
  unsupported_chain: {
    status: 400,
    retryable: false,
    message: 'Unsupported chain: only chain 4663 is indexed.',
  },
  invalid_evidence_id: {
    status: 400,
    retryable: false,
    message: 'Invalid evidence id: expected a typed id, for example ship:<uuid>.',
  },
  invalid_cursor: {
    status: 400,
    retryable: false,
    message: 'Invalid cursor: expected one this service issued. Start again from c1.0.',
  },
  invalid_json: { status: 400, retryable: false, message: 'Invalid body: expected JSON.' },
  source_required: {
    status: 400,
    retryable: false,
    message: 'Missing `source`: expected source:<uuid>, which this fact needs.',
  },
  batch_too_large: {
    status: 400,
    retryable: false,
    message: 'Too many items: split the request into smaller batches.',
  },
  key_required: {
    status: 401,
    retryable: false,
    message: 'Missing API key: expected Authorization: Bearer <key>.',
  },
  invalid_key: { status: 401, retryable: false, message: 'This API key is not valid.' },
  account_held: { status: 403, retryable: false, message: 'This account is on hold.' },
  not_found: { status: 404, retryable: false, message: 'Nothing is published at this address.' },
  method_not_allowed: {
    status: 405,
    retryable: false,
    message: 'This address does not accept this method. See the allow header.',
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    message: 'The request is larger than this endpoint accepts.',
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    message: 'Unsupported media type: expected application/json.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    message: 'Too many requests. Wait the seconds that retry-after names.',
  },
  quota_exceeded: {
    status: 429,
    retryable: true,
    message: 'The monthly allowance of this key is used up. It renews on the first of the month (UTC).',
  },
  internal_error: { status: 500, retryable: true, message: 'The service failed to answer. Try again.' },
  unavailable: {
    status: 503,
    retryable: true,
    message: 'The service is not available right now. Try again soon.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS
export const ErrorCode = namedList('ErrorCode', Object.keys(ERRORS) as readonly ErrorCode[])

export const ErrorEnvelope = namedObject('ErrorEnvelope', {
  error: described(ErrorCode, 'Stable machine code'),
  message: Type.String({ description: 'Sentence for a person' }),
  requestId: Type.Optional(Type.String()),
  retryable: Type.Boolean(),
  retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
  detail: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  scan_url: Type.Optional(
    Type.String({ description: 'Scan of the token, which answers unpublished ones as well' }),
  ),
})
export type ErrorEnvelope = Static<typeof ErrorEnvelope>

type FailureExtra = {
  readonly message?: string
  readonly detail?: Record<string, unknown>
  readonly retryAfterSeconds?: number
  readonly scanUrl?: string
}

/** The message of a refusal. It names the invalid parameter and what is expected, if there is one. */
function messageOf(code: ErrorCode, { message, detail = {} }: FailureExtra): string {
  if (message !== undefined) return message
  const { parameter, expected } = detail
  return typeof parameter === 'string' && typeof expected === 'string'
    ? `Invalid \`${parameter}\`: expected ${expected}.`
    : ERRORS[code].message
}

/** An expected refusal, answered with its envelope. Any other thrown value is a bug. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: ErrorCode
  readonly extra: FailureExtra

  constructor(code: ErrorCode, extra: FailureExtra = {}) {
    super(messageOf(code, extra))
    this.code = code
    this.extra = extra
  }
}

/** The project has another slug now. A surface redirects the caller or reads again. */
export class Moved extends Error {
  override readonly name = 'Moved'
  readonly slug: Slug

  constructor(slug: Slug) {
    super(`now at ${slug}`)
    this.slug = slug
  }
}

/** Refuses the request with an error code. */
export function fail(code: ErrorCode, extra: FailureExtra = {}): never {
  throw new Failure(code, extra)
}

/** The envelope of a refusal, the same on every surface. */
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
