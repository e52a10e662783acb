import { sql } from 'kysely'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { recordDays } from '#evaluate/days.ts'
import { rankProjects } from '#evaluate/rank.ts'
import type { Database } from '#records/database.ts'
import { END } from './sample-projects.ts'

/** When the last day of the year has ended. */
export const AFTER_YEAR = addMs(END, DAY_MS)

const OF_DAYS = {
  history_points: ['observed_at'],
  market_days: ['price_at', 'liquidity_at', 'volume_at', 'valuation_at'],
} as const

/**
 * Ranks the projects and writes `days` days of them: the newest as the service writes it, and copies of it for the days
 * before. A copy differs in its day and its times. Needs a superuser, as copies are written without foreign keys.
 */
export async function writeYear({ days }: { readonly days: number }, database: Database): Promise<void> {
  const at = { signal: new AbortController().signal }
  const deps = { database, clock: (): Instant => AFTER_YEAR }
  await rankProjects(at, deps)
  await sql`insert into recorded_days (day, finished_at)
    values ((${END}::timestamptz at time zone 'UTC')::date - 1, ${END}::timestamptz)`.execute(database)
  await recordDays(at, deps)
  for (const [table, times] of Object.entries(OF_DAYS)) await copyDays({ table, times, days }, database)
}

async function copyDays(
  input: { readonly table: string; readonly times: readonly string[]; readonly days: number },
  database: Database,
): Promise<void> {
  const table = sql.table(input.table)
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${input.table}::regclass and attnum > 0 and not attisdropped`.execute(database)
  const columns = rows.map(({ name }) => name)
  const copied = columns.map((name) => {
    if (name === 'day') return sql`day - back`
    return input.times.includes(name) ? sql`${sql.ref(name)} - back * interval '1 day'` : sql.ref(name)
  })
  const names = sql.join(columns.map((name) => sql.ref(name)))
  await database.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`insert into ${table} (${names}) select ${sql.join(copied)}
      from ${table}, generate_series(1, ${input.days - 1}::int) as copies(back)
      where day = (select max(day) from recorded_days)
      on conflict do nothing`.execute(connection)
    await sql`reset session_replication_role`.execute(connection)
  })
  await sql`vacuum (analyze) ${table}`.execute(database)
}
