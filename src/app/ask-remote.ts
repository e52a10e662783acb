import { ERRORS, type ErrorCode, Failure, fail } from '#contract/errors.ts'
import { known } from '#contract/known.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS, type Output } from '#contract/operations/index.ts'
import type { Ask, AskedInput, AskedName } from '#surfaces/protocol.ts'
import type { Secret } from './config.ts'

/** The time limit of a read. */
const ANSWER_WITHIN_MS = 15_000
/** Longer answers are no answers of this API to an agent. */
const NOT_OURS = 'The address does not answer as this API does.'

/** Asks the operations of the service at an address, over HTTP. Only the operator's own command may use it. */
export function openRemoteAsk(service: {
  readonly url: string
  readonly key: Secret | undefined
  readonly signal: AbortSignal
}): Ask {
  return async <N extends AskedName>(name: N, input: AskedInput): Promise<Output<N>> => {
    const answer = await request(OPERATIONS[name], input, service)
    const json: unknown = await answer.json().catch(() => fail('unavailable', { message: NOT_OURS }))
    if (!answer.ok) throw failureOf(json)
    return json as Output<N>
  }
}

/** A read of a renamed project is redirected to its current slug. */
async function request(
  { method, path }: Operation,
  { path: names = {}, query = {}, body }: AskedInput,
  { url, key, signal }: Parameters<typeof openRemoteAsk>[0],
): Promise<Response> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(names[name] ?? ''))
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const headers = {
    accept: 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key.reveal()}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const ends = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
  try {
    return await fetch(`${url}${filled}?${new URLSearchParams(query)}`, {
      method,
      headers,
      ...sent,
      signal: ends,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'no answer'
    return fail('unavailable', { message: `The service at ${url} does not answer (${reason}).` })
  }
}

type Envelope = {
  readonly error?: unknown
  readonly message?: unknown
  readonly retryAfterSeconds?: number
  readonly detail?: Record<string, unknown>
}

/** The refusal that an envelope says, in either of its forms. */
function failureOf(json: unknown): Failure {
  const { retryAfterSeconds, ...envelope } = (json ?? {}) as Envelope
  const isObject = typeof envelope.error === 'object' && envelope.error !== null
  const { code, message, detail, candidates, candidatesTotal } = isObject
    ? (envelope.error as Record<string, unknown>)
    : { ...envelope, code: envelope.error, candidates: undefined, candidatesTotal: undefined }
  if (typeof code !== 'string' || !(code in ERRORS)) return new Failure('unavailable', { message: NOT_OURS })
  return new Failure(code as ErrorCode, {
    ...(typeof message === 'string' && { message }),
    ...(detail !== undefined && { detail: detail as Record<string, unknown> }),
    ...known({ retryAfterSeconds }),
    ...(candidates !== undefined && {
      candidates: { candidates, candidatesTotal } as NonNullable<Failure['extra']['candidates']>,
    }),
  })
}
