import { type Claim, derived, fact, unknown } from '#contract/claim.ts'
import type { ProjectKind, ValuationKind } from '#contract/enums.ts'
import { type ContractAddress, evidenceId, type Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { Figure } from '#domain/market/figures.ts'
import { VALUATION_RULE, type WithheldReason } from '#domain/market/valuation.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import {
  type ListedFigures,
  type ListedProject,
  type ShownValuation,
  unheldFigures,
} from '#domain/project/project-list.ts'

type FigureColumns = {
  liquidity_usd: number | null
  liquidity_provider: string | null
  liquidity_source: string | null
  liquidity_observed_at: Instant | null
  volume_24h_usd: number | null
  volume_24h_provider: string | null
  volume_24h_source: string | null
  volume_24h_observed_at: Instant | null
  valuation_usd: number | null
  valuation_kind: string | null
  valuation_provider: string | null
  valuation_source: string | null
  valuation_observed_at: Instant | null
  valuation_withheld: string | null
}

/** A row of `project_lists` with its project, its token and its card. */
export type ListedRow = FigureColumns & {
  slug: string
  name: string
  description: string | null
  kind: string | null
  launchpad: string | null
  first_published_at: Instant
  narratives: string[]
  address: string | null
  symbol: string | null
  symbol_declared: string | null
  token_name: string | null
  card: unknown
  scored_at: Instant | null
}

/** The project of a row; a project that was never scored has the evidence that says so. */
export function toListedProject(row: ListedRow): ListedProject {
  const evidence = row.card === null ? NEVER_SCORED : (row.card as CardEvidence)
  return {
    slug: row.slug as Slug,
    name: row.name,
    description: row.description,
    kind: row.kind as ProjectKind | null,
    launchpad: row.launchpad,
    publishedAt: row.first_published_at,
    narratives: row.narratives as Slug[],
    token: toListedToken(row),
    evidence,
    figures: toFigures(row, evidence),
    scoredAt: row.scored_at,
  }
}

function toListedToken(row: ListedRow): ListedProject['token'] {
  if (row.address === null) return null
  return {
    address: row.address as ContractAddress,
    symbol: row.symbol,
    symbolDeclared: row.symbol_declared,
    name: row.token_name,
  }
}

/** The market figures of a row. Unknown where none is held, for the reason the market's coverage gives. */
export function toFigures(row: FigureColumns, evidence: CardEvidence): ListedFigures {
  const unheld = unheldFigures(evidence.coverage.market.state)
  const { liquidity_usd, liquidity_provider, liquidity_source, liquidity_observed_at } = row
  const { volume_24h_usd, volume_24h_provider, volume_24h_source, volume_24h_observed_at } = row
  const liquidity = [liquidity_usd, liquidity_provider, liquidity_source, liquidity_observed_at] as const
  const volume = [volume_24h_usd, volume_24h_provider, volume_24h_source, volume_24h_observed_at] as const
  return {
    liquidity: toFigure(liquidity, unheld.liquidity),
    volume24h: toFigure(volume, unheld.volume24h),
    valuation: toValuation(row, unheld.valuation),
    withheld: row.valuation_withheld as WithheldReason | null,
  }
}

type FigureParts = readonly [number | null, string | null, string | null, Instant | null]

function toFigure([usd, provider, source, observedAt]: FigureParts, unheld: Claim<Figure>): Claim<Figure> {
  if (usd === null || provider === null || source === null || observedAt === null) return unheld
  return fact({ usd, provider }, [evidenceId('source', source)], observedAt)
}

function toValuation(row: FigureColumns, unheld: Claim<ShownValuation>): Claim<ShownValuation> {
  if (row.valuation_withheld !== null) return unknown('WITHHELD')
  const { valuation_usd: usd, valuation_provider: provider, valuation_source: source } = row
  const { valuation_kind: kind, valuation_observed_at: observedAt } = row
  if (usd === null || provider === null || source === null || kind === null || observedAt === null)
    return unheld
  const shown = { usd, provider, kind: kind as ValuationKind, observedAt }
  return derived(shown, VALUATION_RULE.id, [evidenceId('source', source)])
}
