import { isDeepStrictEqual } from 'node:util'
import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import { type Instant, msOf } from '#contract/time.ts'
import type { ImplementationLog } from '#domain/contracts/records.ts'
import { uuidOf } from '#domain/natural-key.ts'
import type { ImplementationDraft } from '#records/contracts/implementations.ts'

/** An implementation that a log announces. */
export type FoundImplementation = {
  readonly implementation: ContractAddress
  readonly beacon: ContractAddress | null
  readonly log: ImplementationLog
}

/** The result of one reading of a proxy, with the implementations that were recorded before. */
export type HistoryReading = {
  readonly contract: ContractAddress
  /** The recorded implementations, also the withdrawn ones. */
  readonly known: readonly ImplementationDraft[]
  /** The implementations that the reading found, in chain order. */
  readonly found: readonly FoundImplementation[]
  /**
   * Keys of recorded implementations whose log was in a block that was replaced and was not found again at its place.
   */
  readonly orphaned: ReadonlySet<string>
  /** Keys of recorded implementations that only storage showed, at a block that was replaced. */
  readonly replaced: ReadonlySet<string>
  /** The implementation in storage at the safe block; null while the logs are not read up to that block. */
  readonly slot: {
    readonly implementation: ContractAddress | null
    readonly beacon: ContractAddress | null
    readonly block: NonNullable<ImplementationDraft['slotBlock']>
  } | null
  /** When storage was last compared; null when it was not compared since the source was attached. */
  readonly comparedAt: Instant | null
  /** The implementation before the first found log; null when there was none, or when it is unknown. */
  readonly before: ContractAddress | null
  readonly finalizedBlock: number
  readonly now: Instant
}

const CLOCK_TOLERANCE_MS = 60_000

/**
 * The implementations that are new or changed after a reading; empty when nothing changed. An implementation with a log
 * has the block and log index in its key. One that only storage shows has an ordinal in its key; it keeps the key when
 * its log is found later. An implementation whose block was replaced is withdrawn, unless the reading found it again or
 * storage still shows it.
 */
export function planImplementations(reading: HistoryReading): readonly ImplementationDraft[] {
  const known = new Map(reading.known.map((record) => [record.key, record]))
  const merged = mergeFound(reading, dropOrphaned(reading))
  const compared = compareSlot(reading, merged.toSorted(compareRecords))
  return settle(reading, compared).filter((record) => !isDeepStrictEqual(known.get(record.key), record))
}

/**
 * The implementations that are not withdrawn, in order: by position in the chain when dated, otherwise by the time of
 * detection.
 */
export function standingHistory(records: readonly ImplementationDraft[]): readonly ImplementationDraft[] {
  return records.filter((record) => record.withdrawn === null).toSorted(compareRecords)
}

function dropOrphaned({ known, orphaned, now }: HistoryReading): readonly ImplementationDraft[] {
  return known.map((record) => {
    if (!orphaned.has(record.key) || record.withdrawn !== null) return record
    return isSlotKey(record.key)
      ? { ...record, log: null, settled: false }
      : { ...record, settled: false, withdrawn: { at: now, reason: 'reorged' } }
  })
}

function mergeFound(
  reading: HistoryReading,
  records: readonly ImplementationDraft[],
): readonly ImplementationDraft[] {
  const byKey = new Map(records.map((record) => [record.key, record]))
  const unplaced = reading.found.filter((found) => {
    const same = records.find(
      (record) => isSamePlace(record, found.log) || record.key === logKey(reading, found),
    )
    if (same === undefined) return true
    byKey.set(same.key, { ...same, ...found, withdrawn: null })
    return false
  })
  const fills = matchSlotRecords(reading, { records, unplaced })
  for (const found of unplaced) {
    const filled = fills.get(found)
    const key = logKey(reading, found)
    const record = filled === undefined ? newRecord(reading, { key, ...found }) : { ...filled, ...found }
    byKey.set(record.key, record)
  }
  return [...byKey.values()]
}

/** The found logs of implementations that only storage showed so far, each with that implementation. */
function matchSlotRecords(
  reading: HistoryReading,
  input: {
    readonly records: readonly ImplementationDraft[]
    readonly unplaced: readonly FoundImplementation[]
  },
): ReadonlyMap<FoundImplementation, ImplementationDraft> {
  const fills = new Map<FoundImplementation, ImplementationDraft>()
  for (const record of input.records.filter((one) => one.log === null && one.withdrawn === null)) {
    const latest = reading.orphaned.has(record.key)
      ? Number.POSITIVE_INFINITY
      : msOf(record.detectedAt) + CLOCK_TOLERANCE_MS
    const candidates = input.unplaced.filter(
      (found) =>
        found.implementation === record.implementation &&
        msOf(found.log.blockTime) <= latest &&
        !fills.has(found),
    )
    const match = record.initial ? candidates[0] : candidates.at(-1)
    if (match !== undefined) fills.set(match, record)
  }
  return fills
}

