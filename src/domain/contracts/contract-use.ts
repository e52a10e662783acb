import { type Claim, derived, type NonEmpty, nonEmpty, type UnknownReason, unknown } from '#contract/claim.ts'
import type { CoverageState } from '#contract/enums.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import {
  addDays,
  type CalendarDate,
  DAY_MS,
  dateOf,
  earliest,
  type Instant,
  mondayOf,
  msOf,
  startOfDate,
} from '#contract/time.ts'
import { isAbsent, notReadReason, stateOfStreams } from '#domain/collecting/watching.ts'
import type { Conclusion, Source, Stream } from '#domain/evidence.ts'
import type { DimensionCoverage } from '#domain/project/card-evidence.ts'
import { coverageOfAny } from '#domain/project/coverage.ts'

/** On-chain use: decoded calls to a project's own functions. No market figure is an input. */
export const USE_RULE = { id: 'contract.use@6', days: 7, collectedAtMost: 3 * DAY_MS } as const

/** Thresholds of a change of use between two consecutive weeks, both fully read. */
export const USAGE_CHANGED_RULE = { id: 'contract.usage_changed@2', factor: 2, apartAtLeast: 10 } as const

/** Decoded calls to a contract on one UTC day, with the methods called. */
export type UsedDay = {
  readonly day: CalendarDate
  readonly calls: number
  readonly methods: NonEmpty<EvidenceId>
}

/** Code that answered the calls to a contract for a time: an implementation, or the contract itself. */
export type AnsweringCode = {
  /** Its address; null while it is not known. */
  readonly code: ContractAddress | null
  /** Null: since the contract was created. */
  readonly from: Instant | null
  /** Null: it answers now. */
  readonly to: Instant | null
  /** Whether a verified interface names all functions of the code: a call to an unnamed function cannot be decoded. */
  readonly decodable: boolean
  /**
   * Set when an interface of the code is verified but does not name each function, so that the code is not decodable.
   */
  readonly isPartlyNamed?: true
}

/**
 * How a counted contract was used. Days without a call are left out; `collected` is the span that was read, null before
 * the first reading.
 */
export type ContractUse = {
  readonly contract: ContractAddress
  /** The code that answered its calls, in the order of time. */
  readonly answering: readonly AnsweringCode[]
  readonly sourceId: EvidenceId
  readonly collected: {
    readonly from: Instant
    /** The span begins with the creation of the contract. */
    readonly sinceCreation: boolean
    readonly to: Instant
    readonly readAt: Instant
    /** The first day in `days`; earlier days are stored but not loaded. */
    readonly daysFrom: CalendarDate
  } | null
  readonly days: readonly UsedDay[]
}

/** The use of a contract, and when its source left the catalogue; null while it is an input. */
export type RecordedUse = ContractUse & { readonly detachedAt: Instant | null }

/** Two weeks of a contract that differ. */
type UsageChange = {
  readonly weekStart: CalendarDate
  readonly calls: number
  readonly callsBefore: number
  readonly methods: readonly EvidenceId[]
}

const WEEK = 7

/** Consecutive UTC days, beginning with `from`. */
type Days = { readonly from: CalendarDate; readonly days: number }

type Sum = { readonly calls: number; readonly methods: readonly EvidenceId[] }

/**
 * Decoded calls over these days. Unknown while one of the days was not fully read, and when code whose functions are
 * not all named answered on one of them. A fully read day without a call is a known zero.
 */
export function callsOver(use: ContractUse, window: Days): Sum | { readonly unknown: UnknownReason } {
  const undecoded = undecodedOn(use, window)
  if (undecoded.length > 0)
    return { unknown: undecoded.some(isPartlyNamed) ? 'SOURCE_UNAVAILABLE' : 'NO_SOURCE' }
  if (use.collected === null) return { unknown: 'NOT_ENOUGH_YET' }
  const { from, to, sinceCreation, daysFrom } = use.collected
  const end = addDays(window.from, window.days)
  const begun = msOf(from) <= msOf(startOfDate(window.from))
  const createdWithin = sinceCreation && msOf(from) < msOf(startOfDate(end))
  const isGiven = daysFrom <= window.from && msOf(startOfDate(end)) <= msOf(to)
  if (!isGiven || !(begun || createdWithin)) return { unknown: 'NOT_ENOUGH_YET' }
  const within = calledOn(use, window)
  return {
    calls: within.reduce((sum, { calls }) => sum + calls, 0),
    methods: [...new Set(within.flatMap(({ methods }) => methods))],
  }
}

