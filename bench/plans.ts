import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '#records/database.ts'
import type { Tables } from '#records/tables.ts'
import { typeParsers } from '#records/type-parsers.ts'
import { type Ask, asking } from './ask.ts'
import { END } from './sample-projects.ts'

/** A table that a statement reads from end to end, with its rows. */
export type Scan = { readonly table: string; readonly rows: number; readonly statement: string }
/** Asks a database and finds what its statements read from end to end. */
export type Planner = AsyncDisposable & {
  readonly ask: Ask
  readonly database: Database
  /** Sequential scans of tables with more than `largerThan` rows in the plans of the statements since the last call. */
  readonly scans: (input: { readonly largerThan: number }) => Promise<readonly Scan[]>
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: readonly Plan[] }

/** Opens a database whose statements are kept, to be explained as they were asked. */
export function openPlanner(url: string): Planner {
  const pool = new pg.Pool({ connectionString: url, max: 2, types: { getTypeParser: typeParsers } })
  const asked: LogEvent['query'][] = []
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query }) => {
      if (level === 'query') asked.push(query)
    },
  })
  const explain = async (
    { sql: statement, parameters }: LogEvent['query'],
    sizes: ReadonlyMap<string, number>,
  ) => {
    if (!/^\s*(?:select|with)\b/i.test(statement)) return []
    const { rows } = await pool.query<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>(
      `explain (format json) ${statement}`,
      [...parameters],
    )
    const plans = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)))
    return plans.flatMap((node) => {
      const table = node['Relation Name']
      const rowsOf = table === undefined ? undefined : sizes.get(table)
      if (node['Node Type'] !== 'Seq Scan' || table === undefined || rowsOf === undefined) return []
      return [{ table, rows: rowsOf, statement }]
    })
  }
  return {
    database,
    ask: asking({ reader: database, now: END }, { check: true }),
    async scans({ largerThan }) {
      const sizes = await sizesOf(pool)
      const found: Scan[] = []
      for (const query of asked.splice(0)) found.push(...(await explain(query, sizes)))
      return found.filter(({ rows }) => rows > largerThan)
    },
    [Symbol.asyncDispose]: () => database.destroy(),
  }
}

function nodesOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

async function sizesOf(pool: pg.Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::float8 as rows from pg_class where relkind = 'r'`,
  )
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}
