import { type Claim, derived, unknown } from '#contract/claim.ts'
import type { CoverageState, ProjectKind, SourceKind, TokenVerification } from '#contract/enums.ts'
import type { ContractAddress, EvidenceId, Slug } from '#contract/ids.ts'
import { keysOf } from '#contract/keyed.ts'
import type { CardFact, ProjectTab, WithheldReason } from '#contract/shapes/project-card.ts'
import type { Instant } from '#contract/time.ts'
import { notReadReason } from '#domain/collecting/watching.ts'
import type { MarketFigures } from '#domain/market/figures.ts'
import {
  type Fdv,
  type MarketCap,
  VALUATION_RULE,
  type ValuationConclusion,
} from '#domain/market/valuation.ts'
import type { CardEvidence } from './card-evidence.ts'
import { BUILDING_STATUSES } from './still-building.ts'

/**
 * The market figures of a card. Invariant: `withheld` is set only while the valuation is unknown, `doubt` only while a
 * figure is withheld.
 */
export type ListedFigures = MarketFigures & {
  readonly valuation: Claim<MarketCap | Fdv>
  readonly withheld: WithheldReason | null
}

/** The values that lists filter and sort a project by, besides the statuses of its card. */
export type ProjectListing = {
  /** The earliest counted ship; null when there is none. */
  readonly firstShipAt: Instant | null
  readonly builderRead: boolean
  readonly tabs: readonly ProjectTab[]
  /** The known facts of its card, as values of the parameter `has`. */
  readonly facts: readonly CardFact[]
  readonly figures: ListedFigures
}

/** A token's identity; values that its contract did not answer are null. */
export type ListedToken = {
  readonly address: ContractAddress
  readonly symbol: string | null
  readonly symbolDeclared: string | null
  readonly name: string | null
}

/** A published project as lists show it. Invariant: `scoredAt` is null exactly while it was never scored. */
export type ListedProject = {
  readonly slug: Slug
  readonly name: string
  readonly description: string | null
  readonly kind: ProjectKind | null
  readonly launchpad: string | null
  readonly publishedAt: Instant
  /** Slugs of narratives. */
  readonly narratives: readonly Slug[]
  readonly token: ListedToken | null
  readonly evidence: CardEvidence
  readonly figures: ListedFigures
  readonly scoredAt: Instant | null
}

/** The valuation that a card shows, with its source. Unknown when the conclusion is. */
export function shownValuation(
  conclusion: ValuationConclusion,
  sourceOf: (provider: string) => EvidenceId | undefined,
): Claim<MarketCap | Fdv> {
  if (conclusion.claim.kind === 'UNKNOWN') return conclusion.claim
  const [shown] = conclusion.claim.value
  const source = sourceOf(shown.provider)
  return source === undefined ? unknown('NOT_ENOUGH_YET') : derived(shown, VALUATION_RULE.id, [source])
}

/** The tabs that list a project because of its conclusions; tabs by a column of the listing are not included. */
export function tabsOf(input: {
  readonly card: CardEvidence
  readonly stillBuilding: Claim<boolean>
  /** The result of the last ranking. A project that has stopped shipping since is not listed. */
  readonly underTheRadar: boolean
  readonly hasToken: boolean
}): readonly ProjectTab[] {
  const { card, stillBuilding, hasToken } = input
  const status = card.activity.kind === 'UNKNOWN' ? null : card.activity.value.status
  const building = status !== null && BUILDING_STATUSES.includes(status)
  const mismatch = isVerification(card, 'MISMATCH')
  const isListed: Partial<Record<ProjectTab, boolean>> = {
    'still-building': stillBuilding.kind !== 'UNKNOWN' && stillBuilding.value,
    'under-the-radar': input.underTheRadar && building,
    'building-with-token': building && hasToken && !mismatch,
  }
  return keysOf(isListed).filter((tab) => isListed[tab] === true)
}

const FACT_OF_SOURCE: Partial<Record<SourceKind, CardFact>> = {
  github_repository: 'repository',
  website: 'website',
  npm_package: 'package',
}

/** The known facts of a card, each once; empty when nothing is known. */
export function knownFacts(input: {
  readonly card: CardEvidence
  readonly figures: ListedFigures
  readonly hasToken: boolean
  readonly sourceKinds: readonly SourceKind[]
}): readonly CardFact[] {
  const { card, figures } = input
  const claims: Partial<Record<CardFact, Claim<unknown>>> = {
    ship: card.latestMeaningfulShip,
    release: card.latestRelease,
    deployment: card.latestDeployment,
    marketStatus: card.market,
    marketCap: figures.valuation,
    liquidity: figures.liquidity,
    volume24h: figures.volume24h,
  }
  const known = keysOf(claims).filter((name) => claims[name]?.kind !== 'UNKNOWN')
  const sources = input.sourceKinds.map((kind) => FACT_OF_SOURCE[kind]).filter((fact) => fact !== undefined)
  return [
    ...(input.hasToken ? (['token'] as const) : []),
    ...(isVerification(card, 'VERIFIED') ? (['verifiedToken'] as const) : []),
    ...new Set(sources),
    ...known,
  ]
}

function isVerification({ tokenVerification }: CardEvidence, status: TokenVerification): boolean {
  return tokenVerification.kind !== 'UNKNOWN' && tokenVerification.value.status === status
}

/** The figures of a project that was never scored, or whose market was not read. */
export function unknownFigures(market: CoverageState): ListedFigures {
  const unread = unknown(notReadReason(market))
  return { liquidity: unread, volume24h: unread, valuation: unread, withheld: null, doubt: null }
}
