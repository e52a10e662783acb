import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Claim } from '#contract/claim.ts'
import type { ActivityStatus } from '#contract/enums.ts'
import { keysOf } from '#contract/keyed.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Input } from '#contract/operations/index.ts'
import type { ProjectSort, ProjectTab } from '#contract/shapes/project-card.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import {
  type ListedFigures,
  type ListedProject,
  type ProjectListing,
  unknownFigures,
} from '#domain/project/project-list.ts'
import { anyOf } from '#records/any-of.ts'
import { columnsOf, rowsOf } from '#records/columns.ts'
import { countedList } from '#records/counted-list.ts'
import type { OrNull } from '#records/counted-rows.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'
import { hasWords, namedToken, searchVector, type TokenColumns } from './search.ts'
import { STANDING_TOKEN, shownToken } from './shown-token.ts'

/** The query of a list of projects; a filter that is left out admits every project. */
export type ProjectListQuery = Omit<Input<'projects'>, 'ignoredParameters'>

/**
 * The published projects that the filters admit, in order, and their total number. One statement reads both, on one
 * snapshot. The total is exact; a list costs more the deeper its offset is.
 */
export async function getProjectList(
  input: { readonly query: ProjectListQuery; readonly now: Instant },
  reader: Reader,
): Promise<{ readonly total: number; readonly projects: readonly ListedProject[] }> {
  const { sort, limit, offset, tab } = input.query
  const own = tab === undefined ? undefined : TABS[tab].order
  const order = ORDERS[sort ?? own ?? 'activity']
  const admitted = sql`listings where ${sql.join(conditionsOf(input), sql` and `)}`
  const list = sql<Row>`(
    select counted.total, list.place, ${LISTED}
    from (select count(*) as total from ${admitted}) as counted
    left join (
      select project_id, row_number() over () as place
      from (
        select project_id from ${admitted} order by ${order}, project_id desc limit ${limit} offset ${offset}
      ) as ordered
    ) as list on true
    left join listings as listed on listed.project_id = list.project_id
    left join projects on projects.id = list.project_id
    ${CARD_AND_TOKEN}
  )`
  const rows = await reader.selectFrom(list.as('list')).selectAll().orderBy('list.place').execute()
  const counted = countedList<ListedRow, Row>(rows)
  return { total: counted.total, projects: counted.rows.map(toListedProject) }
}

type Condition = RawBuilder<SqlBool>
type Filters = Required<Omit<ProjectListQuery, 'sort' | 'limit' | 'offset' | 'claims'>>

/** The condition of each filter. The compiler asks for a line here when a filter is added. */
const CONDITIONS: { readonly [F in keyof Filters]: (value: Filters[F], now: Instant) => Condition } = {
  q: hasWords,
  tab: (tab, now) => TABS[tab].admits(now),
  kind: (kind) => sql`kind = ${kind}`,
  status: (status) => sql`activity_status = ${status}`,
  narrative: (narrative) => sql`narratives @> array[${narrative}::text]`,
  launchpad: (launchpad) => sql`launchpad = ${launchpad}`,
  has: (facts) => sql`facts @> ${[...facts]}::text[]`,
}

function conditionsOf({ query, now }: { query: Partial<Filters>; now: Instant }): readonly Condition[] {
  const given = <F extends keyof Filters>(filter: F) => {
    const value = query[filter]
    return value === undefined ? [] : [CONDITIONS[filter](value, now)]
  }
  return [sql`published`, ...keysOf(CONDITIONS).flatMap(given)]
}

/**
 * The values that each order compares. Unknown values come last, and the project decides between equal rows. A new sort
 * needs one line here.
 */
