import { sql } from 'kysely'
import type { ChangeType } from '#contract/events.ts'
import type { HistorySeriesName } from '#contract/history-series.ts'
import type { Slug } from '#contract/ids.ts'
import type { NoValueReason } from '#contract/shapes/history.ts'
import { type CalendarDate, earlierOf, type Instant, laterOf, startOfDate } from '#contract/time.ts'
import { type CoverageGaps, type EventCounts, WATCHED, type Watched } from '#domain/history/event-counts.ts'
import type { DatedProject, DiffRecord, RecordedSeries } from '#domain/history/history-record.ts'
import type { HistoryPoint } from '#domain/history/point.ts'
import { sitesGap } from '#domain/history/sites-read.ts'
import { sourcesGap } from '#domain/history/sources-read.ts'
import { countedDays, type Span } from '#domain/history/span.ts'
import type { MovingFact } from '#domain/ledger/evidence.ts'
import { withheldBecause } from '#domain/market/valuation.ts'
import type { KnownMarket } from '#domain/market/verdict.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { jsonInstant } from '#records/json-instant.ts'
import { heldTime } from '#records/project/held-conclusions.ts'
import { CARD_AND_TOKEN } from '#records/project/listing.ts'
import { ownerOf, publishedUnder } from '#records/project/published.ts'
import { namedToken, type TokenColumns } from '#records/project/search.ts'
import { lastKnownMarket } from './market-days.ts'
import { endOf } from './points.ts'
import { getReadSources } from './read-sources.ts'

/**
 * A published project by a slug it has or had, with its present token, coverage and market. Undefined where no project
 * is published under the slug.
 */
export async function findDatedProject(slug: Slug, reader: Reader): Promise<DatedProject | undefined> {
  const query = sql<ProjectRow>`
    select projects.id, projects.slug, projects.name, token.address, token.symbol,
      token.symbol_declared as "symbolDeclared", token.name as "tokenName", cards.evidence as card,
      ${lastKnownMarket(sql`projects.id`, null)} as "lastKnown"
    from ${publishedUnder(slug)} ${CARD_AND_TOKEN}`
  const [row] = await runPlanned(query, reader)
  if (row === undefined) return undefined
  const { id, slug: current, name, tokenName, card, lastKnown } = row
  const { coverage, market } = card ?? NEVER_SCORED
  const token = namedToken(row)
  return {
    id,
    slug: current,
    name,
    token: token && { ...token, name: tokenName },
    coverage,
    market,
    valuationWithheld: withheldBecause(lastKnown),
  }
}

type ProjectRow = Pick<DatedProject, 'id' | 'slug' | 'name'> &
  TokenColumns & {
    readonly tokenName: string | null
    readonly card: CardEvidence | null
    readonly lastKnown: KnownMarket | null
  }

/** A span of which either every day is read, or only the first and the last. */
type HistorySpan = Span & { readonly days: 'every' | 'both' }

/**
 * These series of the project that has or had a slug, with their points on the asked days, oldest first. A series
 * without any day is absent.
 */
export async function getHistory(
  input: {
    readonly slug: Slug
    readonly series: readonly HistorySeriesName[]
    readonly span: HistorySpan
  },
  reader: Reader,
): Promise<RecordedSeries> {
  const { from, to, days } = input.span
  const isOnDay =
    days === 'every'
      ? sql`day between ${from}::date and ${to}::date`
      : sql`day in (${from}::date, ${to}::date)`
  const own = sql`project_id = (select id from owner) and series = given.series`
  const query = sql<SeriesRow>`
    with ${ownerOf(input)}
    select given.series, first.day as first_day, recorded.*
    from unnest(${[...input.series]}::text[]) as given(series)
    cross join lateral (select day from history_points where ${own} order by day limit 1) as first
    cross join lateral (
      select json_agg(day) as days, json_agg(state) as states, json_agg(value) as values, json_agg(rule) as rules,
        json_agg(provider) as providers, json_agg(${jsonInstant(sql`observed_at`)}) as times, json_agg(kind) as kinds
      from (select * from history_points where ${own} and ${isOnDay} order by day) as point
    ) as recorded`
  const rows = await runPlanned(query, reader)
  return new Map(rows.map((row) => [row.series, { firstDay: row.first_day, points: toPoints(row) }]))
}

/**
 * The points of a series, each column as one JSON array; all null without a point. As rows, a year of points takes `pg`
 * three times as long.
 */
type SeriesRow = { series: HistorySeriesName; first_day: CalendarDate } & (
  | {
      days: CalendarDate[]
      states: HistoryPoint['state'][]
      values: HistoryPoint['value'][]
      rules: HistoryPoint['rule'][]
      providers: HistoryPoint['provider'][]
      times: HistoryPoint['observedAt'][]
      kinds: HistoryPoint['kind'][]
    }
  | { days: null }
)