function calledOn({ days }: ContractUse, window: Days): readonly UsedDay[] {
  return days.filter(({ day }) => day >= window.from && day < addDays(window.from, window.days))
}

function isPartlyNamed(code: AnsweringCode): boolean {
  return code.isPartlyNamed === true
}

/**
 * The code that answered on these days and whose functions are not all named; without days, such code that answers now.
 */
function undecodedOn({ answering }: ContractUse, window: Days | null): readonly AnsweringCode[] {
  const undecoded = answering.filter(({ decodable }) => !decodable)
  if (window === null) return undecoded.filter(({ to }) => to === null)
  const begin = msOf(startOfDate(window.from))
  const end = msOf(startOfDate(addDays(window.from, window.days)))
  // Blocks share seconds: code can have answered in the second in which it was replaced.
  return undecoded.filter(
    ({ from, to }) => (from === null || msOf(from) < end) && (to === null || msOf(to) >= begin),
  )
}

/** Whether code that answers or once answered the calls to a contract has a verified interface. */
export function isEverDecodable({ answering }: ContractUse): boolean {
  return answering.some((code) => code.decodable || isPartlyNamed(code))
}

/**
 * Whether the sum of a project leaves the contract out: no code that answers or answered its calls has an interface,
 * and no call was decoded on these days. The unknown calls of any other contract make the sum unknown.
 */
export function isLeftOut(use: ContractUse, window: Days | null): boolean {
  return !isEverDecodable(use) && (window === null || calledOn(use, window).length === 0)
}

/** The explorers of these addresses. */
function explorersOf(addresses: readonly ContractAddress[], sources: readonly Source[]): readonly Source[] {
  return sources.filter(
    ({ kind, locator }) => kind === 'explorer' && addresses.some((address) => locator.endsWith(address)),
  )
}

function streamsNamed(name: string, sources: readonly Source[]): readonly Stream[] {
  return sources.flatMap(({ streams }) => streams.filter(({ stream }) => stream === name))
}

/**
 * How the verified source of these addresses is read: the most readable explorer decides. NO_SOURCE without an
 * explorer, and when all answer that there is none.
 */
export function readingOfSource(
  addresses: readonly ContractAddress[],
  sources: readonly Source[],
  now: Instant,
): DimensionCoverage {
  const explorers = explorersOf(addresses, sources)
  return coverageOfAny(explorers.length === 0 ? null : streamsNamed('verified_source', explorers), now)
}

/** The state of the explorers that may have a verified source of these addresses: the least readable decides. */
export function stateOfExplorers(
  addresses: readonly ContractAddress[],
  sources: readonly Source[],
  now: Instant,
): CoverageState {
  const streams = streamsNamed('verified_source', explorersOf(addresses, sources))
  const present = streams.filter((stream) => !isAbsent(stream, now))
  return present.length === 0 ? 'NO_SOURCE' : stateOfStreams(present, now).state
}

/**
 * Why no verified interface of these addresses is recorded. NO_SOURCE when the explorers answer that there is no
 * verified source. SOURCE_UNAVAILABLE when an explorer has verified source without an interface. Otherwise why the
 * explorers were not read.
 */
export function reasonWithoutInterface(
  addresses: readonly ContractAddress[],
  sources: readonly Source[],
  now: Instant,
): DimensionCoverage & { readonly state: UnknownReason } {
  const { state, observedAt } = readingOfSource(addresses, sources, now)
  if (state !== 'MEASURED') return { state, observedAt }
  const streams = streamsNamed('verified_source', explorersOf(addresses, sources))
  const isVerified = streams.some(({ hasNoInterface }) => hasNoInterface === true)
  return { state: isVerified ? 'SOURCE_UNAVAILABLE' : 'NO_SOURCE', observedAt }
}

