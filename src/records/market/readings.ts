import { type Selectable, sql } from 'kysely'
import type { ValuationKind } from '#contract/enums.ts'
import { CHAIN_ID, type ContractAddress, evidenceId } from '#contract/ids.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import type { MarketReadingEvidence } from '#domain/evidence.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { MarketReadings } from '#records/tables.ts'

/** One provider's figures for one token at one instant, in US dollars; null where the provider gave none, never 0. */
export type MarketReading = Omit<MarketReadingEvidence, 'sourceId'> & {
  /** The source's uuid. */
  readonly sourceId: string
  readonly projectId: string
  readonly address: ContractAddress
}

/** The last reading one provider gave on one UTC day. */
export type MarketDay = { readonly day: CalendarDate; readonly reading: MarketReading }

/** Saves a reading; the same token, provider and instant again leaves the first. */
export async function saveMarketReading(reading: MarketReading, writer: Writer): Promise<void> {
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

/** A token's readings of every provider from `since` on, newest first, at most `limit`; empty when none was made. */
export async function getMarketReadings(
  input: { address: ContractAddress; since: Instant; limit: number },
  reader: Reader,
): Promise<readonly MarketReading[]> {
  const rows = await reader
    .selectFrom('market_readings')
    .selectAll()
    .where('address', '=', input.address)
    .where('observed_at', '>=', input.since)
    .orderBy('observed_at', 'desc')
    .orderBy('provider')
    .limit(input.limit)
    .execute()
  return rows.map(toMarketReading)
}

/** Each provider's newest reading of each token, whatever its age; empty when no reading was ever made. */
export async function getNewestMarketReadings(
  input: { addresses: readonly ContractAddress[] },
  reader: Reader,
): Promise<readonly MarketReading[]> {
  if (input.addresses.length === 0) return []
  const rows = await reader
    .selectFrom('market_readings')
    .selectAll()
    .distinctOn(['address', 'provider'])
    .where('address', 'in', [...input.addresses])
    .orderBy('address')
    .orderBy('provider')
    .orderBy('observed_at', 'desc')
    .execute()
  return rows.map(toMarketReading)
}

/**
 * The last reading of each provider on each UTC day from `from` to `to`, both included, oldest day first.
 * A day without a reading is absent.
 */
export async function getMarketDays(
  input: { address: ContractAddress; from: CalendarDate; to: CalendarDate },
  reader: Reader,
): Promise<readonly MarketDay[]> {
  const day = sql<CalendarDate>`(observed_at at time zone 'UTC')::date`
  const rows = await reader
    .selectFrom('market_readings')
    .selectAll()
    .select(day.as('day'))
    .distinctOn([day, 'provider'])
    .where('address', '=', input.address)
    .where('observed_at', '>=', sql<Instant>`${input.from}::date at time zone 'UTC'`)
    .where('observed_at', '<', sql<Instant>`(${input.to}::date + 1) at time zone 'UTC'`)
    .orderBy(day)
    .orderBy('provider')
    .orderBy('observed_at', 'desc')
    .execute()
  return rows.map((row) => ({ day: row.day, reading: toMarketReading(row) }))
}

/** The token's supply in whole tokens, as its contract answers; undefined while supply or decimals are unknown. */
export async function findTokenSupply(
  input: { address: ContractAddress },
  reader: Reader,
): Promise<number | undefined> {
  const row = await reader
    .selectFrom('tokens')
    .select(sql<string | null>`total_supply / power(10::numeric, decimals)`.as('supply'))
    .where('chain_id', '=', CHAIN_ID)
    .where('address', '=', input.address)
    .executeTakeFirst()
  return row?.supply == null ? undefined : Number.parseFloat(row.supply)
}

function toMarketReading(row: Selectable<MarketReadings>): MarketReading {
  return {
    ...toReadingEvidence(row),
    sourceId: row.source_id,
    projectId: row.project_id,
    address: row.address as ContractAddress,
  }
}

/** A reading as the rules take it. */
export function toReadingEvidence(row: Selectable<MarketReadings>): MarketReadingEvidence {
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
    poolLiquidityUsd: row.pool_liquidity as Readonly<Record<string, number>>,
  }
}

function toFigure(numeric: string | null): number | null {
  return numeric === null ? null : Number.parseFloat(numeric)
}

function decimal(figure: number | null): string | null {
  return figure === null ? null : figure.toString()
}
