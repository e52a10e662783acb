import { describe, expect, it } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { answerNamed, expectAllUsed, recordedAnswers } from '#test/providers/recorded.ts'
import { type ChainFailureKind, type RpcCall, toFailure } from './failure.ts'

const RECORDED = await recordedAnswers('rpc')
const NOW = toInstant('2026-11-20T10:00:00Z')
const logsOf = (blocks: number): RpcCall => ({ method: 'eth_getLogs', params: [], blocks })
const code: RpcCall = { method: 'eth_getCode', params: [] }

type Answer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

function failureOf(call: RpcCall, { status, headers, body }: Answer) {
  const sent = new Headers(headers)
  return toFailure(call, { status, header: (name) => sent.get(name), body }, NOW)
}

function recordedFailure(name: string, call: RpcCall) {
  const answer = answerNamed(name, RECORDED)
  const isJson = answer.headers['content-type'] === 'application/json'
  return failureOf(call, { ...answer, body: isJson ? JSON.parse(`${answer.body}`) : undefined })
}

/** The name of the recorded answer in a title. */
const nameIn = (title: string) => title.split(' ').at(-1) ?? ''
const errorOf = (number: number | null, message: string) => ({
  jsonrpc: '2.0',
  id: 1,
  error: { ...(number === null ? {} : { code: number }), message },
})

describe('recorded answers of nodes and providers', () => {
  type Expected = { kind: ChainFailureKind; maxBlocks?: number; retryAfterSeconds?: number }
  const cases: readonly [string, RpcCall, Expected][] = [
    ['[R38] alchemy-compute-units', logsOf(1000), { kind: 'rate_limited' }],
    ['[R38] infura-rate', logsOf(1000), { kind: 'rate_limited', retryAfterSeconds: 30 }],
    ['[R38] quicknode-requests', logsOf(1000), { kind: 'rate_limited' }],
    ['[R38] quicknode-credits', logsOf(1000), { kind: 'rate_limited' }],
    ['[R38] base-rate', logsOf(1000), { kind: 'rate_limited' }],
    ['[R38] chainstack-rate', logsOf(1000), { kind: 'rate_limited', retryAfterSeconds: 1 }],
    ['[R38] 1rpc-usage', logsOf(1000), { kind: 'rate_limited' }],
    ['[R39] alchemy-block-range', logsOf(501), { kind: 'range', maxBlocks: 500 }],
    ['[R39] alchemy-response-size', logsOf(100_000), { kind: 'range', maxBlocks: 2000 }],
    ['[R39] infura-block-range', logsOf(1_000_000), { kind: 'range', maxBlocks: 10_000 }],
    ['[R39] infura-results', logsOf(1_000_000), { kind: 'range', maxBlocks: 453_627 }],
    ['[R39] quicknode-block-range', logsOf(1_000_000), { kind: 'range', maxBlocks: 10_000 }],
    ['[R39] ankr-block-range', logsOf(1_000_000), { kind: 'range', maxBlocks: 10_000 }],
    ['[R39] drpc-block-range', logsOf(1_000_000), { kind: 'range', maxBlocks: 2048 }],
    ['[R39] morph-block-range', logsOf(5120), { kind: 'range', maxBlocks: 5000 }],
    ['[R39] nodies-block-range', logsOf(1_000_000), { kind: 'range', maxBlocks: 20_000 }],
    ['[R39] reth-block-range', logsOf(1_000_000), { kind: 'range', maxBlocks: 5000 }],
    ['[R39] reth-results', logsOf(1_000_000), { kind: 'range', maxBlocks: 8085 }],
    ['[R40] geth-missing-trie-node', code, { kind: 'no_state' }],
    ['[R40] erigon-pruned', code, { kind: 'no_state' }],
    ['[R40] nethermind-missing-trie-node', code, { kind: 'no_state' }],
    ['[R40] reth-pruned', code, { kind: 'no_state' }],
    ['[R40] openethereum-pruned', code, { kind: 'no_state' }],
    ['reth-beyond-head', logsOf(1000), { kind: 'not_yet' }],
    ['varnish-page', logsOf(1000), { kind: 'unavailable' }],
  ]
  it.each(cases)('%s', (title, call, expected) => {
    expect(recordedFailure(nameIn(title), call)).toMatchObject({
      maxBlocks: null,
      retryAfterSeconds: null,
      ...expected,
    })
  })

  it('has a case for each, and each names its source', () => {
    expectAllUsed(
      cases.map(([title]) => nameIn(title)),
      RECORDED,
    )
  })

  it('[R39] a named range that is not narrower than the refused one is ignored', () => {
    const failure = recordedFailure('reth-results', logsOf(8085))
    expect(failure).toMatchObject({ kind: 'range', maxBlocks: null })
  })
})

