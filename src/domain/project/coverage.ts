import type { UnknownReason } from '#contract/claim.ts'
import type { CoverageDimension, SourceKind } from '#contract/enums.ts'
import type { ContractAddress } from '#contract/ids.ts'
import { type Instant, latest, msOf } from '#contract/time.ts'
import {
  type BuilderReading,
  builderReading,
  buildingReadUpTo,
  CONTEXT_STREAMS,
  isAbsent,
  isOfProject,
  readUpTo,
  stateOfStreams,
} from '#domain/collecting/watching.ts'
import type { BuildEvidence, Source, Stream, TokenStatement } from '#domain/evidence.ts'
import type { DimensionCoverage } from './card-evidence.ts'
import { LAUNCH_STREAM } from './launch-stage.ts'
import { NAMING_STREAM, speaksForProject, verdictStatements } from './verification.ts'

/** The coverage rule. It uses the thresholds of `watching`. */
export const COVERAGE_RULE = { id: 'coverage@8' } as const

/** The inputs of coverage. Without a token, market, locks and verification do not apply. */
export type CoverageInput = {
  readonly build: BuildEvidence
  readonly token: ContractAddress | null
  readonly statements: readonly TokenStatement[]
}

/** The coverage state of each dimension, never a score. @source contract, Enumerations */
export function coverageOf(
  input: CoverageInput,
  now: Instant,
): Readonly<Record<CoverageDimension, DimensionCoverage>> {
  const { sources } = input.build
  const builders = builderReading(input.build, now)
  const ofToken = (coverage: DimensionCoverage) =>
    input.token === null ? ({ state: 'NOT_APPLICABLE', observedAt: null } as const) : coverage
  return {
    building: buildingCoverage(builders),
    contracts: coverageOfContracts(sources, now),
    verified_source: coverageOfAny(streamsOf(sources, 'verified_source'), now),
    market: ofToken(coverageOfAny(streamsOf(sources, 'market'), now)),
    locks: ofToken(coverageOfLocks(streamsOf(sources, 'locks'), now)),
    token_verification: coverageOfVerification(input, now),
  }
}

/**
 * Code sources decide where there are any. While on-chain readings lapsed, ships may be missing: SOURCE_UNAVAILABLE,
 * and no number counts. Building was read in full up to the oldest of the last readings behind it; null while a code
 * stream was never read.
 */
function buildingCoverage(builders: BuilderReading): DimensionCoverage {
  const isCodeUnread = builders.streams.some(({ lastOkAt }) => lastOkAt === null)
  return {
    state: builders.readable && builders.chainLapsed ? 'SOURCE_UNAVAILABLE' : builders.state,
    observedAt: isCodeUnread ? null : buildingReadUpTo(behindBuilding(builders)),
  }
}

/**
 * The streams that building rests on. On-chain streams are among them while they lapsed, and where no code shows
 * building.
 */
function behindBuilding({
  streams,
  chain,
  chainLapsed,
}: BuilderReading): Pick<BuilderReading, 'streams' | 'chain'> {
  return { streams, chain: chainLapsed || streams.length === 0 ? chain : [] }
}

/**
 * The sources behind the coverage of a dimension, each with only the streams that decide its state and its time. Empty
 * without a source of it, and for a dimension of the token without a token.
 */
export function sourcesBehind(
  dimension: CoverageDimension,
  input: CoverageInput,
  now: Instant,
): readonly Source[] {
  const { sources } = input.build
  switch (dimension) {
    case 'building': {
      const { streams, chain } = behindBuilding(builderReading(input.build, now))
      const behind = new Set([...streams, ...chain])
      return withStreams(sources, (_, stream) => behind.has(stream))
    }
    case 'contracts':
      return shownSources(usedSources(sources, dimension).flatMap(withOwnStreams), dimension)
    case 'verified_source':
      return shownSources(usedSources(sources, dimension), dimension)
    case 'market':
    case 'locks':
      return input.token === null ? [] : shownSources(usedSources(sources, dimension), dimension)
    case 'token_verification':
      return behindVerification(input)
  }
}

/** The sources with the streams that pass; a source without such a stream is left out. */
function withStreams(
  sources: readonly Source[],
  isKept: (source: Source, stream: Stream) => boolean,
): readonly Source[] {
  return sources.flatMap((source) => {
    const streams = source.streams.filter((stream) => isKept(source, stream))
    return streams.length === 0 ? [] : [{ ...source, streams }]
  })
}