const ORDERS: Readonly<Record<ProjectSort | 'mostActive' | 'firstShip', RawBuilder<unknown>>> = {
  activity: sql`last_activity_at desc nulls last`,
  newest: sql`first_published_at desc nulls last`,
  // 'marketCap' sorts after 'fdv': market caps come first and are never compared with fully diluted values
  marketCap: sql`valuation_kind desc nulls last, valuation_usd desc nulls last`,
  liquidity: sql`liquidity_usd desc nulls last`,
  volume24h: sql`volume_24h_usd desc nulls last`,
  mostActive: sql`meaningful_ships_30d desc nulls last, last_activity_at desc nulls last`,
  firstShip: sql`first_ship_at asc nulls last`,
}

type Tab = { readonly admits: (now: Instant) => Condition; readonly order?: keyof typeof ORDERS }

const concluded = (tab: ProjectTab) => () => sql<SqlBool>`tabs @> array[${tab}::text]`
const ofStatus = (status: ActivityStatus) => () => sql<SqlBool>`activity_status = ${status}`
const hasShipped = () => sql<SqlBool>`meaningful_ships_30d > 0`
const isNew = (now: Instant) =>
  sql<SqlBool>`first_published_at >= ${addMs(now, -LIMITS.newProjectDays * DAY_MS)}::timestamptz`

/** The condition of each tab, and its order where no sort is given. */
const TABS: Readonly<Record<ProjectTab, Tab>> = {
  'still-building': { admits: concluded('still-building') },
  'under-the-radar': { admits: concluded('under-the-radar') },
  'building-with-token': { admits: concluded('building-with-token') },
  'most-active': { admits: hasShipped, order: 'mostActive' },
  'shipping-now': { admits: ofStatus('SHIPPING') },
  'back-from-dormancy': { admits: ofStatus('RESUMED') },
  'new-on-hey': { admits: isNew, order: 'newest' },
  'new-builders': {
    admits: (now) => sql`${isNew(now)} and builder_read and first_ship_at is not null`,
    order: 'firstShip',
  },
}

/** Joins to `projects` its card and its present token. */
export const CARD_AND_TOKEN = sql`
  left join cards on cards.project_id = projects.id
  left join lateral ${shownToken('projects.id')} as token on true`

/** The columns of a `ListedRow`, from `projects`, its `listings as listed` and `CARD_AND_TOKEN`. */
export const LISTED = sql`projects.slug, projects.name, projects.description, projects.kind, projects.launchpad,
  projects.first_published_at as "publishedAt", token.address, token.symbol, token.symbol_declared as "symbolDeclared",
  token.name as "tokenName", cards.evidence as card, cards.scored_at as "scoredAt", listed.narratives, listed.figures`

/** A listing with its project, its token and its card. */
export type ListedRow = Omit<ListedProject, 'token' | 'evidence' | 'figures'> &
  TokenColumns & {
    readonly tokenName: string | null
    readonly card: CardEvidence | null
    readonly figures: ListedFigures | null
  }
type Row = { total: number; place: number | null } & OrNull<ListedRow>

/** The project in a row. For a project that was never scored, all evidence is unknown. */
export function toListedProject(row: ListedRow): ListedProject {
  const { slug, name, description, kind, launchpad, publishedAt, narratives, scoredAt } = row
  const token = namedToken(row)
  return {
    slug,
    name,
    description,
    kind,
    launchpad,
    publishedAt,
    narratives,
    token: token && { ...token, name: row.tokenName },
    evidence: row.card === null ? NEVER_SCORED : row.card,
    figures: { ...unknownFigures(NEVER_SCORED.coverage.market.state), ...row.figures },
    scoredAt,
  }
}

/**
 * Saves the columns of listings that come from projects, their slugs and their tokens. Every writer of these records
 * calls it in the same transaction, which locks `project_work` first.
 */