const WORDINGS: readonly [string, string, number | null, string, ChainFailureKind][] = [
  ['by width', 'eth_getLogs', -32062, 'Block range is too large', 'range'],
  ['a limit code, the words of a range', 'eth_getLogs', -32012, 'Range too large', 'range'],
  ['by count', 'eth_getLogs', -32000, 'logs matched by query exceeds limit of 10000', 'range'],
  ['by bytes', 'eth_getLogs', -32020, 'backend response too large', 'range'],
  ['by time', 'eth_getLogs', -32000, 'query timeout exceeded', 'range'],
  ['catch-all', 'eth_getLogs', -32099, 'something nobody has worded before', 'range'],
  ['no code given', 'eth_getLogs', null, 'oops', 'range'],
  ['same wording on another method', 'eth_getCode', -32099, 'something nobody has worded before', 'error'],
  [
    '[R38] the name of the method is no log word',
    'eth_getLogs',
    -32000,
    'eth_getLogs rate limit',
    'rate_limited',
  ],
  [
    '[R38] a key in the words of a limit',
    'eth_getLogs',
    -32005,
    'project ID request rate exceeded',
    'rate_limited',
  ],
  ['[R38] too many requests', 'eth_call', -32000, 'Too Many Requests', 'rate_limited'],
  [
    '[R38] a daily count',
    'eth_getLogs',
    -32005,
    'daily request count exceeded, request rate limited',
    'rate_limited',
  ],
  ['no backend, with the code of a limit', 'eth_call', -32011, 'no backend is currently healthy', 'not_yet'],
  ['no key', 'eth_getLogs', -32052, 'API key is not allowed to access blockchain', 'error'],
  ['a key, with the code of a limit', 'eth_call', -32016, 'Unauthorized: invalid authentication', 'error'],
  ['wrong method', 'eth_getLogs', -32601, 'the method eth_getLogs does not exist/is not available', 'error'],
  ['lagging node', 'eth_getCode', -32000, 'header not found', 'not_yet'],
  ['[R40] unavailable state', 'eth_call', -32000, 'required historical state unavailable', 'no_state'],
  ['[R40] state that is not available', 'eth_call', -32000, 'state is not available', 'no_state'],
  ['[R40] proven pruned', 'eth_call', -32000, 'proven pruned', 'no_state'],
  ['revert by code', 'eth_call', 3, 'execution reverted', 'reverted'],
  ['a database of the node', 'eth_call', -32603, 'EVM error; database error: no answer', 'unavailable'],
  ['a database of the node', 'eth_call', -32603, 'EVM error: Database(no answer)', 'unavailable'],
  ['the words of a failed call, of no call', 'eth_getCode', -32000, 'write protection', 'error'],
  ['revert by text', 'eth_call', -32000, 'VM Exception while processing transaction: revert', 'reverted'],
]

/** Messages of nodes about a call that fails in the EVM, each with its source file. */
const EVM_FAILED: readonly [string, number, string, unknown?][] = [
  ['ethereum/go-ethereum core/vm/errors.go', -32000, 'out of gas'],
  ['ethereum/go-ethereum core/vm/errors.go', -32000, 'invalid jump destination'],
  ['ethereum/go-ethereum core/vm/errors.go', -32000, 'invalid opcode: INVALID'],
  ['ethereum/go-ethereum core/vm/errors.go', -32000, 'stack underflow (0 <=> 2)'],
  ['ethereum/go-ethereum core/vm/errors.go', -32000, 'stack limit reached 1024 (1023)'],
  ['ethereum/go-ethereum core/vm/errors.go', -32000, 'return data out of bounds'],
  ['ethereum/go-ethereum core/vm/errors.go', -32000, 'gas uint64 overflow'],
  ['ethereum/go-ethereum core/vm/errors.go', -32000, 'write protection'],
  ['ethereum/go-ethereum core/vm/errors.go', -32000, 'max call depth exceeded'],
  ['paradigmxyz/reth rpc-eth-types/src/error', -32003, 'EVM error: InvalidJump'],
  ['paradigmxyz/reth rpc-eth-types/src/error', -32003, 'EVM error: CallTooDeep'],
  ['foundry-rs/foundry anvil/src/eth/error.rs', -32603, 'EVM error StackOverflow'],
  ['foundry-rs/foundry anvil/src/eth/error.rs', -32603, 'EVM error OutOfOffset'],
  ['openethereum vm/src/error.rs', -32015, 'VM execution error.', 'Bad jump destination 2'],
  ['openethereum vm/src/error.rs', -32015, 'Transaction execution error.', 'Bad instruction fe'],
]

