import { sql } from 'kysely'
import { type Instant, toInstant } from '#contract/time.ts'
import type { Database } from '#records/database.ts'

/** The times in each column, by `table.column`. */
type StoredTimes = ReadonlyMap<string, ReadonlySet<Instant>>

/** Every time of every table. */
export async function readStoredTimes(database: Database): Promise<StoredTimes> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone'
    order by table_name, column_name`.execute(database)
  const times = await Promise.all(
    columns.map(async ({ table, column }) => {
      const { rows } = await sql<{ at: string }>`
        select distinct ${sql.ref(column)}::text as at from ${sql.table(table)}
        where ${sql.ref(column)} is not null and isfinite(${sql.ref(column)})`.execute(database)
      const values = rows.map(({ at }) => toInstant(new Date(at).toISOString()))
      return [`${table}.${column}`, new Set(values)] as const
    }),
  )
  return new Map(times)
}

/** The times that a column has afterwards and did not have before, by `table.column`. */
export function newTimes(before: StoredTimes, after: StoredTimes): ReadonlyMap<string, readonly Instant[]> {
  return new Map(
    [...after].flatMap(([column, times]) => {
      const added = [...times].filter((at) => before.get(column)?.has(at) !== true)
      return added.length === 0 ? [] : [[column, added] as const]
    }),
  )
}
