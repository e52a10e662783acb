import { derived, nonEmpty, type UnknownReason, unknown } from '#contract/claim.ts'
import type { CoverageState } from '#contract/enums.ts'
import { known } from '#contract/known.ts'
import { type Instant, msOf } from '#contract/time.ts'
import { notReadReason } from '#domain/collecting/watching.ts'
import type { Conclusion, MarketReading } from '#domain/evidence.ts'
import {
  comparable,
  departureOf,
  disagree,
  holdsOwnSupplyOnly,
  isLiquid,
  isPlausible,
  MARKET_RULE,
  type MarketInput,
  newestByProvider,
  ofProvider,
  printable,
  readingsKnownAt,
  type TimedReading,
  timedReadings,
} from './verdict.ts'

/** The market integrity rule. It uses the thresholds of the market status. */
export const INTEGRITY_RULE = { id: 'market_integrity.state@4' } as const

export const INTEGRITY_CHECKS = [
  'providers_disagree',
  'implausible_turnover',
  'own_launch_supply',
  'liquidity_left',
] as const
export type IntegrityCheck = (typeof INTEGRITY_CHECKS)[number]
/** `unknown`: the readings lack figures that the check needs. */
type Finding = 'seen' | 'not_seen' | 'unknown'
type Findings = Readonly<Record<IntegrityCheck, Finding>>

/** The state that the readings show. Neither status judges a project or its token. */
export type IntegrityState = {
  readonly status: 'OBSERVED' | 'NONE_OBSERVED'
  /** The checks that showed something; empty exactly for NONE_OBSERVED. */
  readonly reasons: readonly IntegrityCheck[]
  readonly since: Instant
}

/**
 * `previous` is the state of the last evaluation, null while it was unknown. `lastKnown` is the newest known state: the
 * same state, or the state before it became unknown.
 */
export type IntegrityBefore = {
  readonly previous: IntegrityState | null
  readonly lastKnown: IntegrityState | null
}

/** The integrity conclusion. */
export type IntegrityConclusion = Conclusion<IntegrityState> & Pick<IntegrityBefore, 'lastKnown'>

/**
 * The state that the readings up to an instant show; undefined when no check is positive and a check cannot be made.
 */
type Shown = Pick<IntegrityState, 'status' | 'reasons'> | undefined
type History = { readonly readings: readonly TimedReading[]; readonly left: boolean }

/**
 * Whether market readings show a sign that their figures do not measure a real market. OBSERVED with the positive
 * checks; NONE_OBSERVED only when every check could be made. A state needs two agreeing readings at least an hour apart
 * and stays for 72 h without readings. Unknown otherwise, with the reason. It states no cause and no intent. @source
 * contract, explain, market_integrity.state
 */
export function marketIntegrity(
  input: MarketInput<IntegrityState> & IntegrityBefore,
  now: Instant,
): IntegrityConclusion {
  const { previous, lastKnown } = input
  const readings = timedReadings(input.readings, msOf(now))
  const history = { readings, left: previous?.reasons.includes('liquidity_left') === true }
  const newest = readings.at(-1)
  const findings = newest && findingsAt(history, newest.atMs)
  const shown = judge({ history, previous }, now)
  const since = lastKnown !== null && isSame(lastKnown, shown) ? lastKnown.since : now
  const sources = newestByProvider(readings).map((reading) => reading.sourceId)
  const evidence = nonEmpty([...new Set(sources)])
  const reason = reasonOf({ newest, coverage: input.coverage }, now)
  const claim =
    shown === undefined || evidence === undefined
      ? unknown(reason)
      : derived({ ...shown, since }, INTEGRITY_RULE.id, evidence)
  return {
    claim,
    supportedUntil: claim.kind === 'UNKNOWN' ? null : lastShownAt(history, claim.value),
    rule: INTEGRITY_RULE.id,
    inputs: {
      ...known({ checks: findings }),
      newest: newestByProvider(readings).map(printable),
      previous,
      ...(previous === null && lastKnown !== null ? { lastKnown } : {}),
    },
    unknownInputs: unknownInputsOf({ findings, agreed: shown !== undefined }, reason),
    lastKnown: claim.kind === 'UNKNOWN' ? lastKnown : claim.value,
  }
}

function judge(input: { history: History; previous: IntegrityState | null }, now: Instant): Shown {
  const { history, previous } = input
  const newest = history.readings.at(-1)
  if (newest === undefined) return undefined
  const shown = shownAt(history, newest.atMs)
  const fresh = msOf(now) - newest.atMs <= MARKET_RULE.freshMs
  if (fresh && shown !== undefined && isAgreed(history, shown)) return shown
  if (previous === null) return undefined
  const stands = history.readings.some(
    ({ atMs }) => msOf(now) - atMs <= MARKET_RULE.frozenMs && isSame(previous, shownAt(history, atMs)),
  )
  if (stands) return { status: previous.status, reasons: previous.reasons }
  return judge({ history: { ...history, left: false }, previous: null }, now)
}

