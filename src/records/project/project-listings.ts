import { sql } from 'kysely'
import type { Claim } from '#contract/claim.ts'
import type { ActivityStatus } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import type { Figure } from '#domain/market/figures.ts'
import type { ListedFigures, ProjectListing } from '#domain/project/project-list.ts'
import type { Writer } from '#records/database.ts'

type Listed = {
  readonly projectId: string
  readonly activityStatus: ActivityStatus
  readonly meaningfulShips30d: number | null
  readonly lastActivityAt: Instant | null
  readonly listing: ProjectListing
}

/** Writes what lists filter and sort these projects by; the narratives are those that stand at this moment. */
export async function saveListings(cards: readonly Listed[], writer: Writer): Promise<void> {
  const rows = JSON.stringify(cards.map(toRow))
  await sql`
    update project_lists as held
    set (${COLUMNS}, narratives) = (${EVALUATED}, stated.narratives)
    from jsonb_populate_recordset(null::project_lists, ${rows}::jsonb) as evaluated,
      lateral (
        select coalesce(array_agg(distinct narrative order by narrative), '{}') as narratives from claims
        where project_id = evaluated.project_id and kind = 'narrative' and withdrawn_at is null
      ) as stated
    where held.project_id = evaluated.project_id
      and (${HELD}, held.narratives) is distinct from (${EVALUATED}, stated.narratives)`.execute(writer)
}

const NAMES = [
  ...['activity_status', 'last_activity_at', 'first_ship_at', 'meaningful_ships_30d', 'builder_read'],
  ...['tabs', 'held', 'valuation_usd', 'valuation_kind', 'valuation_provider', 'valuation_source'],
  ...['valuation_observed_at', 'valuation_withheld', 'liquidity_usd', 'liquidity_provider'],
  ...['liquidity_source', 'liquidity_observed_at', 'volume_24h_usd', 'volume_24h_provider'],
  ...['volume_24h_source', 'volume_24h_observed_at'],
]
const COLUMNS = sql.raw(NAMES.join(', '))
const EVALUATED = sql.raw(NAMES.map((name) => `evaluated.${name}`).join(', '))
const HELD = sql.raw(NAMES.map((name) => `held.${name}`).join(', '))

function toRow({ listing, ...card }: Listed) {
  return {
    project_id: card.projectId,
    activity_status: card.activityStatus,
    last_activity_at: card.lastActivityAt,
    first_ship_at: listing.firstShipAt,
    meaningful_ships_30d: card.meaningfulShips30d,
    builder_read: listing.builderRead,
    tabs: listing.tabs,
    held: listing.held,
    ...valuationColumns(listing.figures),
    ...figureColumns('liquidity', listing.figures.liquidity),
    ...figureColumns('volume_24h', listing.figures.volume24h),
  }
}

function valuationColumns({ valuation, withheld }: ListedFigures) {
  if (valuation.kind === 'UNKNOWN') return { valuation_withheld: withheld }
  const { usd, kind, provider, observedAt } = valuation.value
  return {
    valuation_usd: usd,
    valuation_kind: kind,
    valuation_provider: provider,
    valuation_source: sourceOf(valuation.evidence),
    valuation_observed_at: observedAt,
  }
}

function figureColumns(name: 'liquidity' | 'volume_24h', claim: Claim<Figure>) {
  if (claim.kind !== 'FACT') return {}
  return {
    [`${name}_usd`]: claim.value.usd,
    [`${name}_provider`]: claim.value.provider,
    [`${name}_source`]: sourceOf(claim.evidence),
    [`${name}_observed_at`]: claim.observedAt,
  }
}

function sourceOf([first]: readonly [string, ...string[]]): string {
  return first.slice('source:'.length)
}
