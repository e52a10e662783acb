import { type ContractAddress, parseAddress } from '#contract/ids.ts'
import { instantOfMs, toInstant } from '#contract/time.ts'
import { getRecordedLocks, type LockReading, saveLocks } from '#records/contracts/locks.ts'
import type { Collector } from '../collector.ts'
import { mapWithLimit } from './concurrency-limit.ts'
import { ChainFailure } from './failure.ts'
import { addressWord } from './locate.ts'
import { addressInWord, type Hex } from './parse.ts'
import { answering, CHAIN_PROVIDER, type ChainDeps } from './reading.ts'
import { isContract } from './state.ts'

const LOCKS_BY_TOKEN = '0x03091773'
const GET_LOCK = '0xd68f4dd1'
const FIELDS_OF_LOCK = 5
const MAX_LOCKS = 500
const ASKED_AT_ONCE = 8
const LATEST = toInstant('9999-12-31T23:59:59Z')
const LATEST_SECONDS = 253_402_300_799n

/**
 * A token's locks at one locker, read at the finalized block. A lock has no block that could be checked again, so only
 * final state is recorded. Of a long list only the newest locks are read. Other lockers are not read. Many lockers
 * remove a withdrawn lock from their list, so a recorded lock that is missing in the list is read by its number.
 */
export const lockerLocks: Collector<ChainDeps> = {
  kind: 'locker',
  stream: 'locks',
  provider: CHAIN_PROVIDER,
  cadenceSeconds: 3600,
  coverage: 'present_state',
  collect: answering(async ({ locator, projectId, sourceId }, { chain, reader }) => {
    const [locker, token] = locator.split(':').map(parseAddress)
    if (locker === undefined || token === undefined)
      return { outcome: 'error', detail: 'the locator is no locker:token' }
    const { finalized } = await chain.head()
    const block = finalized.number
    if (!isContract(await chain.code({ address: locker, block })))
      return { outcome: 'missing', detail: 'no locker there' }
    const data: Hex = `${LOCKS_BY_TOKEN}${addressWord(token).slice(2)}`
    const listed = parseLockIds(await chain.call({ to: locker, data, block }))
    if (listed === undefined) throw new ChainFailure('error', 'the locker does not list its locks')
    const recorded = await getRecordedLocks({ projectId, locker, token }, reader)
    const ids = new Set([...listed, ...recorded.filter(({ withdrawn }) => !withdrawn).map(idOf)])
    const recordedAs = new Map(recorded.map((lock) => [idOf(lock), lock]))
    const read = await mapWithLimit(newestOf([...ids]), ASKED_AT_ONCE, async (id) => {
      const answer = await chain.call({ to: locker, data: `${GET_LOCK}${id.slice(2)}`, block })
      return lockRead(answer, { locker, id, recorded: recordedAs.get(id) })
    })
    const known = read.filter((lock) => lock !== undefined)
    const locks = known.filter((lock) => lock.token === token)
    const unread = ids.size - known.length
    return {
      outcome: 'fresh',
      ...(unread > 0 ? { partial: `${unread} of ${ids.size} locks were not read` } : {}),
      position: unread > 0 ? { unreadLocks: unread } : {},
      save: (writer, { now }) => saveLocks({ locks, projectId, sourceId, now }, writer),
    }
  }),
}

/** The ids in an answer that lists locks, as 32-byte words; undefined when the list is incomplete. */
export function parseLockIds(answer: Hex | null): readonly Hex[] | undefined {
  const words = answer === null ? [] : wordsOf(answer)
  const [offset, length, ...ids] = words
  if (offset === undefined || length === undefined || BigInt(offset) !== 32n) return undefined
  return BigInt(length) === BigInt(ids.length) ? ids : undefined
}

/** The highest ids, in descending order. Lockers number their locks in the order of creation. */
function newestOf(ids: readonly Hex[]): readonly Hex[] {
  const newestFirst = ids.toSorted((one, other) => (BigInt(one) > BigInt(other) ? -1 : 1))
  return newestFirst.slice(0, MAX_LOCKS)
}

function idOf({ lockId }: Pick<LockReading, 'lockId'>): Hex {
  return `0x${BigInt(lockId).toString(16).padStart(64, '0')}`
}

/**
 * The lock that an answer shows; undefined when it shows none. Lockers differ in what they keep of a lock after its
 * tokens were taken out: a mark, the lock without its amount, or zeros. All three are the recorded lock, withdrawn.
 */
function lockRead(
  answer: Hex | null,
  at: { readonly locker: ContractAddress; readonly id: Hex; readonly recorded: LockReading | undefined },
): LockReading | undefined {
  const lock = parseLock(answer, at)
  const { recorded } = at
  if (recorded === undefined) return lock
  if (lock === undefined) return isDeleted(answer) ? { ...recorded, withdrawn: true } : undefined
  if (lock.token !== recorded.token) return undefined
  const isEmptied = lock.amount === '0' && recorded.amount !== '0'
  return isEmptied ? { ...recorded, withdrawn: true } : lock
}

/** Whether every field of a lock is zero, as after the locker deleted it. */
function isDeleted(answer: Hex | null): boolean {
  const words = answer === null ? [] : wordsOf(answer)
  return words.length >= FIELDS_OF_LOCK && words.every((word) => BigInt(word) === 0n)
}

/**
 * One lock; undefined for an invalid answer. An unlock time after the year 9999 becomes the last second of that year.
 */
export function parseLock(
  answer: Hex | null,
  at: { readonly locker: ContractAddress; readonly id: Hex },
): LockReading | undefined {
  const [owner, token, amount, unlockTime, withdrawn] = answer === null ? [] : wordsOf(answer)
  if (owner === undefined || token === undefined || amount === undefined) return undefined
  if (unlockTime === undefined || withdrawn === undefined) return undefined
  const ownerAddress = addressInWord(owner)
  const tokenAddress = addressInWord(token)
  if (ownerAddress === null || tokenAddress === null) return undefined
  const seconds = BigInt(unlockTime)
  return {
    locker: at.locker,
    lockId: BigInt(at.id).toString(),
    token: tokenAddress,
    owner: ownerAddress,
    amount: BigInt(amount).toString(),
    unlockAt: seconds > LATEST_SECONDS ? LATEST : instantOfMs(Number.parseInt(seconds.toString(), 10) * 1000),
    withdrawn: BigInt(withdrawn) !== 0n,
  }
}

function wordsOf(answer: Hex): readonly Hex[] {
  return (answer.slice(2).match(/.{64}/g) ?? []).map((word): Hex => `0x${word}`)
}
