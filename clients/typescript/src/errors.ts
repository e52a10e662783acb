import { parsed } from './answers.ts'
import type { ErrorCode } from './generated/types.ts'

/** The service, or a proxy in front of it, refused the request or failed. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  /** Stable. A later version may have further codes; `unreadable_answer` is an answer that is not the service's. */
  declare readonly code: ErrorCode | 'unreadable_answer' | (string & {})
  declare readonly status: number
  /** Whether the same request can succeed later. */
  declare readonly retryable: boolean
  /** The id to name when you ask the operator about the request. */
  declare readonly requestId: string | undefined
  /** Seconds to wait before the next request. */
  declare readonly retryAfter: number | undefined
  /** The whole answer, with the `detail` of some codes. */
  declare readonly body: Readonly<Record<string, unknown>>

  constructor(refusal: Pick<ServiceError, 'code' | 'message' | 'retryable' | 'body'>, response: Response) {
    super(refusal.message)
    const { status, headers } = response
    const asked = headers.get('retry-after') ?? ''
    const retryAfter = /^\d+$/.test(asked) ? Number(asked) : undefined
    Object.assign(this, refusal, { status, retryAfter, requestId: headers.get('x-request-id') ?? undefined })
  }
}

/** No answer came: no connection, one that broke, or no time left. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
  readonly code: 'connection_failed' | 'timeout'
  readonly retryable = true
  declare readonly retryAfter?: undefined

  constructor(code: NoAnswerError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A list that the service cannot produce, with the reason. It is not an empty list. */
export class UnavailableListError extends Error {
  override readonly name = 'UnavailableListError'
}

/** The ledger contradicts the cursor: a mirror that went on could miss changes. Start a new copy from c1.0. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError'
}

export function isRetryable(error: unknown): error is ServiceError | NoAnswerError {
  return (error instanceof ServiceError || error instanceof NoAnswerError) && error.retryable
}

/** The error of an answer that is not a success. Under /api/agent `error` is an object with the code. */
export function refusalOf(response: Response, text: string): ServiceError {
  const body: Readonly<Record<string, unknown>> = Object(parsed(text))
  const { error } = body
  const { code, message } = { ...body, code: error, ...Object(error) }
  if (typeof code !== 'string' || typeof message !== 'string') return unreadable(response, text)
  return new ServiceError({ code, message, retryable: body['retryable'] === true, body }, response)
}

/** An answer that is not of the service, such as a proxy's page. Its status says whether to try again. */
export function unreadable(response: Response, text: string): ServiceError {
  const { status, url } = response
  const message = `Not the service: ${url} answered ${status}: ${text.slice(0, 100)}`
  const retryable = status === 429 || status >= 500 || status < 300
  return new ServiceError({ code: 'unreadable_answer', message, retryable, body: {} }, response)
}
