import { type Answer, json, type ProviderRequest } from '../server.ts'
import { defaultBlocks, type Hit } from './hit.ts'

type LogFilter = { readonly fromBlock?: string; readonly toBlock?: string }
type RpcCall = { readonly id?: unknown; readonly method?: string; readonly params?: readonly unknown[] }
type RpcError = { readonly code: number; readonly message: string }

/** The position of the block in the parameters of each method that reads state. */
const blockAt: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_getCode: 1,
  eth_getBalance: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
}

const limitErrors: readonly RpcError[] = [
  { code: -32005, message: 'project ID request rate exceeded' },
  { code: -32007, message: '50/second request limit reached - reduce calls per second or upgrade' },
  { code: -32012, message: 'you have reached the limit of your credits' },
  { code: -32016, message: 'over rate limit' },
  { code: 429, message: 'Your app has exceeded its compute units per second capacity.' },
]

/** Refuses every call with a rate limit, in words that change with each request. */
export function nodeLimit({ request, turn }: Hit): Answer {
  const error = limitErrors[turn % limitErrors.length] as RpcError
  return refused(request, error)
}

export function widestRange(request: ProviderRequest): number {
  const ranges = callsOf(request)
    .filter((call) => call.method === 'eth_getLogs')
    .map((call) => {
      const { fromBlock = '0x0', toBlock = '0x0' } = filterOf(call)
      return Number(toBlock) - Number(fromBlock) + 1
    })
  return Math.max(0, ...ranges.map((range) => (Number.isNaN(range) ? Number.POSITIVE_INFINITY : range)))
}

const unnamedErrors: readonly RpcError[] = [
  { code: -32062, message: 'Block range is too large' },
  { code: -32602, message: 'Log response size exceeded. Try a narrower block range.' },
  { code: -32000, message: 'logs matched by query exceeds limit of 10000' },
]

/** Refuses a log query, in words that name the accepted range or do not. */
export function rangeRefusal({ request, fault, turn }: Hit, how: 'named' | 'unnamed'): Answer {
  const { maxBlocks = defaultBlocks } = fault
  const errors = how === 'named' ? namedErrors(request, maxBlocks) : unnamedErrors
  return refused(request, errors[turn % errors.length] as RpcError)
}

function namedErrors(request: ProviderRequest, maxBlocks: number): readonly RpcError[] {
  const from = Number(filterOf(callsOf(request)[0] ?? {}).fromBlock ?? 0)
  const range = `[0x${from.toString(16)}, 0x${(from + maxBlocks - 1).toString(16)}]`
  return [
    { code: -32600, message: `You can make eth_getLogs requests with up to a ${maxBlocks} block range.` },
    { code: -32614, message: `eth_getLogs is limited to a ${maxBlocks} blocks range` },
    {
      code: -32005,
      message: `query returned more than 10000 results. Try with this block range ${range}.`,
    },
  ]
}

/** Whether a request reads the state of a numbered block. */
export function isPruned(request: ProviderRequest): boolean {
  return callsOf(request).some((call) => stateBlockOf(call) !== undefined)
}

const prunedErrors: readonly RpcError[] = [
  { code: -32000, message: 'missing trie node 2f9f4f (path ) state 0x2f9f4f is not available' },
  { code: -32000, message: 'required historical state unavailable (reexec=128)' },
  { code: -32000, message: 'old data not available due to pruning' },
  { code: -32002, message: 'state at block is pruned' },
]

/** Answers as a node that keeps only the state of the newest blocks. */
export async function pruned({ request, fault, turn, answer }: Hit): Promise<Answer> {
  const head = await headOf({ request, answer })
  const oldest = head - (fault.maxBlocks ?? defaultBlocks)
  const isGone = (call: RpcCall) => (stateBlockOf(call) ?? head) < oldest
  const calls = callsOf(request)
  if (!calls.some(isGone)) return answer(request)
  const error = prunedErrors[turn % prunedErrors.length] as RpcError
  if (calls.every(isGone)) return refused(request, error)
  const given: readonly RpcCall[] = JSON.parse((await answer(request)).body.toString())
  const gone = new Set(calls.filter(isGone).map(({ id }) => id))
  return json(
    200,
    given.map((one) => (gone.has(one.id) ? { jsonrpc: '2.0', id: one.id ?? null, error } : one)),
  )
}

async function headOf({ request, answer }: Pick<Hit, 'request' | 'answer'>): Promise<number> {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }))
  const { result } = JSON.parse((await answer({ ...request, body })).body.toString()) as { result: string }
  return Number(result)
}

/** The number of the block whose state a call reads; undefined for a tag, and for a call that reads no state. */
function stateBlockOf({ method = '', params = [] }: RpcCall): number | undefined {
  const position = blockAt[method]
  const block = position === undefined ? undefined : params[position]
  return typeof block === 'string' && block.startsWith('0x') ? Number(block) : undefined
}

function filterOf({ params }: RpcCall): LogFilter {
  return (params?.[0] ?? {}) as LogFilter
}

function callsOf(request: ProviderRequest): readonly RpcCall[] {
  const parsed: RpcCall | RpcCall[] = JSON.parse(request.body.toString('utf8'))
  return Array.isArray(parsed) ? parsed : [parsed]
}

function refused(request: ProviderRequest, error: RpcError): Answer {
  const answers = callsOf(request).map((call) => ({ jsonrpc: '2.0', id: call.id ?? null, error }))
  return json(200, request.body.toString('utf8').trimStart().startsWith('[') ? answers : answers[0])
}
