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

/** The result of one reading of a proxy, with what was recorded. */
export type HistoryReading = {
  readonly contract: ContractAddress
  /** Includes withdrawn ones. */
  readonly known: readonly ImplementationDraft[]
  /** In chain order. */
  readonly found: readonly FoundImplementation[]
  /** Keys of recorded ones whose block was replaced and that were not found again at the same place. */
  readonly orphaned: ReadonlySet<string>
  /**
   * The implementation in storage at the last block with logs read, and at the finalized block; null while logs are not
   * read that far.
   */
  readonly slot: {
    readonly implementation: ContractAddress | null
    readonly finalized: ContractAddress | null
    readonly beacon: ContractAddress | null
  } | null
  /** When storage was last compared before; null when it was not since the source was attached. */
  readonly comparedAt: Instant | null
  /** The slot before the first log found; null when empty or unknown. */
  readonly before: ContractAddress | null
  readonly finalizedBlock: number
  readonly now: Instant
}

const CLOCK_TOLERANCE_MS = 60_000

/**
 * The implementations that are new or changed after a reading. Found ones have the key of their block and log. One that
 * only storage shows has an ordinal; when its log appears, it gains the block and keeps its key. One whose block was
 * replaced is withdrawn unless it was found again. Empty when nothing changed.
 */
export function planImplementations(reading: HistoryReading): readonly ImplementationDraft[] {
  const known = new Map(reading.known.map((record) => [record.key, record]))
  const merged = mergeFound(reading, dropOrphaned(reading))
  const compared = compareSlot(reading, merged.toSorted(compareRecords))
  return settle(reading, compared).filter((record) => !isDeepStrictEqual(known.get(record.key), record))
}

/**
 * The implementations that are not withdrawn, in order: by chain position if dated, otherwise by the time of detection.
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

/** The found logs that belong to implementations which only storage showed so far. */
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
    detectedAt: reading.now,
    settled: false,
    withdrawn: null,
  }
}

function compareSlot(
  reading: HistoryReading,
  records: readonly ImplementationDraft[],
): readonly ImplementationDraft[] {
  const { slot } = reading
  if (slot === null || slot.implementation === null) return records
  const { implementation, beacon } = slot
  const standing = standingHistory(records)
  const last = standing.at(-1)
  if (last?.implementation === implementation) return records
  if (last !== undefined && isUndone(last, standing.at(-2), implementation)) {
    const withdrawn = { ...last, withdrawn: { at: reading.now, reason: 'reorged' } }
    return records.map((record) => (record.key === last.key ? withdrawn : record))
  }
  const ordinal = records.filter((record) => isSlotKey(record.key)).length
  const id = uuidOf('implementation', `${reading.contract}:${implementation}:${ordinal}`)
  const key = `${CHAIN_ID}:${reading.contract}:rpc:${id}`
  const seen = newRecord(reading, { key, implementation, beacon, log: null })
  return [...records, { ...seen, initial: last === undefined && reading.before === null }]
}

/** A change that only storage showed, and that storage no longer shows before it was final. */
function isUndone(
  last: ImplementationDraft,
  previous: ImplementationDraft | undefined,
  implementation: ContractAddress,
): boolean {
  return last.log === null && !last.settled && previous?.implementation === implementation
}

/** Marks which is the first, what each replaced, and what is final. */
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
      settled: record.settled || isFinal(reading, { record, isLast: place === standing.length - 1 }),
    }
  })
}

function isFinal(
  reading: HistoryReading,
  { record, isLast }: { readonly record: ImplementationDraft; readonly isLast: boolean },
): boolean {
  if (record.log !== null) return record.log.blockNumber <= reading.finalizedBlock
  return isLast && reading.slot?.finalized === record.implementation
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
