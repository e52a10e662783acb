import { sql } from 'kysely'
import { addDays, type CalendarDate, type Instant, startOfDate } from '#contract/time.ts'
import type { ChainDay } from '#domain/reports/chain-day.ts'
import type { Reader } from '#records/database.ts'

/** The first day that is recorded: that of the first publication. Undefined before there is one. */
export async function findFirstDay(reader: Reader): Promise<Instant | undefined> {
  const row = await reader
    .selectFrom('projects')
    .select(sql<Instant | null>`min(first_published_at)`.as('first'))
    .executeTakeFirstOrThrow()
  return row.first ?? undefined
}

/**
 * The counts of a day, of the projects that are published now. A count is null when no project was measured for it at
 * the end of the day, and every count until the ledger ran after that.
 */
export async function getChainDay(day: CalendarDate, reader: Reader): Promise<ChainDay> {
  const from = startOfDate(day)
  const to = startOfDate(addDays(day, 1))
  const shipped = await publishedProjects(reader)
    .innerJoin('ships', 'ships.project_id', 'projects.id')
    .select(({ fn }) => [
      fn.countAll<number>().as('ships'),
      fn.count<number>('projects.id').distinct().as('projects'),
      fn.countAll<number>().filterWhere('ships.kind', '=', 'upgrade').as('upgrades'),
      fn.countAll<number>().filterWhere('ships.kind', '=', 'deployment').as('deployments'),
    ])
    .where('ships.counts_as', 'is not', null)
    .where('ships.withdrawn_at', 'is', null)
    .where('ships.occurred_at', 'is not', null)
    .where('ships.placed_at', '>=', from)
    .where('ships.placed_at', '<', to)
    .executeTakeFirstOrThrow()
  const due = await publishedProjects(reader)
    .innerJoin('locks', 'locks.project_id', 'projects.id')
    .select(({ fn }) => fn.countAll<number>().as('unlocks'))
    .where('locks.withdrawn', '=', false)
    .where('locks.unlock_at', '>=', from)
    .where('locks.unlock_at', '<', to)
    .executeTakeFirstOrThrow()
  const measured = await getMeasured(to, reader)
  const ifMeasured = (dimension: string, count: number) => (measured.has(dimension) ? count : null)
  return {
    day,
    ships: ifMeasured('building', shipped.ships),
    projects: ifMeasured('building', shipped.projects),
    upgrades: ifMeasured('contracts', shipped.upgrades),
    deployments: ifMeasured('contracts', shipped.deployments),
    unlocks: ifMeasured('locks', due.unlocks),
  }
}

function publishedProjects(reader: Reader) {
  return reader.selectFrom('projects').where('projects.state', '=', 'published')
}

/** The dimensions for which some project was measured at this time. */
async function getMeasured(at: Instant, reader: Reader): Promise<ReadonlySet<string>> {
  const rows = await publishedProjects(reader)
    .innerJoin('evaluations', 'evaluations.project_id', 'projects.id')
    .select('fact')
    .distinct()
    .where('fact', 'in', ['coverage.building', 'coverage.contracts', 'coverage.locks'])
    .where('evaluations.state', '=', 'MEASURED')
    .where('evaluated_at', '<', at)
    .where((where) => where.or([where('superseded_at', 'is', null), where('superseded_at', '>=', at)]))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('ledger_state').select('head').where('last_run_at', '>=', at)),
    )
    .execute()
  return new Set(rows.map(({ fact }) => fact.slice('coverage.'.length)))
}
