import { request as send } from 'undici'
import type { Instant } from '#contract/time.ts'
import type { Budget } from '../budget.ts'
import { readAtMost } from '../http.ts'
import { fieldAt } from '../json-field.ts'
import { parseJson } from '../parse-json.ts'
import { openBreaker } from './breaker.ts'
import { openConcurrencyLimit } from './concurrency-limit.ts'
import { ChainFailure, kindOfLate, type RpcCall, toFailure } from './failure.ts'

export type ExchangeOptions = {
  readonly userAgent: string
  /** Time limit of one exchange, including its body. */
  readonly timeoutMs: number
  /** Maximum number of requests to the address at the same time. */
  readonly maxInFlight: number
  readonly clock: () => Instant
  /** The budget that each sent call is charged to. Default: no budget. */
  readonly budget?: Pick<Budget, 'charge' | 'refundOne'>
  /**
   * Waits for the call's turn under the rate limit. Resolves to false when the reading ends first. Default: no wait.
   */
  readonly hasTurn?: () => Promise<boolean>
}

/** Sends a call and returns its result. @throws ChainFailure when there is no result */
export type Exchange = (call: RpcCall) => Promise<unknown>

const PATIENCE = { slowMs: 5000, missesInARow: 6, restMs: 30_000 }
const MAX_BODY_BYTES = 16 * 1024 * 1024

/**
 * Opens one JSON-RPC address. It sends nothing until it is called and never follows a redirect. Each call is a request
 * of its own, so that the budget counts calls.
 */
export function openExchange(url: string, options: ExchangeOptions): Exchange {
  const limited = openConcurrencyLimit(options.maxInFlight)
  const breaker = openBreaker(PATIENCE, () => performance.now())
  const to = addressed(url, options.userAgent)
  return (call) =>
    limited(async () => {
      if ((await options.budget?.charge()) === false)
        throw new ChainFailure('put_off', `${call.method}: put off, because the budget is used up`)
      if ((await options.hasTurn?.()) === false) {
        await options.budget?.refundOne()
        throw new ChainFailure('unavailable', `${call.method}: not asked, because the reading ends`)
      }
      return breaker(() => exchange(to, call, options))
    })
}

type Address = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

/** The URL and headers of requests. A user and password in the address become a header, because undici drops them. */
function addressed(text: string, userAgent: string): Address {
  const url = new URL(text)
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': userAgent,
  }
  if (url.username === '') return { url: text, headers }
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  url.username = ''
  url.password = ''
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
  return { url: url.href, headers: { ...headers, authorization } }
}

async function exchange(to: Address, call: RpcCall, options: ExchangeOptions): Promise<unknown> {
  const { status, headers, text } = await post(to, call, options)
  if (text === undefined) {
    const kind = call.method === 'eth_getLogs' ? 'range' : 'error'
    throw new ChainFailure(kind, `${call.method}: the answer is too large`)
  }
  const body = parseJson(text)?.value
  const error = fieldAt(body, 'error') ?? null
  if (status !== 200 || error !== null) {
    throw toFailure(call, { status, header: (name) => firstOf(headers[name]), body }, options.clock())
  }
  if (body === undefined) throw new ChainFailure('unavailable', `${call.method}: the answer is not JSON`)
  const result = fieldAt(body, 'result')
  if (result === undefined) {
    throw new ChainFailure('unavailable', `${call.method}: neither a result nor an error`)
  }
  return result
}

type Headers = Awaited<ReturnType<typeof send>>['headers']
type Answer = { readonly status: number; readonly headers: Headers; readonly text: string | undefined }

async function post(to: Address, call: RpcCall, options: ExchangeOptions): Promise<Answer> {
  const { method, params } = call
  try {
    const { statusCode, headers, body } = await send(to.url, {
      method: 'POST',
      headers: to.headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(options.timeoutMs),
    })
    const bytes = await readAtMost(MAX_BODY_BYTES, body)
    return { status: statusCode, headers, text: bytes?.toString() }
  } catch (error) {
    if (isLate(error)) throw new ChainFailure(kindOfLate(call), `${method}: no answer in time`)
    throw new ChainFailure('unavailable', `${method}: the connection failed`)
  }
}

function firstOf(header: Headers[string]): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null
}

function isLate(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
}
