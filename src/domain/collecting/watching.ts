import type { UnknownReason } from '#contract/claim.ts'
import type { CoverageState, SourceKind } from '#contract/enums.ts'
import { DAY_MS, earliest, HOUR_MS, type Instant, instantOfMs, msOf } from '#contract/time.ts'
import { type BuildEvidence, placedAt, type Source, type Stream } from '#domain/evidence.ts'

/** How long a reading is fresh and how long it is readable. */
export const WATCHING_RULE = {
  id: 'watching@4',
  freshCadences: 3,
  freshAtLeastMs: HOUR_MS,
  readableCadences: 3,
  readableAtLeastMs: 72 * HOUR_MS,
  chainWindowMs: 30 * DAY_MS,
  /** A count may end now while every reading that it rests on is at most this old. */
  countsToNowMs: 3 * HOUR_MS,
} as const

/**
 * Streams read for context alone. The coverage and ledger rules do not get them, and their failures count against
 * neither their source nor its provider.
 */
export const CONTEXT_STREAMS: readonly string[] = ['registry_listing']

/**
 * Streams of each kind of source whose silence can show that nobody builds. Null for a kind that nothing reads yet:
 * such a source is an identity alone. A collector of the kind puts its streams here in place of null.
 */
export const CODE_STREAMS: Readonly<Record<SourceKind, readonly string[] | null>> = {
  github_repository: ['releases', 'commits'],
  npm_package: null,
  website: [],
  deployer: [],
  contract: [],
  token: [],
  market: [],
  explorer: [],
  locker: [],
}
/** Streams whose items show building, but whose silence proves nothing. */
export const CHAIN_STREAMS: Partial<Record<SourceKind, readonly string[]>> = {
  deployer: ['deployments'],
  contract: ['upgrades'],
  token: ['upgrades'],
}

/** The coverage state of a set of streams, and whether its readings are recent enough for a conclusion. */
type StreamsState = { readonly state: CoverageState; readonly readable: boolean }

/** The builder sources of a project and how far they can be read. */
export type BuilderReading = StreamsState & {
  /** The counted code sources that still exist; all of them when none exists any more. */
  readonly sources: readonly Source[]
  readonly streams: readonly Stream[]
  /** True while a provider of these streams is in an outage: then no negative conclusion is allowed. */
  readonly suspended: boolean
  /** The on-chain streams of counted sources. */
  readonly chain: readonly Stream[]
  /** True when on-chain sources are no longer read: a ship there may be missing. */
  readonly chainLapsed: boolean
  /** The project's own sources of a kind that nothing reads yet. */
  readonly unread: readonly Source[]
}

/** Whether the last successful reading is at most max(3 cadences, 72 h) old; false when it was never read. */
export function isReadable(stream: Stream, now: Instant): boolean {
  if (stream.lastOkAt === null) return false
  const windowMs = Math.max(
    WATCHING_RULE.readableCadences * stream.cadenceMs,
    WATCHING_RULE.readableAtLeastMs,
  )
  return msOf(now) - msOf(stream.lastOkAt) <= windowMs
}

/** Whether the stream's readings cover the whole span, ends included; false when a part was not read. */
export function covers(stream: Stream, span: { from: Instant; to: Instant }): boolean {
  const from = coveredFrom(stream)
  if (from === null || stream.lastOkAt === null) return false
  return msOf(from) <= msOf(span.from) && msOf(stream.lastOkAt) >= msOf(span.to)
}

/** The earliest instant that the stream's readings cover; null before its first reading. */
export function coveredFrom(stream: Stream): Instant | null {
  return stream.coversFrom ?? stream.firstOkAt
}

/** Whether the readings of every stream cover at least `ms` before an instant; false when one was never read. */
export function coverBefore(streams: readonly Stream[], at: Instant, ms: number): boolean {
  return streams.every((stream) => {
    const from = coveredFrom(stream)
    return from !== null && msOf(at) - msOf(from) >= ms
  })
}

/**
 * Whether ships of an on-chain stream after an instant may be missing, because no node keeps the blocks before its
 * coverage. A listing that is not cut off has all of them, however late it begins. False for a stream that was never
 * read.
 */
export function isCutOffAfter(stream: Stream, at: Instant): boolean {
  const from = coveredFrom(stream)
  return stream.isCutOff === true && from !== null && msOf(from) > msOf(at)
}

