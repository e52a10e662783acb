import { derived, type UnknownReason, unknown } from '#contract/claim.ts'
import type { MarketStatus } from '#contract/enums.ts'
import type { EvidenceId } from '#contract/ids.ts'
import { type Instant, msOf } from '#contract/time.ts'
import { notReadReason } from '#domain/collecting/watching.ts'
import type { Conclusion, MarketReading } from '#domain/evidence.ts'
import { statusSince } from '#domain/last-known.ts'
import {
  decidingReading,
  heldLiquidity,
  type KnownMarket,
  MARKET_RULE,
  type MarketInput,
  type MarketVerdict,
  newestByProvider,
  ofProvider,
  printable,
  type ReadingDoubt,
  type ReadingHistory,
  type TimedReading,
  timedReadings,
  verdictAt,
} from './verdict.ts'

/**
 * A status with its first evaluation. `lastKnown` is the newest known status: this one, or the known status before this
 * one became unknown. `lastKnownSince` is the first evaluation of `lastKnown`.
 */
export type MarketState = {
  readonly status: MarketStatus
  readonly since: Instant
  readonly lastKnown: KnownMarket | null
  readonly lastKnownSince?: Instant
}

/** The market conclusion. Invariant: `observedAt` is null exactly for INSUFFICIENT_DATA. */
export type MarketConclusion = Conclusion<{ readonly status: KnownMarket; readonly since: Instant }> &
  MarketState & {
    /** The newest reading that shows the status. */
    readonly observedAt: Instant | null
    readonly doubt: ReadingDoubt | null
  }

type Verdict =
  | { readonly status: KnownMarket; readonly observedAt: Instant; readonly sourceId: EvidenceId }
  | {
      readonly status: 'INSUFFICIENT_DATA'
      readonly reason: UnknownReason
      readonly doubt: ReadingDoubt | null
    }

/**
 * The status of the token's market. A move needs two agreeing readings at least an hour apart. A status stays for 72 h
 * without readings; LIQUIDITY_GONE also stays after unknown time, until a reading shows liquidity. INSUFFICIENT_DATA
 * means unknown: without a reading, without a reading in 72 h (STALE), or with implausible readings (WITHHELD). @source
 * contract, Partner Card
 */
export function marketStatus(input: MarketInput<MarketState>, now: Instant): MarketConclusion {
  const { previous, coverage } = input
  const readings = timedReadings(input.readings, msOf(now))
  const verdict = judge({ readings, previous, coverage }, now)
  const since = statusSince(verdict.status, previous, now)
  const isUnknown = verdict.status === 'INSUFFICIENT_DATA'
  return {
    claim: isUnknown
      ? unknown(verdict.reason)
      : derived({ status: verdict.status, since }, MARKET_RULE.id, [verdict.sourceId]),
    supportedUntil: isUnknown ? null : verdict.observedAt,
    rule: MARKET_RULE.id,
    inputs: {
      newest: newestByProvider(readings).map((reading) => ({
        ...printable(reading),
        heldLiquidityUsd: heldLiquidity(ofProvider(readings, reading)),
        ...missingLiquidity(reading),
      })),
      previous,
    },
    unknownInputs: isUnknown ? [{ input: 'market_readings', reason: verdict.reason }] : [],
    status: verdict.status,
    observedAt: isUnknown ? null : verdict.observedAt,
    since,
    ...(isUnknown ? lastKnownOf(previous) : { lastKnown: verdict.status }),
    doubt: isUnknown ? verdict.doubt : null,
  }
}

/** The newest known status, the previous one included, with its first evaluation. */
function lastKnownOf(previous: MarketState | null): Pick<MarketState, 'lastKnown' | 'lastKnownSince'> {
  if (previous === null) return { lastKnown: null }
  const { status, since, lastKnown, lastKnownSince } = previous
  if (status !== 'INSUFFICIENT_DATA') return { lastKnown: status, lastKnownSince: since }
  return { lastKnown, ...(lastKnownSince === undefined ? {} : { lastKnownSince }) }
}

/** The last liquidity of the pools that a reading lacks, in US dollars; no field when it lacks none. */
function missingLiquidity({ missing }: TimedReading): { readonly missingLiquidityUsd?: number } {
  return missing.usd > 0 ? { missingLiquidityUsd: missing.usd } : {}
}

function judge(
  input: Omit<MarketInput<MarketState>, 'readings'> & { readonly readings: readonly TimedReading[] },
  now: Instant,
): Verdict {
  const { readings } = input
  const newest = readings.at(-1)
  if (newest === undefined) return insufficient(notReadReason(input.coverage))
  const before = input.previous?.status
  const standing = before === 'INSUFFICIENT_DATA' ? undefined : before
  const history = { readings, gone: input.previous?.lastKnown === 'LIQUIDITY_GONE' }
  const verdict = verdictAt(history, newest.atMs)
  const fresh = msOf(now) - newest.atMs <= MARKET_RULE.freshMs
  if (fresh && verdict !== 'undecided') {
    const found = concluded(verdict, decidingReading(newestByProvider(readings)) ?? newest)
    const begins = found.status === 'INSUFFICIENT_DATA' || isNewer(newest, input.previous)
    if ((standing === undefined && begins) || isAgreed(history, verdict)) return found
  }
  if (standing === undefined) return insufficient(fresh ? 'NOT_ENOUGH_YET' : 'STALE')
  const lapsed: MarketState = { status: 'INSUFFICIENT_DATA', since: now, lastKnown: standing }
  return keepStatus({ standing, history }, now) ?? judge({ ...input, previous: lapsed }, now)
}

/** The previous status, dated by the newest reading that showed it; undefined when that reading is older than 72 h. */
function keepStatus(
  input: { standing: KnownMarket; history: ReadingHistory },
  now: Instant,
): Verdict | undefined {
  const shown = input.history.readings.findLast(
    (reading) =>
      msOf(now) - reading.atMs <= MARKET_RULE.frozenMs &&
      verdictAt(input.history, reading.atMs) === input.standing,
  )
  return shown === undefined ? undefined : concluded(input.standing, shown)
}

function concluded(verdict: KnownMarket | ReadingDoubt, reading: MarketReading): Verdict {
  switch (verdict) {
    case 'providers_disagree':
    case 'implausible_turnover':
    case 'own_launch_supply':
      return insufficient('WITHHELD', verdict)
    case 'LIVE':
    case 'LOW_LIQUIDITY':
    case 'NO_TRADING':
    case 'LIQUIDITY_GONE':
      return { status: verdict, observedAt: reading.observedAt, sourceId: reading.sourceId }
  }
}

function insufficient(reason: UnknownReason, doubt: ReadingDoubt | null = null): Verdict {
  return { status: 'INSUFFICIENT_DATA', reason, doubt }
}

/** Whether a reading is newer than the previous state. An older reading was not enough then and is not enough now. */
function isNewer(reading: TimedReading, previous: MarketState | null): boolean {
  return previous === null || reading.atMs > msOf(previous.since)
}

/** Whether the newest readings, back to one at least an hour older, all give the verdict. */
function isAgreed(history: ReadingHistory, verdict: MarketVerdict): boolean {
  const newest = history.readings.at(-1)
  if (newest === undefined) return false
  const first = history.readings.findLastIndex((reading) => newest.atMs - reading.atMs >= MARKET_RULE.agreeMs)
  if (first === -1) return false
  return history.readings.slice(first).every((reading) => verdictAt(history, reading.atMs) === verdict)
}
