import { type Selectable, sql } from 'kysely'
import type { MarketStatus, ValuationKind } from '#contract/enums.ts'
import { evidenceId } from '#contract/ids.ts'
import { addDays, type CalendarDate, type Instant, startOfDate } from '#contract/time.ts'
import { dayDoubts } from '#domain/history/day-figures.ts'
import type { DatedProject, MarketDayRecord, MarketRecord } from '#domain/history/history-record.ts'
import type { Span } from '#domain/history/span.ts'
import { valuationDoubt } from '#domain/market/valuation.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { toMarketReading } from '#records/market/readings.ts'
import type { MarketDays } from '#records/tables.ts'
import { decisiveReadings, FIGURES, summedDays } from './market-days.ts'
import { endOf } from './points.ts'

/**
 * The market days of a project's token over a span whose last day is still running. The running day is summed from its
 * readings.
 */
export async function loadMarket(
  input: { readonly project: DatedProject; readonly span: Span; readonly now: Instant },
  reader: Reader,
): Promise<MarketRecord> {
  const { project, span, now } = input
  if (project.token === null) return { project, days: [], collectedFrom: null }
  const { id, token } = project
  const own = sql`project_id = (select ${id}::uuid) and address = (select ${token.address}::text)`
  const running = sql`(select * from market_readings where ${own}
    and observed_at >= (select ${startOfDate(span.to)}::timestamptz)
    and observed_at < (select ${endOf(span.to)}::timestamptz))`
  const days = sql<DayRow>`
    select ${sql.raw(FIGURES.join(', '))}, true as complete, market_status, withheld, doubt from market_days
    where ${own} and day between (select ${span.from}::date) and (select ${addDays(span.to, -1)}::date)
    union all
    select ${sql.raw(FIGURES.join(', '))}, false, null, ${project.valuationWithheld}::text, null from ${summedDays(running, span.to)} as running
    order by day, provider`
  const cited = sql<CitedProvider>`select split_part(locator, ':', 1) as provider, id from sources
    where project_id = (select ${id}::uuid) and kind = 'market' and split_part(locator, ':', 2) = (select ${token.address}::text)`
  const begun = sql<{ day: CalendarDate }>`select day from market_days where ${own} order by day limit 1`
  const [rows, readings, [first], sources] = await Promise.all([
    runPlanned(days, reader),
    runPlanned(decisiveReadings(running), reader),
    runPlanned(begun, reader),
    runPlanned(cited, reader),
  ])
  // The running day is a recorded day from its first reading on.
  const begins = first === undefined ? rows[0] : first
  const sourceOf = new Map(sources.map((source) => [source.provider, evidenceId('source', source.id)]))
  const doubts = dayDoubts(readings.map(toMarketReading), now)
  return {
    project,
    days: rows.map((row) => ({
      ...toMarketDay(row.complete ? row : { ...row, doubt: doubts.get(row.provider) ?? null }),
      sourceId: sourceOf.get(row.provider) ?? null,
    })),
    collectedFrom: begins === undefined ? null : begins.day,
  }
}

type DayRow = Pick<Selectable<MarketDays>, (typeof FIGURES)[number]> & {
  readonly valuation_kind: ValuationKind | null
  readonly market_status: MarketStatus | null
} & Pick<MarketDayRecord, 'complete' | 'withheld' | 'doubt'>

/** The source of a project that stands for its token at a provider. */
type CitedProvider = { readonly provider: string; readonly id: string }

function toMarketDay(row: DayRow): Omit<MarketDayRecord, 'sourceId'> {
  const {
    day,
    complete,
    provider,
    readings,
    doubt,
    withheld,
    market_status: status,
    valuation_kind: kind,
  } = row
  const valuation = given(row.valuation_usd, row.valuation_at)
  const liquidityUsd = given(row.liquidity_usd, row.liquidity_at)
  const lastFigures = {
    liquidityUsd: liquidityUsd === null ? null : liquidityUsd.value,
    valuation: valuation === null || kind === null ? null : { usd: valuation.value, kind },
  }
  return {
    day,
    complete,
    provider,
    readings,
    doubt: doubt ?? valuationDoubt(lastFigures),
    status,
    withheld,
    price: priceOf(row),
    liquidityUsd,
    volume24hUsd: given(row.volume_24h_usd, row.volume_at),
    valuation: valuation === null || kind === null ? null : { ...valuation, kind },
  }
}

function priceOf(row: DayRow): MarketDayRecord['price'] {
  const first = given(row.price_first, row.price_at)
  const highest = given(row.price_highest, row.price_at)
  const lowest = given(row.price_lowest, row.price_at)
  const last = given(row.price_last, row.price_at)
  if (first === null || highest === null || lowest === null || last === null) return null
  const { at } = last
  return { value: { first: first.value, highest: highest.value, lowest: lowest.value, last: last.value }, at }
}

function given(numeric: string | null, at: Instant | null): { value: number; at: Instant } | null {
  return numeric === null || at === null ? null : { value: Number.parseFloat(numeric), at }
}
