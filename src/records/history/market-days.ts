import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { MarketStatus } from '#contract/enums.ts'
import type { MarketDoubt, WithheldReason } from '#contract/shapes/project-card.ts'
import { type CalendarDate, type Instant, startOfDate } from '#contract/time.ts'
import type { MarketReading } from '#domain/evidence.ts'
import type { KnownMarket } from '#domain/market/verdict.ts'
import { type ByProject, byProject } from '#records/by-project.ts'
import { type Reader, runPlanned, type Writer, writePlanned } from '#records/database.ts'
import { toMarketReading } from '#records/market/readings.ts'
import { shownToken } from '#records/project/shown-token.ts'
import type { MarketReadings } from '#records/tables.ts'
import { type DayBatch, endOf, standingAt } from './points.ts'

/**
 * The readings that give the market figures of a day: of each provider the newest reading, and the newest one with a
 * valuation. Only readings of the token that the dossier shows.
 */
export async function getDayReadings(
  { projectIds, day }: Pick<DayBatch, 'projectIds' | 'day'>,
  reader: Reader,
): Promise<ByProject<MarketReading>> {
  const rows = await runPlanned(decisiveReadings(readingsOf({ projectIds, day })), reader)
  return byProject(rows, toMarketReading)
}

/** The newest reading of each provider, and its newest with a valuation, among the given readings of a day. */
export function decisiveReadings(readings: RawBuilder<unknown>): RawBuilder<Selectable<MarketReadings>> {
  return sql`
    select distinct on (project_id, provider, valuation_usd > 0) id, chain_id, address, project_id, source_id, provider,
      observed_at, pools, price_usd, liquidity_usd, volume_24h_usd, trades_24h, valuation_usd, valuation_kind, pool_liquidity
    from ${readings} as read
    order by project_id, provider, valuation_usd > 0, observed_at desc`
}

/** The market of a project at the end of a day: the status at that time, and the last status that was measured. */
type MarketAt = { readonly status: MarketStatus; readonly lastKnown: KnownMarket | null }

/** The market of each project at the end of the day; a project without a conclusion is absent. */
export async function getMarketsAt(
  batch: Pick<DayBatch, 'projectIds' | 'day'>,
  reader: Reader,
): Promise<ReadonlyMap<string, MarketAt>> {
  const query = sql<{ project_id: string; status: MarketStatus; last_known: KnownMarket | null }>`
    select project_id, coalesce(value ->> 'status', 'INSUFFICIENT_DATA') as status,
      ${lastKnownMarket(sql`stood.project_id`, endOf(batch.day))} as last_known
    from ${standingAt(batch, ['market.status'])} as stood`
  const rows = await runPlanned(query, reader)
  return new Map(rows.map((row) => [row.project_id, { status: row.status, lastKnown: row.last_known }]))
}

/** The last measured market status of a project before an instant; `before` null means up to now. */
export function lastKnownMarket(
  projectId: RawBuilder<unknown>,
  before: Instant | null,
): RawBuilder<KnownMarket | null> {
  return sql`(select known.value ->> 'status' from evaluations as known
    where known.project_id = ${projectId} and known.fact = 'market.status' and known.state = 'MEASURED'
      and known.evaluated_at < coalesce(${before}::timestamptz, 'infinity')
    order by known.evaluated_at desc limit 1)`
}

/** The conclusion about the figures of one provider at the end of a day. */
type DayVerdict = {
  readonly projectId: string
  readonly provider: string
  readonly marketStatus: MarketStatus | null
  readonly doubt: MarketDoubt | null
  readonly withheld: WithheldReason | null
}

/** Writes each provider's market day. Returns how many are new. */
export async function saveMarketDays(
  { verdicts, ...batch }: DayBatch & { readonly verdicts: readonly DayVerdict[] },
  writer: Writer,
): Promise<number> {
  const query = sql`
    insert into market_days (${sql.raw(FIGURES.join(', '))}, market_status, doubt, withheld, recorded_at)
    select ${sql.raw(FIGURES.map((name) => `summed.${name}`).join(', '))}, verdict."marketStatus", verdict.doubt,
      verdict.withheld, ${batch.now}::timestamptz
    from ${summedDays(readingsOf(batch), batch.day)} as summed
    join json_to_recordset(${JSON.stringify(verdicts)}::json)
      as verdict("projectId" uuid, provider text, "marketStatus" text, doubt text, withheld text)
      on verdict."projectId" = summed.project_id and verdict.provider = summed.provider
    on conflict do nothing`
  return writePlanned(query, writer)
}

/** The columns of a market day that are computed from its readings. */
export const FIGURES = [
  'project_id',
  'address',
  'provider',
  'day',
  'readings',
  'price_first',
  'price_highest',
  'price_lowest',
  'price_last',
  'price_at',
  'liquidity_usd',
  'liquidity_at',
  'volume_24h_usd',
  'volume_at',
  'valuation_usd',
  'valuation_kind',
  'valuation_at',
] as const

/** These readings of a day, summed to one row for each project and provider. The day need not be over. */
export function summedDays(readings: RawBuilder<unknown>, day: CalendarDate): RawBuilder<unknown> {
  return sql`(
    select project_id, address, provider, ${day}::date as day, count(*)::integer as readings,
      ${edge('price_usd', 'price_usd', 'asc')} as price_first, max(price_usd) as price_highest,
      min(price_usd) as price_lowest, ${edge('price_usd', 'price_usd', 'desc')} as price_last,
      ${edge('price_usd', 'observed_at', 'desc')} as price_at,
      ${edge('liquidity_usd', 'liquidity_usd', 'desc')} as liquidity_usd,
      ${edge('liquidity_usd', 'observed_at', 'desc')} as liquidity_at,
      ${edge('volume_24h_usd', 'volume_24h_usd', 'desc')} as volume_24h_usd,
      ${edge('volume_24h_usd', 'observed_at', 'desc')} as volume_at,
      ${edge('valuation_usd', 'valuation_usd', 'desc')} as valuation_usd,
      ${edge('valuation_usd', 'valuation_kind', 'desc')} as valuation_kind,
      ${edge('valuation_usd', 'observed_at', 'desc')} as valuation_at
    from ${readings} as read
    group by project_id, address, provider)`
}

/** A figure's column in the first (asc) or last (desc) reading that has the figure. */
function edge(figure: string, column: string, way: 'asc' | 'desc'): RawBuilder<unknown> {
  return sql.raw(
    `(array_agg(${column} order by observed_at ${way}) filter (where ${figure} ${figure === 'valuation_usd' ? '> 0' : 'is not null'}))[1]`,
  )
}

function readingsOf({ projectIds, day }: Pick<DayBatch, 'projectIds' | 'day'>): RawBuilder<unknown> {
  const [from, to]: readonly Instant[] = [startOfDate(day), endOf(day)]
  return sql`(
    select read.* from unnest(${[...projectIds]}::uuid[]) as project(id)
    join lateral ${shownToken('project.id')} as token on true
    join market_readings as read on read.project_id = project.id and read.address = token.address
      and read.observed_at >= ${from}::timestamptz and read.observed_at < ${to}::timestamptz)`
}
