import { derived, nonEmpty, type UnknownReason, unknown } from '#contract/claim.ts'
import type { ActivityStatus, ProjectKind } from '#contract/enums.ts'
import type { EvidenceId } from '#contract/ids.ts'
import { addMs, DAY_MS, earliest, type Instant, instantOfMs, latest, msOf } from '#contract/time.ts'
import {
  type BuilderReading,
  builderReading,
  buildingReadUpTo,
  coveredFrom,
  isCutOffAfter,
  isMissing,
  isPartlyUnread,
  isReadable,
  notReadReason,
  shipStreams,
  stateOfStreams,
  withoutCodeReason,
} from '#domain/collecting/watching.ts'
import {
  type BuildEvidence,
  type Conclusion,
  placedAt,
  type RecordedShip,
  type Source,
  type Stream,
  shipsCode,
} from '#domain/evidence.ts'
import { type LastKnown, statusSince } from '#domain/last-known.ts'
import { findComeback } from './comeback.ts'
import { countedShips, standingShips } from './ships.ts'

/** Thresholds of the activity status. */
export const ACTIVITY_RULE = {
  id: 'activity.status@6',
  shippingMs: 7 * DAY_MS,
  activeMs: 30 * DAY_MS,
  activeTwiceMs: 45 * DAY_MS,
  dormantMs: 60 * DAY_MS,
  settleMs: DAY_MS,
} as const

export type KnownActivity = Exclude<ActivityStatus, 'UNKNOWN'>

/**
 * A status with the time of the evaluation that first concluded it. `confirmed` is false while no reading has confirmed
 * a move down, and while a first status may be too low because a source was not read yet. The last known status is set
 * while this status is unknown or not confirmed, if there was a known one.
 */
export type ActivityState = Partial<LastKnown<KnownActivity>> & {
  readonly status: ActivityStatus
  readonly since: Instant
  readonly confirmed?: boolean
}

/** The activity conclusion. */
export type ActivityConclusion = Conclusion<{ readonly status: KnownActivity; readonly since: Instant }> &
  Partial<LastKnown<KnownActivity>> & {
    readonly status: ActivityStatus
    readonly since: Instant
    /**
     * False for a move down that no reading after its boundary confirms, and for a first status below SHIPPING while a
     * source was not read yet. Such a status is recorded but not stated.
     */
    readonly confirmed: boolean
  }

type ActivityInput = {
  /** The counted ships, newest first. `standing` also has the ships that collapse with them. */
  readonly ships: readonly RecordedShip[]
  readonly standing: readonly RecordedShip[]
  readonly builders: BuilderReading
  /** The sources that a move down needs: every code source, and every source of a standing ship that still exists. */
  readonly witnesses: readonly Source[]
  /** The project's own sources whose earlier blocks no node keeps. A ship before their coverage may be missing. */
  readonly cutOff: readonly Source[]
  readonly previous: ActivityState | null
  readonly kind: ProjectKind | null
}
type Verdict =
  | { readonly status: KnownActivity; readonly evidence: readonly EvidenceId[]; readonly confirmed: boolean }
  | { readonly status: 'UNKNOWN'; readonly reason: UnknownReason }

/** The statuses in ascending order; RESUMED is not part of the order. */
const ORDER = ['DORMANT', 'QUIET', 'ACTIVE', 'SHIPPING'] as const
type Ordered = (typeof ORDER)[number]

/**
 * Whether the project is shipping, from dated ships and readings alone. Unknown when silence and missing readings
 * cannot be told apart (NO_SOURCE, NOT_ENOUGH_YET, STALE, SOURCE_UNAVAILABLE, ERROR), and when the project's work is
 * not code or nothing reads the kind of its sources (NOT_APPLICABLE). @source contract, Enumerations
 */
