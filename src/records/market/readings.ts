import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { ValuationKind } from '#contract/enums.ts'
import { CHAIN_ID, type ContractAddress, evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { MarketReading } from '#domain/evidence.ts'
import { MARKET_RULE } from '#domain/market/verdict.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'
import { intervalOf } from '#records/interval.ts'
import { jsonInstant } from '#records/json-instant.ts'
import { STANDING_TOKEN } from '#records/project/shown-token.ts'
import type { MarketReadings } from '#records/tables.ts'

/** A reading of a token's market, to be saved. */
export type MarketReadingDraft = Omit<MarketReading, 'sourceId'> & {
  /** The source's uuid. */
  readonly sourceId: string
  readonly projectId: string
  readonly address: ContractAddress
}

/** Saves a reading. A reading of the same token, provider and instant that is already stored stays. */
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

/** The figures of a row of market readings, as the arguments of a function that builds a JSON object. */
export const READING_FIELDS = sql`'provider', provider, 'observedAt', ${jsonInstant(sql`observed_at`)},
  'priceUsd', price_usd, 'liquidityUsd', liquidity_usd, 'volume24hUsd', volume_24h_usd, 'trades24h', trades_24h,
  'valuation', case when valuation_usd is not null
    then json_build_object('usd', valuation_usd, 'kind', valuation_kind) end`

/** The span of market readings that rules use. */
const LOOKED_BACK = sql`interval '30 days'`
/** How long a status stays without newer readings. Of these hours, more than the last reading of each hour is read. */
const FROZEN = intervalOf(MARKET_RULE.frozenMs)
const HOUR = sql`date_trunc('hour', observed_at)`

/** Excludes the readings of a token that the project no longer has: they are of another market. */
const OF_STANDING_TOKEN = sql`market_readings.address not in (
  select address from tokens where tokens.project_id = market_readings.project_id and not ${sql.raw(STANDING_TOKEN)})`

/**
 * The readings of the 30 days before `now`, each provider's oldest first. Of each hour it has the last reading. Of the
 * last 72 hours it also has the first reading of each hour, and the two readings with the most liquidity. So a market
 * that was read for less than an hour before it changed is still seen as it was.
 */
export async function getMarketReadings(
  { projectIds, now }: OfProjects & { readonly now: Instant },
  reader: Reader,
): Promise<ByProject<MarketReading>> {
  const read = sql`
    select market_readings.*, ${now}::timestamptz as known_at from market_readings
    where project_id = ${anyOf(projectIds, 'uuid')} and ${OF_STANDING_TOKEN} and observed_at >= ${now}::timestamptz - ${LOOKED_BACK}`
  return byProject(await runPlanned(ofHours(read), reader), toMarketReading)
}

/** The readings as `getMarketReadings` gives them, at the time of each project's last evaluation. */
export async function getMarketReadingsThen(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<MarketReading>> {
  const read = sql`
    select market_readings.*, judged.known_at
    from evaluated_facts as judged join market_readings using (project_id)
    where project_id = ${anyOf(projectIds, 'uuid')} and ${OF_STANDING_TOKEN}
      and observed_at between judged.known_at - ${LOOKED_BACK} and judged.known_at`
  return byProject(await runPlanned(ofHours(read), reader), toMarketReading)
}

function ofHours(read: RawBuilder<unknown>): RawBuilder<Selectable<MarketReadings>> {
  return sql`
    select * from (
      select read.*,
        lead(${HOUR}) over in_order is distinct from ${HOUR} as is_last,
        lag(${HOUR}) over in_order is distinct from ${HOUR} as is_first,
        row_number() over (
          partition by project_id, provider, observed_at >= known_at - ${FROZEN}
          order by liquidity_usd desc nulls last, observed_at desc
        ) as place
      from (${read}) as read
      window in_order as (partition by project_id, provider order by observed_at)
    ) as placed
    where is_last or (observed_at >= known_at - ${FROZEN} and (is_first or place <= 2))
    order by project_id, provider, observed_at`
}

/** A stored reading in the form of the rules. */
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
