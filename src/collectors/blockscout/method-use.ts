import type { ContractAddress } from '#contract/ids.ts'
import { addMs, earlierOf, type Instant, msOf } from '#contract/time.ts'
import { ERC20_SELECTORS } from '#domain/contracts/method-calls.ts'
import {
  type CollectedUse,
  type CountedContract,
  findCollectedUse,
  findCountedContract,
  saveUse,
  type UseReading,
} from '#records/contracts/method-use.ts'
import type { Reader } from '#records/database.ts'
import { ChainFailure } from '../chain/failure.ts'
import { isCanonical } from '../chain/head.ts'
import type { Block } from '../chain/parse.ts'
import { CHAIN_PROVIDER, failedReading } from '../chain/reading.ts'
import type { Chain } from '../chain/rpc.ts'
import type { Collected, Collector, StreamToRead } from '../collector.ts'
import { unreadable } from '../json-answer.ts'
import { fieldAt, textAt } from '../json-field.ts'
import { type AddressedStream, atAddressOf } from '../provider-locator.ts'
import { type CallsWalk, storedWalk, walkToGoOn } from './calls-walk.ts'
import { type ListedCalls, listCalls } from './listed-calls.ts'
import { type ReadAgainAt, readAgainAtOf, readAgainFrom } from './read-again.ts'
import { type BlockscoutDeps, PROVIDER, requestExplorer } from './rest.ts'
import type { CallsPlace, ListedCall } from './transactions.ts'
import { incompleteUpTo, unreadOf, unreadSinceOf, unreadWords, waitForUnread } from './unread-calls.ts'

export type MethodUseDeps = BlockscoutDeps & { readonly chain: Chain; readonly reader: Reader }

/**
 * Counts the transactions to a project's counted contracts by selector, up to the safe block. Calls from contract to
 * contract are not in the listing and are not counted. A failure of a node counts against the chain, not the explorer.
 */
export const blockscoutMethodUse: Collector<MethodUseDeps> = {
  kind: 'explorer',
  stream: 'method_use',
  provider: PROVIDER,
  cadenceSeconds: 6 * 3600,
  coverage: 'dated_listing',
  of: 'counted_contracts',
  collect: async (leased, deps) => {
    try {
      return await atAddressOf(PROVIDER, collectUse)(leased, deps)
    } catch (error) {
      if (!(error instanceof ChainFailure)) throw error
      const ofNode = failedReading(error, deps.clock())
      return { ...ofNode, detail: `the node: ${error.message}`, failedProvider: CHAIN_PROVIDER }
    }
  },
}

type Reading = {
  readonly leased: StreamToRead
  readonly contract: ContractAddress
  readonly counted: CountedContract
  readonly safe: Block
  /** The recorded span, if its last block is still in the chain. */
  readonly recorded: CollectedUse | undefined
  /** Whether the last block of the recorded span was replaced. */
  readonly replaced: boolean
  /** Calls of the recorded span from this time on are read again; null when none is. */
  readonly again: Instant | null
  /** The transactions that could not be read. */
  readonly unread: readonly CallsPlace[]
}

async function collectUse(
  { leased, address: contract }: AddressedStream,
  deps: MethodUseDeps,
): Promise<Collected> {
  const own = { projectId: leased.projectId, contract }
  const counted = await findCountedContract(own, deps.reader)
  if (counted === undefined) return { outcome: 'missing', detail: 'the contract is no longer counted' }
  const head = await deps.chain.head()
  const before = await findCollectedUse(own, deps.reader)
  const stands =
    before !== undefined &&
    (await isCanonical({ number: before.toBlock, hash: before.toBlockHash }, deps.chain))
  if (stands && before.toBlock >= head.safe.number) return { outcome: 'not_modified' }
  const recorded = stands ? before : undefined
  const after = recorded === undefined ? null : recorded.toBlock
  const walk = await findWalk({ position: leased.position, after }, deps)
  const { safe } = walk ?? head
  const unready =
    walk === undefined ? await findUnready({ safe, whole: recorded === undefined }, deps) : undefined
  if (unready !== undefined) return unready
  const now = deps.clock()
  const readAgainAt = readAgainAtOf(leased.position)
  const since = unreadSinceOf(leased.position)
  const again = readAgainFrom(recorded, { readAgainAt, now })
  const end = { block: safe.number, at: safe.at }
  const listed = await listCalls({ contract, safe: end, after, again, from: walk }, deps)
  if (listed.kind === 'failed') {
    const { begunAt } = walk ?? { begunAt: now }
    if (listed.read.parts === 0) return listed.collected
    const left = storedWalk({ ...listed.read, safe, begunAt }, after)
    return { ...listed.collected, position: { ...left, readAgainAt, unreadSince: since } }
  }
  const unread = unreadOf(listed, { safe: end, recorded, again })
  const waiting = waitForUnread(unread, { since, now })
  if (waiting !== undefined) {
    const { since: unreadSince, ...failure } = waiting
    return { ...failure, position: { walk: null, readAgainAt, unreadSince } }
  }
  const replaced = before !== undefined && !stands
  const reading = { leased, contract, counted, safe, recorded, replaced, again, unread }
  const isWhole = recorded === undefined || again !== null
  return { ...collected(reading, listed), ...endOf(walk, isWhole ? now : readAgainAt) }
}

