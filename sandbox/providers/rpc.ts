import type { NodeRpc } from '../chain/rpc.ts'
import { type Answer, json, type ProviderRequest } from './server.ts'

/** Beginnings of methods that a public node does not offer. Only the sandbox itself may control its chain. */
const refusedPrefixes = [
  'anvil_',
  'evm_',
  'hardhat_',
  'debug_',
  'trace_',
  'miner_',
  'eth_send',
  'eth_sign',
  'personal_',
]

type Call = { id?: unknown; method?: unknown }

/** Forwards a read to the node and returns the node's answer. */
export async function answerRpc(request: ProviderRequest, deps: { node: NodeRpc }): Promise<Answer> {
  if (request.method !== 'POST') return json(405, { message: 'POST a JSON-RPC request' }, { allow: 'POST' })
  const calls = callsOf(request.body)
  if (!calls) return json(200, { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } })
  const refused = calls.find((call) =>
    refusedPrefixes.some((prefix) => String(call.method).startsWith(prefix)),
  )
  if (refused) {
    const error = { code: -32601, message: `the method ${refused.method} does not exist/is not available` }
    return json(200, { jsonrpc: '2.0', id: refused.id ?? null, error })
  }
  const answer = await deps.node.post(request.body)
  return {
    status: answer.status,
    headers: { 'content-type': 'application/json' },
    body: inPublicWords(answer.body),
  }
}

const stateRefusal =
  /"code":-\d+,"message":"BlockOutOfRangeError: block height is (\d+) but requested was (\d+)"/g

/** The answer of the node, with its refusal of old state in the words of public nodes without an archive. */
function inPublicWords(body: Buffer): Buffer | string {
  if (!body.includes('BlockOutOfRangeError')) return body
  return body.toString('utf8').replaceAll(stateRefusal, (words, head, request) => {
    if (Number(request) > Number(head)) return words
    return `"code":-32000,"message":"missing trie node: historical state of block ${request} is not available"`
  })
}

function callsOf(body: Buffer): readonly Call[] | undefined {
  try {
    const parsed: Call | Call[] = JSON.parse(body.toString('utf8'))
    return Array.isArray(parsed) ? parsed : [parsed]
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}