export function activityStatus(
  input: { readonly evidence: BuildEvidence; readonly previous: ActivityState | null },
  now: Instant,
): ActivityConclusion {
  const { evidence, previous } = input
  const standing = standingShips(evidence, now)
  const builders = builderReading(evidence, now)
  const judged = {
    ships: countedShips(evidence, now),
    standing,
    builders,
    witnesses: witnessesOf(evidence, { standing, builders }),
    cutOff: evidence.sources.filter((source) => source.counted && isCutOff(source)),
    previous,
    kind: evidence.kind ?? null,
  }
  const verdict = judge(judged, now)
  const since = statusSince(verdict.status, previous, now)
  const confirmed =
    verdict.status === 'UNKNOWN' || (verdict.confirmed && !mayBeTooLow(verdict.status, judged))
  return {
    claim: claimOf(verdict, since),
    supportedUntil: supportedUntil(verdict, judged),
    rule: ACTIVITY_RULE.id,
    inputs: inputsOf(judged),
    unknownInputs: unknownInputsOf(verdict, judged, now),
    status: verdict.status,
    since,
    confirmed,
    ...(verdict.status === 'UNKNOWN' || !confirmed ? lastKnownOf(previous) : {}),
  }
}

/** The last status that was known and confirmed, the previous status included; empty when there was none. */
function lastKnownOf(previous: ActivityState | null): Partial<LastKnown<KnownActivity>> {
  if (previous === null) return {}
  const { status, since, confirmed, lastKnown, lastKnownSince } = previous
  if (status !== 'UNKNOWN' && confirmed !== false) return { lastKnown: status, lastKnownSince: since }
  return lastKnown === undefined || lastKnownSince === undefined ? {} : { lastKnown, lastKnownSince }
}

function witnessesOf(
  { sources }: BuildEvidence,
  { standing, builders }: Pick<ActivityInput, 'standing' | 'builders'>,
): readonly Source[] {
  const shipped = new Set(standing.map(({ sourceId }) => sourceId))
  return sources.filter(
    (source) => builders.sources.includes(source) || (shipped.has(source.id) && !isMissing(source)),
  )
}

function judge(input: ActivityInput, now: Instant): Verdict {
  const { ships, builders } = input
  const comeback = findComeback({ ships: input.standing, sources: builders.sources }, now)
  if (comeback !== undefined) {
    const evidence = [comeback.first.id, comeback.before.id, ...comeback.watchedBy]
    return { status: 'RESUMED', evidence, confirmed: true }
  }
  const fresh = statusFromShips(ships, now)
  const settled = settledStatus(input, now)
  const isRead = input.witnesses.flatMap(shipStreams).every((stream) => isReadable(stream, now))
  const status = builders.readable && isRead ? higherOf(fresh, settled) : fresh
  if (status === 'SHIPPING' || status === 'ACTIVE') {
    const isUnconfirmed = input.previous?.status === status && input.previous.confirmed === false
    const lowest = higherOf(status, isUnconfirmed ? confirmedStatus(input, now) : settled)
    const confirmed = lowest === status && isComebackOver(input, now)
    return { status, evidence: ships.slice(0, 2).map((ship) => ship.id), confirmed }
  }
  return judgeSilence(input, status, now)
}

/** The status from ships alone at an instant; the lowest without ships. It does not check that silence was watched. */
function statusFromShips(ships: readonly RecordedShip[], at: Instant): Ordered {
  const [newest, second] = ships.map((ship) => msOf(at) - msOf(placedAt(ship)))
  if (newest === undefined) return 'DORMANT'
  if (newest <= ACTIVITY_RULE.shippingMs) return 'SHIPPING'
  const twice = second !== undefined && second <= ACTIVITY_RULE.activeTwiceMs
  if (newest <= ACTIVITY_RULE.activeMs || twice) return 'ACTIVE'
  return newest <= ACTIVITY_RULE.dormantMs ? 'QUIET' : 'DORMANT'
}

/**
 * The last instant at which ships and readings showed the status. A status that waits for its settling day was last
 * shown at its boundary.
 */
function supportedUntil(verdict: Verdict, { ships, builders }: ActivityInput): Instant | null {
  const { status } = verdict
  if (status === 'UNKNOWN') return null
  const [newest] = ships
  const read = buildingReadUpTo(builders) ?? (newest === undefined ? null : newest.detectedAt)
  const end = status === 'RESUMED' ? null : shownTo(status, ships)
  return earliest([read, end].filter((at) => at !== null))
}