/**
 * How the calls to a contract are read. `reason` is set when the calls cannot be read, and when they were collected
 * only up to a time too long ago: seven days that ended then are not the last seven days. When code without a verified
 * interface answered in the seven days, `reason` is the state of the code's verified source: only an explorer that was
 * read shows that the code has none. For code whose interface does not name each function, it is SOURCE_UNAVAILABLE.
 */
export function readingOfCalls(
  use: ContractUse,
  { from, sources, now }: OfSevenDays,
): { readonly state: CoverageState; readonly reason?: UnknownReason } {
  const undecoded = undecodedOn(use, sevenDays(from))
  if (undecoded.some(isPartlyNamed)) return { state: 'SOURCE_UNAVAILABLE', reason: 'SOURCE_UNAVAILABLE' }
  if (undecoded.length > 0) {
    const addresses = undecoded.flatMap(({ code }) => (code === null ? [] : [code]))
    const { state: reason } = reasonWithoutInterface(addresses, sources, now)
    return { state: reason, reason }
  }
  const streams = streamsNamed('method_use', explorersOf([use.contract], sources))
  const { state, readable } = stateOfStreams(streams, now)
  if (use.collected === null) return { state, reason: notReadReason(state) }
  if (streams.length === 0) return { state: 'STALE', reason: 'STALE' }
  if (!readable) return { state, reason: notReadReason(state) }
  const isOld = msOf(now) - msOf(use.collected.to) > USE_RULE.collectedAtMost
  return isOld ? { state: 'STALE', reason: 'STALE' } : { state }
}

/**
 * Decoded calls to a project's counted contracts over seven complete UTC days: the last seven that were collected for
 * every contract. A contract that could never be decoded is an unknown input, and so is a contract that was created
 * after these days. Unknown while a day of another contract was not collected, or its calls cannot be read or decoded,
 * and when no contract can be decoded.
 */
export function contractUse(
  { uses, sources }: { readonly uses: readonly ContractUse[]; readonly sources: readonly Source[] },
  now: Instant,
): ConcludedCalls {
  const collected = uses.flatMap((use) =>
    isEverDecodable(use) && use.collected !== null ? [use.collected.to] : [],
  )
  const [end] = collected.map(dateOf).toSorted()
  const from = end === undefined ? null : addDays(end, -USE_RULE.days)
  const read = uses.map((use) => ({ use, ...callsRead(use, { from, sources, now }) }))
  const inputs = { contracts: read.map((one) => inputOf(one, from)) }
  const missing = read.flatMap(({ use, sum }) =>
    'unknown' in sum ? [{ input: `calls of ${use.contract}`, reason: sum.unknown }] : [],
  )
  const known = read.flatMap(({ use, sum }) => ('unknown' in sum ? [] : [{ sourceId: use.sourceId, ...sum }]))
  const evidence = nonEmpty([...new Set(known.flatMap(({ sourceId, methods }) => [sourceId, ...methods]))])
  const rule = USE_RULE.id
  const unread = read.flatMap(({ use, sum }) =>
    'unknown' in sum && !isLeftOut(use, sevenDays(from)) && !isCreatedAfter(use, from) ? [sum.unknown] : [],
  )[0]
  const notEnough = missing.find(({ reason }) => reason !== 'NO_SOURCE')?.reason ?? 'NO_SOURCE'
  const calls = known.reduce((sum, one) => sum + one.calls, 0)
  const claim =
    unread !== undefined || evidence === undefined
      ? unknown(unread ?? notEnough)
      : derived({ calls, days: USE_RULE.days }, rule, evidence)
  const supportedUntil = claim.kind === 'UNKNOWN' ? null : earliest(collected)
  return { claim, supportedUntil, rule, inputs, unknownInputs: missing }
}

/**
 * The coverage state of a concluded use. A known use has the state of a counted contract whose calls are no longer read
 * freshly, because the number then describes the last days that were read; MEASURED when there is none.
 */
