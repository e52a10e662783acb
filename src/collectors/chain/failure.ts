/**
 * What kept the node from answering: it refused for a while, did not answer, answered nonsense or is misconfigured,
 * refused the range of a log query, reverted a call, or no longer holds the state of an old block.
 */
export type ChainFailureKind = 'rate_limited' | 'unavailable' | 'error' | 'range' | 'reverted' | 'no_state'

/** A request the node did not answer; `message` is one short line without the node's address. */
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
export type RpcError = { readonly code: number | null; readonly message: string }

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

/** Wordings by which nodes and providers refuse a log query for its width or for the size of its answer. */
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

/** What a JSON-RPC error means for the method it answers; a log query refused for an unknown reason is tried narrower. */
export function toRpcFailure(method: string, error: RpcError): ChainFailure {
  const said = `${method}: ${error.code === null ? '' : `${error.code} `}${error.message.slice(0, 160)}`
  if (error.code !== null && RATE_CODES.has(error.code)) return new ChainFailure('rate_limited', said)
  if (method === 'eth_call' && (error.code === 3 || REVERTED.test(error.message))) {
    return new ChainFailure('reverted', said)
  }
  if (method === 'eth_getLogs' && refusesRange(error)) return new ChainFailure('range', said)
  if (RATE_LIMITED.test(error.message)) return new ChainFailure('rate_limited', said)
  if (error.code === -32052 || CONFIGURED_WRONG.test(error.message)) return new ChainFailure('error', said)
  if (NOT_YET.test(error.message)) return new ChainFailure('unavailable', said)
  if (NO_STATE.test(error.message)) return new ChainFailure('no_state', said)
  return new ChainFailure(method === 'eth_getLogs' ? 'range' : 'error', said)
}

/** What an HTTP status means where the body was no JSON-RPC answer. */
export function toHttpFailure(
  method: string,
  answer: { readonly status: number; readonly header: (name: string) => string | null },
): ChainFailure {
  const { status } = answer
  const said = `${method}: HTTP ${status}`
  if (status === 429 || (status === 403 && answer.header('x-ratelimit-remaining') === '0')) {
    return new ChainFailure('rate_limited', said, parseRetryAfter(answer.header('retry-after')))
  }
  if (status === 401 || status === 404) return new ChainFailure('error', said)
  if (method === 'eth_getLogs' && (status === 400 || status === 413)) return new ChainFailure('range', said)
  return new ChainFailure('unavailable', said)
}

/** Seconds to wait, from a `retry-after` in seconds; null when absent or in another form. */
function parseRetryAfter(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number.parseInt(text, 10) : null
}

function refusesRange(error: RpcError): boolean {
  if (error.code !== null && RANGE_CODES.has(error.code)) return true
  return RANGE_REFUSED.some((wording) => wording.test(error.message))
}