/** The instant up to which ships alone give a status; null for the lowest. */
function shownTo(status: Ordered, [newest, second]: readonly RecordedShip[]): Instant | null {
  if (newest === undefined || status === 'DORMANT') return null
  if (status === 'SHIPPING') return addMs(placedAt(newest), ACTIVITY_RULE.shippingMs)
  if (status === 'QUIET') return addMs(placedAt(newest), ACTIVITY_RULE.dormantMs)
  const twice = second === undefined ? [] : [addMs(placedAt(second), ACTIVITY_RULE.activeTwiceMs)]
  return latest([addMs(placedAt(newest), ACTIVITY_RULE.activeMs), ...twice])
}

/** The lowest status to which the previous one may move: confirmed by readings and one settling day. */
function settledStatus(input: ActivityInput, now: Instant): Ordered {
  const before = ORDER.find((status) => status === input.previous?.status)
  if (before === undefined) return 'DORMANT'
  const then = confirmedStatus(input, now)
  return ORDER.indexOf(before) < ORDER.indexOf(then) ? before : then
}

/** The status from ships at the latest instant that readings and one settling day confirm. */
function confirmedStatus({ ships, witnesses }: ActivityInput, now: Instant): Ordered {
  return statusFromShips(ships, confirmedAt(witnesses, addMs(now, -ACTIVITY_RULE.settleMs)))
}

/** Whether this is the first stated status, and an unread source may have a newer ship. */
function mayBeTooLow(status: KnownActivity, { previous, builders }: ActivityInput): boolean {
  if (status === 'SHIPPING' || status === 'RESUMED') return false
  const isFirst = previous === null || previous.status === 'UNKNOWN' || previous.confirmed === false
  return isFirst && isPartlyUnread(builders)
}

/** Whether readings confirm that no comeback stands any more; true without a comeback. */
function isComebackOver({ standing, builders, witnesses }: ActivityInput, now: Instant): boolean {
  const { sources } = builders
  return findComeback({ ships: standing, sources }, confirmedAt(witnesses, now)) === undefined
}

/**
 * The latest instant, at most `limit`, up to which every source was read. A settling day that an outage of the provider
 * interrupts does not end before the outage.
 */
function confirmedAt(witnesses: readonly Source[], limit: Instant): Instant {
  const times = witnesses
    .flatMap(shipStreams)
    .flatMap(({ lastOkAt, providerOutageSince: since }) => [
      lastOkAt,
      since === null ? null : addMs(since, -ACTIVITY_RULE.settleMs),
    ])
  const known = times.flatMap((time) => (time === null ? [] : [msOf(time)]))
  return instantOfMs(Math.min(msOf(limit), ...known))
}

function higherOf(a: Ordered, b: Ordered): Ordered {
  return ORDER.indexOf(a) < ORDER.indexOf(b) ? b : a
}

function judgeSilence(input: ActivityInput, status: Ordered, now: Instant): Verdict {
  const { ships, builders, previous } = input
  if (builders.sources.length === 0) return { status: 'UNKNOWN', reason: withoutCodeReason(builders) }
  if (!shipsCode(input)) return { status: 'UNKNOWN', reason: 'NOT_APPLICABLE' }
  if (!builders.readable) return { status: 'UNKNOWN', reason: notReadReason(builders.state) }
  if (builders.chainLapsed) return { status: 'UNKNOWN', reason: 'SOURCE_UNAVAILABLE' }
  if (!isSilenceWatched(input)) return { status: 'UNKNOWN', reason: 'NOT_ENOUGH_YET' }
  const newest = ships.slice(0, 1).map((ship) => ship.id)
  const evidence = [...newest, ...builders.sources.map((source) => source.id)]
  if (builders.suspended) {
    const stands =
      previous?.status === 'QUIET' || previous?.status === 'DORMANT' ? previous.status : undefined
    if (stands === undefined) return { status: 'UNKNOWN', reason: 'SOURCE_UNAVAILABLE' }
    return { status: stands, evidence, confirmed: true }
  }
  const read = statusFromShips(ships, confirmedAt(input.witnesses, now))
  if (read === 'SHIPPING' || read === 'ACTIVE') return { status: 'UNKNOWN', reason: 'STALE' }
  return { status: higherOf(status, read), evidence, confirmed: true }
}

