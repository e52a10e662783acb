import { type CallToolResult, ProtocolError } from '@modelcontextprotocol/server'
import { noAnswerReasonOf } from '#contract/error-message.ts'
import { ERRORS, type ErrorCode, Failure, fail } from '#contract/errors.ts'
import { known } from '#contract/known.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { bytesOfText } from '#surfaces/http/content.ts'
import { refusedResult } from '#surfaces/mcp/refusal.ts'
import type { Backend } from '#surfaces/mcp/server.ts'
import type { Secret } from '../config.ts'

/** The time limit of an answer. */
const ANSWER_WITHIN_MS = 15_000
const NOT_OURS = 'The address does not answer as this API does.'

type Service = {
  readonly url: string
  readonly key: Secret | undefined
  readonly signal: AbortSignal
}

/** The tool server of the service at an address. Only the operator's own command may use it. */
export function openRemoteTools(
  service: Service,
  { requestId, failed }: { readonly requestId: string; readonly failed: (thrown: unknown) => void },
): Backend {
  return {
    async callTool({ name, args = {} }) {
      try {
        const result = await request('tools/call', { name, arguments: args }, service)
        return {
          bytes: bytesOfText(JSON.stringify(result)),
          isAnswer: (result as CallToolResult).isError !== true,
        }
      } catch (thrown) {
        if (thrown instanceof ProtocolError) throw thrown
        const refused = refusedResult(thrown, { requestId, failed })
        return { bytes: bytesOfText(JSON.stringify(refused)), isAnswer: false }
      }
    },
    readResource: (uri) => request('resources/read', { uri }, service),
    complete: (params) => request('completion/complete', params, service),
  }
}

/**
 * Sends a message and returns its result. The older revisions of the protocol need no headers.
 * @throws ProtocolError, Failure
 */
async function request<R>(method: string, params: object, service: Service): Promise<R> {
  const answer = await send({ jsonrpc: '2.0', id: 1, method, params }, service)
  const json = (await answer.json().catch(() => fail('unavailable', { message: NOT_OURS }))) as Answer
  if (json?.jsonrpc !== '2.0') throw failureOf(json)
  if (json.error !== undefined) {
    const { code, message, data } = json.error
    throw new ProtocolError(code, message, data)
  }
  return json.result as R
}

async function send(message: object, { url, key, signal }: Service): Promise<Response> {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key.reveal()}` }),
  }
  const ends = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
  try {
    const body = JSON.stringify(message)
    return await fetch(`${url}${OPERATIONS.mcp.path}`, { method: 'POST', headers, body, signal: ends })
  } catch (error) {
    return fail('unavailable', {
      message: `The service at ${url} does not answer (${noAnswerReasonOf(error)}).`,
    })
  }
}

/** A message of the protocol, or the error envelope of a request that was refused before it was read as a message. */
type Answer = {
  readonly jsonrpc?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
} | null

/** The failure that an error envelope states; `unavailable` for anything else. */
function failureOf(json: unknown): Failure {
  const {
    error: code,
    message,
    retryAfterSeconds,
  } = (json ?? {}) as {
    readonly error?: unknown
    readonly message?: unknown
    readonly retryAfterSeconds?: number
  }
  if (typeof code !== 'string' || !(code in ERRORS)) return new Failure('unavailable', { message: NOT_OURS })
  return new Failure(code as ErrorCode, {
    ...(typeof message === 'string' && { message }),
    ...known({ retryAfterSeconds }),
  })
}
