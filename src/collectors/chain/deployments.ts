import type { ContractAddress } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { Instant } from '#contract/time.ts'
import type { RecordedContract } from '#domain/contracts/records.ts'
import { getOfProject } from '#records/by-project.ts'
import { getContracts, saveContracts, withdrawContracts } from '#records/contracts/contracts.ts'
import type { Writer } from '#records/database.ts'
import { getTokensAmong } from '#records/project/tokens.ts'
import { saveBacking } from '#records/ships/backing.ts'
import { saveShips, withdrawShips } from '#records/ships/ships.ts'
import type { Collected, Collector, StreamToRead } from '../collector.ts'
import { type AddressedStream, atAddress } from '../provider-locator.ts'
import { type Checkpoint, type NonceAt, parseCheckpoint } from './checkpoint.ts'
import { type CreatedByAccount, readCreatedBy } from './created-contracts.ts'
import { type BlockHeads, blockOf, confirmHead, isCanonical } from './head.ts'
import { readLag } from './lag.ts'
import { findLaunchedContract, isAfter, type LaunchedContract } from './launch.ts'
import type { Block } from './parse.ts'
import { findResume, firstBlockOf, type Resume, saveResume } from './progress.ts'
import { answering, CHAIN_PROVIDER, type ChainDeps } from './reading.ts'
import { type CreatedContract, deploymentKey, toDeploymentShip } from './ship-drafts.ts'
import { ifKept, unlessFailed } from './state.ts'

/** The contracts that a project's deployer created since the launch, as `readCreatedBy` finds them. */
export const deployerDeployments: Collector<ChainDeps> = {
  kind: 'deployer',
  stream: 'deployments',
  provider: CHAIN_PROVIDER,
  cadenceSeconds: 900,
  coverage: 'dated_listing',
  collect: answering(atAddress(collectDeployments)),
}

type Reading = {
  readonly leased: StreamToRead
  readonly account: ContractAddress
  readonly began: Instant
  readonly head: BlockHeads
  readonly found: Found
  /** The last block that the next reading need not read again; undefined to keep the stored cursor. */
  readonly cursor: Block | undefined
}

type Found = {
  readonly seen: readonly CreatedContract[]
  readonly gone: readonly RecordedContract[]
  readonly resume: Resume | undefined
  /** The block after the cursor; without a cursor, the block of the launch or the first block. */
  readonly next: number
  /**
   * The first block that the reading wanted to read. It is before `next` when a node now keeps state that no node kept
   * before.
   */
  readonly from: number
  readonly start: number
  /** Whether blocks before `start` could not be read, because no node keeps their state. */
  readonly isCut: boolean
  /** Whether the launch may be in the blocks before `start`. The next reading then has to begin with them again. */
  readonly lacksLaunch: boolean
  readonly readTo: number
  /** The account's count of transactions at the safe block. */
  readonly countAfter: number
}

/**
 * Continues after the last final block and reads all later blocks again. A deployment that a reorganisation moved is
 * found at its new place; one that a reorganisation removed is withdrawn.
 */
async function collectDeployments(
  { leased, address: account }: AddressedStream,
  deps: ChainDeps,
): Promise<Collected> {
  const began = deps.clock()
  const head = await deps.chain.head()
  const found = await findDeployments({ leased, account, head }, deps)
  const number = Math.min(found.readTo, head.finalized.number)
  const isBefore = number < Math.max(found.start, found.next)
  const cursor =
    isBefore || found.lacksLaunch ? undefined : await blockOf({ blockNumber: number }, deps.chain)
  await confirmHead(head, deps.chain)
  return collected({ leased, account, began, head, found, cursor }, deps)
}