/** Whether every code stream covers the silence, and no on-chain stream that was read is cut off inside it. */
function isSilenceWatched(input: ActivityInput): boolean {
  const { ships, builders } = input
  const isCovered = builders.streams.every((stream) => {
    const from = coveredFrom(stream)
    const silentFrom = silenceBefore(stream, ships)
    return from !== null && silentFrom !== null && msOf(from) <= msOf(silentFrom)
  })
  return isCovered && hidingSources(input).length === 0
}

/** The on-chain sources that are cut off inside the silence. */
function hidingSources({ cutOff, ships }: ActivityInput): readonly Source[] {
  return cutOff.filter((source) =>
    shipStreams(source).some((stream) => {
      const silentFrom = silenceBefore(stream, ships)
      return silentFrom !== null && isCutOffAfter(stream, silentFrom)
    }),
  )
}

function isCutOff(source: Source): boolean {
  return shipStreams(source).some((stream) => stream.isCutOff === true)
}

/** When the silence before a stream's last reading began: with the newest ship, or the dormancy span before. */
function silenceBefore({ lastOkAt }: Stream, ships: readonly RecordedShip[]): Instant | null {
  if (lastOkAt === null) return null
  const newest = ships.slice(0, 1).map(placedAt)
  return latest([addMs(lastOkAt, -ACTIVITY_RULE.dormantMs), ...newest])
}

function claimOf(verdict: Verdict, since: Instant): ActivityConclusion['claim'] {
  if (verdict.status === 'UNKNOWN') return unknown(verdict.reason)
  const evidence = nonEmpty(verdict.evidence)
  if (evidence === undefined) return unknown('NOT_ENOUGH_YET')
  return derived({ status: verdict.status, since }, ACTIVITY_RULE.id, evidence)
}

function inputsOf({
  ships,
  builders,
  witnesses,
  cutOff,
  previous,
  kind,
}: ActivityInput): Readonly<Record<string, unknown>> {
  return {
    ...(shipsCode({ kind }) ? {} : { kind }),
    newestShips: ships.slice(0, 2).map(({ id, occurredAt, detectedAt }) => ({
      id,
      ...(occurredAt === null ? { detectedAt } : { occurredAt }),
    })),
    countedShips: ships.length,
    sources: [...new Set([...witnesses, ...cutOff])].map((source) => ({
      id: source.id,
      attachedAt: source.attachedAt,
      archived: source.archived,
      streams: shipStreams(source).map((stream) => ({
        stream: stream.stream,
        lastOkAt: stream.lastOkAt,
        coveredFrom: coveredFrom(stream),
      })),
    })),
    readable: builders.readable,
    providerOutage: builders.suspended,
    previous,
  }
}

function unknownInputsOf(
  verdict: Verdict,
  input: ActivityInput,
  now: Instant,
): ActivityConclusion['unknownInputs'] {
  const { builders, witnesses } = input
  if (builders.sources.length === 0) {
    const reason = withoutCodeReason(builders)
    const { unread } = builders
    return unread.length === 0
      ? [{ input: 'sources', reason }]
      : unread.map(({ id }) => ({ input: id, reason }))
  }
  if (verdict.status === 'UNKNOWN' && verdict.reason === 'NOT_APPLICABLE')
    return [{ input: 'silence', reason: verdict.reason }]
  const isHidden = verdict.status === 'UNKNOWN' && verdict.reason === 'NOT_ENOUGH_YET'
  const hiding = isHidden ? hidingSources(input) : []
  return [...new Set([...witnesses, ...hiding])].flatMap((source) => {
    if (hiding.includes(source)) return [{ input: source.id, reason: 'NOT_ENOUGH_YET' }]
    const { state } = stateOfStreams(shipStreams(source), now)
    return state === 'MEASURED' ? [] : [{ input: source.id, reason: state }]
  })
}