/** Errors with a message that the service does not know: the status decides their kind. */
const UNWORDED: readonly [string, number, number, string, ChainFailureKind][] = [
  ['eth_getCode', 200, -32603, '', 'unavailable'],
  ['eth_getCode', 200, -32603, 'Internal error', 'unavailable'],
  ['eth_getCode', 200, -32603, 'dial tcp: connection refused', 'unavailable'],
  ['eth_getCode', 500, -32000, 'oops', 'unavailable'],
  ['eth_getBlockByNumber', 503, -32000, 'oops', 'unavailable'],
  ['eth_getCode', 408, -32000, 'oops', 'unavailable'],
  ['eth_getCode', 400, -32000, 'oops', 'error'],
  ['eth_getCode', 503, -32052, 'oops', 'error'],
  ['eth_getLogs', 200, -32603, '', 'unavailable'],
  ['eth_getLogs', 200, -32603, 'Internal JSON-RPC error.', 'unavailable'],
  ['eth_getLogs', 200, -32603, 'internal server error', 'unavailable'],
  ['eth_getLogs', 200, -32603, 'narrow it down please', 'range'],
  ['eth_getLogs', 503, -32000, 'oops', 'unavailable'],
  ['eth_getLogs', 500, -32603, 'oops', 'unavailable'],
  ['eth_getLogs', 408, -32000, 'oops', 'late'],
  ['eth_getLogs', 408, -32005, 'oops', 'rate_limited'],
  ['eth_getLogs', 504, -32000, 'oops', 'late'],
  ['eth_getCode', 504, -32000, 'oops', 'unavailable'],
  ['eth_getLogs', 500, -32000, 'Block range is too large', 'range'],
  ['eth_getLogs', 200, -32000, 'oops', 'range'],
  ['eth_getLogs', 400, -32000, 'oops', 'range'],
]

describe('toFailure of an error', () => {
  it.each(EVM_FAILED)(
    'a call that fails in the EVM, in the words of %s: %i %s',
    (_, number, message, data) => {
      const body = { jsonrpc: '2.0', id: 1, error: { code: number, message, data } }
      expect(failureOf({ method: 'eth_call', params: [] }, { status: 200, body }).kind).toBe('reverted')
    },
  )

  it.each(UNWORDED)('[R42] unknown words to %s: HTTP %i, %i %j', (method, status, number, message, kind) => {
    const call = { method, params: [], blocks: 5_000_000 }
    expect(failureOf(call, { status, body: errorOf(number, message) }).kind).toBe(kind)
  })

  it.each(WORDINGS)('%s', (_name, method, number, message, kind) => {
    const call = { method, params: [] }
    expect(failureOf(call, { status: 200, body: errorOf(number, message) }).kind).toBe(kind)
  })

  it.each([-32005, -32007, -32011, -32012, -32016, -32029, 429])(
    '[R38] the code %i alone is a limit',
    (limit) => {
      const refused = failureOf(logsOf(1000), { status: 200, body: errorOf(limit, 'slow down') })
      expect(refused.kind).toBe('rate_limited')
    },
  )

  it('limits the length of its message', () => {
    const body = errorOf(1, 'x'.repeat(5000))
    expect(failureOf(code, { status: 200, body }).message.length).toBeLessThan(200)
  })
})

