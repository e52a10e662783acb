import type { LogEvent } from 'kysely'
import pg from 'pg'
import { type Database, databaseOn, type NamedStatement } from '#records/database.ts'
import { typeParsers } from '#records/type-parsers.ts'
import { type Ask, asking } from './ask.ts'
import { END } from './sample-projects.ts'

/** A sequential scan of a table, with the number of its rows. */
export type Scan = { readonly table: string; readonly rows: number; readonly statement: string }
/** Calls operations on a database, and finds the sequential scans in the plans of their statements. */
export type Planner = AsyncDisposable & {
  readonly ask: Ask
  readonly database: Database
  /**
   * The sequential scans in the plans of the statements since the last call: all scans of tables with more than `large`
   * rows, and scans that no index can replace of tables with more than `small` rows.
   */
  readonly scans: (input: { readonly large: number; readonly small: number }) => Promise<readonly Scan[]>
}

type Statement = Pick<LogEvent['query'], 'sql' | 'parameters'>
type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: readonly Plan[] }

/** Opens a database that records its statements, so that they can be explained with their parameters. */
export function openPlanner(url: string): Planner {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    types: { getTypeParser: typeParsers },
    pipeline: true,
  })
  const asked: Statement[] = []
  const database = databaseOn(pool, ({ level, query }) => {
    if (level === 'query') asked.push(query)
  })
  recordNamed(pool, asked)
  return {
    database,
    ask: asking({ reader: database, now: END }, { check: true }),
    async scans({ large, small }) {
      const sizes = await sizesOf(pool)
      const found: Scan[] = []
      for (const query of asked.splice(0)) {
        const chosen = await explain(query, { sizes, pool, allowed: 'on' })
        const unavoidable = await explain(query, { sizes, pool, allowed: 'off' })
        found.push(
          ...chosen.filter(({ rows }) => rows > large),
          ...unavoidable.filter(({ rows }) => rows > small),
        )
      }
      return found
    },
    [Symbol.asyncDispose]: () => database.destroy(),
  }
}

type Named = NamedStatement & { readonly values: readonly unknown[] }

/** Records named statements, which go to the pool directly. */
function recordNamed(pool: pg.Pool, asked: Statement[]): void {
  const query = pool.query.bind(pool) as (given: string | Named) => Promise<unknown>
  const recorded = (given: string | Named) => {
    if (typeof given !== 'string') asked.push({ sql: given.text, parameters: given.values })
    return query(given)
  }
  pool.query = recorded as typeof pool.query
}

/** The sequential scans in the plan of a statement. With `off`, only scans that no index can replace. */
async function explain(
  { sql: statement, parameters }: Statement,
  input: {
    readonly sizes: ReadonlyMap<string, number>
    readonly pool: pg.Pool
    readonly allowed: 'on' | 'off'
  },
): Promise<readonly Scan[]> {
  if (!/^\s*(?:select|with|insert|update|delete)\b/i.test(statement)) return []
  const client = await input.pool.connect()
  try {
    await client.query(`set enable_seqscan = ${input.allowed}`)
    const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>(
      `explain (format json) ${statement}`,
      [...parameters],
    )
    return rows
      .flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)))
      .flatMap((node) => {
        const table = node['Relation Name']
        const rowCount = table === undefined ? undefined : input.sizes.get(table)
        if (node['Node Type'] !== 'Seq Scan' || table === undefined || rowCount === undefined) return []
        return [{ table, rows: rowCount, statement }]
      })
  } finally {
    await client.query('reset enable_seqscan')
    client.release()
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
