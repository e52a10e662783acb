import type { ReadingOutcome } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import { fieldAt } from '../json-field.ts'
import { retryAfterMs } from '../retry-after.ts'
import { isRangeRefusal, namedRange } from './range-words.ts'

/**
 * The outcome of a reading for each kind of failed call: a rate limit, no answer from the node, wrong configuration, a
 * refused log range, a late answer to a query of several blocks, a reverted call, missing state of an old block, a
 * block that the node does not have (yet), and our own used-up budget.
 */
export const OUTCOME_OF_FAILURE = {
  rate_limited: 'rate_limited',
  unavailable: 'unavailable',
  error: 'error',
  range: 'error',
  late: 'unavailable',
  reverted: 'error',
  no_state: 'unavailable',
  not_yet: 'unavailable',
  put_off: 'rate_limited',
} as const satisfies Readonly<Record<string, ReadingOutcome>>
export type ChainFailureKind = keyof typeof OUTCOME_OF_FAILURE

/** What a refusal says about the next request: how long to wait, and the widest block range to ask for. */
type Advice = { readonly retryAfterSeconds?: number | null; readonly maxBlocks?: number | null }

/** A request that the node did not answer. `message` is one short line without the node's address. */
export class ChainFailure extends Error {
  override readonly name = 'ChainFailure'
  readonly kind: ChainFailureKind
  readonly retryAfterSeconds: number | null
  readonly maxBlocks: number | null

  constructor(
    kind: ChainFailureKind,
    message: string,
    { retryAfterSeconds = null, maxBlocks = null }: Advice = {},
  ) {
    super(message)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
    this.maxBlocks = maxBlocks
  }
}

/** A JSON-RPC request; `blocks` is the width of a log query. */
export type RpcCall = {
  readonly method: string
  readonly params: readonly unknown[]
  readonly blocks?: number
}

/** A JSON-RPC error as a node sends it. */
type RpcError = { readonly code: number | null; readonly message: string; readonly data: unknown }

/** An answer without a result: its HTTP status and headers, and the JSON of its body if there is any. */
type NodeRefusal = {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly body: unknown
}

/**
 * The words with which geth, Erigon, reth, Anvil and OpenEthereum say that the EVM ended a call. `EVM error` before a
 * fault of the node's database does not mean that.
 */
const REVERTED =
  /revert|EVM error:? (?!database|fatal)\w|VM execution error|invalid ?(opcode|jump)|bad (instruction|jump)|out ?of ?(gas|offset)|stack ?(under|over)flow|stack limit reached|return data out of bounds|gas uint64 overflow|write protection|max call depth exceeded|OpcodeNotFound|InvalidFEOpcode/i
const NO_STATE =
  /missing ?trie ?node|prun(ed|ing)|archive|state (0x[0-9a-f]{1,64} )?(is )?(not |un)available|no state available|historical state|state histor(y (is )?not found|ies)|metadata is not found, \d|state recreation .{0,20}limit exceeded|failed to get receipts for hash/i
/**
 * Words of a node without the requested block. The last pattern is of Nitro and geth, for a range that begins after
 * their head; our queries never end before they begin.
 */
const NOT_YET =
  /header not found|block not found|unknown block|beyond (the )?current head|cannot query unfinalized|no backend|BlockOutOfRange|invalid block range params/i
