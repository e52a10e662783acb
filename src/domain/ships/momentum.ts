import { derived, derivedAsOf, nonEmpty, type UnknownReason, unknown } from '#contract/claim.ts'
import type { ShipKind } from '#contract/enums.ts'
import { keysOf } from '#contract/keyed.ts'
import { addDays, DAY_MS, dateOf, type Instant, mondayOf, msOf, startOfDate } from '#contract/time.ts'
import {
  builderReading,
  buildingReadUpTo,
  coverBefore,
  withoutCodeReason,
} from '#domain/collecting/watching.ts'
import {
  type BuildEvidence,
  type Conclusion,
  placedAt,
  type RecordedShip,
  type Source,
  shipsCode,
} from '#domain/evidence.ts'
import { countWindow, shipsUpTo } from './count-window.ts'
import { weekOf } from './ship-groups.ts'
import { countedShips } from './ships.ts'

/** Weights and decay of Build Momentum. Days are UTC days. */
export const MOMENTUM_RULE = {
  id: 'build.momentum@2',
  windowDays: 30,
  decayDays: 14,
  saturation: 20,
  weeks: 8,
  dimensions: 3,
  hosts: 2,
  watchedMs: 14 * DAY_MS,
  points: { recency: 40, consistency: 30, variety: 20, hosts: 10 },
  weights: {
    release: 8,
    feature: 8,
    integration: 8,
    upgrade: 8,
    deployment: 6,
    docs: 3,
    code_week: 3,
    prerelease: 3,
  } satisfies Readonly<Record<ShipKind, number>>,
  backing: { 'source-verified': 1, 'source-linked': 0.7, 'self-reported': 0 },
} as const

/** Build Momentum: 0 to 100 with one decimal, and the counted ships of its 30 days. */
export type Momentum = {
  readonly score: number
  readonly ships30d: number
  readonly beyondCodeWeeks30d: number
}

/** The dimension of a ship without a recorded dimension, by its kind. */
const DIMENSION_OF: Readonly<Record<ShipKind, NonNullable<RecordedShip['dimension']>>> = {
  release: 'product',
  prerelease: 'product',
  feature: 'product',
  code_week: 'product',
  integration: 'integration',
  docs: 'docs',
  deployment: 'protocol',
  upgrade: 'protocol',
}

/**
 * Build Momentum: how recently, how steadily, in how many dimensions and at how many hosts a project ships, up to the
 * last complete reading. Unknown while its 30 days were not read, after less than 14 watched days without a ship, and
 * without a ship in 30 days when the project's work is not code.
 * @source contract, Resources
 */
export function buildMomentum(evidence: BuildEvidence, now: Instant): Conclusion<Momentum> {
  const window = countWindow(evidence, now)
  if (window.kind === 'UNKNOWN') return unmeasured(window.reason)
  const { to } = window
  const counted = countedShips(shipsUpTo(evidence, window, now), now)
  const builders = builderReading(evidence, now)
  const isWatched = coverBefore(builders.streams, now, MOMENTUM_RULE.watchedMs)
  if (counted.length === 0 && !isWatched) return unmeasured('NOT_ENOUGH_YET')
  const recent = counted.filter((ship) => ageInDays(ship, to) < MOMENTUM_RULE.windowDays)
  if (recent.length === 0 && !shipsCode(evidence)) return unmeasured('NOT_APPLICABLE')
  const weeks = activeWeeks(counted, to)
  const dimensions = new Set(recent.map((ship) => ship.dimension ?? DIMENSION_OF[ship.kind]))
  const sourceIds = new Set(recent.map((ship) => ship.sourceId))
  const hosts = new Set(evidence.sources.filter(({ id }) => sourceIds.has(id)).map(hostOf))
  const parts = {
    recency: upTo1(recent.reduce((sum, ship) => sum + weightOf(ship, to), 0) / MOMENTUM_RULE.saturation),
    consistency: weeks.size / MOMENTUM_RULE.weeks,
    variety: upTo1(dimensions.size / MOMENTUM_RULE.dimensions),
    hosts: upTo1(hosts.size / MOMENTUM_RULE.hosts),
  }
  const grounds = nonEmpty([
    ...counted.filter((ship) => recent.includes(ship) || weeks.has(weekOf(ship))).map((ship) => ship.id),
    ...builders.sources.map((source) => source.id),
  ])
  if (grounds === undefined) return unmeasured(withoutCodeReason(builders))
  const beyond = recent.filter((ship) => ship.kind !== 'code_week')
  const counts = { ships30d: recent.length, beyondCodeWeeks30d: beyond.length }
  return {
    claim: derivedAsOf(derived({ score: scoreOf(parts), ...counts }, MOMENTUM_RULE.id, grounds), to, now),
    supportedUntil: buildingReadUpTo(builders) ?? to,
    rule: MOMENTUM_RULE.id,
    inputs: {
      parts,
      points: MOMENTUM_RULE.points,
      activeWeeks: weeks.size,
      dimensions: [...dimensions].toSorted(),
      hosts: [...hosts].toSorted(),
      ...(to === now ? {} : { asOf: to }),
    },
    unknownInputs: [],
  }
}

type Parts = Readonly<Record<keyof typeof MOMENTUM_RULE.points, number>>

function scoreOf(parts: Parts): number {
  const names = keysOf(MOMENTUM_RULE.points)
  const score = names.reduce((sum, name) => sum + MOMENTUM_RULE.points[name] * parts[name], 0)
  return Math.round(score * 10) / 10
}

function unmeasured(reason: UnknownReason): Conclusion<Momentum> {
  const unknownInputs = [{ input: 'building', reason }]
  return { claim: unknown(reason), supportedUntil: null, rule: MOMENTUM_RULE.id, inputs: {}, unknownInputs }
}

function weightOf(ship: RecordedShip, now: Instant): number {
  const fading = Math.exp(-ageInDays(ship, now) / MOMENTUM_RULE.decayDays)
  return MOMENTUM_RULE.weights[ship.kind] * MOMENTUM_RULE.backing[ship.backing] * fading
}

/** The age of a ship in whole UTC days, so that time changes a score at most once a day. */
function ageInDays(ship: RecordedShip, now: Instant): number {
  const ageMs = msOf(startOfDate(dateOf(now))) - msOf(startOfDate(dateOf(placedAt(ship))))
  return Math.max(0, ageMs / DAY_MS)
}

/** The weeks with a counted ship, among the last complete ISO weeks. */
function activeWeeks(counted: readonly RecordedShip[], now: Instant): ReadonlySet<string> {
  const current = mondayOf(dateOf(now))
  const first = addDays(current, -7 * MOMENTUM_RULE.weeks)
  return new Set(counted.map(weekOf).filter((week) => week >= first && week < current))
}

/** The host where ships of a source are published. Repositories of one code host are not independent of each other. */
function hostOf({ kind, locator }: Source): string {
  switch (kind) {
    case 'github_repository':
      return 'github'
    case 'npm_package':
      return 'npm'
    case 'website':
      return URL.canParse(locator) ? new URL(locator).host : locator
    default:
      return 'chain'
  }
}

function upTo1(share: number): number {
  return Math.min(1, share)
}
