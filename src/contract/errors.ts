import { type Static, Type } from 'typebox'
import { described, namedList, namedObject } from './enums.ts'
import type { Slug } from './ids.ts'
import { keysOf } from './keyed.ts'
import { known } from './known.ts'
import type { AgentCandidates } from './shapes/agent-candidate.ts'

type ErrorEntry = { readonly status: number; readonly retryable: boolean; readonly message: string }

function final(status: number, message: string): ErrorEntry {
  return { status, retryable: false, message }
}

function retryable(status: number, message: string): ErrorEntry {
  return { status, retryable: true, message }
}

/** Every error code with its HTTP status, whether a retry can help, and its message. */
export const ERRORS = {
  invalid_parameter: final(400, 'Invalid request: a parameter has a value this endpoint does not accept.'),
  invalid_token: final(400, 'Invalid token: expected an address, 0x and 40 hexadecimal digits.'),
  unsupported_chain: final(400, 'Only chain 4663 is indexed.'),
  invalid_evidence_id: final(400, 'Invalid evidence id: expected a typed id, for example ship:<uuid>.'),
  invalid_cursor: final(400, 'Invalid cursor: expected one this service issued. Start again from c1.0.'),
  invalid_json: final(400, 'Invalid body: expected JSON.'),
  source_required: final(400, 'Missing `source`: expected source:<uuid>, which this fact needs.'),
  batch_too_large: final(400, 'Too many items: split the request into smaller batches.'),
  invalid_event_types: final(400, 'Invalid `eventTypes`: a type is unknown or is never delivered.'),
  unknown_projects: final(400, 'Invalid `projects`: expected slugs of published projects.'),
  invalid_destination: final(
    400,
    'Invalid `url`: expected a public https address that may receive deliveries.',
  ),
  ambiguous_name: final(400, 'Several published projects match. Ask again with a slug or a contract.'),
  key_required: final(401, 'Missing API key: expected Authorization: Bearer <key>.'),
  invalid_key: final(401, 'This API key is not valid.'),
  account_held: final(403, 'This account is on hold.'),
  not_found: final(404, 'Nothing is published at this address.'),
  method_not_allowed: final(405, 'This address does not accept this method. See the allow header.'),
  subscription_limit: final(409, 'This account holds the most subscriptions it may. Delete one first.'),
  subscription_disabled: final(409, 'This subscription is disabled. Set its status to active first.'),
  payload_too_large: final(413, 'The request is larger than this endpoint accepts.'),
  unsupported_media_type: final(415, 'Unsupported media type: expected application/json.'),
  rate_limited: retryable(429, 'Too many requests. Wait the seconds that retry-after names.'),
  quota_exceeded: retryable(
    429,
    'The monthly allowance of this key is used up. It renews on the first of the month (UTC).',
  ),
  internal_error: retryable(500, 'The service failed to answer. Try again.'),
  webhooks_unavailable: final(503, 'This deployment has no valid key to sign deliveries with.'),
  unavailable: retryable(503, 'The service is not available right now. Try again soon.'),
}

export type ErrorCode = keyof typeof ERRORS
export const ErrorCode = namedList('ErrorCode', keysOf(ERRORS))

export const ErrorEnvelope = namedObject('Error', {
  error: described(ErrorCode, 'Stable machine code'),
  message: Type.String({ description: 'Sentence for a person' }),
  requestId: Type.Optional(Type.String({ description: 'To name in a report' })),
  retryable: Type.Boolean({ description: 'Whether a retry can help' }),
  retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
  detail: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'By code' })),
  scan_url: Type.Optional(
    Type.String({ description: 'Scan of the token; it also answers for unpublished tokens' }),
  ),
})
export type ErrorEnvelope = Static<typeof ErrorEnvelope>

type FailureExtra = {
  readonly message?: string
  readonly detail?: Record<string, unknown>
  readonly retryAfterSeconds?: number
  readonly scanUrl?: string
  /** The projects that an ambiguous name may mean. Only refusals of the agent contract have them. */
  readonly candidates?: AgentCandidates
}

/** The message of a refusal. It names the invalid parameter and what is expected, if there is one. */
function messageOf(code: ErrorCode, { message, detail = {} }: FailureExtra): string {
  if (message !== undefined) return message
  const { parameter, expected } = detail
  if (typeof parameter !== 'string' || typeof expected !== 'string') return ERRORS[code].message
  // The form is right, so that what is expected alone would not say what is wrong.
  const why = code === 'unsupported_chain' ? ` ${ERRORS[code].message}` : ''
  return `Invalid \`${parameter}\`: expected ${expected}.${why}`
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
    ...known({ retryAfterSeconds, detail, scan_url: scanUrl }),
  }
}
