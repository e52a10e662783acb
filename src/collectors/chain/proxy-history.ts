import type { ContractAddress } from '#contract/ids.ts'
import { type Instant, msOf } from '#contract/time.ts'
import type { ProxyReading } from '#domain/contracts/records.ts'
import { findContract } from '#records/contracts/contracts.ts'
import type { ImplementationDraft } from '#records/contracts/implementations.ts'
import type { StreamToRead } from '../collector.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { hasFirstLog, readEarlier } from './first-implementation.ts'
import { type BlockHeads, isCanonical } from './head.ts'
import {
  type FoundImplementation,
  type HistoryReading,
  planImplementations,
  standingHistory,
} from './implementation-history.ts'
import { firstBlockWithCode } from './locate.ts'
import type { LogsRead } from './logs.ts'
import { findResume, firstBlockOf, type Resume } from './progress.ts'
import type { ChainDeps } from './reading.ts'
import { ifKept } from './state.ts'
import { readImplementations, readUpgradeLogs } from './upgrade-logs.ts'

/** One reading of a proxy's history: where the last reading ended, and the changes to the recorded implementations. */
export type HistoryRead = {
  readonly resume: Resume | undefined
  /** The first block of this reading. */
  readonly start: number
  readonly logs: LogsRead
  /** Number of implementations that are unknown because no node keeps the state of their block. */
  readonly unread: number
  /** The first block whose logs no node had, and the time from which all logs are read; null when none is missing. */
  readonly cutOff: { readonly from: number; readonly end: Instant } | null
  readonly changed: readonly ImplementationDraft[]
  readonly standing: readonly ImplementationDraft[]
}

const MAX_REQUESTS = 400

/** A proxy as it is now, with its recorded implementations. */
export type KnownProxy = {
  readonly contract: ContractAddress
  readonly head: BlockHeads
  readonly proxy: ProxyReading
  readonly known: readonly ImplementationDraft[]
}

type ProxyToRead = KnownProxy & { readonly leased: StreamToRead; readonly name: string }

/** Reads a proxy's history from the last reading to the safe head, and plans the changes. */
export async function readProxyHistory(input: ProxyToRead, deps: ChainDeps): Promise<HistoryRead> {
  const { contract, head, proxy, known } = input
  const stored = parseCheckpoint(input.leased.position)
  const created = await creationBlock({ contract, head }, deps)
  const cutOffBefore = await findCutOff({ contract, created, stored }, deps)
  const isAnew = cutOffBefore === null && stored.unreadFrom !== undefined
  const resume = isAnew ? undefined : await findResume(input.name, deps)
  const start = firstBlockOf({ resume, created })
  const standing = standingHistory(known)
  const { logs, isSkipped } = await readKeptLogs({ ...input, start, span: stored.span }, deps)
  const beacon = beaconBefore({ start, standing, proxy, logs, contract })
  const { found, unread } = await readImplementations(
    { contract, logs: logs.logs, beacon, head: head.safe.number },
    deps.chain,
  )
  const orphaned = await findOrphaned({ standing, found, from: start, to: logs.readTo }, deps)
  const replaced = await findReplaced({ standing, orphaned }, deps)
  const isFirst = standing.every((record) => orphaned.has(record.key))
  const slot = logs.readTo === head.safe.number ? slotOf(input) : null
  const current = slot === null ? null : slot.implementation
  const earlier = isFirst ? await readEarlier({ contract, found, created, current }, deps.chain) : null
  const changed = planImplementations({
    contract,
    known,
    found,
    orphaned,
    replaced,
    slot,
    comparedAt: comparedAt(input.leased),
    before: earlier === null ? null : earlier.before,
    finalizedBlock: head.finalized.number,
    now: deps.clock(),
  })
  const after = new Map([...known, ...changed].map((record) => [record.key, record]))
  const cutOffNow = { from: start, end: found[0]?.log.blockTime ?? head.safe.at }
  const isMissing = isSkipped || earlier?.isWhole === false
  const cutOff = isMissing ? cutOffNow : cutOffBefore
  return { resume, start, logs, unread, cutOff, changed, standing: standingHistory([...after.values()]) }
}

/**
 * The history that earlier readings could not read: from block `from`, up to the instant `end`. Null when nothing is
 * missing, and when a node now has the log of the creation.
 */