/** Joins the columns of a row to points. The arrays have one length. */
function toPoints(row: SeriesRow): readonly HistoryPoint[] {
  if (row.days === null) return []
  const { series, states, values, rules, providers, times, kinds } = row
  return row.days.map((day, at) => {
    const measured = { series, day, state: states[at], value: values[at], rule: rules[at] }
    return { ...measured, provider: providers[at], observedAt: times[at], kind: kinds[at] } as HistoryPoint
  })
}

/**
 * The days of a comparison whose events are counted. They begin with the first day on which the project was collected.
 */
type CountedDays = {
  readonly projectId: string
  readonly span: Span
  readonly collectedFrom: CalendarDate
}

/**
 * The number of standing events of each type in the counted days. An event is placed by the time that its source gives,
 * or else by its detection.
 */
export async function getEventCounts(input: CountedDays, reader: Reader): Promise<EventCounts> {
  const { from, end } = countedTime(input)
  const at = sql`case when precision = 'SCHEDULED' then detected_at else coalesce(occurred_at, detected_at) end`
  const query = sql<{ type: ChangeType; count: number }>`
    select type, count(*) as count from changes
    where project_id = ${input.projectId}::uuid and superseded_by is null and op = 'upsert'
      and ${at} >= ${from}::timestamptz and ${at} < ${end}::timestamptz
    group by type`
  const rows = await runPlanned(query, reader)
  return new Map(rows.map(({ type, count }) => [type, count]))
}

/**
 * The facts whose conclusions tell whether kinds of events were counted. For the kinds without such a fact, readings
 * tell it.
 */
const CONCLUDED = WATCHED.flatMap((watched): readonly (readonly [Watched, string])[] => {
  if (watched === 'sites' || watched === 'sources') return []
  if (watched === 'contract_use') return [[watched, 'contract.use']]
  return [
    [
      watched,
      watched === 'launch_stage' ? ('token.launch_stage' satisfies MovingFact) : `coverage.${watched}`,
    ],
  ]
})

/**
 * The kinds of events that were not measured on all counted days up to now, each with the reason. The reason is the
 * first state that was not MEASURED, STALE where no reading renewed the state, or NOT_RECORDED where no state is held
 * for a part of the days. The first recorded day may begin before the first evaluation. A day with a point of
 * `contract_use` had its calls read to the end.
 */
export async function getCoverageGaps(
  input: CountedDays & { readonly now: Instant },
  reader: Reader,
): Promise<CoverageGaps> {
  const { from, end } = countedTime(input)
  const last = earlierOf(end, input.now)
  const judged = { from: earlierOf(laterOf(from, endOf(input.collectedFrom)), last), to: last }
  const range = sql`tstzrange(${judged.from}::timestamptz, ${last}::timestamptz)`
  const held = heldTime('stood')
  const query = sql<{ watched: Watched; state: NoValueReason }>`
    select given.watched, coalesce(
        (array_agg(case when state = 'MEASURED' then 'STALE' else state end order by evaluated_at)
          filter (where state <> 'MEASURED' or upper(${held}) < least(superseded_at, ${last}::timestamptz)))[1], 'NOT_RECORDED') as state
    from unnest((select ${CONCLUDED.map(([watched]) => watched)}::text[]), (select ${CONCLUDED.map(([, fact]) => fact)}::text[]))
      as given(watched, fact)
    left join lateral (
      select state, evaluated_at, superseded_at, confirmed_at, supported_until from evaluations
      where project_id = ${input.projectId}::uuid and fact = given.fact
        and tstzrange(evaluated_at, superseded_at) && tstzrange(${from}::timestamptz, ${end}::timestamptz)
      union all
      select state, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC', null, null from history_points
      where given.watched = 'contract_use' and project_id = ${input.projectId}::uuid and series = given.watched
        and state = 'MEASURED' and day between ${input.span.from}::date and ${input.span.to}::date
    ) as stood on true
    group by given.watched
    having (range_agg(${held}) filter (where evaluated_at is not null) @> ${range}) is not true or bool_or(state <> 'MEASURED')`
  const [rows, sources] = await Promise.all([runPlanned(query, reader), getReadSources(input, reader)])
  const concluded = rows.map(({ watched, state }) => [watched, state] as const)
  const read = [
    ['sites', sitesGap(sources, judged)] as const,
    ['sources', sourcesGap(sources, judged)] as const,
  ]
  return new Map([...concluded, ...read].flatMap(([watched, gap]) => (gap === null ? [] : [[watched, gap]])))
}

/** The instants at which the counted days begin and end. */
function countedTime({ span, collectedFrom }: CountedDays): {
  readonly from: Instant
  readonly end: Instant
} {
  const { from, to } = countedDays(span, collectedFrom)
  return { from: startOfDate(from), end: endOf(to) }
}

/** When the ledger was last written, and whether market integrity is published. */
export async function findLedgerRun(
  reader: Reader,
): Promise<Pick<DiffRecord, 'ledgerRunAt' | 'integrityPublished'>> {
  const row = await reader
    .selectFrom('ledger_state')
    .select(['last_run_at', 'market_integrity_published_at'])
    .executeTakeFirstOrThrow()
  return { ledgerRunAt: row.last_run_at, integrityPublished: row.market_integrity_published_at !== null }
}