/** The listing that an earlier reading did not finish. Undefined when the safe block that it begins at was replaced. */
async function findWalk(
  { position, after }: { readonly position: unknown; readonly after: number | null },
  { chain, clock }: MethodUseDeps,
): Promise<CallsWalk | undefined> {
  const walk = walkToGoOn(position, { after, now: clock() })
  return walk !== undefined && (await isCanonical(walk.safe, chain)) ? walk : undefined
}

/** A continued listing is complete up to its own safe block. The next run reads the calls since then. */
function endOf(walk: CallsWalk | undefined, readAgainAt: ReadAgainAt): Partial<Collected> {
  const position = { walk: null, readAgainAt }
  return walk === undefined ? { position } : { position, readUpTo: walk.safe.at, continues: true }
}

/**
 * Why the listing cannot be trusted: the explorer does not have the safe block yet, has another block at its height, or
 * has not indexed older blocks. Undefined when it can be trusted.
 */
async function findUnready(
  input: { readonly safe: Block; readonly whole: boolean },
  deps: MethodUseDeps,
): Promise<Collected | undefined> {
  const block = await requestExplorer(`/blocks/${input.safe.number}`, deps)
  if (block.kind === 'failed') return block.collected
  if (block.kind === 'missing')
    return { outcome: 'unavailable', detail: 'the explorer does not have the safe block yet' }
  const hash = textAt(block.value, 'hash')
  if (hash === undefined) return unreadable('the answer describes no block').collected
  if (hash.toLowerCase() !== input.safe.hash)
    return { outcome: 'unavailable', detail: 'the explorer has another block in place of the safe one' }
  if (!input.whole) return undefined
  const status = await requestExplorer('/main-page/indexing-status', deps)
  if (status.kind === 'failed') return status.collected
  if (fieldAt(status.value, 'finished_indexing_blocks') === true) return undefined
  return { outcome: 'unavailable', detail: 'the explorer has not indexed every block' }
}

function collected(reading: Reading, listed: ListedCalls): Collected {
  const { leased, contract, safe } = reading
  const incomplete = incompleteUpTo(listed, reading.unread)
  const span = spanOf(reading, { oldest: listed.oldest, incomplete })
  const mode = modeOf(reading, incomplete)
  const lowest = incomplete === null ? -1 : incomplete.block
  const after = Math.max(reading.recorded === undefined ? -1 : reading.recorded.toBlock, lowest)
  const isNew = ({ block }: ListedCall) => block > after
  const isAgain = ({ at }: ListedCall) =>
    mode === 'on' && reading.again !== null && msOf(at) >= msOf(reading.again)
  const counted = listed.calls.filter(
    (call) =>
      (isNew(call) || isAgain(call)) && call.block <= safe.number && !ERC20_SELECTORS.has(call.selector),
  )
  const calls = new Map(
    [...Map.groupBy(counted, ({ selector }) => selector)].map(([selector, made]) => [
      selector,
      made.map(({ selector: _, ...place }) => place),
    ]),
  )
  const { projectId, sourceId } = leased
  const use = { projectId, sourceId, contract, mode, collected: span, newAfter: after, calls }
  return {
    outcome: 'fresh',
    ...(reading.unread.length > 0 ? { partial: unreadWords(reading.unread) } : {}),
    ...(incomplete === null ? {} : { detail: `cut off: read back to ${span.from}` }),
    coversFrom: span.from,
    save: (writer, { now }) => saveUse({ ...use, now }, writer),
  }
}

function modeOf({ recorded, replaced }: Reading, incomplete: CallsPlace | null): UseReading['mode'] {
  if (replaced || recorded === undefined) return 'anew'
  return incomplete === null ? 'on' : 'restart'
}

/**
 * The span that the calls cover. A complete listing extends the recorded span. An incomplete one begins a new span
 * after the last block that may lack calls.
 */
function spanOf(
  reading: Reading,
  { oldest, incomplete }: Pick<ListedCalls, 'oldest'> & { readonly incomplete: CallsPlace | null },
): CollectedUse {
  const { recorded, safe, counted } = reading
  const to = { to: safe.at, toBlock: safe.number, toBlockHash: safe.hash }
  if (incomplete !== null) {
    return { ...to, from: earlierOf(addMs(incomplete.at, 1), safe.at), sinceCreation: false }
  }
  if (recorded !== undefined) {
    return { ...to, from: recorded.from, sinceCreation: recorded.sinceCreation }
  }
  const oldestAt = oldest === null ? safe.at : oldest.at
  const from = counted.createdAt === null ? oldestAt : counted.createdAt
  return { ...to, from: earlierOf(earlierOf(from, oldestAt), safe.at), sinceCreation: true }
}
