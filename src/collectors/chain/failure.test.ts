import { describe, expect, it } from 'vitest'
import { type ChainFailureKind, toHttpFailure, toRpcFailure } from './failure.ts'

describe('toRpcFailure', () => {
  // Messages as nodes and providers publish them, with example numbers.
  const cases: readonly [string, string, number | null, string, ChainFailureKind][] = [
    ['Ankr by width', 'eth_getLogs', -32062, 'Block range is too large', 'range'],
    [
      'Alchemy by size',
      'eth_getLogs',
      -32602,
      'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range',
      'range',
    ],
    ['Infura by count', 'eth_getLogs', -32005, 'query returned more than 10000 results', 'range'],
    ['QuickNode by width', 'eth_getLogs', -32614, 'eth_getLogs is limited to a 10,000 range', 'range'],
    ['Nitro by count', 'eth_getLogs', -32000, 'logs matched by query exceeds limit of 10000', 'range'],
    ['proxy by bytes', 'eth_getLogs', -32020, 'backend response too large', 'range'],
    ['geth by width', 'eth_getLogs', -32000, 'exceed maximum block range: 5000', 'range'],
    ['advice', 'eth_getLogs', -32000, 'please limit the query to at most 1000 blocks', 'range'],
    ['by time', 'eth_getLogs', -32000, 'query timeout exceeded', 'range'],
    ['catch-all', 'eth_getLogs', -32099, 'something nobody has worded before', 'range'],
    ['same wording on another method', 'eth_getCode', -32099, 'something nobody has worded before', 'error'],
    [
      'same code, a rate',
      'eth_getLogs',
      -32005,
      'daily request count exceeded, request rate limited',
      'rate_limited',
    ],
    ['rate by code', 'eth_call', 429, 'slow down', 'rate_limited'],
    [
      'rate by text',
      'eth_getBlockByNumber',
      -32000,
      'Your app has exceeded its compute units per second capacity',
      'rate_limited',
    ],
    ['no key', 'eth_getLogs', -32052, 'API key is not allowed to access blockchain', 'error'],
    [
      'wrong method',
      'eth_getLogs',
      -32601,
      'the method eth_getLogs does not exist/is not available',
      'error',
    ],
    ['lagging node', 'eth_getCode', -32000, 'header not found', 'unavailable'],
    ['no archive', 'eth_getTransactionCount', -32000, 'missing trie node 1234 (path )', 'no_state'],
    ['revert by code', 'eth_call', 3, 'execution reverted', 'reverted'],
    ['revert by text', 'eth_call', -32000, 'VM Exception while processing transaction: revert', 'reverted'],
    ['no code given', 'eth_getLogs', null, 'oops', 'range'],
  ]
  it.each(cases)('%s', (_name, method, code, message, kind) => {
    expect(toRpcFailure(method, { code, message }).kind).toBe(kind)
  })

  it('limits the length of its message', () => {
    expect(toRpcFailure('eth_call', { code: 1, message: 'x'.repeat(5000) }).message.length).toBeLessThan(200)
  })
})

describe('toHttpFailure', () => {
  const cases: readonly [number, Record<string, string>, string, ChainFailureKind, number | null][] = [
    [429, { 'retry-after': '30' }, 'eth_call', 'rate_limited', 30],
    [429, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, 'eth_call', 'rate_limited', null],
    [403, { 'x-ratelimit-remaining': '0' }, 'eth_call', 'rate_limited', null],
    [403, {}, 'eth_call', 'unavailable', null],
    [401, {}, 'eth_call', 'error', null],
    [404, {}, 'eth_call', 'error', null],
    [413, {}, 'eth_getLogs', 'range', null],
    [413, {}, 'eth_call', 'unavailable', null],
    [500, {}, 'eth_getLogs', 'unavailable', null],
  ]
  it.each(cases)('%i %j %s', (status, headers, method, kind, retryAfterSeconds) => {
    const failure = toHttpFailure(method, { status, header: (name) => headers[name] ?? null })
    expect(failure).toMatchObject({ kind, retryAfterSeconds })
  })
})
