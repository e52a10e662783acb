import { sql } from 'kysely'
import type { Writer } from './database.ts'

/** Counts that writers keep as differences, each under the column that says what is counted. */
const KEPT = { project_counts: 'facet', ship_days: 'day' } as const

/** Adds up the kept counts of a table, so that each is read from one row again. */
export async function addUpCounts(
  input: { readonly table: keyof typeof KEPT },
  writer: Writer,
): Promise<void> {
  const table = sql.table(input.table)
  const counted = sql.ref(KEPT[input.table])
  await sql`
    with gone as (
      delete from ${table} where ctid in (
        select ctid from ${table}
        where ${counted} in (select ${counted} from ${table} group by ${counted} having count(*) > 1)
        for update skip locked)
      returning ${counted}, n
    )
    insert into ${table} (${counted}, n)
    select ${counted}, sum(n) from gone group by ${counted} having sum(n) <> 0`.execute(writer)
}