/** The instant up to which every stream was read; null when one was never read, and without streams. */
export function readUpTo(streams: readonly Stream[]): Instant | null {
  const read = streams.map((stream) => stream.lastOkAt).filter((at) => at !== null)
  return read.length < streams.length ? null : earliest(read)
}

/**
 * The instant up to which the building of a project was read: every code and on-chain stream that was ever read. Null
 * before the first reading.
 */
export function buildingReadUpTo({
  streams,
  chain,
}: Pick<BuilderReading, 'streams' | 'chain'>): Instant | null {
  return readUpTo([...streams, ...chain].filter(({ lastOkAt }) => lastOkAt !== null))
}

/**
 * Whether unread ships may exist: a code source was not read completely so far, or an on-chain stream was never tried.
 * A failing on-chain stream does not count, because its silence proves nothing.
 */
export function isPartlyUnread({ sources, chain }: Pick<BuilderReading, 'sources' | 'chain'>): boolean {
  const isWhole = (streams: readonly Stream[]) =>
    streams.length > 0 && streams.every(({ lastOkAt }) => lastOkAt !== null)
  return (
    sources.some((source) => !isWhole(codeStreams(source))) ||
    chain.some(({ lastTriedAt }) => lastTriedAt === null)
  )
}

/** Whether nothing reads sources of the kind yet, so that a source of it is an identity alone. */
export function isUnreadKind(kind: SourceKind): boolean {
  return CODE_STREAMS[kind] === null
}

/** Whether a stream of the source was ever read. */
export function wasRead(source: Source): boolean {
  return source.streams.some((stream) => stream.firstOkAt !== null)
}

/** The coverage state of the least readable of the streams; NOT_ENOUGH_YET when there is none yet. */
export function stateOfStreams(streams: readonly Stream[], now: Instant): StreamsState {
  const states = streams.map((stream) => stateOfStream(stream, now))
  const readable = streams.length > 0 && streams.every((stream) => isReadable(stream, now))
  return { state: WORST_FIRST.find((state) => states.includes(state)) ?? 'NOT_ENOUGH_YET', readable }
}

/**
 * Whether the project's building can be read, and from which sources. Code sources decide. Without code sources,
 * on-chain sources are measured only while they show ships, because their silence proves nothing. Where nothing else
 * shows building, a source of a kind that nothing reads makes it NOT_APPLICABLE. A self-reported source does not count:
 * neither its ships nor its silence say anything of the project.
 */
export function builderReading(evidence: BuildEvidence, now: Instant): BuilderReading {
  const code = evidence.sources.filter(isCodeSource)
  const present = code.filter((source) => !isMissing(source))
  const sources = present.length > 0 ? present : code
  const streams = sources.flatMap(codeStreams)
  const chain = evidence.sources
    .filter((source) => source.counted)
    .flatMap(chainStreams)
    .filter(isOfProject)
  const builders = {
    sources,
    streams,
    chain,
    suspended: [...streams, ...chain].some((stream) => stream.providerOutageSince !== null),
    chainLapsed: chain.some((stream) => stream.lastOkAt !== null && !isReadable(stream, now)),
    unread: evidence.sources.filter((source) => source.counted && isUnreadKind(source.kind)),
  }
  if (code.length === 0) {
    const read = readChain(evidence, now)
    return { ...builders, ...(read ?? { state: withoutCodeReason(builders), readable: false }) }
  }
  if (sources.some((source) => codeStreams(source).length === 0)) {
    return { ...builders, state: 'NOT_ENOUGH_YET', readable: false }
  }
  return { ...builders, ...stateOfStreams(streams, now) }
}

/**
 * The last instant at which all of these streams were read; now while each was read in the last three hours. A stream
 * of a silent source is up to date for longer, but items that it has not read yet are not counted.
 */
export function lastWholeReading(streams: readonly Stream[], now: Instant): Instant {
  const ends = streams
    .filter(
      (stream) =>
        isRefused(stream) || stateOfStream(stream, now) !== 'MEASURED' || !isReadLately(stream, now),
    )
    .flatMap((stream) => [stream.lastOkAt, stream.providerOutageSince])
    .filter((at) => at !== null)
  return instantOfMs(Math.min(msOf(now), ...ends.map(msOf)))
}

/** The reason for an unknown without a code source: NOT_APPLICABLE beside a source of a kind that nothing reads. */
export function withoutCodeReason({
  unread,
}: Pick<BuilderReading, 'unread'>): 'NO_SOURCE' | 'NOT_APPLICABLE' {
  return unread.length === 0 ? 'NO_SOURCE' : 'NOT_APPLICABLE'
}

