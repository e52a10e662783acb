import { parsed, readClaims } from './answers.ts'
import { isRetryable, NoAnswerError, refusalOf, unreadable } from './errors.ts'
import { OPERATIONS, type Operations } from './generated/operations.ts'
import { pause, pauseAfter } from './pause.ts'
import type { PositionOptions, Positions } from './positions.ts'

/** A request whose answer asks for a longer pause is not repeated. The caller can wait: the error has `retryAfter`. */
const LONGEST_WAIT_MS = 60_000

export type ClientOptions = PositionOptions & {
  /** The address of the service, such as http://127.0.0.1:4663. */
  readonly baseUrl: string
  /** An API key. Every read works without one. */
  readonly key?: string
  readonly fetch?: typeof fetch
  /** Time limit in milliseconds of one attempt, with its body; 30 seconds by default. */
  readonly timeoutMs?: number
  /** How often a GET is repeated after a failure that may pass; 2 by default. */
  readonly retries?: number
}
export type CallOptions = Pick<ClientOptions, 'timeoutMs' | 'retries'> & {
  readonly signal?: AbortSignal | undefined
}
export type OperationId = keyof Operations
export type Ask = <N extends OperationId>(
  name: N,
  params: Operations[N]['params'],
  options?: CallOptions,
) => Promise<Operations[N]['answer']>

const requestIds = new WeakMap<object, string | undefined>()

/** The id of the request that an answer came with; undefined for texts and for parts of an answer. */
export function requestIdOf(answer: unknown): string | undefined {
  return requestIds.get(Object(answer))
}

/** Opens the one function that sends requests. @throws TypeError for an invalid address */
export function openAsk(client: ClientOptions, positions: Positions): Ask {
  const baseUrl = new URL(client.baseUrl).href.replace(/\/+$/, '')
  const headersNow = () => ({
    ...(client.key !== undefined && { authorization: `Bearer ${client.key}` }),
    ...positions.asked(),
  })
  return async (name, params, options = {}) => {
    const { retries = 2, timeoutMs = 30_000, signal } = { ...client, ...options }
    const [method = '', path = '', shape] = OPERATIONS[name].split(' ')
    const { url, init } = requestOf(params, { url: `${baseUrl}${path}`, method, headers: headersNow() })
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await sendOnce(url, init, { send: client.fetch ?? fetch, timeoutMs, signal })
        positions.saw(answer.response.headers)
        return answerIn(answer, shape) as Operations[typeof name]['answer']
      } catch (error) {
        if (!isRetryable(error) || method !== 'GET' || attempt > retries) throw error
        const waitMs = pauseAfter(attempt, error)
        if (waitMs > LONGEST_WAIT_MS) throw error
        await pause(waitMs, signal)
        signal?.throwIfAborted()
      }
    }
  }
}

/** @throws TypeError for a value that its path cannot hold */
function requestOf(params: object, to: { url: string; method: string; headers: object }) {
  const { body, ...given } = params as Readonly<Record<string, unknown>>
  const query = new URLSearchParams()
  let { url } = to
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    const text = String(value)
    const inPath = url.replace(`{${name}}`, encodeURIComponent(text))
    if (inPath === url) query.set(name, text)
    // A path does not keep these: the address would be that of another question.
    else if (/^\.{0,2}$/.test(text)) throw new TypeError(`Invalid ${name}: "${text}"`)
    url = inPath
  }
  if (query.size > 0) url += `?${query}`
  const sent = body !== undefined && { body: JSON.stringify(body) }
  const headers = { ...to.headers, ...(sent && { 'content-type': 'application/json' }) }
  return { url, init: { method: to.method, headers, ...sent } }
}

type Answered = { readonly response: Response; readonly bytes: ArrayBuffer }

/** Sends a request and reads the whole answer. @throws NoAnswerError, or the abort reason of the caller's signal */
async function sendOnce(
  url: string,
  init: RequestInit,
  limits: { send: typeof fetch; timeoutMs: number; signal: AbortSignal | undefined },
): Promise<Answered> {
  const { send, timeoutMs, signal } = limits
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const both = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
    const response = await send(url, { ...init, signal: both })
    return { response, bytes: await response.arrayBuffer() }
  } catch (cause) {
    signal?.throwIfAborted()
    if (timeout.aborted) throw new NoAnswerError('timeout', `${url} did not answer in ${timeoutMs} ms`)
    // `fetch` says only that it failed: its cause has the reason, mostly with a code.
    const { cause: reason } = Object(cause)
    const why = reason?.code ?? reason ?? cause
    throw new NoAnswerError('connection_failed', `${url} did not answer: ${why}`, { cause })
  }
}

/** The answer with its claims. `shape` is undefined for a text or an image. @throws ServiceError */
function answerIn({ response, bytes }: Answered, shape: string | undefined): unknown {
  const { ok, status, headers } = response
  const text = new TextDecoder().decode(bytes)
  if (!ok) throw refusalOf(response, text)
  if (status === 204 || status === 202) return undefined
  const media = headers.get('content-type') ?? ''
  if (shape === undefined) return media.startsWith('image/png') ? new Uint8Array(bytes) : text
  const answer = readClaims(parsed(text), Number(shape))
  if (typeof answer !== 'object' || answer === null) throw unreadable(response, text)
  requestIds.set(answer, headers.get('x-request-id') ?? undefined)
  return answer
}
