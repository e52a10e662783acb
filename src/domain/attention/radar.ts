import type { UnknownReason } from '#contract/claim.ts'
import type { ResearchLevel } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import type { ContractUse, contractUse } from '#domain/contracts/contract-use.ts'
import { type Places, percentiles } from './percentiles.ts'

/** Weights of the Radar. Nothing that can be bought or traded is a part. */
export const RADAR_RULE = {
  id: 'radar@1',
  weights: { building: 0.65, use: 0.2, research: 0.15 },
  research: { VERIFIED_BUILDER: 100, RESEARCHED: 50, INDEXED: 0 } satisfies Record<ResearchLevel, number>,
  /** Calls that were last read longer ago do not describe the week that the others are compared in. */
  useFreshMs: 3 * DAY_MS,
} as const

export const RADAR_PARTS = ['building', 'use', 'research'] as const
type PartName = (typeof RADAR_PARTS)[number]

type Measured<T> = { readonly value: T } | { readonly reason: UnknownReason }

/** The inputs of the Radar for one project. No market figure is an input. */
export type RadarInputs = {
  /** Build Momentum. */
  readonly building: Measured<number>
  /** Decoded calls to the project's own functions over seven complete days. */
  readonly use: Measured<number>
  readonly research: Measured<ResearchLevel>
  /** The latest counted ship; null when none is known. */
  readonly lastShipAt: Instant | null
}
export type RadarCandidate = RadarInputs & { readonly projectId: string; readonly slug: Slug }

/**
 * One part of a score. `points` are from 0 to 100: of building and use, the percentile. `weight` is the share in this
 * score. Invariant: neither is set while `state` is a reason; a project without a score has no weights.
 */
export type RadarPart = {
  readonly state: 'MEASURED' | UnknownReason
  readonly value: number | ResearchLevel | null
  readonly points: number | null
  readonly weight: number | null
}
export type RadarParts = Readonly<Record<PartName, RadarPart>>

/** The Radar of a project. Invariant: score and rank are null exactly while Build Momentum is unknown. */
export type RadarPlace = {
  readonly score: number | null
  readonly rank: number | null
  readonly parts: RadarParts
}

/**
 * The Radar of each project: its percentile by Build Momentum and by use among the projects that have a score, and its
 * research level. A part that is unknown drops out, and the others keep their proportions. Equal scores are ordered by
 * the latest counted ship, then by slug.
 * @source contract, Project reads
 */
export function radar(candidates: readonly RadarCandidate[]): ReadonlyMap<string, RadarPlace> {
  const members = candidates.filter(({ building }) => 'value' in building)
  const places = { building: placesBy(members, 'building'), use: placesBy(members, 'use') }
  const scored = candidates.map((candidate) => ({ candidate, ...scoreOf(candidate, places) }))
  const ranks = new Map(
    scored
      .flatMap(({ candidate, score }) => (score === null ? [] : [{ candidate, score }]))
      .toSorted(byRank)
      .map(({ candidate }, index) => [candidate.projectId, index + 1]),
  )
  return new Map(
    scored.map(({ candidate: { projectId }, score, parts }) => [
      projectId,
      { score, rank: ranks.get(projectId) ?? null, parts },
    ]),
  )
}

/** Use as the Radar counts it: STALE when the calls of a contract that is part of it were not read for three days. */
export function radarUse(
  { claim }: ReturnType<typeof contractUse>,
  uses: readonly ContractUse[],
  now: Instant,
): RadarInputs['use'] {
  if (claim.kind === 'UNKNOWN') return { reason: claim.reason }
  const read = uses.filter(({ decodable }) => decodable).map(({ collected }) => collected)
  const isOld = read.some((span) => span !== null && msOf(now) - msOf(span.to) > RADAR_RULE.useFreshMs)
  return isOld ? { reason: 'STALE' } : { value: claim.value.calls }
}

type Scored = { readonly candidate: RadarCandidate; readonly score: number }

/** Most scores have a hundred equals in a large catalogue, so instants are compared as texts, which sort by time. */
function byRank(a: Scored, b: Scored): number {
  if (a.score !== b.score) return b.score - a.score
  const [shippedA, shippedB] = [lastShipOf(a), lastShipOf(b)]
  if (shippedA !== shippedB) return shippedA < shippedB ? 1 : -1
  return a.candidate.slug < b.candidate.slug ? -1 : 1
}

/** A known ship comes before none. */
function lastShipOf({ candidate: { lastShipAt } }: Scored): string {
  return lastShipAt === null ? '' : lastShipAt
}

/** A percentile does not change with the logarithm of its figure, so calls are compared as they are. */
function placesBy(members: readonly RadarCandidate[], part: 'building' | 'use'): Places {
  return percentiles(
    members.flatMap(({ projectId, [part]: figure }): [string, number][] =>
      'value' in figure ? [[projectId, figure.value]] : [],
    ),
  )
}

function scoreOf(
  candidate: RadarCandidate,
  places: Readonly<Record<'building' | 'use', Places>>,
): Pick<RadarPlace, 'score' | 'parts'> {
  const points = {
    building: pointsAt(candidate, places.building),
    use: pointsAt(candidate, places.use),
    research: 'value' in candidate.research ? RADAR_RULE.research[candidate.research.value] : null,
  }
  const measured = RADAR_PARTS.flatMap((name) => {
    const own = points[name]
    return own === null ? [] : [{ points: own, weight: RADAR_RULE.weights[name] }]
  })
  const isScored = points.building !== null
  const whole = measured.reduce((sum, { weight }) => sum + weight, 0)
  const partOf = (name: PartName): RadarPart => {
    const { [name]: figure } = candidate
    const own = points[name]
    if ('reason' in figure) return { state: figure.reason, value: null, points: null, weight: null }
    const weight = isScored ? rounded(RADAR_RULE.weights[name] / whole, 4) : null
    return { state: 'MEASURED', value: figure.value, points: own, weight }
  }
  const sum = measured.reduce((total, part) => total + part.points * part.weight, 0)
  return {
    score: isScored ? rounded(sum / whole, 1) : null,
    parts: { building: partOf('building'), use: partOf('use'), research: partOf('research') },
  }
}

function pointsAt({ projectId }: RadarCandidate, places: Places): number | null {
  const percentile = places.get(projectId)
  return percentile === undefined ? null : rounded(percentile, 1)
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