function newRecord(
  reading: HistoryReading,
  found: Pick<ImplementationDraft, 'key' | 'implementation' | 'beacon' | 'log'>,
): ImplementationDraft {
  return {
    ...found,
    contract: reading.contract,
    previousImplementation: null,
    initial: false,
    unchangedUntil: found.log === null ? reading.comparedAt : null,
    slotBlock: found.log === null && reading.slot !== null ? reading.slot.block : null,
    detectedAt: reading.now,
    settled: false,
    withdrawn: null,
  }
}

/**
 * Compares storage with the last implementation. A node whose safe block is older than that implementation's block
 * proves nothing.
 */
function compareSlot(
  reading: HistoryReading,
  records: readonly ImplementationDraft[],
): readonly ImplementationDraft[] {
  const { slot } = reading
  if (slot === null || slot.implementation === null) return records
  const { implementation, beacon, block } = slot
  const last = standingHistory(records).at(-1)
  const shownAt = last === undefined ? undefined : blockOf(last)
  if (shownAt !== undefined && shownAt > block.number) return records
  const kept = withdrawReplaced(reading, { records, implementation })
  const current = standingHistory(kept).at(-1)
  if (current?.implementation === implementation) {
    if (!isShownAnew(reading, current)) return kept
    return kept.map((record) => (record === current ? { ...current, slotBlock: block } : record))
  }
  const ordinal = kept.filter((record) => isSlotKey(record.key)).length
  const id = uuidOf('implementation', `${reading.contract}:${implementation}:${ordinal}`)
  const key = `${CHAIN_ID}:${reading.contract}:rpc:${id}`
  const seen = newRecord(reading, { key, implementation, beacon, log: null })
  return [...kept, { ...seen, initial: current === undefined && reading.before === null }]
}

/**
 * Withdraws implementations that storage showed only at replaced blocks. The last one stands while storage still shows
 * its change.
 */
function withdrawReplaced(
  reading: HistoryReading,
  input: {
    readonly records: readonly ImplementationDraft[]
    readonly implementation: ContractAddress
  },
): readonly ImplementationDraft[] {
  const standing = standingHistory(input.records)
  const lost = new Set(standing.filter(({ key, log }) => log === null && reading.replaced.has(key)))
  const last = standing.at(-1)
  const before = standing.findLast((record) => !lost.has(record))
  if (last?.implementation === input.implementation && before?.implementation !== input.implementation) {
    lost.delete(last)
  }
  const withdrawn = { at: reading.now, reason: 'reorged' }
  return input.records.map((record) => (lost.has(record) ? { ...record, withdrawn } : record))
}

/**
 * Whether the block at which storage shows the implementation now must be stored: the stored block is unknown or was
 * replaced.
 */
function isShownAnew({ replaced }: HistoryReading, record: ImplementationDraft): boolean {
  if (record.log !== null || record.settled) return false
  return record.slotBlock === null || replaced.has(record.key)
}

/** Sets for each implementation whether it is the first, which one it replaced, and whether it is final. */
function settle(
  reading: HistoryReading,
  records: readonly ImplementationDraft[],
): readonly ImplementationDraft[] {
  const standing = standingHistory(records)
  const known = new Set(reading.known.map((record) => record.key))
  return records.map((record) => {
    const place = standing.indexOf(record)
    if (place === -1) return record
    const replaced = standing[place - 1]?.implementation
    const initial = place === 0 && (known.has(record.key) ? record.initial : reading.before === null)
    return {
      ...record,
      initial,
      previousImplementation:
        replaced ?? (initial ? null : (record.previousImplementation ?? reading.before)),
      settled: record.settled || isFinal(reading, record),
    }
  })
}

function isFinal({ replaced, finalizedBlock }: HistoryReading, record: ImplementationDraft): boolean {
  const shownAt = blockOf(record)
  const isReplaced = record.log === null && replaced.has(record.key)
  return shownAt !== undefined && shownAt <= finalizedBlock && !isReplaced
}

/**
 * The block that shows an implementation: the block of its log, or else the block at which storage showed it. Undefined
 * when neither is known.
 */
function blockOf({ log, slotBlock }: ImplementationDraft): number | undefined {
  return log?.blockNumber ?? slotBlock?.number
}

function compareRecords(a: ImplementationDraft, b: ImplementationDraft): number {
  if (a.log !== null && b.log !== null) {
    return a.log.blockNumber - b.log.blockNumber || a.log.logIndex - b.log.logIndex
  }
  return placeMs(a) - placeMs(b) || (a.log === null ? 1 : -1)
}

function placeMs(record: ImplementationDraft): number {
  if (record.log !== null) return msOf(record.log.blockTime)
  return record.initial ? Number.NEGATIVE_INFINITY : msOf(record.detectedAt)
}

function isSamePlace(record: ImplementationDraft, log: ImplementationLog): boolean {
  return record.log?.blockNumber === log.blockNumber && record.log.logIndex === log.logIndex
}

function isSlotKey(key: string): boolean {
  return key.includes(':rpc:')
}

function logKey({ contract }: HistoryReading, { log }: FoundImplementation): string {
  return `${CHAIN_ID}:${contract}:${log.blockNumber}:${log.logIndex}`
}
