import { type RawBuilder, sql } from 'kysely'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { recordDays } from '#evaluate/days.ts'
import { rankProjects } from '#evaluate/rank.ts'
import type { Database } from '#records/database.ts'
import { END } from './sample-projects.ts'

/** The instant at which the last day of the year has ended. */
export const AFTER_YEAR = addMs(END, DAY_MS)

const STAGE = 'newest_days'
const OF_DAYS = {
  history_points: { key: ['project_id', 'series', 'day'], times: ['observed_at'] },
  market_days: {
    key: ['project_id', 'address', 'provider', 'day'],
    times: ['price_at', 'liquidity_at', 'volume_at', 'valuation_at'],
  },
} as const
type TableOfDays = keyof typeof OF_DAYS

/**
 * Ranks the projects and writes `days` days of them: the newest as the service writes it, and copies of it for the days
 * before. A copy differs in its day and its times. A point that the service dated on an earlier day is kept. Needs a
 * superuser, because copies are written without foreign keys.
 */
export async function writeYear({ days }: { readonly days: number }, database: Database): Promise<void> {
  const at = { signal: new AbortController().signal }
  const deps = { database, clock: (): Instant => AFTER_YEAR }
  await rankProjects(at, deps)
  await sql`insert into recorded_days (day, finished_at)
    values ((${END}::timestamptz at time zone 'UTC')::date - 1, ${END}::timestamptz)`.execute(database)
  await recordDays(at, deps)
  for (const table of ['history_points', 'market_days'] as const) await copyDays({ table, days }, database)
}

/** Writes one day in each statement, oldest first. The primary key is built at the end, in one sort. */
async function copyDays(
  { table, days }: { readonly table: TableOfDays; readonly days: number },
  database: Database,
): Promise<void> {
  const key = sql.join(OF_DAYS[table].key.map((name) => sql.ref(name)))
  const constraint = sql.id(`${table}_pkey`)
  await sql`create unlogged table ${sql.id(STAGE)} as table ${sql.table(table)}`.execute(database)
  await sql`create index on ${sql.id(STAGE)} (day)`.execute(database)
  await sql`analyze ${sql.id(STAGE)}`.execute(database)
  const columns = await columnsOf(table, database)
  await database.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`set maintenance_work_mem = '1GB'`.execute(connection)
    await sql`alter table ${sql.table(table)} drop constraint ${constraint}`.execute(connection)
    for (let back = days - 1; back > 0; back -= 1) {
      await copyOfNewest({ table, columns, back }).execute(connection)
    }
    await sql`alter table ${sql.table(table)} add primary key (${key})`.execute(connection)
    await sql`reset session_replication_role`.execute(connection)
    await sql`reset maintenance_work_mem`.execute(connection)
  })
  await sql`drop table ${sql.id(STAGE)}`.execute(database)
  await sql`vacuum (analyze) ${sql.table(table)}`.execute(database)
}

async function columnsOf(table: TableOfDays, database: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(database)
  return rows.map(({ name }) => name)
}

/**
 * Inserts the rows of the newest day, dated `back` days earlier. Skips rows that the service itself wrote on that day.
 */
function copyOfNewest(copy: {
  readonly table: TableOfDays
  readonly columns: readonly string[]
  readonly back: number
}): RawBuilder<unknown> {
  const { key, times } = OF_DAYS[copy.table]
  const back = sql.lit(copy.back)
  const values = copy.columns.map((name) => {
    const column = sql.ref(`newest.${name}`)
    if (name === 'day') return sql`${column} - ${back}`
    return times.some((time) => time === name) ? sql`${column} - ${back} * interval '1 day'` : column
  })
  const sameKey = key.filter((name) => name !== 'day')
  const matches = sameKey.map((name) => sql`${sql.ref(`written.${name}`)} = ${sql.ref(`newest.${name}`)}`)
  return sql`insert into ${sql.table(copy.table)} select ${sql.join(values)} from ${sql.id(STAGE)} as newest
    where newest.day = (select max(day) from recorded_days) and not exists (
      select from ${sql.id(STAGE)} as written
      where written.day = newest.day - ${back} and ${sql.join(matches, sql` and `)})`
}
