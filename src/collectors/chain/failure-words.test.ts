import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { type ChainFailureKind, toFailure } from './failure.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const HASH = `0x${'d7'.repeat(32)}`
/** Error messages of nodes and providers, each with its source. */
const SAID: readonly [string, string, string, number, string, ChainFailureKind][] = [
  [
    '[R40]',
    'OffchainLabs/go-ethereum triedb/pathdb/history_state.go',
    'eth_getCode',
    -32000,
    'metadata is not found, 60123457',
    'no_state',
  ],
  [
    '[R40]',
    'OffchainLabs/go-ethereum triedb/pathdb/reader.go',
    'eth_getTransactionCount',
    -32000,
    `state ${HASH} is not available`,
    'no_state',
  ],
  [
    '[R40]',
    'OffchainLabs/go-ethereum triedb/pathdb/reader.go',
    'eth_call',
    -32000,
    `historical state ${HASH.slice(2)} is not available`,
    'no_state',
  ],
  [
    '[R40]',
    'ethereum/go-ethereum triedb/pathdb/history.go',
    'eth_getStorageAt',
    -32000,
    'state history not found 60123457',
    'no_state',
  ],
  [
    '[R40]',
    'OffchainLabs/go-ethereum arbitrum/recreatestate.go',
    'eth_call',
    -32000,
    'state recreation l2 gas depth limit exceeded',
    'no_state',
  ],
  [
    '[R40]',
    'OffchainLabs/go-ethereum arbitrum/recreatestate.go',
    'eth_getCode',
    -32000,
    `failed to get receipts for hash ${HASH}`,
    'no_state',
  ],
  [
    '[R42]',
    'OffchainLabs/go-ethereum eth/filters/api.go',
    'eth_getLogs',
    -32602,
    'invalid block range params',
    'not_yet',
  ],
  [
    '[R42]',
    'OffchainLabs/go-ethereum internal/ethapi/errors.go',
    'eth_getTransactionReceipt',
    -32000,
    'transaction indexing is in progress',
    'unavailable',
  ],
  [
    '[R42]',
    'OffchainLabs/go-ethereum internal/ethapi/api.go',
    'eth_call',
    -32000,
    'execution aborted (timeout = 5s)',
    'unavailable',
  ],
  [
    '[R39]',
    'OffchainLabs/go-ethereum internal/ethapi/api.go, of a log query',
    'eth_getLogs',
    -32000,
    'execution aborted (timeout = 5s)',
    'range',
  ],
  [
    '[R42]',
    'dRPC, github.com/enviodev/hyperindex/issues/715',
    'eth_getBlockByNumber',
    30,
    'Request timeout on the free tier, please upgrade your tier to the paid one',
    'unavailable',
  ],
  [
    '[R39]',
    'NethermindEth/nethermind Nethermind.JsonRpc, ErrorCodes.Timeout',
    'eth_getLogs',
    -32016,
    'eth_getLogs request was canceled due to enabled timeout.',
    'late',
  ],
  [
    '[R42]',
    'NethermindEth/nethermind Nethermind.JsonRpc, ErrorCodes.Timeout',
    'eth_call',
    -32016,
    'eth_call request was canceled due to enabled timeout.',
    'unavailable',
  ],
  ['[R39]', 'dRPC', 'eth_getLogs', 19, 'Temporary internal error. Please retry', 'unavailable'],
  ['[R42]', 'dRPC', 'eth_call', 19, 'Temporary internal error. Please retry', 'unavailable'],
  ['[R42]', 'dRPC', 'eth_getCode', 1, 'No available upstreams to process a request', 'unavailable'],
  ['[R39]', 'Alchemy', 'eth_getLogs', -32001, 'Unable to complete request at this time.', 'unavailable'],
  ['[R39]', 'Cloudflare', 'eth_getLogs', -32046, 'Cannot fulfill request', 'unavailable'],
  ['[R42]', 'Cloudflare', 'eth_call', -32046, 'Cannot fulfill request', 'unavailable'],
]

test.each(SAID)('%s the words of %s to %s', (_tag, _source, method, code, message, kind) => {
  const body = { jsonrpc: '2.0', id: 1, error: { code, message } }
  const refusal = { status: 200, header: () => null, body }
  expect(toFailure({ method, params: [], blocks: 1000 }, refusal, NOW).kind).toBe(kind)
})
