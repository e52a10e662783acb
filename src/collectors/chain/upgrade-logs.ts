import type { ContractAddress } from '#contract/ids.ts'
import { mapWithLimit } from './concurrency-limit.ts'
import { placeOfLog } from './head.ts'
import type { FoundImplementation } from './implementation-history.ts'
import { type LogScan, type LogsRead, readLogs } from './logs.ts'
import { addressInWord, type ChainLog, comparePositions } from './parse.ts'
import { BEACON_UPGRADED, readBeacon, UPGRADED } from './proxy-reading.ts'
import type { Chain } from './rpc.ts'
import { ifKept } from './state.ts'

/** The blocks of a proxy's history to read. `beacons` are the beacons that the proxy is known to have followed. */
type UpgradeScan = Omit<LogScan, 'filter'> & {
  readonly contract: ContractAddress
  readonly beacons: readonly ContractAddress[]
}

/** The topics of the logs with which a proxy announces an implementation, or a beacon that names the implementation. */
export const UPGRADE_TOPICS = [UPGRADED, BEACON_UPGRADED]

const LOOKUPS_AT_ONCE = 8

/**
 * The upgrade logs of a proxy and of every beacon that it followed, in chain order. All are complete up to the block
 * `readTo`.
 */
export async function readUpgradeLogs(scan: UpgradeScan, chain: Chain): Promise<LogsRead> {
  const own = await readLogs(
    { ...scan, filter: { addresses: [scan.contract], topics: [UPGRADE_TOPICS] } },
    chain,
  )
  const beacons = new Set([...scan.beacons, ...own.logs.flatMap((log) => beaconSetBy(log) ?? [])])
  beacons.delete(scan.contract)
  if (beacons.size === 0) return own
  const theirs = await readLogs(
    {
      ...scan,
      to: own.readTo,
      span: own.span,
      filter: { addresses: [...beacons], topics: [UPGRADED] },
    },
    chain,
  )
  return {
    logs: [...own.logs, ...theirs.logs]
      .filter((log) => log.blockNumber <= theirs.readTo)
      .sort(comparePositions),
    readTo: theirs.readTo,
    span: Math.min(own.span, theirs.span),
    failure: own.failure ?? theirs.failure,
  }
}

/**
 * The implementations that a proxy's logs announce, one for each relevant log. A beacon's log is relevant only while
 * the proxy follows that beacon. `unread` counts implementations that are unknown because no node keeps the state of
 * their block.
 * @param input.beacon the beacon before the first log
 * @throws ChainFailure
 */
export async function readImplementations(
  input: {
    readonly contract: ContractAddress
    readonly logs: readonly ChainLog[]
    readonly beacon: ContractAddress | null
    readonly head: number
  },
  chain: Chain,
): Promise<{ readonly found: readonly FoundImplementation[]; readonly unread: number }> {
  let { beacon } = input
  let unread = 0
  const entries: { log: ChainLog; beacon: ContractAddress | null; named: ContractAddress | null }[] = []
  for (const log of input.logs) {
    const next = beaconSetBy(log)
    const isOwn = log.address === input.contract
    if (isOwn) beacon = next
    if (isOwn || log.address === beacon)
      entries.push({ log, beacon, named: next === null ? argumentOf(log) : null })
  }
  const found = await mapWithLimit(entries, LOOKUPS_AT_ONCE, async (entry) => {
    const { log } = entry
    const implementation =
      entry.beacon === null || entry.named !== null
        ? entry.named
        : await ifKept(atBeacon(entry.beacon, { ...input, log }, chain))
    if (implementation === undefined) unread += 1
    if (implementation === undefined || implementation === null) return []
    return [{ implementation, beacon: entry.beacon, log: await placeOfLog(log, chain) }]
  })
  return { found: found.flat(), unread }
}

/**
 * The implementation of a beacon when a proxy began to follow it. It is the one that the beacon's newest earlier log
 * names. Without such a log, it is the current implementation if the beacon has not changed since; otherwise the
 * implementation at that block, or at the block before it when the beacon also changed in that block.
 */
async function atBeacon(
  beacon: ContractAddress,
  at: { readonly logs: readonly ChainLog[]; readonly log: ChainLog; readonly head: number },
  chain: Chain,
): Promise<ContractAddress | null> {
  const its = at.logs.filter((log) => log.address === beacon)
  const earlier = its.filter((log) => comparePositions(log, at.log) < 0).at(-1)
  if (earlier !== undefined) return argumentOf(earlier)
  if (its.length === 0) return readBeacon({ beacon, block: at.head }, chain)
  const sameBlock = its.some((log) => log.blockNumber === at.log.blockNumber)
  return readBeacon({ beacon, block: sameBlock ? at.log.blockNumber - 1 : at.log.blockNumber }, chain)
}

/** The beacon that a proxy's log sets; null for other logs. */
function beaconSetBy(log: ChainLog): ContractAddress | null {
  return log.topics[0] === BEACON_UPGRADED ? argumentOf(log) : null
}

/** The address that a log has as its one argument, indexed or not; null when it is no address. */
function argumentOf(log: ChainLog): ContractAddress | null {
  return addressInWord(log.topics[1] ?? log.data)
}