export async function saveListedIdentity(projectIds: readonly string[], writer: Writer): Promise<void> {
  const identity = sql.raw(IDENTITY.join(', '))
  const query = sql`
    insert into listings as listed (project_id, ${identity})
    select project.id, project.state = 'published', project.first_published_at, project.slug, project.name, project.kind,
      project.launchpad,
      array(select exact from unnest(${lowered('project.name')} || token.names) as exact where exact is not null order by 1),
      ${searchVector(sql`concat_ws(' ', project.name, slugs.words, token.words)`)}
    from projects as project,
      lateral (select string_agg(slug, ' ') as words from project_slugs where project_id = project.id) as slugs,
      lateral (
        select string_agg(concat_ws(' ', symbol, symbol_declared, name, address), ' ') as words,
          array_agg(${lowered('symbol')}) || array_agg(${lowered('symbol_declared')}) || array_agg(address::text) as names
        from tokens where project_id = project.id and ${sql.raw(STANDING_TOKEN)}
      ) as token
    where project.id = ${anyOf(projectIds, 'uuid')}
    order by project.id
    on conflict (project_id) do update set (${identity}) = (${columnsOf('excluded', IDENTITY)})
    where (${columnsOf('listed', IDENTITY)}) is distinct from (${columnsOf('excluded', IDENTITY)})`
  await runPlanned(query, writer)
}

/** Deletes listings, so that the same transaction can write them anew. */
export async function deleteListings(projectIds: readonly string[], writer: Writer): Promise<void> {
  await writer.deleteFrom('listings').where('project_id', '=', anyOf(projectIds, 'uuid')).execute()
}

const IDENTITY = [
  'published',
  'first_published_at',
  'slug',
  'name',
  'kind',
  'launchpad',
  'exact_names',
  'words',
]

function lowered(column: string): RawBuilder<unknown> {
  return sql.raw(`lower(${column} collate "pg_c_utf8")`)
}

/** The results of an evaluation that a listing shows. */
export type Evaluated = {
  readonly projectId: string
  readonly activityStatus: ActivityStatus
  readonly meaningfulShips30d: number | null
  readonly lastActivityAt: Instant | null
  readonly listing: ProjectListing
}

/** Saves the results of an evaluation in the listings of these projects, with their standing narratives. */
export async function saveListings(evaluated: readonly Evaluated[], writer: Writer): Promise<void> {
  const rows = evaluated.map(toEvaluatedRow)
  await sql`
    update listings as listed
    set (${sql.raw(EVALUATED.join(', '))}, narratives) = (${columnsOf('evaluated', EVALUATED)}, stated.narratives)
    from ${rowsOf('listings', rows)} as evaluated,
      lateral (
        select coalesce(array_agg(distinct narrative order by narrative), '{}') as narratives from claims
        where project_id = evaluated.project_id and kind = 'narrative' and withdrawn_at is null
      ) as stated
    where listed.project_id = evaluated.project_id
      and (${columnsOf('listed', EVALUATED)}, listed.narratives)
        is distinct from (${columnsOf('evaluated', EVALUATED)}, stated.narratives)`.execute(writer)
}

const EVALUATED = [
  'activity_status',
  'last_activity_at',
  'meaningful_ships_30d',
  'first_ship_at',
  'builder_read',
  'tabs',
  'facts',
  'figures',
  'valuation_usd',
  'valuation_kind',
  'liquidity_usd',
  'volume_24h_usd',
]

function toEvaluatedRow({
  projectId,
  activityStatus,
  meaningfulShips30d,
  lastActivityAt,
  listing,
}: Evaluated) {
  const { valuation, liquidity, volume24h } = listing.figures
  return {
    projectId,
    activityStatus,
    meaningfulShips30d,
    lastActivityAt,
    ...listing,
    valuationUsd: usdOf(valuation),
    valuationKind: valuation.kind === 'UNKNOWN' ? null : valuation.value.kind,
    liquidityUsd: usdOf(liquidity),
    volume24hUsd: usdOf(volume24h),
  }
}

/** The amount that lists sort by; null where it is unknown. */
function usdOf(claim: Claim<{ readonly usd: number }>): number | null {
  return claim.kind === 'UNKNOWN' ? null : claim.value.usd
}