function shownSources(used: readonly Source[], dimension: ReadDimension): readonly Source[] {
  return withStreams(used, ({ kind }, { stream }) => isShownBy(dimension, { kind, stream }))
}

/**
 * The coverage of the deployments of a project by its attached, counted deployers. SOURCE_UNAVAILABLE also while no
 * node keeps blocks that were not read, so that there can be more deployments.
 */
export function coverageOfDeployments(sources: readonly Source[], now: Instant): DimensionCoverage {
  const attached = sources.filter(({ kind, detachedAt }) => kind === 'deployer' && detachedAt === null)
  const streams = streamsOf(attached, 'contracts')
  const coverage = coverageOfAll(streams, now)
  const isCut = streams?.some(({ isCutOff }) => isCutOff === true) === true
  return coverage.state === 'MEASURED' && isCut ? { ...coverage, state: 'SOURCE_UNAVAILABLE' } : coverage
}

type ReadDimension = Exclude<CoverageDimension, 'building'>

/** The kinds of sources that show each dimension, and which of their streams do. */
const SHOWN_BY: Readonly<
  Record<
    ReadDimension,
    { readonly kinds: readonly SourceKind[]; readonly isShownBy: (stream: string) => boolean }
  >
> = {
  contracts: {
    kinds: ['deployer', 'contract', 'token'],
    // The logs of launches show nothing of a contract.
    isShownBy: (stream) => stream !== LAUNCH_STREAM,
  },
  verified_source: {
    kinds: ['explorer'],
    // Calls do not show verified source.
    isShownBy: (stream) => stream !== 'method_use',
  },
  market: { kinds: ['market'], isShownBy: () => true },
  locks: { kinds: ['locker'], isShownBy: () => true },
  token_verification: { kinds: ['website'], isShownBy: (stream) => stream === NAMING_STREAM },
}

/** Whether a stream of a kind of source shows a dimension. A stream that is read for context alone shows none. */
export function isShownBy(
  dimension: ReadDimension,
  { kind, stream }: { readonly kind: SourceKind; readonly stream: string },
): boolean {
  const { kinds, isShownBy } = SHOWN_BY[dimension]
  return kinds.includes(kind) && isShownBy(stream) && !CONTEXT_STREAMS.includes(stream)
}

/** Kinds that are used only when they are counted. A site is used when it speaks for the project. */
const OWN_KINDS: readonly SourceKind[] = ['deployer', 'contract']

/** The coverage of streams that each read a different thing: the least readable decides. */
function coverageOfAll(streams: readonly Stream[] | null, now: Instant): DimensionCoverage {
  if (streams === null) return { state: 'NO_SOURCE', observedAt: null }
  return { state: stateOfStreams(streams, now).state, observedAt: readUpTo(streams) }
}

/**
 * NOT_APPLICABLE when every contract belongs to another project, because nothing is then read for this one. Beside
 * other sources, a contract of another project does not count.
 */
function coverageOfContracts(sources: readonly Source[], now: Instant): DimensionCoverage {
  const used = usedSources(sources, 'contracts')
  const own = used.flatMap(withOwnStreams)
  if (used.length > 0 && own.length === 0) return { state: 'NOT_APPLICABLE', observedAt: null }
  return coverageOfAll(streamsOf(own, 'contracts'), now)
}

/** A source without the streams of a contract that another project has; empty when no stream is left. */
function withOwnStreams(source: Source): readonly Source[] {
  if (source.kind !== 'contract' || source.streams.length === 0) return [source]
  const streams = source.streams.filter(isOfProject)
  return streams.length === 0 ? [] : [{ ...source, streams }]
}

/** NOT_ENOUGH_YET as long as locks of a locker were not read: how many there are is then unknown. */
function coverageOfLocks(streams: readonly Stream[] | null, now: Instant): DimensionCoverage {
  const coverage = coverageOfAll(streams, now)
  const isPartial = streams?.some(({ hasUnreadLocks }) => hasUnreadLocks === true) === true
  return isPartial ? { ...coverage, state: 'NOT_ENOUGH_YET' } : coverage
}

/**
 * The coverage of one thing that several providers have: the most readable stream decides. While no stream was read,
 * the least readable of the streams that may have it decides. NO_SOURCE without a source (`streams` is null), and when
 * by its newest answer each provider has nothing.
 */
