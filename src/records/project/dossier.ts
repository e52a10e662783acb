import { sql } from 'kysely'
import type { ClaimAuthor, ClaimKind, EstablishedBy, SourceKind, ValuationKind } from '#contract/enums.ts'
import { type ContractAddress, evidenceId, type Slug } from '#contract/ids.ts'
import { addMs, type CalendarDate, type Instant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import type {
  DossierRecord,
  ProviderReading,
  RegisteredSource,
  RegisteredToken,
  StandingStatement,
} from '#domain/project/dossier-record.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import type { Reader } from '#records/database.ts'
import { instantIn } from '#records/json-instant.ts'
import { type ShipRow, toListedShip } from '#records/ships/ship-page.ts'
import { claimEvidenceId } from './claims.ts'
import { type ListedRow, toListedProject } from './listing.ts'
import { SCORE_ROWS, type ScoreRow, toScore } from './project-score.ts'
import { SOURCE_URL } from './sources.ts'

/** How many of a project's newest ships its dossier shows. */
const SHIPS_SHOWN = 10
/** How many statements about the project it shows. */
const STATEMENTS_SHOWN = 50

/**
 * A published project by a slug it has or had, with everything its dossier shows, in one statement. Undefined where
 * nothing is published under the slug: a hidden project and an unknown slug look the same here.
 */
export async function loadDossier(
  input: { readonly slug: Slug; readonly now: Instant },
  reader: Reader,
): Promise<DossierRecord | undefined> {
  const latest = addMs(input.now, SHIPS_RULE.futureToleranceMs)
  const found = sql<DossierRow>`(
    select projects.slug, projects.name, projects.description, token.address, token.symbol, token.symbol_declared,
      token.name as token_name, token.decimals, token.total_supply, token.metadata_read_at, cards.evidence as card,
      cards.scored_at, listed.*,
      array(select slug::text from project_slugs where project_id = projects.id and former_since is not null order by slug)
        as former_slugs,
      (select coalesce(jsonb_agg(source order by source.attached_at, source.id), '[]') from (
        select id, kind, locator, ${SOURCE_URL} as url, established_by, established_url, established_on, established_statement, counted,
          not_counted_reason, attached_at,
          (select max(last_ok_at) from source_streams where source_id = sources.id) as last_ok_at
        from sources where project_id = projects.id and detached_at is null) as source) as sources,
      (select coalesce(jsonb_agg(claim order by claim.observed_at desc, claim.id), '[]') from (
        select id, kind, by, statement, url, stated_on, names, observed_at from claims
        where project_id = projects.id and withdrawn_at is null
        order by observed_at desc, id limit ${STATEMENTS_SHOWN}) as claim) as statements,
      ${SCORE_ROWS} as score,
      (select coalesce(jsonb_agg(reading order by reading.observed_at desc, reading.provider), '[]') from (
        select distinct on (market_readings.provider) market_readings.provider, source_id, observed_at, price_usd,
          liquidity_usd, volume_24h_usd, trades_24h, valuation_usd, valuation_kind
        from market_readings where market_readings.address = token.address
        order by market_readings.provider, observed_at desc) as reading) as readings,
      (select coalesce(jsonb_agg(ship order by ship.occurred_at desc, ship.id desc), '[]') from (
        select ships.id, ships.kind, title, url, version, occurred_at, precision, detected_at, backing, counts_as,
          ships.not_counted_reason, ships.facts -> 'codeWeek' as code_week, sources.id as source_id,
          sources.kind as source_kind, sources.locator as source_locator, ${SOURCE_URL} as source_url,
          established_by, established_url
        from ships join sources on sources.id = ships.source_id
        where ships.project_id = projects.id and withdrawn_at is null and occurred_at <= ${latest}::timestamptz
        order by occurred_at desc, ships.id desc limit ${SHIPS_SHOWN}) as ship) as ships
    from project_slugs as named
    join projects on projects.id = named.project_id
    join listings as listed on listed.project_id = projects.id
    left join cards on cards.project_id = projects.id
    left join lateral (
      select * from tokens where tokens.project_id = projects.id order by address limit 1
    ) as token on true
    where named.slug = ${input.slug} and projects.state = 'published')`
  const row = await reader.selectFrom(found.as('found')).selectAll().executeTakeFirst()
  return row === undefined ? undefined : toDossier(row)
}

/** The name and status of a published project by a slug it has or had; undefined where nothing is published under it. */
export async function findBadge(
  slug: Slug,
  reader: Reader,
): Promise<
  | {
      readonly slug: Slug
      readonly name: string
      readonly activity: CardEvidence['activity']
      readonly scoredAt: Instant | null
    }
  | undefined
> {
  const row = await reader
    .selectFrom('project_slugs')
    .innerJoin('projects', 'projects.id', 'project_slugs.project_id')
    .leftJoin('cards', 'cards.project_id', 'projects.id')
    .select(['projects.slug', 'projects.name', 'cards.scored_at'])
    .select(sql<unknown>`cards.evidence -> 'activity'`.as('activity'))
    .where('project_slugs.slug', '=', slug)
    .where('projects.state', '=', 'published')
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    slug: row.slug as Slug,
    name: row.name,
    activity: row.activity === null ? NEVER_SCORED.activity : (row.activity as CardEvidence['activity']),
    scoredAt: row.scored_at,
  }
}