async function findDeployments(
  input: { readonly leased: StreamToRead; readonly account: ContractAddress; readonly head: BlockHeads },
  deps: ChainDeps,
): Promise<Found> {
  const { leased, account, head } = input
  const { projectId } = leased
  const launch = await findLaunchedContract({ projectId, head }, deps)
  const resume = await findResume(nameOf(leased), deps)
  const next = firstBlockOf({ resume, created: launch?.creation?.block })
  const { unreadFrom, nonce } = parseCheckpoint(leased.position)
  const from = await firstUnread({ account, next, unreadFrom }, deps)
  const recorded = (await getOfProject({ projectId, get: getContracts }, deps.reader)).filter(
    (contract) => contract.sourceId === leased.evidenceId && contract.withdrawn === null,
  )
  const { created, readFrom, readTo, countAfter } = await readCreatedBy(
    {
      account,
      from,
      to: head.safe.number,
      countBefore: nonce?.block === from - 1 ? nonce.count : undefined,
      isRecorded: (address) => recorded.some((contract) => contract.address === address),
    },
    deps.chain,
  )
  const tokens = await getTokensAmong(
    created.map(({ address }) => address),
    deps.reader,
  )
  const own = created.filter(({ address }) => !tokens.has(address))
  const isCut = readFrom > from
  // An account's first contract is its launch, unless earlier ones could not be read.
  const first = launch ?? (isCut ? undefined : own[0])
  const seen = withRoles({ created: own, launch: first, deployer: account, finalized: head.finalized.number })
  const gone = await findGone({ recorded, seen, from: readFrom, to: readTo }, deps)
  const lacksLaunch = isCut && launch === undefined
  return { seen, gone, resume, next, from, start: readFrom, isCut, lacksLaunch, readTo, countAfter }
}

/**
 * The first block to read: the block after the cursor, or the first unread block before it when a node now keeps its
 * state.
 */
async function firstUnread(
  input: {
    readonly account: ContractAddress
    readonly next: number
    readonly unreadFrom: number | undefined
  },
  { chain }: ChainDeps,
): Promise<number> {
  const { account: address, next, unreadFrom = next } = input
  if (unreadFrom >= next) return next
  const before = chain.nonce({ address, block: Math.max(0, unreadFrom - 1) })
  // While the node that could keep it does not answer, the others are read on.
  const kept = await unlessFailed(before, 'no_state', 'unavailable', 'not_yet', 'rate_limited', 'error')
  return kept === undefined ? next : unreadFrom
}

/**
 * The contracts since the launch, with their roles. Empty without a known launch: no contract is then known to be a
 * follow-up.
 */
function withRoles(input: {
  readonly created: readonly CreatedByAccount[]
  readonly launch: LaunchedContract | undefined
  readonly deployer: ContractAddress
  readonly finalized: number
}): readonly CreatedContract[] {
  const { created, launch, deployer, finalized } = input
  if (launch === undefined) return []
  return created.flatMap(({ address, creation }) => {
    const isLaunch = address === launch.address
    if (!isLaunch && !isAfter(creation, launch)) return []
    const settled = creation.block <= finalized
    return [{ address, creation, deployer, settled, role: isLaunch ? 'launch' : 'deployment' } as const]
  })
}

/** Recorded contracts in the blocks just read that were not found again and whose block was replaced. */
async function findGone(
  input: {
    readonly recorded: readonly RecordedContract[]
    readonly seen: readonly CreatedContract[]
    readonly from: number
    readonly to: number
  },
  { chain }: ChainDeps,
): Promise<readonly RecordedContract[]> {
  const seen = new Set(input.seen.map(({ address }) => address))
  const gone: RecordedContract[] = []
  for (const contract of input.recorded) {
    const { creation } = contract
    if (creation === null || seen.has(contract.address)) continue
    if (creation.block < input.from || creation.block > input.to) continue
    if (!(await isCanonical({ number: creation.block, hash: creation.blockHash }, chain))) gone.push(contract)
  }
  return gone
}

async function collected(reading: Reading, deps: ChainDeps): Promise<Collected> {
  const { leased, began, head, found } = reading
  const { start, readTo } = found
  const position = {
    ...(await nextPosition(reading, deps)),
    ...known({ nonce: await nextNonce(reading, deps) }),
  }
  const { coversFrom } = position
  const isNew = leased.firstOkAt === null || found.seen.length + found.gone.length > 0
  return {
    outcome: isNew ? 'fresh' : 'not_modified',
    ...(found.isCut ? { detail: `no archive node: nothing is known before block ${start}` } : {}),
    ...(await readLag({ start, readTo, safe: head.safe, began }, deps)),
    position,
    ...(readTo === head.safe.number ? { coversFrom } : {}),
    save: (writer, { now }) => saveDeployments({ ...reading, now }, writer),
  }
}

