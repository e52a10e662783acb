import { sql } from 'kysely'
import { countProviderReadings } from '#records/collecting/status.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { migrate } from '#records/migrate.ts'
import { copyProjects } from './copies.ts'
import { liveThrough } from './sample.ts'
import { END, sampleProjects } from './sample-projects.ts'

/** What a catalogue is asked to hold. */
export type CatalogueSize = { readonly projects: number; readonly events: number; readonly seed: string }
/** What it came to hold. */
export type CatalogueCounts = { readonly projects: number; readonly events: number; readonly ships: number }

const SAMPLE_AT_MOST = 400
const SAMPLE_EVENTS = 16_000
const EVENTS_BESIDES_SHIPS = 6

/**
 * Fills an empty database with a catalogue: a sample of projects through which the service itself has lived, each
 * copied as often as it takes. The same size and seed make the same rows, but for numbers the database hands out.
 * Events come out near what was asked for.
 */
export async function generateCatalogue(size: CatalogueSize, database: Database): Promise<CatalogueCounts> {
  await migrate(database)
  await refuseUnlessEmpty(database)
  const eventsEach = Math.max(1, size.events / size.projects)
  const { count, copies } = sampleSize(size.projects, eventsEach)
  const shipsEach = Math.max(1, (eventsEach - EVENTS_BESIDES_SHIPS) / 0.75)
  await liveThrough({ projects: sampleProjects({ count, seed: size.seed }), shipsEach }, database)
  await copyProjects({ copies }, database)
  await inTransaction(database, (writer) => countProviderReadings({ now: END }, writer))
  await sql`vacuum (full, analyze) provider_readings`.execute(database)
  return countCatalogue(database)
}

/** A sample that divides the catalogue evenly, and how often each of it is copied. */
function sampleSize(projects: number, eventsEach: number): { count: number; copies: number } {
  const most = Math.max(20, Math.min(SAMPLE_AT_MOST, projects, Math.floor(SAMPLE_EVENTS / eventsEach)))
  for (let count = most; count > most / 4; count -= 1) {
    if (projects % count === 0) return { count, copies: projects / count }
  }
  return { count: most, copies: Math.ceil(projects / most) }
}

async function refuseUnlessEmpty(database: Database): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`select exists (select from projects) as held`.execute(
    database,
  )
  if (rows[0]?.held !== false) throw new Error('the database already holds projects')
}

/** How much a catalogue holds. */
export async function countCatalogue(database: Database): Promise<CatalogueCounts> {
  const { rows } = await sql<CatalogueCounts>`select (select count(*) from projects) as projects,
    (select head from ledger_state) as events, (select count(*) from ships) as ships`.execute(database)
  const [counts] = rows
  if (counts === undefined) throw new Error('the database answered nothing')
  return counts
}

/** Makes every conclusion due again, as a new rule version would. */
export function makeAllDue(now: string, database: Database): Promise<unknown> {
  return inTransaction(database, (writer) =>
    sql`update project_work set evaluate_due_at = ${now}::timestamptz`.execute(writer),
  )
}
