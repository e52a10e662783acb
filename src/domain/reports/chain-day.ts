import type { SourceKind } from '#contract/enums.ts'
import {
  addDays,
  addMs,
  type CalendarDate,
  DAY_MS,
  dateOf,
  earlierDay,
  type Instant,
  laterDay,
} from '#contract/time.ts'
import { CHAIN_STREAMS, CODE_STREAMS } from '#domain/collecting/watching.ts'

/** A day is written once the ledger ran over every project `settleMs` after its end. */
export const CHAIN_DAY_RULE = { id: 'chain.day@1', settleMs: DAY_MS, backDays: 400, batchDays: 31 } as const

/** A count of the measured projects. Invariant: the count is null exactly when no project was measured. */
export type MeasuredCount = { readonly count: number | null; readonly measured: number }

/** The activity of published projects on a day, as it was written. It names no project. */
export type ChainDay = {
  readonly day: CalendarDate
  readonly writtenAt: Instant
  /** Ships that count and that a source dates on the day. */
  readonly ships: MeasuredCount
  readonly projects: MeasuredCount
  /** Implementation changes and later deployments in the ledger that a block dates on the day. Each event counts. */
  readonly upgrades: MeasuredCount
  readonly deployments: MeasuredCount
  /** Locks whose unlock time is on the day. */
  readonly unlocks: MeasuredCount
}

/** The counts, each with its own measured projects. */
export type CountedPart = 'ships' | 'upgrades' | 'deployments' | 'unlocks'

/**
 * The streams that a count rests on. A project is measured for a day when it has one of these streams, and all of these
 * streams that it has were read from the beginning of the day to its end.
 */
export const STREAMS_OF_PART: readonly {
  readonly part: CountedPart
  readonly kind: SourceKind
  readonly stream: string
}[] = [
  ...[CODE_STREAMS, CHAIN_STREAMS].flatMap((streams) => rowsOf('ships', streams)),
  ...rowsOf('upgrades', { contract: ['upgrades'], token: ['upgrades'] }),
  ...rowsOf('deployments', { deployer: ['deployments'] }),
  ...rowsOf('unlocks', { locker: ['locks'] }),
]

function rowsOf(part: CountedPart, streams: Partial<Record<SourceKind, readonly string[] | null>>) {
  return (Object.entries(streams) as [SourceKind, readonly string[] | null][]).flatMap(([kind, names]) =>
    names === null ? [] : names.map((stream) => ({ part, kind, stream })),
  )
}

/**
 * The next days to write, oldest first, as the first and the last of them: from the day of the first publication, or
 * after the last day written. Undefined while none is due.
 */
export function dueChainDays(place: {
  readonly lastDay: CalendarDate | null
  readonly firstPublishedAt: Instant | null
  readonly ledgerRanAt: Instant | null
}): { readonly from: CalendarDate; readonly to: CalendarDate } | undefined {
  const { lastDay, firstPublishedAt, ledgerRanAt } = place
  if (firstPublishedAt === null || ledgerRanAt === null) return undefined
  const settled = addDays(dateOf(addMs(ledgerRanAt, -CHAIN_DAY_RULE.settleMs)), -1)
  const next = lastDay === null ? dateOf(firstPublishedAt) : addDays(lastDay, 1)
  const from = laterDay(next, addDays(settled, 1 - CHAIN_DAY_RULE.backDays))
  if (from > settled) return undefined
  return { from, to: earlierDay(settled, addDays(from, CHAIN_DAY_RULE.batchDays - 1)) }
}