/**
 * The position after a reading. Blocks whose state no node keeps remain the first unread ones. Once a reading gets
 * their state, the time covered reaches back beyond them.
 */
async function nextPosition(
  { leased, found }: Reading,
  { chain }: ChainDeps,
): Promise<Checkpoint & { readonly coversFrom: Instant }> {
  const { from, start, next, readTo, isCut } = found
  const { coversFrom, unreadFrom, coveredBefore } = parseCheckpoint(leased.position)
  const startAt = async () => (await blockOf({ blockNumber: start }, chain)).at
  if (isCut) {
    const isFirst = unreadFrom === undefined || from < unreadFrom
    const unread = isFirst ? { unreadFrom: from, coveredBefore: coversFrom } : { unreadFrom, coveredBefore }
    return { coversFrom: await startAt(), ...known(unread) }
  }
  if (from < next) {
    const covered = coveredBefore ?? (await startAt())
    return readTo < next - 1
      ? { coversFrom: coversFrom ?? covered, unreadFrom: readTo + 1, coveredBefore: covered }
      : { coversFrom: covered }
  }
  return { coversFrom: coversFrom ?? (await startAt()), ...known({ unreadFrom, coveredBefore }) }
}

/** The account's count of transactions at the cursor; undefined when no node keeps that block's state any more. */
async function nextNonce(
  { leased, account, cursor, found }: Reading,
  { chain }: ChainDeps,
): Promise<NonceAt | undefined> {
  const { nonce: noted } = parseCheckpoint(leased.position)
  if (cursor === undefined) return noted
  const block = cursor.number
  if (noted !== undefined && noted.block <= block && noted.count === found.countAfter)
    return { ...noted, block }
  const count = await ifKept(chain.nonce({ address: account, block }))
  return count === undefined ? undefined : { block, count }
}

async function saveDeployments(reading: Reading & { readonly now: Instant }, writer: Writer): Promise<void> {
  const { leased, found, cursor, now } = reading
  const { projectId, sourceId } = leased
  const replaced = [...found.gone, ...(await movedBy(found.seen, { projectId, writer }))]
  const addresses = found.gone.map(({ address }) => address)
  await withdrawContracts({ addresses, projectId, reason: 'reorged', now }, writer)
  const naturalKeys = replaced.flatMap(({ address, creation }) =>
    creation === null ? [] : [deploymentKey({ address, creation })],
  )
  await withdrawShips({ sourceId, naturalKeys, reason: 'reorged', now }, writer)
  const own = await saveContracts({ contracts: found.seen, projectId, sourceId, now }, writer)
  const ships = found.seen.filter(({ address, role }) => own.has(address) && role === 'deployment')
  await saveShips({ ships: ships.map((one) => toDeploymentShip(one, { projectId, sourceId })), now }, writer)
  await saveBacking({ sourceIds: [sourceId] }, writer)
  if (cursor !== undefined)
    await saveResume({ name: nameOf(leased), cursor, before: found.resume, now }, writer)
}

/** Recorded contracts whose address another transaction has created again. The recorded deployment no longer exists. */
async function movedBy(
  seen: readonly CreatedContract[],
  { projectId, writer }: { readonly projectId: string; readonly writer: Writer },
): Promise<readonly RecordedContract[]> {
  if (seen.length === 0) return []
  const recorded = await getOfProject({ projectId, get: getContracts }, writer)
  return recorded.filter(({ address, creation }) => {
    const now = seen.find((one) => one.address === address)
    return (
      now !== undefined && creation !== null && deploymentKey(now) !== deploymentKey({ address, creation })
    )
  })
}

function nameOf({ sourceId }: StreamToRead): string {
  return `deployments:${sourceId}`
}
