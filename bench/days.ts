import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { addMs, DAY_MS } from '#contract/time.ts'
import { recordDays } from '#evaluate/days.ts'
import { figure, tableOf, timed } from './figures.ts'
import { END } from './sample-projects.ts'
import { openCatalogue, openCopy, openServer } from './server.ts'

/**
 * Measures how long a process takes to write days of a catalogue, and the size of their rows with indexes. The first
 * day also reconstructs the history that the chain dates. The baseline inserts the rows of the second day again, with
 * one statement for each table.
 */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '10000' },
    'events-each': { type: 'string', default: '20' },
    data: { type: 'string', default: '.data/bench' },
  },
})
const YEAR = 365
const TABLES = ['history_points', 'market_days'] as const
const projects = Number.parseInt(values.projects, 10)
const events = projects * Number.parseInt(values['events-each'], 10)

await using server = await openServer(values.data)
await using catalogue = await openCatalogue({ projects, events, seed: 'one' }, server)
await using copy = await openCopy(catalogue, server)
const { database } = copy

await sql`insert into recorded_days (day, finished_at)
  values ((${END}::timestamptz at time zone 'UTC')::date - 1, ${END}::timestamptz)`.execute(database)
const write = (days: number) =>
  recordDays({ signal: new AbortController().signal }, { database, clock: () => addMs(END, days * DAY_MS) })

const rows = [['', 'points', 'market days', 's', 'bare inserts, s', 'MB', 'GB a year']]
let before = await bytesOf()
for (const [name, days] of [
  ['the first day', 1],
  ['a day', 2],
] as const) {
  const { ms, answer } = await timed(() => write(days))
  const after = await bytesOf()
  const bare = days === 1 ? undefined : await bareInserts()
  rows.push([
    name,
    ...[answer.points, answer.marketDays, ms / 1000].map(figure),
    bare === undefined ? '' : figure(bare / 1000),
    figure((after - before) / 1e6),
    days === 1 ? '' : figure(((after - before) * YEAR) / 1e9),
  ])
  before = after
}
console.log(tableOf(rows))

async function bytesOf(): Promise<number> {
  const { rows: sizes } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest(${[...TABLES]}::text[]) as name`.execute(
    database,
  )
  return sizes[0]?.bytes ?? 0
}

async function bareInserts(): Promise<number> {
  const { ms } = await timed(async () => {
    for (const table of TABLES) {
      await sql`create table bare (like ${sql.table(table)} including all)`.execute(database)
      await sql`insert into bare select * from ${sql.table(table)}
        where day = (select max(day) from recorded_days)`.execute(database)
      await sql`drop table bare`.execute(database)
    }
  })
  return ms
}
