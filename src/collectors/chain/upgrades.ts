import { known } from '#contract/known.ts'
import { addMs, HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import { findContract } from '#records/contracts/contracts.ts'
import { getImplementationsOf, saveImplementations } from '#records/contracts/implementations.ts'
import type { Writer } from '#records/database.ts'
import { saveBacking } from '#records/ships/backing.ts'
import { saveShips, withdrawShips } from '#records/ships/ships.ts'
import type { Collected, Collector, StreamToRead } from '../collector.ts'
import type { AddressedStream } from '../provider-locator.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { type BlockHeads, blockOf, confirmHead } from './head.ts'
import { atOwnContract, isOfAnotherProject } from './held-contract.ts'
import { readLag } from './lag.ts'
import type { Block } from './parse.ts'
import { saveResume } from './progress.ts'
import { saveProxy } from './proxy.ts'
import { type HistoryRead, type KnownProxy, readProxyHistory } from './proxy-history.ts'
import { readProxy } from './proxy-reading.ts'
import { CHAIN_PROVIDER, type ChainDeps, failedReading } from './reading.ts'
import { toUpgradeShip, upgradeKey } from './ship-drafts.ts'

/** Upgrades of a declared contract. */
export const contractUpgrades: Collector<ChainDeps> = {
  kind: 'contract',
  stream: 'upgrades',
  provider: CHAIN_PROVIDER,
  cadenceSeconds: 900,
  coverage: 'dated_listing',
  collect: atOwnContract(collectUpgrades),
}
/** Upgrades of a token that is a proxy. */
export const tokenUpgrades: Collector<ChainDeps> = { ...contractUpgrades, kind: 'token' }

/**
 * How long a reading searches for the log of a change that only storage shows. Until then the blocks since are read
 * again.
 */
const LOG_AWAITED_MS = 6 * HOUR_MS

type Reading = Omit<KnownProxy, 'known'> & {
  readonly leased: StreamToRead
  readonly name: string
  readonly began: Instant
  /** Keys of implementations that another source recorded, which is detached by now. */
  readonly inherited: ReadonlySet<string>
}

/**
 * Continues after the last final block and reads all later blocks again. An upgrade that a reorganisation moved is
 * found at its new place; one that a reorganisation removed is withdrawn.
 */
async function collectUpgrades(
  { leased, address: contract }: AddressedStream,
  deps: ChainDeps,
): Promise<Collected> {
  const began = deps.clock()
  const head = await deps.chain.head()
  const proxy = await readProxy({ address: contract, block: head.safe.number }, deps.chain)
  const known = await getImplementationsOf({ contract }, deps.reader)
  if (known.length === 0 && proxy.kind !== 'eip1967' && proxy.beacon === null) {
    return unchangeable({ leased, contract }, deps)
  }
  const inherited = new Set(
    known.filter(({ sourceId }) => sourceId !== leased.evidenceId).map(({ key }) => key),
  )
  const reading = { leased, contract, head, proxy, began, inherited, name: `upgrades:${leased.sourceId}` }
  const history = await readProxyHistory({ ...reading, known }, deps)
  const cursor = await nextCursor({ head, history, now: deps.clock() }, deps)
  await confirmHead(head, deps.chain)
  return collected({ reading, history, cursor }, deps)
}

/** The reading of a contract without a proxy pattern, now or in the records: it was never upgraded. */
async function unchangeable(
  { leased, contract }: Pick<Reading, 'leased' | 'contract'>,
  { reader }: ChainDeps,
): Promise<Collected> {
  const recorded = await findContract(contract, reader)
  return {
    outcome: leased.firstOkAt === null ? 'fresh' : 'not_modified',
    ...(recorded?.creation == null ? {} : { coversFrom: recorded.creation.at }),
  }
}

/** The newest block that need not be read again; undefined when there is none, and while a log is searched for. */
async function nextCursor(
  input: { readonly head: BlockHeads; readonly history: HistoryRead; readonly now: Instant },
  { chain }: ChainDeps,
): Promise<Block | undefined> {
  const { head, history, now } = input
  const awaited = history.standing.some(
    (record) =>
      record.log === null && !record.initial && msOf(addMs(record.detectedAt, LOG_AWAITED_MS)) > msOf(now),
  )
  const number = Math.min(history.logs.readTo, head.finalized.number)
  if (awaited || number < history.start) return undefined
  return number === head.finalized.number ? head.finalized : blockOf({ blockNumber: number }, chain)
}

type Finished = {
  readonly reading: Reading
  readonly history: HistoryRead
  readonly cursor: Block | undefined
}

async function collected(input: Finished, deps: ChainDeps): Promise<Collected> {
  const { reading, history } = input
  const { leased } = reading
  const stored = parseCheckpoint(leased.position)
  const coversFrom = await coveredFrom({ history, stored }, deps)
  const { readTo, failure } = history.logs
  const { safe } = reading.head
  const isComplete = readTo === safe.number
  const comparedAt = isComplete ? deps.clock() : stored.comparedAt
  const checkpoint: Checkpoint = {
    span: history.logs.span,
    coversFrom,
    ...known({ comparedAt, unreadFrom: history.cutOff?.from }),
  }
  const lag = await readLag({ start: history.start, readTo, safe, began: reading.began }, deps)
  const unread = `no archive node: ${history.unread} implementations of old blocks are unknown`
  const isNew = leased.firstOkAt === null || history.changed.length > 0
  return {
    ...(failure === null
      ? { outcome: isNew ? ('fresh' as const) : ('not_modified' as const), ...lag }
      : failedReading(failure, deps.clock())),
    ...(failure === null && history.unread > 0 ? { detail: unread } : {}),
    ...(failure === null ? partlyRead(history, lag) : {}),
    position: checkpoint,
    ...(isComplete ? { coversFrom } : {}),
    save: (writer, { now }) => saveUpgrades({ ...input, now }, writer),
  }
}

/** The time from which every upgrade is read. It is set anew once blocks that were missing are read. */
async function coveredFrom(
  { history, stored }: { readonly history: HistoryRead; readonly stored: Checkpoint },
  { chain }: ChainDeps,
): Promise<Instant> {
  if (history.cutOff !== null) return history.cutOff.end
  if (stored.coversFrom !== undefined && stored.unreadFrom === undefined) return stored.coversFrom
  return (await blockOf({ blockNumber: history.start }, chain)).at
}

function partlyRead({ cutOff }: HistoryRead, { partial }: Pick<Collected, 'partial'>) {
  if (cutOff === null) return known({ partial })
  const missing = `no archive node: what the contract ran before ${cutOff.end} is unknown`
  return { partial: partial === undefined ? missing : `${partial}; ${missing}` }
}

async function saveUpgrades(input: Finished & { readonly now: Instant }, writer: Writer): Promise<void> {
  const { reading, history, cursor, now } = input
  const { leased, contract: address } = reading
  const { projectId, sourceId } = leased
  await saveProxy({ ...reading, address, now }, writer)
  // Another project can have recorded the contract while this one read it.
  if (await isOfAnotherProject({ leased, address }, writer)) return
  await saveImplementations({ implementations: history.changed, projectId, sourceId }, writer)
  const read = new Set([...reading.inherited, ...history.changed.map(({ key }) => key)])
  const ship = { projectId, sourceId }
  const standing = history.standing.filter(({ initial, key }) => !initial && read.has(key))
  await saveShips({ ships: standing.map((record) => toUpgradeShip(record, ship)), now }, writer)
  const withdrawn = history.changed.filter((one) => !one.initial && one.withdrawn !== null).map(upgradeKey)
  await withdrawShips({ sourceId, naturalKeys: withdrawn, reason: 'reorged', now }, writer)
  await saveBacking({ sourceIds: [sourceId] }, writer)
  if (cursor !== undefined)
    await saveResume({ name: reading.name, cursor, before: history.resume, now }, writer)
}
