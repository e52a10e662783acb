import { sql } from 'kysely'
import { countProviderReadings } from '#records/collecting/status.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { migrate } from '#records/migrate.ts'
import { copyProjects } from './copies.ts'
import { runSample } from './sample.ts'
import { END, sampleProjects } from './sample-projects.ts'

/** The requested size of a catalogue. */
export type CatalogueSize = { readonly projects: number; readonly events: number; readonly seed: string }
/** The actual size of a catalogue. */
type CatalogueCounts = { readonly projects: number; readonly events: number; readonly ships: number }

const SAMPLE_AT_MOST = 400
const SAMPLE_EVENTS = 16_000
const EVENTS_BESIDES_SHIPS = 6

/**
 * Fills an empty database with a catalogue: runs the service over a sample of projects, and copies each project. The
 * same size and seed give the same rows, except for numbers that the database assigns. The number of events is close to
 * the requested number.
 * @throws Error when the database has projects
 */
export async function generateCatalogue(size: CatalogueSize, database: Database): Promise<CatalogueCounts> {
  await migrate(database)
  await refuseUnlessEmpty(database)
  const eventsEach = Math.max(1, size.events / size.projects)
  const { count, copies } = sampleSize(size.projects, eventsEach)
  const shipsEach = Math.max(1, (eventsEach - EVENTS_BESIDES_SHIPS) / 0.75)
  await runSample({ projects: sampleProjects({ count, seed: size.seed }), shipsEach }, database)
  await copyProjects({ copies }, database)
  await inTransaction(database, (writer) => countProviderReadings({ now: END }, writer))
  await sql`vacuum (full, analyze) provider_readings`.execute(database)
  return countCatalogue(database)
}

/** The number of projects in a sample that divides the catalogue evenly, and the number of copies of each. */
function sampleSize(projects: number, eventsEach: number): { count: number; copies: number } {
  const most = Math.max(20, Math.min(SAMPLE_AT_MOST, projects, Math.floor(SAMPLE_EVENTS / eventsEach)))
  for (let count = most; count > most / 4; count -= 1) {
    if (projects % count === 0) return { count, copies: projects / count }
  }
  return { count: most, copies: Math.ceil(projects / most) }
}

async function refuseUnlessEmpty(database: Database): Promise<void> {
  const { rows } = await sql<{ filled: boolean }>`select exists (select from projects) as filled`.execute(
    database,
  )
  if (rows[0]?.filled !== false) throw new Error('The database contains projects: expected an empty one')
}

/** Counts projects, events and ships. */
async function countCatalogue(database: Database): Promise<CatalogueCounts> {
  const { rows } = await sql<CatalogueCounts>`select (select count(*) from projects) as projects,
    (select head from ledger_state) as events, (select count(*) from ships) as ships`.execute(database)
  const [counts] = rows
  if (counts === undefined) throw new Error('The count returned no row: expected one')
  return counts
}

/** Marks every project for evaluation, as a new rule version does. */
export function makeAllDue(now: string, database: Database): Promise<unknown> {
  return inTransaction(database, (writer) =>
    sql`update project_work set evaluate_due_at = ${now}::timestamptz`.execute(writer),
  )
}

/** A published project of the catalogue with the address of its token. */
export type PublishedProject = { readonly slug: string; readonly address: string }

/** Published projects in the order of their addresses. */
export async function getPublished(limit: number, database: Database): Promise<readonly PublishedProject[]> {
  return await database
    .selectFrom('tokens')
    .innerJoin('projects', 'projects.id', 'tokens.project_id')
    .where('projects.state', '=', 'published')
    .orderBy('tokens.address')
    .select(['projects.slug', 'tokens.address'])
    .limit(limit)
    .execute()
}