/** When the newest reading showed this state; null when no reading did. */
function lastShownAt(history: History, shown: NonNullable<Shown>): Instant | null {
  const judged = { ...history, left: shown.reasons.includes('liquidity_left') }
  const last = judged.readings.findLast(({ atMs }) => isSame(shown, shownAt(judged, atMs)))
  return last === undefined ? null : last.observedAt
}

/**
 * Whether the newest readings, back to one at least an hour older, all show the same. Readings for which a check cannot
 * be made are skipped.
 */
function isAgreed(history: History, shown: NonNullable<Shown>): boolean {
  const [newest, ...older] = history.readings.toReversed()
  if (newest === undefined) return false
  for (const { atMs } of older) {
    const before = shownAt(history, atMs)
    const ageMs = newest.atMs - atMs
    if (ageMs > MARKET_RULE.frozenMs || (before !== undefined && !isSame(shown, before))) return false
    if (before !== undefined && ageMs >= MARKET_RULE.agreeMs) return true
  }
  return false
}

function isSame(a: NonNullable<Shown>, b: Shown): boolean {
  return b !== undefined && a.reasons.join() === b.reasons.join()
}

function shownAt(history: History, atMs: number): Shown {
  const findings = findingsAt(history, atMs)
  const reasons = INTEGRITY_CHECKS.filter((check) => findings[check] === 'seen')
  if (reasons.length > 0) return { status: 'OBSERVED', reasons }
  const made = INTEGRITY_CHECKS.every((check) => findings[check] === 'not_seen')
  return made ? { status: 'NONE_OBSERVED', reasons } : undefined
}

function findingsAt({ readings, left }: History, atMs: number): Findings {
  const { known, latest } = readingsKnownAt(readings, atMs)
  return {
    providers_disagree: disagree(latest) ? 'seen' : madeOr(isCompared(latest)),
    implausible_turnover: latest.every(isPlausible) ? madeOr(latest.some(givesTurnover)) : 'seen',
    own_launch_supply: latest.some(holdsOwnSupplyOnly) ? 'seen' : madeOr(latest.some(givesSupply)),
    liquidity_left: left && !latest.some(isLiquid) ? 'seen' : departure({ known, latest }),
  }
}

function madeOr(made: boolean): Finding {
  return made ? 'not_seen' : 'unknown'
}

/** Whether two providers give the same figure at about the same time. */
function isCompared(latest: readonly TimedReading[]): boolean {
  const compared = comparable(latest)
  const given = (figure: 'liquidityUsd' | 'priceUsd') =>
    compared.filter((reading) => reading[figure] !== null).length > 1
  return given('liquidityUsd') || given('priceUsd')
}

function givesTurnover({ liquidityUsd, volume24hUsd }: MarketReading): boolean {
  return liquidityUsd !== null && volume24hUsd !== null
}

function givesSupply({ liquidityUsd, trades24h, valuation }: MarketReading): boolean {
  return liquidityUsd !== null && trades24h !== null && valuation !== null
}

/**
 * Seen only when every provider that gives liquidity shows that it has left. A provider that still shows liquidity
 * contradicts the others.
 */
function departure(input: {
  readonly known: readonly TimedReading[]
  readonly latest: readonly TimedReading[]
}): Finding {
  const giving = input.latest.filter((reading) => reading.liquidityUsd !== null)
  const departures = giving.map((reading) => departureOf(ofProvider(input.known, reading)))
  if (departures.length === 0) return 'unknown'
  if (departures.every((found) => found === 'gone')) return 'seen'
  return departures.every((found) => found === 'none') ? 'not_seen' : 'unknown'
}

function reasonOf(
  input: { readonly newest: TimedReading | undefined; readonly coverage: CoverageState },
  now: Instant,
): UnknownReason {
  const { newest, coverage } = input
  if (newest === undefined) return notReadReason(coverage)
  return msOf(now) - newest.atMs > MARKET_RULE.freshMs ? 'STALE' : 'NOT_ENOUGH_YET'
}

function unknownInputsOf(
  input: { readonly findings: Findings | undefined; readonly agreed: boolean },
  reason: UnknownReason,
): Conclusion<IntegrityState>['unknownInputs'] {
  const { findings, agreed } = input
  if (findings === undefined) return [{ input: 'market_readings', reason }]
  const unmade = INTEGRITY_CHECKS.filter((check) => findings[check] === 'unknown')
  if (unmade.length === 0 && !agreed) return [{ input: 'agreeing_readings', reason }]
  return unmade.map((input) => ({ input, reason }))
}
