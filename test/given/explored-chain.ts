import type { ServerResponse } from 'node:http'
import { openChain } from '#collectors/chain/rpc.ts'
import { addMs, HOUR_MS, type Instant, msOf, toInstant } from '#contract/time.ts'
import { answering, type FaultyNode, startFaultyNode } from '#test/chain/faulty.ts'
import { type AnsweringServer, type Scripted, startAnsweringServer } from '#test/servers/answering-server.ts'

/** One transaction to the contract; the block of height n is made n hours after the chain's beginning. */
export type Sent = {
  readonly block: number
  readonly selector: string
  readonly index?: number
  readonly failed?: true
  /** Fields that the explorer gives in another form. */
  readonly odd?: Readonly<Record<string, unknown>>
}

/** A chain with one contract, answered by its node and its explorer. A test sets the transactions. */
export type ExploredChain = AsyncDisposable & {
  readonly explorer: AnsweringServer
  readonly deps: () => {
    readonly chain: ReturnType<typeof openChain>
    readonly providers: { readonly explorerApiUrl: string; readonly explorerApiKey: undefined }
  }
  /** The newest safe block of the node, and below it the newest block of the explorer. */
  safe: number
  indexed: number
  /** Blocks from this height on have other hashes, as after a reorganisation. */
  forkedFrom: number
  whole: boolean
  sent: readonly Sent[]
  /** The error with which the node refuses every call except `eth_chainId`. */
  refusal: { readonly code: number; readonly message: string } | undefined
  /** Answers in place of the explorer where it returns an answer. */
  instead: ((path: string) => Scripted | undefined) | undefined
}

const CHAIN_BEGAN = toInstant('2026-08-03T00:00:00Z')
const PART = 50

/** When the block of a height was made. */
export function timeOf(block: number): Instant {
  return addMs(CHAIN_BEGAN, block * HOUR_MS)
}

/** The hash of a transaction. */
export function hashOf({ block, index = 0 }: Sent): string {
  return `0x${(block * 1000 + index).toString(16).padStart(64, '0')}`
}

/** Starts node and explorer; until a test says otherwise nothing was sent, and both stand at block 0. */
export async function startExploredChain(contract: string): Promise<ExploredChain> {
  const explorer = await startAnsweringServer()
  const node = await startFaultyNode('http://127.0.0.1:9')
  const chain: ExploredChain = {
    explorer,
    deps: () => ({
      chain: openChain({
        urls: [node.url],
        userAgent: 'test',
        timeoutMs: 5000,
        maxInFlight: 4,
        clock: () => CHAIN_BEGAN,
      }),
      providers: { explorerApiUrl: explorer.url, explorerApiKey: undefined },
    }),
    safe: 0,
    indexed: 0,
    forkedFrom: Number.POSITIVE_INFINITY,
    whole: true,
    sent: [],
    refusal: undefined,
    instead: undefined,
    [Symbol.asyncDispose]: async () => {
      await explorer[Symbol.asyncDispose]()
      await node[Symbol.asyncDispose]()
    },
  }
  answerAsNode(node, chain)
  explorer.answer = ({ url = '' }) => chain.instead?.(url) ?? answerAsExplorer(url, { chain, contract })
  return chain
}

function answerAsNode(node: FaultyNode, chain: ExploredChain): void {
  node.fault = ({ method, params }): ((response: ServerResponse) => void) => {
    if (method !== 'eth_chainId' && chain.refusal !== undefined)
      return answering(200, JSON.stringify({ jsonrpc: '2.0', id: 1, error: chain.refusal }))
    const result = method === 'eth_chainId' ? '0x1237' : blockAt(heightOf(params[0], chain), chain)
    return answering(200, JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  }
}

function heightOf(at: unknown, chain: ExploredChain): number {
  return typeof at === 'string' && at.startsWith('0x') ? Number.parseInt(at, 16) : chain.safe
}

function blockAt(number: number, chain: ExploredChain) {
  const timestamp = `0x${Math.floor(msOf(timeOf(number)) / 1000).toString(16)}`
  return { number: `0x${number.toString(16)}`, hash: blockHash(number, chain), timestamp }
}

function blockHash(number: number, { forkedFrom }: ExploredChain): string {
  return `0x${(number >= forkedFrom ? 'f' : 'b').repeat(8)}${number.toString(16).padStart(56, '0')}`
}

function answerAsExplorer(url: string, at: { chain: ExploredChain; contract: string }): Scripted {
  const { chain, contract } = at
  const { pathname, searchParams } = new URL(url, 'http://explorer.test')
  if (pathname === '/api/v2/main-page/indexing-status') return json({ finished_indexing_blocks: chain.whole })
  const height = /^\/api\/v2\/blocks\/(\d+)$/.exec(pathname)?.[1]
  if (height !== undefined) {
    const number = Number.parseInt(height, 10)
    return number > chain.indexed
      ? json({ message: 'Not found' }, 404)
      : json({ hash: blockHash(number, chain) })
  }
  if (pathname !== `/api/v2/addresses/${contract}/transactions`) return json({ message: 'Not found' }, 404)
  const from = searchParams.get('block_number')
  const index = searchParams.get('index')
  const before =
    from === null || index === null ? Number.POSITIVE_INFINITY : placeOf(Number(from), Number(index))
  const listed = chain.sent
    .filter(({ block, index: at = 0 }) => placeOf(block, at) < before)
    .toSorted((a, b) => placeOf(b.block, b.index ?? 0) - placeOf(a.block, a.index ?? 0))
  const part = listed.slice(0, PART)
  const last = part.at(-1)
  const next =
    last === undefined || listed.length <= PART
      ? null
      : { block_number: last.block, index: last.index ?? 0, items_count: PART }
  return json({ items: part.map((sent) => itemOf(sent, contract)), next_page_params: next })
}

function placeOf(block: number, index: number): number {
  return block * 1000 + index
}

function itemOf(sent: Sent, contract: string) {
  return {
    hash: hashOf(sent),
    block_number: sent.block,
    position: sent.index ?? 0,
    timestamp: timeOf(sent.block),
    status: sent.failed === true ? 'error' : 'ok',
    to: { hash: contract },
    raw_input: `${sent.selector}00`,
    ...sent.odd,
  }
}

function json(value: unknown, status = 200): Scripted {
  return { status, body: JSON.stringify(value) }
}
