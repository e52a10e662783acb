import { sql } from 'kysely'
import { type ContractAddress, evidenceId, type Slug } from '#contract/ids.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import type {
  DossierRecord,
  ProviderReading,
  RegisteredToken,
  StandingStatement,
} from '#domain/project/dossier-record.ts'
import type { ListedShip } from '#domain/ships/listed-ship.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import type { Reader } from '#records/database.ts'
import { jsonInstant } from '#records/json-instant.ts'
import { LISTED_SHIP } from '#records/ships/ship-page.ts'
import { claimEvidenceId } from './claims.ts'
import { type ListedRow, toListedProject } from './listing.ts'
import { SCORE_ROWS, type ScoreRow, toScore } from './project-score.ts'
import { REGISTERED_SOURCES, type RegisteredRow, toRegistered } from './registered-sources.ts'

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
      ${REGISTERED_SOURCES} as sources, ${STATEMENTS} as statements, ${SCORE_ROWS} as score, ${READINGS} as readings,
      (select coalesce(json_agg(ship order by placed_at desc, id desc), '[]') from (
        select ships.id, placed_at, ${LISTED_SHIP} as ship
        from ships join sources on sources.id = ships.source_id
        where ships.project_id = projects.id and withdrawn_at is null and placed_at <= ${latest}::timestamptz
        order by placed_at desc, ships.id desc limit ${SHIPS_SHOWN}) as newest) as ships
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

/** The statements and readings refer to `projects.id`, as JSON. */
const STATEMENTS = sql`(
  select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'by', by, 'statement', statement, 'url', url,
      'statedOn', stated_on, 'names', names, 'observedAt', ${jsonInstant(sql`observed_at`)})
    order by observed_at desc, id), '[]')
  from (select * from claims where project_id = projects.id and withdrawn_at is null
    order by observed_at desc, id limit ${sql.lit(STATEMENTS_SHOWN)}) as newest)`

const READINGS = sql`(
  select coalesce(json_agg(json_build_object('sourceId', source_id, 'provider', provider,
      'observedAt', ${jsonInstant(sql`observed_at`)}, 'priceUsd', price_usd, 'liquidityUsd', liquidity_usd,
      'volume24hUsd', volume_24h_usd, 'trades24h', trades_24h, 'valuation', case when valuation_usd is not null
        then json_build_object('usd', valuation_usd, 'kind', valuation_kind) end)
    order by observed_at desc, provider), '[]')
  from (select distinct on (provider) * from market_readings where market_readings.address = token.address
    order by provider, observed_at desc) as newest)`

type DossierRow = ListedRow & {
  decimals: number | null
  total_supply: string | null
  metadata_read_at: Instant | null
  former_slugs: string[]
  sources: RegisteredRow[]
  statements: (Omit<StandingStatement, 'id'> & { id: string })[]
  score: ScoreRow[]
  readings: (Omit<ProviderReading, 'sourceId'> & { sourceId: string })[]
  ships: ListedShip[]
}

function toDossier(row: DossierRow): DossierRecord {
  return {
    ...toListedProject(row),
    formerSlugs: row.former_slugs as Slug[],
    token: toToken(row),
    sources: row.sources.map(toRegistered),
    statements: row.statements.map((claim) => ({ ...claim, id: claimEvidenceId(claim.kind, claim.id) })),
    score: toScore(row.score),
    readings: row.readings.map((read) => ({ ...read, sourceId: evidenceId('source', read.sourceId) })),
    ships: row.ships,
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
