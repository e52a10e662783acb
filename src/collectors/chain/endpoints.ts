import { hash } from 'node:crypto'
import { CHAIN_ID } from '#contract/ids.ts'
import { addMs, DAY_MS, HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import type { ChainHead, RpcEndpoint } from '#domain/collecting/status-record.ts'
import { fieldAt } from '../json-field.ts'
import type { Exchange } from './exchange.ts'
import { ChainFailure, type ChainFailureKind, type RpcCall } from './failure.ts'
import { parseQuantity } from './parse.ts'
import { ifKept } from './state.ts'

/** The known state of the endpoints and the chain's head, shared by all processes. */
export type EndpointMemory = {
  readonly load: () => Promise<readonly RpcEndpoint[]>
  readonly save: (endpoint: RpcEndpoint) => Promise<void>
  readonly saveHead: (head: ChainHead) => Promise<void>
}

/** The endpoints of one chain, in the order in which they are preferred. */
type Endpoints = {
  readonly ask: (call: StateCall) => Promise<unknown>
  /** The widest log query that the preferred endpoint answers; null while none is known. */
  readonly widestLogs: () => Promise<number | null>
}

/**
 * A call with the blocks that it needs: `stateAt` is the block whose state it reads, `to` the newest block that it
 * covers.
 */
export type StateCall = RpcCall & {
  readonly stateAt?: number
  readonly to?: number
  /** The first block of a log query. */
  readonly logsFrom?: number
  /** With it, the call fails while an endpoint that may have more of the logs is expected to answer later. */
  readonly allLogs?: true
}

type Endpoint = {
  readonly exchange: Exchange
  known: RpcEndpoint
  /** Resolves once the endpoint has proved to serve the right chain; undefined before the check. */
  checked: Promise<void> | undefined
  /** The newest block that the endpoint has named; null before the first. */
  newestBlock: number | null
  /**
   * The oldest block of which the endpoint has returned a log; null before the first. It keeps all logs since that
   * block.
   */
  oldestLogBlock: number | null
  /** Until this time the endpoint is asked last, because it failed. */
  restsUntil: Instant | null
}

type Address = { readonly url: string; readonly exchange: Exchange }
type Deps = {
  readonly memory: EndpointMemory
  readonly clock: () => Instant
  /** A node whose latest block is older than this counts as stalled and as not answering. Default: no limit. */
  readonly maxHeadAgeMs?: number
}

/**
 * Logs of blocks older than this are asked of the next endpoint too, because a node that no longer keeps them answers
 * with an empty list. Readings that follow the chain need newer logs: the fallback for `finalized` is 36,000 blocks
 * back.
 */
const LOGS_KEPT_BLOCKS = 72_000
const REST_MS = 30_000
const STANDS_STILL_REST_SECONDS = 600
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = HOUR_MS
const NOTHING = {
  lastAnsweredAt: null,
  maxBlocks: null,
  maxBlocksAt: null,
  noStateBlock: null,
  noStateAt: null,
  pausedUntil: null,
  limitsInARow: 0,
}

/**
 * Asks the endpoints in order, and the next one when an endpoint fails, is limited, or lacks the block or its state. A
 * refused block range, a reverted call and a used-up budget end the search; a refusal of a single block does not. Old
 * logs are collected from all endpoints, unless one is known to have them all.
 */
export function openEndpoints(addresses: readonly Address[], deps: Deps): Endpoints {
  let opening: Promise<readonly Endpoint[]> | undefined
  const usable = async (call: StateCall) => {
    opening ??= openKnown(addresses, deps)
    const now = deps.clock()
    const able = (await opening).filter(({ known }) => keepsState(known, call))
    const ready = able.filter(({ known }) => !isAhead(known.pausedUntil, now))
    return {
      ready: ready.toSorted(
        (a, b) => Number(isAhead(a.restsUntil, now)) - Number(isAhead(b.restsUntil, now)),
      ),
      paused: able.filter(({ known }) => isAhead(known.pausedUntil, now)),
    }
  }
  return {
    ask: async (call) => {
      const { ready, paused } = await usable(call)
      const failures: ChainFailure[] = paused.map(({ known }) => pausedFailure(known, call, deps.clock()))
      const answers: unknown[] = []
      for (const endpoint of ready.toSorted(
        (a, b) => Number(keepsLogs(b, call)) - Number(keepsLogs(a, call)),
      )) {
        try {
          const answer = await callEndpoint(endpoint, call, deps)
          if (keepsLogs(endpoint, call)) return answer
          answers.push(answer)
        } catch (error) {
          if (!(error instanceof ChainFailure) || isAnswer(error, call)) throw error
          failures.push(error)
        }
      }
      const awaited = failures.filter(({ kind }) => call.allLogs === true && MAY_ANSWER_LATER.includes(kind))
      if (answers.length > 0 && awaited.length === 0) return answers.flat()
      throw (
        mostPassing(answers.length > 0 ? awaited : failures) ??
        new ChainFailure('no_state', `${call.method}: no endpoint keeps such old state`)
      )
    },
    widestLogs: async () => {
      const { ready } = await usable({ method: 'eth_getLogs', params: [] })
      return ready[0]?.known.maxBlocks ?? null
    },
  }
}

/** An endpoint memory that stores nothing, so the client remembers only while it is open. */
export function rememberNothing(): EndpointMemory {
  return { load: async () => [], save: async () => {}, saveHead: async () => {} }
}

/**
 * The endpoints with their stored state. The widest range is forgotten after a day and missing state after an hour,
 * because providers change them.
 */
async function openKnown(
  addresses: readonly Address[],
  { memory, clock }: Deps,
): Promise<readonly Endpoint[]> {
  const stored = new Map((await memory.load()).map((known) => [known.endpoint, known]))
  const now = clock()
  const isOver = (at: Instant | null, ms: number) => at === null || msOf(addMs(at, ms)) <= msOf(now)
  return addresses.map(({ url, exchange }, index) => {
    const endpoint = hash('sha256', url)
    const known = { ...(stored.get(endpoint) ?? NOTHING), endpoint, place: index + 1 }
    return {
      exchange,
      known: {
        ...known,
        ...(isOver(known.maxBlocksAt, DAY_MS) ? { maxBlocks: null, maxBlocksAt: null } : {}),
        ...(isOver(known.noStateAt, HOUR_MS) ? { noStateBlock: null, noStateAt: null } : {}),
      },
      checked: undefined,
      newestBlock: null,
      oldestLogBlock: null,
      restsUntil: null,
    }
  })
}

async function callEndpoint(endpoint: Endpoint, call: StateCall, deps: Deps): Promise<unknown> {
  try {
    endpoint.checked ??= checked(endpoint, deps)
    await endpoint.checked
    if (call.to !== undefined) await expectBlock(endpoint, call.to, deps)
    const result = await exchanged(endpoint, call, deps)
    if (call.logsFrom !== undefined) noteLogs(endpoint, result)
    if (endpoint.known.limitsInARow > 0) await learn(endpoint, { limitsInARow: 0, pausedUntil: null }, deps)
    return result
  } catch (error) {
    if (!(error instanceof ChainFailure)) throw error
    await note(endpoint, { call, failure: error }, deps)
    if (error.kind !== 'rate_limited') throw error
    throw new ChainFailure('rate_limited', error.message, {
      retryAfterSeconds: secondsPaused(endpoint.known, deps.clock()),
    })
  }
}

/**
 * The answer of an endpoint. Several nodes can be behind one address, so only a second refusal shows that the endpoint
 * lacks a state.
 */
async function exchanged(endpoint: Endpoint, call: StateCall, deps: Deps): Promise<unknown> {
  const first = call.stateAt === undefined ? undefined : await ifKept(endpoint.exchange(call))
  const answer = first === undefined ? await endpoint.exchange(call) : first
  if (call.method !== 'eth_getBlockByNumber') return answer
  noteBlock(endpoint, answer)
  if (call.params[0] === 'latest') expectNew(answer, deps)
  return answer
}

/**
 * Checks that the endpoint has a block, because many nodes answer a log query without the blocks that they lack. An
 * endpoint that has named the block or a newer one has it; otherwise it is asked for its latest block.
 * @throws ChainFailure
 */
async function expectBlock(endpoint: Endpoint, block: number, deps: Deps): Promise<void> {
  const hasIt = () => endpoint.newestBlock !== null && endpoint.newestBlock >= block
  if (!hasIt()) await exchanged(endpoint, { method: 'eth_getBlockByNumber', params: ['latest', false] }, deps)
  if (!hasIt()) throw new ChainFailure('not_yet', `the node does not have block ${block} yet`)
}

function noteBlock(endpoint: Endpoint, answer: unknown): void {
  const named = fieldAt(answer, 'number')
  if (typeof named !== 'string') return
  const number = parseQuantity(named)
  endpoint.newestBlock = Math.max(number, endpoint.newestBlock ?? number)
}

function noteLogs(endpoint: Endpoint, answer: unknown): void {
  const logs: readonly unknown[] = Array.isArray(answer) ? answer : []
  for (const log of logs) {
    const named = fieldAt(log, 'blockNumber')
    if (typeof named !== 'string') continue
    const number = parseQuantity(named)
    endpoint.oldestLogBlock = Math.min(number, endpoint.oldestLogBlock ?? number)
  }
}

/** Whether an endpoint keeps all logs that a call asks for: they are new, or it has returned a log at least as old. */
function keepsLogs({ newestBlock, oldestLogBlock }: Endpoint, { logsFrom }: StateCall): boolean {
  if (logsFrom === undefined) return true
  const isNew = newestBlock !== null && newestBlock - logsFrom <= LOGS_KEPT_BLOCKS
  return isNew || (oldestLogBlock !== null && oldestLogBlock <= logsFrom)
}

/** Checks by the time of its latest block that a node is not stalled. @throws ChainFailure */
function expectNew(latest: unknown, { clock, maxHeadAgeMs = Number.POSITIVE_INFINITY }: Deps): void {
  const timestamp = fieldAt(latest, 'timestamp')
  if (typeof timestamp !== 'string') return
  const ageMs = msOf(clock()) - parseQuantity(timestamp) * 1000
  if (ageMs <= maxHeadAgeMs) return
  const words = `the node stands still: its latest block is ${Math.floor(ageMs / 60_000)} min old`
  throw new ChainFailure('unavailable', words, { retryAfterSeconds: STANDS_STILL_REST_SECONDS })
}

/**
 * Checks that the endpoint serves the right chain. After a failed check the next call checks again. @throws
 * ChainFailure
 */
async function checked(endpoint: Endpoint, deps: Deps): Promise<void> {
  try {
    const served = parseQuantity(await endpoint.exchange({ method: 'eth_chainId', params: [] }))
    if (served !== CHAIN_ID)
      throw new ChainFailure('error', `the node serves chain ${served}, not ${CHAIN_ID}`)
  } catch (error) {
    endpoint.checked = undefined
    throw error
  }
  await learn(endpoint, { lastAnsweredAt: deps.clock() }, deps)
}

/** Records what a failure shows about its endpoint: its widest range, missing state, a rate limit or a pause. */
async function note(
  endpoint: Endpoint,
  { call, failure }: { readonly call: StateCall; readonly failure: ChainFailure },
  deps: Deps,
): Promise<void> {
  const now = deps.clock()
  const { known } = endpoint
  const { stateAt } = call
  switch (failure.kind) {
    case 'range': {
      const { maxBlocks } = failure
      if (maxBlocks !== null && maxBlocks !== known.maxBlocks)
        await learn(endpoint, { maxBlocks, maxBlocksAt: now }, deps)
      return
    }
    case 'no_state':
      if (stateAt !== undefined && keepsState(known, call))
        await learn(endpoint, { noStateBlock: stateAt, noStateAt: now }, deps)
      return
    case 'rate_limited':
      // Calls that were under way together meet one limit.
      if (!isAhead(known.pausedUntil, now)) await learn(endpoint, pauseAfter(known, failure, now), deps)
      return
    case 'unavailable':
    case 'late':
    case 'error': {
      const askedMs = Math.min(LONGEST_PAUSE_MS, (failure.retryAfterSeconds ?? NO_PAUSE_ASKED) * 1000)
      endpoint.restsUntil = addMs(now, Math.max(REST_MS, askedMs))
      return
    }
    case 'reverted':
    case 'not_yet':
    case 'put_off':
      return
  }
}

/**
 * The pause after a rate limit. It doubles with each limit in a row, and is never shorter than the endpoint asks for.
 */
function pauseAfter(known: RpcEndpoint, failure: ChainFailure, now: Instant): Partial<RpcEndpoint> {
  const grownMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(20, known.limitsInARow))
  const { retryAfterSeconds } = failure
  const pauseMs = retryAfterSeconds === null ? grownMs : Math.max(grownMs, retryAfterSeconds * 1000)
  return { limitsInARow: known.limitsInARow + 1, pausedUntil: addMs(now, pauseMs) }
}