/** The reason for an unknown in a dimension: its coverage state, or NOT_ENOUGH_YET when it was measured. */
export function notReadReason(state: CoverageState): UnknownReason {
  return state === 'MEASURED' ? 'NOT_ENOUGH_YET' : state
}

/**
 * Whether the provider last answered that it has no such source, and no recent reading succeeded. A later failed
 * attempt takes that answer back only when the answer is no longer fresh.
 */
export function isAbsent(stream: Stream, now: Instant): boolean {
  if (isReadable(stream, now)) return false
  const { lastOutcome, missingAt } = stream
  return lastOutcome === 'missing' || (missingAt !== undefined && isFresh(missingAt, stream, now))
}

/** The streams of a source that have code ships; empty when none is read. */
export function codeStreams(source: Source): readonly Stream[] {
  return source.streams.filter((stream) => CODE_STREAMS[source.kind]?.includes(stream.stream))
}

/** The streams of a source that have ships, in code or on the chain; empty when none is read. */
export function shipStreams(source: Source): readonly Stream[] {
  return [...codeStreams(source), ...chainStreams(source)]
}

/** The streams of a source that have on-chain ships; empty when none is read. */
function chainStreams(source: Source): readonly Stream[] {
  return source.streams.filter((stream) => CHAIN_STREAMS[source.kind]?.includes(stream.stream))
}

const WORST_FIRST = ['SOURCE_UNAVAILABLE', 'ERROR', 'NOT_ENOUGH_YET', 'STALE', 'MEASURED'] as const

function stateOfStream(stream: Stream, now: Instant): (typeof WORST_FIRST)[number] {
  if (stream.lastOkAt === null) return stateOfUnread(stream)
  if (!isReadable(stream, now)) return isRefused(stream) ? 'SOURCE_UNAVAILABLE' : 'STALE'
  return isFresh(stream.lastOkAt, stream, now) ? 'MEASURED' : 'STALE'
}

/** Whether an answer at this instant is at most max(3 cadences, 1 h) old. */
function isFresh(at: Instant, { cadenceMs }: Stream, now: Instant): boolean {
  const freshMs = Math.max(WATCHING_RULE.freshCadences * cadenceMs, WATCHING_RULE.freshAtLeastMs)
  return msOf(now) - msOf(at) <= freshMs
}

function isReadLately({ lastOkAt }: Stream, now: Instant): boolean {
  return lastOkAt !== null && msOf(now) - msOf(lastOkAt) <= WATCHING_RULE.countsToNowMs
}

/** Whether the source or its provider refuses to answer, for example by a rate limit. */
function isRefused(stream: Stream): boolean {
  return (
    stream.failingSince !== null ||
    stream.providerOutageSince !== null ||
    stream.lastOutcome === 'rate_limited'
  )
}

function stateOfUnread(stream: Stream): 'NOT_ENOUGH_YET' | 'ERROR' | 'SOURCE_UNAVAILABLE' {
  if (stream.lastTriedAt === null) return 'NOT_ENOUGH_YET'
  return stream.lastOutcome === 'error' ? 'ERROR' : 'SOURCE_UNAVAILABLE'
}

function isCodeSource(source: Source): boolean {
  return source.counted && (source.kind === 'github_repository' || codeStreams(source).length > 0)
}

/** Whether the host says that it has no such source, or that nobody may read it. */
export function isMissing(source: Source): boolean {
  return codeStreams(source).some((stream) => stream.lastOutcome === 'missing')
}

/** Whether an on-chain stream is of the project: a contract that another project has is not read for this one. */
export function isOfProject({ lastOutcome }: Stream): boolean {
  return lastOutcome !== 'disallowed'
}

/** The state of the on-chain sources that show ships; undefined while none does. */
function readChain(evidence: BuildEvidence, now: Instant): StreamsState | undefined {
  const active = evidence.sources.filter((source) => source.counted && shipsLately(source, evidence, now))
  const streams = active.flatMap(chainStreams)
  return streams.length === 0 ? undefined : stateOfStreams(streams, now)
}

function shipsLately(source: Source, evidence: BuildEvidence, now: Instant): boolean {
  return evidence.ships.some(
    (ship) =>
      ship.sourceId === source.id &&
      !ship.withdrawn &&
      ship.backing !== 'self-reported' &&
      Math.abs(msOf(now) - msOf(placedAt(ship))) <= WATCHING_RULE.chainWindowMs,
  )
}
