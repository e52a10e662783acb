import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#records/database.ts'
import { type PostgresNode, startStandbys } from '#test/postgres/standbys.ts'
import { getPublished } from './catalogue.ts'
import { figure, medianOf, tableOf } from './figures.ts'
import { askInTurn, cpuMsOf, type MeasuredServer, startServer } from './measured-server.ts'
import { processorMsOf } from './processor-time.ts'
import { openCatalogue } from './server.ts'

/**
 * Measures the processor time of a computed answer: in the serving process, in the primary and in the standbys, with 0,
 * 1 and 2 standbys in turns. All run on one machine, so the figures show where the work is done, not how much more two
 * machines can answer.
 */
const PROJECTS = Number(process.env['PROJECTS'] ?? '1000')
const ROUNDS = Number(process.env['ROUNDS'] ?? '7')
/** Number of answers in a round. */
const ANSWERS = Number(process.env['ANSWERS'] ?? '300')
/** Rounds before the first measured one. In them, code is compiled and statements are planned. */
const WARM = 2

type Served = { readonly count: number; readonly server: MeasuredServer }
type Times = { readonly process: number; readonly primary: number; readonly standbys: number }

const folder = await mkdtemp(join(tmpdir(), 'bench-standbys-'))
try {
  await using group = await startStandbys(folder, 2)
  await using catalogue = await openCatalogue(
    { projects: PROJECTS, events: 20 * PROJECTS, seed: 'one' },
    { url: group.primary.directUrl },
  )
  const paths = await pathsOf(catalogue.database)
  await group.caughtUp()
  const { pathname } = new URL(catalogue.url)
  const urls = group.standbys.map(({ directUrl }) => new URL(pathname, directUrl).href)
  await using stack = new AsyncDisposableStack()
  const served: Served[] = []
  for (let count = 0; count <= urls.length; count += 1) {
    const settings = { DATABASE_READ_URLS: urls.slice(0, count).join(',') }
    const plan = { kind: 'uncached', databaseUrl: catalogue.url, settings } as const
    served.push({ count, server: stack.use(await startServer(plan)) })
  }
  const postmasters = await Promise.all([group.primary, ...group.standbys].map(postmasterOf))
  const rounds: (readonly Times[])[] = []
  for (let round = 0; round < WARM + ROUNDS; round += 1) {
    const times: Times[] = []
    for (const { server } of served) times.push(await timesOf(server, { paths, postmasters }))
    if (round >= WARM) rounds.push(times)
  }
  console.log(tableOf(rowsOf(served, rounds)))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function pathsOf(database: Database): Promise<readonly string[]> {
  const projects = await getPublished(ANSWERS, database)
  return projects.flatMap(({ slug, address }) => [
    `/api/v1/builder?token=${address}`,
    `/api/projects/${slug}`,
    `/api/changes?project=${slug}`,
  ])
}

/** The id of PostgreSQL's main process, which starts its other processes. */
async function postmasterOf({ query }: PostgresNode): Promise<number> {
  const [row] = await query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  )
  const stat = await readFile(`/proc/${row?.pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

async function timesOf(
  server: MeasuredServer,
  { paths, postmasters }: { readonly paths: readonly string[]; readonly postmasters: readonly number[] },
): Promise<Times> {
  const read = async () => ({
    process: await cpuMsOf(server),
    servers: await Promise.all(postmasters.map(processorMsOf)),
  })
  const before = await read()
  await askInTurn(server, { paths, answers: ANSWERS })
  const after = await read()
  const [primary = 0, ...standbys] = after.servers.map((ms, index) => ms - (before.servers[index] ?? 0))
  return {
    process: (after.process - before.process) / ANSWERS,
    primary: primary / ANSWERS,
    standbys: standbys.reduce((sum, ms) => sum + ms, 0) / ANSWERS,
  }
}

function rowsOf(served: readonly Served[], rounds: readonly (readonly Times[])[]) {
  const ofKind = (index: number, kind: keyof Times) =>
    medianOf(rounds.map((times) => times[index]?.[kind] ?? 0))
  return [
    ['standbys', 'process, ms', 'primary, ms', 'standbys together, ms', 'primary / without standbys'],
    ...served.map(({ count }, index) => [
      `${count}`,
      ...(['process', 'primary', 'standbys'] as const).map((kind) => figure(ofKind(index, kind))),
      figure(ofKind(index, 'primary') / ofKind(0, 'primary')),
    ]),
  ]
}
