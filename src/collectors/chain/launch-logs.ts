import type { ContractAddress } from '#contract/ids.ts'
import type { LaunchLogKind } from '#domain/contracts/records.ts'
import type { FoundLaunchLog } from '#records/contracts/launch-logs.ts'
import { placeOfLog } from './head.ts'
import { addressWord } from './locate.ts'
import { type LogScan, type LogsRead, readLogs } from './logs.ts'
import { addressInWord, type ChainLog, comparePositions, type Hex } from './parse.ts'
import type { ChainDeps } from './reading.ts'
import type { Chain } from './rpc.ts'

/** A factory that sells tokens on a curve. `kinds` maps the first topic of a log to its kind. */
type CurveFactory = {
  readonly address: ContractAddress
  readonly kinds: ReadonlyMap<Hex, LaunchLogKind>
}

/** The launch of a token, with its logs that are recorded from blocks before the scan. */
type Launch = {
  readonly token: ContractAddress
  /** The factories that may have launched the token. */
  readonly factories: readonly CurveFactory[]
  readonly known: readonly Pick<FoundLaunchLog, 'kind' | 'contract' | 'pool'>[]
}
type Scan = Omit<LogScan, 'filter'>

/** The launch logs that a reading found, in the blocks up to `readTo`. */
type LaunchRead = Omit<LogsRead, 'logs'> & { readonly found: readonly FoundLaunchLog[] }

/** The topics of `Mint` of a Uniswap v2 pair and of a v3 pool. */
const POOL_FUNDED: readonly Hex[] = [
  '0x4c209b5fc8ad50758f13e2e1088ba56a560dff690a1c6fef26394f4c03821c4f',
  '0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde',
]

/** The configured factories with topics of launch stages, in the order of their addresses. */
export function curveFactoriesOf({ launchFactories }: ChainDeps['providers']): readonly CurveFactory[] {
  const factories = launchFactories.flatMap(({ address, stageTopics: topics }) => {
    if (topics === undefined) return []
    const kinds = new Map<Hex, LaunchLogKind>([
      [topics.curve, 'curve_opened'],
      [topics.trade, 'curve_traded'],
      [topics.graduation, 'graduated'],
    ])
    return [{ address, kinds }]
  })
  return factories.toSorted((one, other) => (one.address < other.address ? -1 : 1))
}

/**
 * Reads the first log of each kind that is not known yet: logs of the factory that launched the token, and of the pool
 * that a graduation names. The factory of a launch is the one with its first log.
 * @throws ChainFailure
 */
export async function readLaunchLogs(launch: Launch, scan: Scan, chain: Chain): Promise<LaunchRead> {
  const factories = factoriesOf(launch)
  const byFactory = await readFactories({ ...launch, factories }, scan, chain)
  const firsts = firstOfEach(byFactory.logs, factories)
  const graduation = firsts.get('graduated')
  const rest = { ...scan, to: byFactory.readTo, span: byFactory.span }
  const byPool =
    graduation === undefined
      ? await readPool(launch, rest, chain)
      : await readPool(
          { known: [{ kind: 'graduated', contract: graduation.address, pool: poolIn(graduation) }] },
          { ...rest, from: graduation.blockNumber },
          chain,
        )
  const funded = byPool.logs.toSorted(comparePositions)[0]
  if (funded !== undefined) firsts.set('pool_funded', funded)
  const { readTo, span } = byPool
  const within = [...firsts].filter(([, log]) => log.blockNumber <= readTo)
  const found = await Promise.all(within.map(([kind, log]) => toLaunchLog(kind, log, chain)))
  return { found, readTo, span, failure: byFactory.failure ?? byPool.failure }
}

/** The factory of the launch. All factories while no log of the launch is known. */
function factoriesOf({ factories, known }: Launch): readonly CurveFactory[] {
  const own = factories.filter(({ address }) => known.some(({ contract }) => contract === address))
  return own.length === 0 ? factories : own
}

async function readFactories(launch: Launch, scan: Scan, chain: Chain): Promise<LogsRead> {
  const { token, factories, known } = launch
  const wanted = factories
    .flatMap(({ kinds }) => [...kinds])
    .filter(([, kind]) => known.every((log) => log.kind !== kind))
  if (wanted.length === 0) return noRange(scan)
  const topics = new Set(wanted.map(([topic]) => topic))
  const filter = {
    addresses: factories.map(({ address }) => address),
    topics: [[...topics], addressWord(token)],
  }
  return readLogs({ ...scan, filter }, chain)
}

async function readPool({ known }: Pick<Launch, 'known'>, scan: Scan, chain: Chain): Promise<LogsRead> {
  const pool = known.find(({ kind }) => kind === 'graduated')?.pool ?? null
  if (pool === null || known.some(({ kind }) => kind === 'pool_funded')) return noRange(scan)
  return readLogs({ ...scan, filter: { addresses: [pool], topics: [POOL_FUNDED] } }, chain)
}

function noRange({ to, span, from }: Scan): LogsRead {
  return { logs: [], readTo: to, span: span ?? Math.max(1, to - from + 1), failure: null }
}

/** The first log of each kind, of the factory with the first log of all. */
function firstOfEach(
  logs: readonly ChainLog[],
  factories: readonly CurveFactory[],
): Map<LaunchLogKind, ChainLog> {
  const known = logs.toSorted(comparePositions).flatMap((log) => {
    const kind = kindOf(log, factories)
    return kind === undefined ? [] : [{ kind, log }]
  })
  const firsts = new Map<LaunchLogKind, ChainLog>()
  for (const { kind, log } of known)
    if (log.address === known[0]?.log.address && !firsts.has(kind)) firsts.set(kind, log)
  return firsts
}

/** The kind of a factory's log; undefined for a topic that is only another factory's. */
function kindOf(
  { address, topics }: ChainLog,
  factories: readonly CurveFactory[],
): LaunchLogKind | undefined {
  const factory = factories.find((one) => one.address === address)
  return topics[0] === undefined ? undefined : factory?.kinds.get(topics[0])
}

/** The pool that a graduation names in its third topic; null when it names none. */
function poolIn({ topics }: ChainLog): ContractAddress | null {
  return topics[2] === undefined ? null : addressInWord(topics[2])
}

async function toLaunchLog(kind: LaunchLogKind, log: ChainLog, chain: Chain): Promise<FoundLaunchLog> {
  const pool = kind === 'graduated' ? poolIn(log) : null
  return { kind, contract: log.address, pool, ...(await placeOfLog(log, chain)) }
}
