import type { UnknownReason } from '#contract/claim.ts'
import type { ResearchLevel } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { type Percentiles, percentiles } from './percentiles.ts'

/** Weights of the Radar. Nothing that can be bought or traded is a part. */
export const RADAR_RULE = {
  id: 'radar@2',
  weights: { building: 0.65, use: 0.2, research: 0.15 },
  research: { VERIFIED_BUILDER: 100, RESEARCHED: 50, INDEXED: 0 } satisfies Record<ResearchLevel, number>,
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
 * One part of a score. `points` are from 0 to 100; for building and use they are the percentile. `weight` is the share
 * in every score. Invariant: `value`, `points` and `weight` are null while `state` is a reason; a project without a
 * score has no weights.
 */
export type RadarPart = {
  readonly state: 'MEASURED' | UnknownReason
  readonly value: number | ResearchLevel | null
  readonly points: number | null
  readonly weight: number | null
  /** Points that the score uses for an unknown part: the lowest known points. Absent for a measured part. */
  readonly assumedPoints?: number
}
export type RadarParts = Readonly<Record<PartName, RadarPart>> & {
  /** Absent while no part of the score is unknown. */
  readonly withoutUnknown?: WithoutUnknown
}

/** The score of the measured parts alone, which share the whole weight, and the rank with that score. */
type WithoutUnknown = { readonly score: number; readonly rank: number }

/** The Radar of a project. Invariant: score and rank are null exactly while Build Momentum is unknown. */
export type RadarPlace = {
  readonly score: number | null
  readonly rank: number | null
  readonly parts: RadarParts
}

/**
 * The Radar of each project: its percentiles by Build Momentum and by use among the projects that have a score, and its
 * research level. An unknown part gets the lowest known points, so that an unknown never helps. Equal scores are
 * ordered by the latest counted ship, then by slug.
 * @source contract, Project reads
 */
export function radarPlaces(candidates: readonly RadarCandidate[]): ReadonlyMap<string, RadarPlace> {
  const members = candidates.filter(({ building }) => 'value' in building)
  const places = { building: placesBy(members, 'building'), use: placesBy(members, 'use') }
  const leastUse = [...places.use.values()].reduce((least, points) => Math.min(least, points), 100)
  const least = { building: 0, use: places.use.size === 0 ? 0 : rounded(leastUse, 1), research: 0 }
  const scored = candidates.map((candidate) => ({ candidate, ...scoreOf(candidate, { places, least }) }))
  const ranking = scored
    .flatMap(({ candidate, score }) => (score === null ? [] : [{ candidate, score }]))
    .toSorted(byRank)
  const ranks = new Map(ranking.map(({ candidate }, index) => [candidate.projectId, index + 1]))
  return new Map(
    scored.map(({ candidate, score, measuredScore, parts }) => {
      const rank = ranks.get(candidate.projectId) ?? null
      if (rank === null || measuredScore === null) return [candidate.projectId, { score, rank, parts }]
      const other = rankAmong(ranking, { candidate, score: measuredScore }, rank)
      const withoutUnknown = { score: measuredScore, rank: other }
      return [candidate.projectId, { score, rank, parts: { ...parts, withoutUnknown } }]
    }),
  )
}

type Scored = { readonly candidate: RadarCandidate; readonly score: number }

/**
 * In a large catalogue about a hundred projects share a score. Instants are therefore compared as texts, which sort by
 * time.
 */
function byRank(a: Scored, b: Scored): number {
  if (a.score !== b.score) return b.score - a.score
  const [shippedA, shippedB] = [lastShipOf(a), lastShipOf(b)]
  if (shippedA !== shippedB) return shippedA < shippedB ? 1 : -1
  return a.candidate.slug < b.candidate.slug ? -1 : 1
}

/**
 * The rank that a project would have with another score. A binary search, because most projects of a catalogue can have
 * an unknown part.
 */
function rankAmong(ranking: readonly Scored[], other: Scored, rank: number): number {
  let [from, to] = [0, ranking.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const ranked = ranking[middle]
    if (ranked !== undefined && byRank(ranked, other) < 0) from = middle + 1
    else to = middle
  }
  return rank <= from ? from : from + 1
}

/** The latest ship as a text to sort by. A project without a known ship comes last. */
function lastShipOf({ candidate: { lastShipAt } }: Scored): string {
  return lastShipAt === null ? '' : lastShipAt
}

/** Percentiles by one part. Calls are compared without a logarithm, which would not change their percentiles. */
function placesBy(members: readonly RadarCandidate[], part: 'building' | 'use'): Percentiles {
  return percentiles(
    members.flatMap(({ projectId, [part]: figure }): [string, number][] =>
      'value' in figure ? [[projectId, figure.value]] : [],
    ),
  )
}

type Standings = {
  readonly places: Readonly<Record<'building' | 'use', Percentiles>>
  /** The lowest points that are known, by part. */
  readonly least: Readonly<Record<PartName, number>>
}

/** A score with its parts. `measuredScore` is the score of the measured parts alone; null while no part is unknown. */
function scoreOf(candidate: RadarCandidate, { places, least }: Standings) {
  const points = {
    building: pointsAt(candidate, places.building),
    use: pointsAt(candidate, places.use),
    research: 'value' in candidate.research ? RADAR_RULE.research[candidate.research.value] : null,
  }
  const isScored = points.building !== null
  const measured = RADAR_PARTS.filter((name) => points[name] !== null)
  const whole = measured.reduce((sum, name) => sum + RADAR_RULE.weights[name], 0)
  const pointsOf = (name: PartName) => points[name] ?? least[name]
  const sumOf = (names: readonly PartName[]) =>
    names.reduce((sum, name) => sum + RADAR_RULE.weights[name] * pointsOf(name), 0)
  const partOf = (name: PartName): RadarPart => {
    const { [name]: figure } = candidate
    if ('value' in figure) {
      const weight = isScored ? RADAR_RULE.weights[name] : null
      return { state: 'MEASURED', value: figure.value, points: points[name], weight }
    }
    const unread = { state: figure.reason, value: null, points: null, weight: null }
    return isScored ? { ...unread, assumedPoints: least[name] } : unread
  }
  const hasUnknown = measured.length < RADAR_PARTS.length
  return {
    score: isScored ? rounded(sumOf(RADAR_PARTS), 1) : null,
    measuredScore: isScored && hasUnknown ? rounded(sumOf(measured) / whole, 1) : null,
    parts: { building: partOf('building'), use: partOf('use'), research: partOf('research') },
  }
}

function pointsAt({ projectId }: RadarCandidate, places: Percentiles): number | null {
  const percentile = places.get(projectId)
  return percentile === undefined ? null : rounded(percentile, 1)
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