export function coverageOfAny(streams: readonly Stream[] | null, now: Instant): DimensionCoverage {
  if (streams === null) return { state: 'NO_SOURCE', observedAt: null }
  const best = streams.toSorted((a, b) => lastReadMs(b) - lastReadMs(a))[0]
  if (best === undefined) return { state: 'NOT_ENOUGH_YET', observedAt: null }
  const present = streams.filter((stream) => !isAbsent(stream, now))
  if (present.length === 0) return { state: 'NO_SOURCE', observedAt: best.lastOkAt }
  const deciding = best.lastOkAt === null ? present : [best]
  return { state: stateOfStreams(deciding, now).state, observedAt: best.lastOkAt }
}

/**
 * Why no market reading gives a figure: NO_SOURCE where every provider has answered and none has the figure. Otherwise
 * the state of a provider that may have it.
 */
export function reasonOfUngiven(sources: readonly Source[], now: Instant): UnknownReason {
  const present = streamsOf(sources, 'market')?.filter((stream) => !isAbsent(stream, now))
  if (present === undefined || present.length === 0) return 'NO_SOURCE'
  const { state } = stateOfStreams(present, now)
  return state === 'MEASURED' ? 'NO_SOURCE' : state
}

/**
 * The most readable of the readings that show the verdict decides. While no reading shows the verdict, the readings of
 * the sites that speak for the project decide. A statement that only the catalogue has is not a reading.
 */
function coverageOfVerification(
  { build, token, statements }: CoverageInput,
  now: Instant,
): DimensionCoverage {
  if (token === null) return { state: 'NOT_APPLICABLE', observedAt: null }
  const { sources } = build
  const shown = verdictStatements({ token, statements, sources })
  if (shown.length === 0) return coverageOfAny(streamsOf(sources, 'token_verification'), now)
  const { state } = coverageOfAny(
    shown.flatMap((statement) => readingsOf(statement, sources)),
    now,
  )
  const isOld = state !== 'MEASURED' && state !== 'NOT_ENOUGH_YET'
  return { state: isOld ? 'STALE' : state, observedAt: latest(shown.map(({ observedAt }) => observedAt)) }
}

/** The streams that read a statement, as of the last reading that confirmed it. */
function readingsOf(statement: TokenStatement, sources: readonly Source[]): readonly Stream[] {
  return withStreams(sources, (source, stream) => isReadBy(statement, source, stream)).flatMap(
    ({ streams }) => streams.map((stream) => ({ ...stream, lastOkAt: statement.observedAt })),
  )
}

/**
 * The sources that read the statements of the verdict. While there is no such statement, the sites that speak for the
 * project.
 */
function behindVerification({ build, token, statements }: CoverageInput): readonly Source[] {
  if (token === null) return []
  const { sources } = build
  const shown = verdictStatements({ token, statements, sources })
  if (shown.length === 0)
    return shownSources(usedSources(sources, 'token_verification'), 'token_verification')
  return withStreams(sources, (source, stream) =>
    shown.some((statement) => isReadBy(statement, source, stream)),
  )
}

function isReadBy({ kind, sourceId, record }: TokenStatement, source: Source, { stream }: Stream): boolean {
  if (kind === 'token_signed') return source.kind === 'token' && stream === 'signature'
  if (kind === 'token_deploy_record') return source.id === record?.source && stream === 'repository'
  return source.id === sourceId && stream === NAMING_STREAM
}

/** The streams that show a dimension; null without a source of it. */
function streamsOf(sources: readonly Source[], dimension: ReadDimension): readonly Stream[] | null {
  const used = usedSources(sources, dimension)
  if (used.length === 0) return null
  return used.flatMap(({ kind, streams }) =>
    streams.filter(({ stream }) => isShownBy(dimension, { kind, stream })),
  )
}

/** The sources that can show a dimension. */
function usedSources(sources: readonly Source[], dimension: ReadDimension): readonly Source[] {
  const { kinds } = SHOWN_BY[dimension]
  return sources.filter(
    (source) =>
      kinds.includes(source.kind) &&
      (source.counted || !OWN_KINDS.includes(source.kind)) &&
      (source.kind !== 'website' || speaksForProject(source)),
  )
}

function lastReadMs(stream: Stream): number {
  return stream.lastOkAt === null ? Number.NEGATIVE_INFINITY : msOf(stream.lastOkAt)
}