export function stateOfUse({
  claim,
  contracts,
}: {
  readonly claim: Claim<unknown>
  readonly contracts: readonly { readonly state?: CoverageState; readonly calls?: number }[]
}): CoverageState {
  if (claim.kind === 'UNKNOWN') return claim.reason
  const behind = contracts.find(
    ({ calls, state = 'MEASURED' }) => calls !== undefined && state !== 'MEASURED',
  )
  return behind?.state ?? 'MEASURED'
}

/**
 * The weeks in which use of a contract changed against the week before, oldest first; empty when there is none. Weeks
 * that were not fully read, and the week in which the contract was created, are not compared.
 */
export function usageChanges(use: ContractUse): readonly UsageChange[] {
  const first = use.days.map(({ day }) => day).toSorted()[0]
  if (use.collected === null || first === undefined) return []
  const { from, to } = use.collected
  return weeksTo(dateOf(to), mondayOf(first)).flatMap((weekStart) => {
    const earlier = addDays(weekStart, -WEEK)
    const now = callsOver(use, { from: weekStart, days: WEEK })
    const before = callsOver(use, { from: earlier, days: WEEK })
    const wasThere = msOf(from) <= msOf(startOfDate(earlier))
    if (!wasThere || 'unknown' in now || 'unknown' in before) return []
    if (!hasChanged(now.calls, before.calls)) return []
    const methods = [...new Set([...now.methods, ...before.methods])]
    return [{ weekStart, calls: now.calls, callsBefore: before.calls, methods }]
  })
}

function weeksTo(day: CalendarDate, monday: CalendarDate): readonly CalendarDate[] {
  const next = addDays(monday, WEEK)
  return next > day ? [] : [monday, ...weeksTo(day, next)]
}

function hasChanged(a: number, b: number): boolean {
  const more = Math.max(a, b)
  const less = Math.min(a, b)
  return more >= USAGE_CHANGED_RULE.factor * less && more - less >= USAGE_CHANGED_RULE.apartAtLeast
}

/** The first of the last seven complete UTC days that were collected; null before a reading. */
export function lastDaysFrom({ collected }: Pick<ContractUse, 'collected'>): CalendarDate | null {
  return collected === null ? null : addDays(dateOf(collected.to), -USE_RULE.days)
}

/** A conclusion whose inputs are the contracts, each with how its calls are read. */
type ConcludedCalls = Conclusion<{ readonly calls: number; readonly days: number }> & {
  readonly inputs: { readonly contracts: readonly ReturnType<typeof inputOf>[] }
}

type CallsRead = { readonly state: CoverageState; readonly sum: ReturnType<typeof callsOver> }

/**
 * The first of the seven days, null before any day was collected, with the sources that show how the days were read.
 */
type OfSevenDays = {
  readonly from: CalendarDate | null
  readonly sources: readonly Source[]
  readonly now: Instant
}

function callsRead(use: ContractUse, of: OfSevenDays): CallsRead {
  const { state, reason } = readingOfCalls(use, of)
  if (reason !== undefined) return { state, sum: { unknown: reason } }
  const window = sevenDays(of.from)
  if (window === null) return { state, sum: { unknown: 'NOT_ENOUGH_YET' } }
  return { state, sum: callsOver(use, window) }
}

function sevenDays(from: CalendarDate | null): Days | null {
  return from === null ? null : { from, days: USE_RULE.days }
}

/** Whether a contract was created after the seven days, so that it had no calls on them. */
function isCreatedAfter({ collected }: ContractUse, from: CalendarDate | null): boolean {
  if (from === null || collected === null || !collected.sinceCreation) return false
  return msOf(collected.from) >= msOf(startOfDate(addDays(from, USE_RULE.days)))
}

function inputOf({ use, state, sum }: CallsRead & { readonly use: ContractUse }, from: CalendarDate | null) {
  return {
    contract: use.contract,
    state,
    ...(use.collected === null ? {} : { collectedFrom: use.collected.from, collectedTo: use.collected.to }),
    ...('unknown' in sum || from === null ? {} : { from, days: USE_RULE.days, calls: sum.calls }),
  }
}