type SourceRow = {
  id: string
  kind: string
  locator: string
  url: string | null
  established_by: string
  established_url: string | null
  established_on: CalendarDate | null
  established_statement: string | null
  counted: boolean
  not_counted_reason: string | null
  attached_at: string
  last_ok_at: string | null
}
type StatementRow = {
  id: string
  kind: string
  by: string
  statement: string
  url: string | null
  stated_on: CalendarDate | null
  names: string | null
  observed_at: string
}
type ReadingRow = {
  provider: string
  source_id: string
  observed_at: string
  price_usd: number | null
  liquidity_usd: number | null
  volume_24h_usd: number | null
  trades_24h: number | null
  valuation_usd: number | null
  valuation_kind: string | null
}
type DossierRow = ListedRow & {
  decimals: number | null
  total_supply: string | null
  metadata_read_at: Instant | null
  former_slugs: string[]
  sources: SourceRow[]
  statements: StatementRow[]
  score: ScoreRow[]
  readings: ReadingRow[]
  ships: ShipRow[]
}

function toDossier(row: DossierRow): DossierRecord {
  const project = toListedProject(row)
  return {
    ...project,
    formerSlugs: row.former_slugs as Slug[],
    token: toToken(row),
    sources: row.sources.map(toSource),
    statements: row.statements.map(toStatement),
    score: toScore(row.score),
    readings: row.readings.map(toReading),
    ships: row.ships.map((ship) =>
      toListedShip(
        { ...ship, occurred_at: instantIn(ship.occurred_at), detected_at: instantIn(ship.detected_at) },
        project,
      ),
    ),
  }
}

function toToken(row: DossierRow): RegisteredToken | null {
  if (row.address === null) return null
  return {
    address: row.address as ContractAddress,
    symbol: row.symbol,
    symbolDeclared: row.symbol_declared,
    name: row.token_name,
    decimals: row.decimals,
    totalSupply: row.total_supply,
    readAt: row.metadata_read_at,
  }
}

function toSource(row: SourceRow): RegisteredSource {
  return {
    id: evidenceId('source', row.id),
    kind: row.kind as SourceKind,
    locator: row.locator,
    url: row.url,
    establishedBy: row.established_by as EstablishedBy,
    establishedUrl: row.established_url,
    establishedOn: row.established_on,
    establishedStatement: row.established_statement,
    counted: row.counted,
    notCountedReason: row.not_counted_reason,
    attachedAt: instantIn(row.attached_at),
    lastReadAt: row.last_ok_at === null ? null : instantIn(row.last_ok_at),
  }
}

function toStatement(row: StatementRow): StandingStatement {
  const kind = row.kind as ClaimKind
  return {
    id: claimEvidenceId(kind, row.id),
    kind,
    by: row.by as ClaimAuthor,
    statement: row.statement,
    url: row.url,
    statedOn: row.stated_on,
    names: row.names as ContractAddress | null,
    observedAt: instantIn(row.observed_at),
  }
}

function toReading(row: ReadingRow): ProviderReading {
  const { valuation_usd: usd, valuation_kind: kind } = row
  return {
    sourceId: evidenceId('source', row.source_id),
    provider: row.provider,
    observedAt: instantIn(row.observed_at),
    priceUsd: row.price_usd,
    liquidityUsd: row.liquidity_usd,
    volume24hUsd: row.volume_24h_usd,
    trades24h: row.trades_24h,
    valuation: usd === null || kind === null ? null : { usd, kind: kind as ValuationKind },
  }
}
