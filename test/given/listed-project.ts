import type { Insertable } from 'kysely'
import { derived, fact, unknown } from '#contract/claim.ts'
import { evidenceId, type Slug } from '#contract/ids.ts'
import type { MarketDoubt, WithheldReason } from '#contract/shapes/project-card.ts'
import { toInstant } from '#contract/time.ts'
import { VALUATION_RULE } from '#domain/market/valuation.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { type ListedFigures, unknownFigures } from '#domain/project/project-list.ts'
import type { Database } from '#records/database.ts'
import type { Tables } from '#records/tables.ts'
import { KNOWN } from './card-evidence.ts'
import { addressOf, aProject, aToken } from './records.ts'

type Listed = Partial<
  Pick<
    Insertable<Tables['listings']>,
    | 'activity_status'
    | 'last_activity_at'
    | 'meaningful_ships_30d'
    | 'first_ship_at'
    | 'builder_read'
    | 'tabs'
    | 'narratives'
    | 'facts'
  >
>

/** A project and its fields in lists. A figure is given as its amount; it gets a provider, a source and a time. */
export type GivenListing = {
  readonly project?: Partial<Insertable<Tables['projects']>>
  readonly token?: Partial<Insertable<Tables['tokens']>> & { readonly address: string }
  readonly listed?: Listed
  readonly marketCap?: number
  readonly fdv?: number
  readonly liquidity?: number
  readonly volume24h?: number
  readonly withheld?: WithheldReason
  readonly doubt?: MarketDoubt
  readonly evidence?: CardEvidence
}

export const FIGURES_READ = toInstant('2026-11-19T10:00:00Z')

let stored = 0

/** Stores a project and the listing that evaluation would write. Returns its slug. */
export async function storeListed(given: GivenListing, database: Database): Promise<Slug> {
  stored += 1
  const project = await aProject({ slug: `listed-${stored}`, ...given.project }, database)
  const projectId = String(project.id)
  if (given.token !== undefined) await aToken({ project_id: projectId, ...given.token }, database)
  const figures = figuresOf(given, projectId)
  await database
    .updateTable('listings')
    .set({
      activity_status: 'UNKNOWN',
      ...given.listed,
      figures: JSON.stringify(figures),
      valuation_usd: given.marketCap ?? given.fdv ?? null,
      valuation_kind: figures.valuation.kind === 'UNKNOWN' ? null : figures.valuation.value.kind,
      liquidity_usd: given.liquidity ?? null,
      volume_24h_usd: given.volume24h ?? null,
    })
    .where('project_id', '=', projectId)
    .execute()
  await database
    .insertInto('cards')
    .values({
      project_id: projectId,
      scored_at: toInstant('2026-11-19T11:00:00Z'),
      activity_status: given.listed?.activity_status ?? 'UNKNOWN',
      token_verification: 'UNVERIFIED',
      research_level: 'INDEXED',
      market_status: 'INSUFFICIENT_DATA',
      evidence: JSON.stringify(given.evidence ?? KNOWN),
    })
    .execute()
  await database
    .insertInto('radar_entries')
    .values({
      project_id: projectId,
      evidence: JSON.stringify({ ...(given.evidence ?? KNOWN), grounds: [] }),
    })
    .execute()
  return project.slug as Slug
}

/** A contract for each number. */
export function tokenOf(n: number): string {
  return addressOf(0xa0000 + n)
}

function figuresOf(given: GivenListing, sourceId: string): ListedFigures {
  const unread = unknownFigures((given.evidence ?? KNOWN).coverage.market.state)
  const source = [evidenceId('source', sourceId)] as const
  const provider = 'dexscreener'
  const usd = given.marketCap ?? given.fdv
  const kind = given.marketCap === undefined ? 'fdv' : 'marketCap'
  const figure = (amount: number | undefined) =>
    amount === undefined ? unread.liquidity : fact({ usd: amount, provider }, source, FIGURES_READ)
  return {
    liquidity: figure(given.liquidity),
    volume24h: figure(given.volume24h),
    valuation: valuationOf(),
    withheld: given.withheld ?? null,
    doubt: given.doubt ?? null,
  }

  function valuationOf(): ListedFigures['valuation'] {
    if (given.withheld !== undefined) return unknown('WITHHELD')
    if (usd === undefined) return unread.valuation
    return derived({ usd, provider, kind, observedAt: FIGURES_READ }, VALUATION_RULE.id, source)
  }
}

/**
 * The ranking of a project under the radar: a momentum of 60, above four fifths of the others, and less noticed than
 * most.
 */
export async function aRanking(
  given: Partial<Insertable<Tables['project_rankings']>> & { project_id: string },
  database: Database,
): Promise<void> {
  const row = {
    activity_status: 'SHIPPING',
    momentum: 60,
    momentum_state: 'MEASURED',
    ships_30d: 3,
    beyond_code_weeks_30d: 2,
    attention: JSON.stringify({ stars: 4, registries: 0 }),
    under_the_radar: 'HELD',
    momentum_percentile: 80,
    attention_percentile: 20,
    ...given,
  }
  await database.insertInto('project_rankings').values(row).execute()
}

/** The id of a stored project. */
export async function projectIdOf(slug: Slug, database: Database): Promise<string> {
  const { id } = await database
    .selectFrom('projects')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  return id
}

/** The parts of a Radar score whose contract use is unknown. */
export const UNUSED_PARTS = {
  building: { state: 'MEASURED', value: 60, points: 80, weight: 0.65 },
  use: { state: 'NO_SOURCE', value: null, points: null, weight: null, assumedPoints: 12.5 },
  withoutUnknown: { score: 83.8, rank: 1 },
  research: { state: 'MEASURED', value: 'VERIFIED_BUILDER', points: 100, weight: 0.15 },
}