async function learn(endpoint: Endpoint, learned: Partial<RpcEndpoint>, { memory }: Deps): Promise<void> {
  endpoint.known = { ...endpoint.known, ...learned }
  await memory.save(endpoint.known)
}

function keepsState({ noStateBlock }: RpcEndpoint, { stateAt }: StateCall): boolean {
  return stateAt === undefined || noStateBlock === null || stateAt > noStateBlock
}

function isAhead(at: Instant | null, now: Instant): boolean {
  return at !== null && msOf(at) > msOf(now)
}

function secondsPaused({ pausedUntil }: RpcEndpoint, now: Instant): number {
  return Math.max(0, Math.ceil((msOf(pausedUntil ?? now) - msOf(now)) / 1000))
}

/** The failure of a call to an endpoint whose pause has not ended; nothing is sent. */
function pausedFailure(known: RpcEndpoint, { method }: StateCall, now: Instant): ChainFailure {
  return new ChainFailure('rate_limited', `${method}: not asked, because the node limits our requests`, {
    retryAfterSeconds: secondsPaused(known, now),
  })
}

/**
 * Whether a failure is final, so that another endpoint need not be asked. A query of one block cannot be narrowed, so
 * its refusal is not final.
 */
function isAnswer({ kind }: ChainFailure, { blocks }: StateCall): boolean {
  return (kind === 'range' && blocks !== 1) || kind === 'reverted' || kind === 'put_off'
}

/**
 * The order in which failures are reported. A late answer comes first, because a narrower query may be answered at
 * once. Passing failures come next: while one endpoint may answer later, the others prove nothing.
 */
const PASSING_FIRST: readonly ChainFailureKind[] = [
  'late',
  'rate_limited',
  'unavailable',
  'not_yet',
  'no_state',
  'range',
  'error',
]

/** The failures of an endpoint that may answer the same call another time. */
const MAY_ANSWER_LATER: readonly ChainFailureKind[] = ['late', 'rate_limited', 'unavailable', 'not_yet']

/** The pause of a failure that names none. */
const NO_PAUSE_ASKED = 0

/**
 * The failure that is reported for all endpoints: the first in rank, and of equal rank the one with the shortest pause.
 */
function mostPassing(failures: readonly ChainFailure[]): ChainFailure | undefined {
  const rank = ({ kind }: ChainFailure) => PASSING_FIRST.indexOf(kind)
  const pause = ({ retryAfterSeconds }: ChainFailure) => retryAfterSeconds ?? NO_PAUSE_ASKED
  return failures.toSorted((a, b) => rank(a) - rank(b) || pause(a) - pause(b))[0]
}
