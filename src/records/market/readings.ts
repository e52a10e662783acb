import { type Selectable, sql } from 'kysely'
import type { ValuationKind } from '#contract/enums.ts'
import { CHAIN_ID, type ContractAddress, evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { MarketReading } from '#domain/evidence.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { MarketReadings } from '#records/tables.ts'

/** A reading of a token's market, to be saved. */
export type MarketReadingDraft = Omit<MarketReading, 'sourceId'> & {
  /** The source's uuid. */
  readonly sourceId: string
  readonly projectId: string
  readonly address: ContractAddress
}

/** Saves a reading; the first one of a token, provider and instant stays. */
export async function saveMarketReading(reading: MarketReadingDraft, writer: Writer): Promise<void> {
  await writer
    .insertInto('market_readings')
    .values({
      id: sql`gen_random_uuid()`,
      chain_id: CHAIN_ID,
      address: reading.address,
      project_id: reading.projectId,
      source_id: reading.sourceId,
      provider: reading.provider,
      observed_at: reading.observedAt,
      pools: reading.pools,
      price_usd: decimal(reading.priceUsd),
      liquidity_usd: decimal(reading.liquidityUsd),
      volume_24h_usd: decimal(reading.volume24hUsd),
      trades_24h: reading.trades24h,
      valuation_usd: decimal(reading.valuation === null ? null : reading.valuation.usd),
      valuation_kind: reading.valuation === null ? null : reading.valuation.kind,
      pool_liquidity: JSON.stringify(reading.poolLiquidityUsd),
    })
    .onConflict((conflict) => conflict.columns(['address', 'provider', 'observed_at']).doNothing())
    .execute()
}

/** How far back rules look at market readings. */
const LOOKED_BACK = sql`interval '30 days'`
const HOUR = sql`date_trunc('hour', observed_at)`

/** The readings of the 30 days before `now`, at most one a provider and hour, oldest first of each provider. */
export async function getMarketReadings(
  { ids, now }: OfProjects & { readonly now: Instant },
  reader: Reader,
): Promise<ByProject<MarketReading>> {
  const rows = await reader
    .selectFrom('market_readings')
    .selectAll()
    .distinctOn(['project_id', 'provider', HOUR])
    .where('project_id', 'in', [...ids])
    .where(sql<boolean>`observed_at >= ${now}::timestamptz - ${LOOKED_BACK}`)
    .orderBy('project_id')
    .orderBy('provider')
    .orderBy(HOUR)
    .orderBy('observed_at', 'desc')
    .execute()
  return byProject(rows, toMarketReading)
}

/** The readings that were known when each project was last evaluated. */
export async function getMarketReadingsThen(
  { ids }: OfProjects,
  reader: Reader,
): Promise<ByProject<MarketReading>> {
  const rows = await reader
    .selectFrom('evaluated_facts as judged')
    .innerJoin('market_readings', 'market_readings.project_id', 'judged.project_id')
    .selectAll('market_readings')
    .distinctOn(['market_readings.project_id', 'provider', HOUR])
    .where('judged.project_id', 'in', [...ids])
    .whereRef('observed_at', '<=', 'judged.known_at')
    .where(sql<boolean>`observed_at >= judged.known_at - ${LOOKED_BACK}`)
    .orderBy('market_readings.project_id')
    .orderBy('provider')
    .orderBy(HOUR)
    .orderBy('observed_at', 'desc')
    .execute()
  return byProject(rows, toMarketReading)
}

/** A stored reading as the rules read it. */
export function toMarketReading(row: Selectable<MarketReadings>): MarketReading {
  const usd = toFigure(row.valuation_usd)
  return {
    sourceId: evidenceId('source', row.source_id),
    provider: row.provider,
    observedAt: row.observed_at,
    pools: row.pools,
    priceUsd: toFigure(row.price_usd),
    liquidityUsd: toFigure(row.liquidity_usd),
    volume24hUsd: toFigure(row.volume_24h_usd),
    trades24h: row.trades_24h,
    valuation: usd === null ? null : { usd, kind: row.valuation_kind as ValuationKind },
    poolLiquidityUsd: row.pool_liquidity,
  }
}

function toFigure(numeric: string | null): number | null {
  return numeric === null ? null : Number.parseFloat(numeric)
}

function decimal(figure: number | null): string | null {
  return figure === null ? null : figure.toString()
}