async function findCutOff(
  input: Pick<KnownProxy, 'contract'> & {
    readonly created: number | undefined
    readonly stored: Checkpoint
  },
  { chain }: ChainDeps,
): Promise<HistoryRead['cutOff']> {
  const { contract, created, stored } = input
  const { unreadFrom: from, coversFrom: end } = stored
  if (from === undefined || end === undefined) return null
  if (created !== undefined && (await hasFirstLog({ contract, created }, chain))) return null
  return { from, end }
}

/**
 * The logs since the last reading. When every node says that it keeps no logs so old, the answer is no logs up to the
 * safe block, with `isSkipped`.
 */
async function readKeptLogs(
  input: ProxyToRead & { readonly start: number; readonly span: number | undefined },
  { chain }: ChainDeps,
): Promise<{ readonly logs: LogsRead; readonly isSkipped: boolean }> {
  const { contract, head, proxy, known, start, span = null } = input
  const { number: to } = head.safe
  const beacons = beaconsOf(proxy, known)
  const logs = await readUpgradeLogs(
    { contract, beacons, from: start, to, span, maxRequests: MAX_REQUESTS },
    chain,
  )
  const isSkipped = logs.readTo < start && logs.failure?.kind === 'no_state'
  return { logs: isSkipped ? { ...logs, readTo: to, failure: null } : logs, isSkipped }
}

/** When storage was last compared since the source was attached; null when it was not. */
function comparedAt({ position, attachedAt }: StreamToRead): Instant | null {
  const at = parseCheckpoint(position).comparedAt
  return at !== undefined && msOf(at) >= msOf(attachedAt) ? at : null
}

/** The block in which a contract was created; undefined when no node keeps such old state. */
export async function creationBlock(
  { contract: address, head }: Pick<KnownProxy, 'contract' | 'head'>,
  { reader, chain }: ChainDeps,
): Promise<number | undefined> {
  const recorded = await findContract(address, reader)
  if (recorded?.settled === true && recorded.creation !== null) return recorded.creation.block
  return ifKept(firstBlockWithCode({ address, to: head.safe.number }, chain))
}

function beaconsOf(proxy: ProxyReading, known: readonly ImplementationDraft[]): readonly ContractAddress[] {
  const beacons = new Set([proxy, ...known].map(({ beacon }) => beacon))
  return [...beacons].filter((beacon) => beacon !== null)
}

/**
 * The beacon that a proxy followed before the logs: the recorded one, or the current one if no log ever set a beacon.
 */
function beaconBefore(
  input: Pick<KnownProxy, 'contract' | 'proxy'> & Pick<HistoryRead, 'start' | 'standing' | 'logs'>,
): ContractAddress | null {
  const known = input.standing.filter((record) => record.log === null || record.log.blockNumber < input.start)
  const last = known.at(-1)
  if (last !== undefined) return last.beacon
  return input.logs.logs.some((log) => log.address === input.contract) ? null : input.proxy.beacon
}

/** Keys of recorded implementations in the blocks just read that were not found again and whose block was replaced. */
async function findOrphaned(
  input: {
    readonly standing: readonly ImplementationDraft[]
    readonly found: readonly FoundImplementation[]
    readonly from: number
    readonly to: number
  },
  { chain }: ChainDeps,
): Promise<ReadonlySet<string>> {
  const places = new Set(input.found.map(({ log }) => `${log.blockNumber}:${log.logIndex}`))
  const orphaned = new Set<string>()
  for (const { key, log } of input.standing) {
    if (log === null || log.blockNumber < input.from || log.blockNumber > input.to) continue
    if (places.has(`${log.blockNumber}:${log.logIndex}`)) continue
    if (!(await isCanonical({ number: log.blockNumber, hash: log.blockHash }, chain))) orphaned.add(key)
  }
  return orphaned
}

/** Keys of implementations that only storage shows, that are not final yet, and whose block was replaced. */
async function findReplaced(
  input: { readonly standing: readonly ImplementationDraft[]; readonly orphaned: ReadonlySet<string> },
  { chain }: ChainDeps,
): Promise<ReadonlySet<string>> {
  const replaced = new Set<string>()
  for (const { key, log, slotBlock, settled } of input.standing) {
    const isOrphaned = input.orphaned.has(key)
    if (!isOrphaned && (log !== null || settled)) continue
    const stands = slotBlock === null ? !isOrphaned : await isCanonical(slotBlock, chain)
    if (!stands) replaced.add(key)
  }
  return replaced
}

function slotOf({ head, proxy }: KnownProxy): NonNullable<HistoryReading['slot']> {
  const { number, hash } = head.safe
  return { implementation: proxy.implementation, beacon: proxy.beacon, block: { number, hash } }
}
