import type { LogEvent } from 'kysely'
import pg from 'pg'
import { type Database, databaseOn } from '#records/database.ts'
import { typeParsers } from '#records/type-parsers.ts'

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: readonly Plan[] }

/** A database that keeps its statements until `readWhole` explains them. */
export type KeptStatements = AsyncDisposable & {
  readonly database: Database
  /** The large tables that the statements since the last call scan sequentially, by their plans. */
  readonly readWhole: () => Promise<readonly string[]>
}

const SMALL_BLOCKS = 50

/** Opens a database of the test's own, and keeps its statements. */
export function openKeptStatements(url: string): KeptStatements {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    types: { getTypeParser: typeParsers },
    pipeline: true,
  })
  const kept: LogEvent['query'][] = []
  const database = databaseOn(pool, ({ level, query }) => {
    if (level === 'query') kept.push(query)
  })
  const plansOf = async ({ sql: statement, parameters }: LogEvent['query']) => {
    const { rows } = await pool.query<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>(
      `explain (format json) ${statement}`,
      [...parameters],
    )
    return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)))
  }
  return {
    database,
    async readWhole() {
      const large = await pool.query<{ relname: string }>(
        'select relname from pg_class where relpages > $1',
        [SMALL_BLOCKS],
      )
      const names = new Set(large.rows.map(({ relname }) => relname))
      const nodes = (await Promise.all(kept.splice(0).map(plansOf))).flat()
      return nodes
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .flatMap((node) => node['Relation Name'] ?? [])
        .filter((name) => names.has(name))
    },
    [Symbol.asyncDispose]: () => database.destroy(),
  }
}

function nodesOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}
