/**
 * Why the node gave no answer: a rate limit, no response, an invalid answer or configuration, a refused log range, a
 * reverted call, or missing state of an old block.
 */
export type ChainFailureKind = 'rate_limited' | 'unavailable' | 'error' | 'range' | 'reverted' | 'no_state'

/** A request that the node did not answer. `message` is one short line without the node's address. */
export class ChainFailure extends Error {
  override readonly name = 'ChainFailure'
  readonly kind: ChainFailureKind
  readonly retryAfterSeconds: number | null

  constructor(kind: ChainFailureKind, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A JSON-RPC error as a node sends it. */
type RpcError = { readonly code: number | null; readonly message: string }

const REVERTED =
  /revert|invalid opcode|invalid jump|out of gas|stack (under|over)flow|OpcodeNotFound|InvalidFEOpcode/i
const NO_STATE =
  /missing trie node|pruned|archive|state (is )?(not |un)available|historical state|state histories/i
const NOT_YET =
  /header not found|block not found|unknown block|cannot query unfinalized|no backend|BlockOutOfRange/i
const RATE_LIMITED =
  /rate.?limit|too many requests|request count exceeded|compute units|capacity|throughput|requests? per second|quota|daily .*limit/i
const CONFIGURED_WRONG =
  /api.?key|unauthori[sz]ed|authenticat|forbidden|project id|method .*(not found|not supported|not available|disabled)/i

/** Error texts with which nodes refuse a log query for its range or the size of its answer. */
const RANGE_REFUSED = [
  /block range/i,
  /range (is )?too (large|wide|big)/i,
  /(max|maximum|allowed|limited).{0,40}(range|blocks)/i,
  /(range|blocks).{0,40}(max|maximum|exceed|limit|allowed)/i,
  /(query|request) (returned|returns) more than \d+/i,
  /logs matched by query exceeds? limit/i,
  /(log|result|response).{0,30}(size|count|limit|too large|too big|exceed)/i,
  /query (timeout|timed out)|execution (timeout|aborted)|request timed out/i,
  /too many (logs|results|blocks)/i,
]

const RATE_CODES = new Set([429, -32029, -32097, -33200])
const RANGE_CODES = new Set([-32062, -32614, -32020])

/** Maps a JSON-RPC error to a failure. A log query refused for an unknown reason is retried with a smaller range. */
export function toRpcFailure(method: string, error: RpcError): ChainFailure {
  const message = `${method}: ${error.code === null ? '' : `${error.code} `}${error.message.slice(0, 160)}`
  if (error.code !== null && RATE_CODES.has(error.code)) return new ChainFailure('rate_limited', message)
  if (method === 'eth_call' && (error.code === 3 || REVERTED.test(error.message))) {
    return new ChainFailure('reverted', message)
  }
  if (method === 'eth_getLogs' && refusesRange(error)) return new ChainFailure('range', message)
  if (RATE_LIMITED.test(error.message)) return new ChainFailure('rate_limited', message)
  if (error.code === -32052 || CONFIGURED_WRONG.test(error.message)) return new ChainFailure('error', message)
  if (NOT_YET.test(error.message)) return new ChainFailure('unavailable', message)
  if (NO_STATE.test(error.message)) return new ChainFailure('no_state', message)
  return new ChainFailure(method === 'eth_getLogs' ? 'range' : 'error', message)
}

/** Maps an HTTP status without a JSON-RPC body to a failure. */
export function toHttpFailure(
  method: string,
  answer: { readonly status: number; readonly header: (name: string) => string | null },
): ChainFailure {
  const { status } = answer
  const message = `${method}: HTTP ${status}`
  if (status === 429 || (status === 403 && answer.header('x-ratelimit-remaining') === '0')) {
    return new ChainFailure('rate_limited', message, parseRetryAfter(answer.header('retry-after')))
  }
  if (status === 401 || status === 404) return new ChainFailure('error', message)
  if (method === 'eth_getLogs' && (status === 400 || status === 413))
    return new ChainFailure('range', message)
  return new ChainFailure('unavailable', message)
}

/** Seconds to wait, from a `retry-after` in seconds; null when absent or in another form. */
function parseRetryAfter(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number.parseInt(text, 10) : null
}

function refusesRange(error: RpcError): boolean {
  if (error.code !== null && RANGE_CODES.has(error.code)) return true
  return RANGE_REFUSED.some((wording) => wording.test(error.message))
}
