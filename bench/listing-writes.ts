import { sql } from 'kysely'
import { unknown } from '#contract/claim.ts'
import { ActivityStatus } from '#contract/enums.ts'
import { addMs } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { saveListings } from '#records/project/listing.ts'
import { figure, tableOf, timed, timingOf } from './figures.ts'
import { END } from './sample-projects.ts'
import { type Catalogue, openCopy } from './server.ts'

const ROWS = 500
const ROUNDS = 20

/**
 * Measures how long evaluation takes to write 500 listings. The baseline updates the same columns of 500 rows in a
 * table with the same columns, checks and indexes. Both take turns on a copy of the catalogue.
 */
export async function timeListingWrites(
  catalogue: Catalogue,
  server: { readonly url: string },
): Promise<string> {
  await using copy = await openCopy(catalogue, server)
  const { database } = copy
  await sql`create table bare (like listings including all)`.execute(database)
  await sql`insert into bare select * from listings`.execute(database)
  await sql`vacuum (analyze) bare`.execute(database)
  const { rows } = await sql<{ id: string }>`
    select project_id as id from listings where published order by project_id limit ${ROWS}`.execute(database)
  const listings: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const evaluated = rows.map(({ id }, row) => evaluatedAt(id, round + row))
    const saved = await timed(() => inTransaction(database, (writer) => saveListings(evaluated, writer)))
    listings.push(saved.ms)
    bare.push((await timed(() => bareUpdate(evaluated, copy))).ms)
  }
  const [ours, theirs] = [timingOf(listings).p50, timingOf(bare).p50]
  const table = tableOf([
    [`${ROWS} listings written, p50 of ${ROUNDS}`, 'ms', 'bare update, ms', 'ratio', 'aim'],
    [
      `${catalogue.size.projects.toLocaleString('en-US')} projects`,
      figure(ours),
      figure(theirs),
      figure(ours / theirs),
      '1.50',
    ],
  ])
  return table
}

type Evaluated = Parameters<typeof saveListings>[0][number]

function evaluatedAt(projectId: string, turn: number): Evaluated {
  const unread = unknown('NOT_ENOUGH_YET')
  const at = addMs(END, turn * 1000)
  return {
    projectId,
    activityStatus: ActivityStatus.enum[turn % ActivityStatus.enum.length] ?? 'UNKNOWN',
    meaningfulShips30d: turn % 9,
    lastActivityAt: at,
    listing: {
      firstShipAt: at,
      builderRead: true,
      tabs: turn % 2 === 0 ? ['still-building'] : ['building-with-token'],
      facts: ['token', 'repository', 'ship'],
      figures: { liquidity: unread, volume24h: unread, valuation: unread, withheld: null, doubt: null },
    },
  }
}

/** The baseline: a plain update of the same columns. */
function bareUpdate(evaluated: readonly Evaluated[], { database }: Catalogue): Promise<unknown> {
  const rows = evaluated.map(({ projectId, listing, ...card }) => ({
    project_id: projectId,
    activity_status: card.activityStatus,
    meaningful_ships_30d: card.meaningfulShips30d,
    last_activity_at: card.lastActivityAt,
    first_ship_at: listing.firstShipAt,
    builder_read: listing.builderRead,
    tabs: listing.tabs,
    facts: listing.facts,
    figures: listing.figures,
  }))
  return sql`update bare set activity_status = row.activity_status, last_activity_at = row.last_activity_at,
      meaningful_ships_30d = row.meaningful_ships_30d, first_ship_at = row.first_ship_at, builder_read = row.builder_read,
      tabs = row.tabs, facts = row.facts, figures = row.figures, valuation_usd = null, valuation_kind = null,
      liquidity_usd = null, volume_24h_usd = null
    from jsonb_populate_recordset(null::bare, ${JSON.stringify(rows)}::jsonb) as row
    where bare.project_id = row.project_id`.execute(database)
}