/** Words of failures that may pass when the node is asked again. */
const PASSING =
  /request time(out|d out)|execution aborted \(timeout|indexing is in progress|service (is )?(temporarily )?unavailable|temporary internal error|no available upstreams|unable to complete request at this time|upstream request failed|cannot fulfill request/i
/** Nethermind's words for a timeout. Its code is one that other nodes use for a limit. */
const TIMED_OUT = /cancell?ed due to enabled timeout/i
/** Words of a node that knows no tag such as `safe`, or has no block for it. */
const TAG_UNKNOWN =
  /-32602 |(block|header) not found|(unknown|invalid|unsupported) block|block number not supported|tag not supported|(unknown|invalid|unsupported)( block)? tag|invalid (param|argument)|cannot query unfinalized|unknown variant|did not match any variant/i
const RATE_LIMITED =
  /rate.?limit|request limit|usage limit|rps limit|credits|too many requests|request (count|rate) exceeded|compute units|capacity|throughput|(requests?|calls?) per second|quota|daily .{0,80}limit/i
const CONFIGURED_WRONG =
  /api.?key|unauthori[sz]ed|authenticat|forbidden|project id|method .{0,80}(not found|not supported|not available|disabled)/i

/**
 * Error codes that mean a rate limit when the words do not say. Some providers use them for other refusals too, so the
 * words are read first.
 */
const RATE_CODES = new Set([429, -32005, -32007, -32011, -32012, -32016, -32029, -32097, -33200])
const KEY_REFUSED = -32052
/** The code of a server failure. Some nodes also use it, with words of their own, to refuse a range of logs. */
const INTERNAL_ERROR = -32603
const WORDLESS = /^\W*((internal|json-?rpc|server|unknown|error)\W*)*$/i
/** Number of characters read of an error's text. A node can send 16 MB. */
const WORDS_LENGTH = 2000
const DAY_SECONDS = 86_400
const WAIT_NAMED =
  /(?:retry|try again|wait)\D{0,12}?(\d{1,9}(?:\.\d{1,9})?) ?(ms|milliseconds?|m|minutes?|s|seconds?)?\b/i

/** HTTP statuses that mean that the answer took too long, from a node or from a proxy before it. */
const LATE_STATUSES = new Set([408, 504, 524])

/**
 * The kind of failure of a request without an answer in time. A log query of several blocks is `late`: one of fewer
 * blocks may still be answered.
 */
export function kindOfLate({ method, blocks }: RpcCall): ChainFailureKind {
  return method === 'eth_getLogs' && blocks !== 1 ? 'late' : 'unavailable'
}

/** Whether a node refused the block at a tag because it does not know the tag, or has no block for it. */
export function saysTagUnknown({ message }: ChainFailure): boolean {
  return TAG_UNKNOWN.test(message)
}

/**
 * The failure of a refused request. The words of a refusal decide before its code, because providers use codes
 * differently.
 */
export function toFailure(call: RpcCall, refusal: NodeRefusal, now: Instant): ChainFailure {
  const error = rpcErrorIn(refusal.body)
  const pauseMs = requestedPause(refusal, error, now)
  const retryAfterSeconds = pauseMs === null ? null : Math.ceil(Math.min(pauseMs, DAY_SECONDS))
  if (error === null) return toHttpFailure(call, refusal, retryAfterSeconds)
  const code = error.code === null ? '' : `${error.code} `
  const message = `${call.method}: ${code}${error.message.slice(0, 160)}`
  const kind = kindOf(call, error, refusal.status)
  if (kind === 'range') return new ChainFailure(kind, message, { maxBlocks: namedRange(error.message, call) })
  return new ChainFailure(kind, message, { retryAfterSeconds })
}

function kindOf(call: RpcCall, error: RpcError, status: number): ChainFailureKind {
  const { method } = call
  const { code } = error
  const words =
    typeof error.data === 'string' ? `${error.message} ${error.data.slice(0, 300)}` : error.message
  if (method === 'eth_call' && (code === 3 || REVERTED.test(words))) return 'reverted'
  if (NOT_YET.test(words)) return 'not_yet'
  if (method === 'eth_getLogs' && isRangeRefusal({ code, message: error.message })) return 'range'
  if (status === 429 || RATE_LIMITED.test(words)) return 'rate_limited'
  if (code === KEY_REFUSED || CONFIGURED_WRONG.test(words)) return 'error'
  if (NO_STATE.test(words)) return 'no_state'
  if (TIMED_OUT.test(words)) return kindOfLate(call)
  if (code !== null && RATE_CODES.has(code)) return 'rate_limited'
  if (LATE_STATUSES.has(status)) return kindOfLate(call)
  if (PASSING.test(words) || isServerFailure(method, error, status)) return 'unavailable'
  return method === 'eth_getLogs' ? 'range' : 'error'
}

/** Whether an error in unknown words is a failure of the server, which says nothing about the request. */
function isServerFailure(method: string, { code, message }: RpcError, status: number): boolean {
  if (status >= 500) return true
  return code === INTERNAL_ERROR && (method !== 'eth_getLogs' || WORDLESS.test(message))
}

function toHttpFailure(
  call: RpcCall,
  { status, header }: NodeRefusal,
  retryAfterSeconds: number | null,
): ChainFailure {
  const { method } = call
  const message = `${method}: HTTP ${status}`
  const spent = header('x-ratelimit-remaining') === '0' || header('retry-after') !== null
  if (status === 429 || (status === 403 && spent)) {
    return new ChainFailure('rate_limited', message, { retryAfterSeconds })
  }
  if (status === 401) return new ChainFailure('error', message)
  if (method === 'eth_getLogs' && (status === 400 || status === 413))
    return new ChainFailure('range', message)
  return new ChainFailure(LATE_STATUSES.has(status) ? kindOfLate(call) : 'unavailable', message)
}

/** The JSON-RPC error in a body; null when it has none. */
function rpcErrorIn(body: unknown): RpcError | null {
  const error = fieldAt(body, 'error')
  if (error === undefined || error === null) return null
  const code = fieldAt(error, 'code')
  const message = fieldAt(error, 'message')
  return {
    code: typeof code === 'number' ? code : null,
    message: (typeof message === 'string' ? message : JSON.stringify(error)).slice(0, WORDS_LENGTH),
    data: fieldAt(error, 'data'),
  }
}

/**
 * Seconds to wait, from the `retry-after` header (seconds or a date), the error's data or its words; null when none
 * names a pause.
 */
function requestedPause({ header }: NodeRefusal, error: RpcError | null, now: Instant): number | null {
  const retryAfter = retryAfterMs(header('retry-after'), now)
  if (retryAfter !== null) return Math.ceil(retryAfter / 1000)
  const backOff = fieldAt(error?.data, 'rate', 'backoff_seconds')
  if (typeof backOff === 'number' && backOff >= 0) return backOff
  const tryAgainIn = fieldAt(error?.data, 'try_again_in')
  const words =
    typeof tryAgainIn === 'string'
      ? `try again in ${tryAgainIn.slice(0, WORDS_LENGTH)}`
      : (error?.message ?? '')
  const [, amount, unit = ''] = WAIT_NAMED.exec(words) ?? []
  if (amount === undefined) return null
  const seconds = Number.parseFloat(amount)
  if (unit.startsWith('ms') || unit.startsWith('milli')) return Math.ceil(seconds / 1000)
  return Math.ceil(unit.startsWith('m') ? seconds * 60 : seconds)
}