describe('what a refusal asks for', () => {
  it.each([
    ['up to a 10 block range', 10],
    ['exceed maximum block range: 5000', 5000],
    ['please limit the query to at most 1000 blocks', 1000],
    ['limit of 10,000 blocks', 10_000],
    ['eth_getLogs is limited to 0 - 50 blocks range', 50],
    ['too wide blocks range, the limit is 100', 100],
    ['ranges over 10000 blocks are not supported on freetier', 10_000],
    ['eth_getLogs block range too large, range: 855077, max: 3500', 3500],
    ['block range too large (2500), maximum allowed is 2000 blocks', 2000],
    ["'fromBlock'-'toBlock' range too large. Max range: 800", 800],
    ['block range is too large, try 25700000-25700001', 2],
    ['logs matched by query exceeds limit of 10000', null],
    ['block range of more than 10000 results', null],
    ['Block range is too large', null],
    ['this block range should work: [0x20, 0x10]', null],
  ])('[R39] reads the range that is named: %s', (message, maxBlocks) => {
    const refused = failureOf(logsOf(1_000_000), { status: 200, body: errorOf(-32000, message) })
    expect(refused).toMatchObject({ kind: 'range', maxBlocks })
  })

  it.each([
    ['rate limit reached, retry in 10s', 10],
    ['rate limit reached, try again in 2 minutes', 120],
    ['rate limit reached, try again after 1500 ms', 2],
    ['rate limit reached', null],
  ])('[R38] reads the pause that is named: %s', (message, retryAfterSeconds) => {
    const limited = failureOf(code, { status: 200, body: errorOf(-32005, message) })
    expect(limited).toMatchObject({ kind: 'rate_limited', retryAfterSeconds })
  })
})

describe('toFailure of a status', () => {
  const date = 'Fri, 20 Nov 2026 10:01:00 GMT'
  const cases: readonly [number, Record<string, string>, string, ChainFailureKind, number | null][] = [
    [429, { 'retry-after': '30' }, 'eth_call', 'rate_limited', 30],
    [429, { 'retry-after': date }, 'eth_call', 'rate_limited', 60],
    [429, { 'retry-after': 'soon' }, 'eth_call', 'rate_limited', null],
    [403, { 'x-ratelimit-remaining': '0' }, 'eth_call', 'rate_limited', null],
    [403, {}, 'eth_call', 'unavailable', null],
    [401, {}, 'eth_call', 'error', null],
    [404, {}, 'eth_call', 'unavailable', null],
    [413, {}, 'eth_getLogs', 'range', null],
    [413, {}, 'eth_call', 'unavailable', null],
    [500, {}, 'eth_getLogs', 'unavailable', null],
    [502, {}, 'eth_getLogs', 'unavailable', null],
    [408, {}, 'eth_getLogs', 'late', null],
    [504, {}, 'eth_getLogs', 'late', null],
    [524, {}, 'eth_getLogs', 'late', null],
    [524, {}, 'eth_getCode', 'unavailable', null],
  ]
  it.each(cases)('%i %j %s', (status, headers, method, kind, retryAfterSeconds) => {
    const failure = failureOf({ method, params: [] }, { status, headers, body: undefined })
    expect(failure).toMatchObject({ kind, retryAfterSeconds })
  })

  it('[R39] a late answer about a single block is no answer, since no query is narrower', () => {
    expect(failureOf(logsOf(2), { status: 504, body: undefined }).kind).toBe('late')
    expect(failureOf(logsOf(1), { status: 504, body: undefined }).kind).toBe('unavailable')
  })

  it('[R38] a 429 is a limit whatever its envelope says, and its header names the pause', () => {
    const body = errorOf(-32603, 'internal error')
    const limited = failureOf(logsOf(10), { status: 429, headers: { 'retry-after': '7' }, body })
    expect(limited).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 7 })
  })
})

describe('[R147] an error text of 16 MB', () => {
  const cases: readonly [string, string, ChainFailureKind][] = [
    ['of words that a pattern begins with', 'method '.repeat(2_300_000), 'error'],
    ['that names what is wrong at its beginning', `method not found ${'x'.repeat(16_000_000)}`, 'error'],
    [
      'that names a limit at its beginning',
      `too many requests ${'daily '.repeat(2_600_000)}`,
      'rate_limited',
    ],
  ]
  it.each(cases)('%s is read by its beginning', (_, message, kind) => {
    const failure = failureOf(code, { status: 200, body: errorOf(-32000, message) })
    expect(failure.kind).toBe(kind)
    expect(failure.message.length).toBeLessThan(200)
  })

  it.each<[string, unknown, number | null]>([
    ['a text of 16 million digits', { try_again_in: `${'1'.repeat(16_000_000)}s` }, null],
    ['a number beyond every date', { rate: { backoff_seconds: 1e308 } }, 86_400],
    ['a text of years', { try_again_in: '999999999s' }, 86_400],
  ])('a pause that is %s has an end', (_, data, retryAfterSeconds) => {
    const body = { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'rate limit', data } }
    expect(failureOf(code, { status: 200, body })).toMatchObject({ kind: 'rate_limited', retryAfterSeconds })
  })
})
