import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Database } from '#records/database.ts'
import { figure, tableOf } from './figures.ts'
import type { LoadPlan, LoadResult } from './reads-load.ts'
import type { ServerPlan } from './reads-server.ts'
import { openCatalogue, openServer } from './server.ts'

/** The reads that most callers make, each beside the least that could answer it, turn by turn in one run. */
const SIZE = { projects: 1000, events: 10_000, seed: 'reads' }
const CONNECTIONS = 32
const SECONDS = Number(process.env['SECONDS'] ?? '4')
const ROUNDS = Number(process.env['ROUNDS'] ?? '5')
const WARM_SECONDS = 3
const TOKENS = 800

type Measured = { readonly perSecond: number; readonly cpuMicros: number; readonly p99Ms: number }
type Contest = {
  readonly name: string
  readonly aim: number
  readonly least: number
  readonly paths: readonly string[]
  readonly ours: Server
  readonly theirs: Server
  readonly expected: number
}
type Server = AsyncDisposable & { readonly url: string; readonly child: ChildProcess }

async function startServer(plan: Omit<ServerPlan, 'port'>): Promise<Server> {
  const port = await findFreePort()
  const child = fork(join(import.meta.dirname, 'reads-server.ts'), [JSON.stringify({ ...plan, port })], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    [Symbol.asyncDispose]: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

async function measure(server: Server, plan: Omit<LoadPlan, 'url'>): Promise<Measured> {
  const before = await cpuMsOf(server)
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'reads-load.ts'),
    JSON.stringify({ ...plan, url: server.url }),
  ])
  const result = JSON.parse(stdout) as LoadResult
  const cpuMs = (await cpuMsOf(server)) - before
  const answers = result.perSecond * plan.seconds
  if (result.unexpected > answers / 1000) throw new Error(`${result.unexpected} answers of another status`)
  return { perSecond: result.perSecond, cpuMicros: (1000 * cpuMs) / answers, p99Ms: result.p99Ms }
}

async function cpuMsOf({ child }: Server): Promise<number> {
  const answer = once(child, 'message')
  child.send('cpu')
  const [{ cpuMs }] = (await answer) as [{ cpuMs: number }]
  return cpuMs
}

async function contend({ name, aim, least, paths, ours, theirs, expected }: Contest): Promise<string[]> {
  const plan = { paths, connections: CONNECTIONS, seconds: SECONDS }
  const mine = { ...plan, expected }
  const other = { ...plan, expected: name.startsWith('uncached') ? 200 : expected }
  await measure(ours, { ...mine, seconds: WARM_SECONDS })
  await measure(theirs, { ...other, seconds: WARM_SECONDS })
  const rounds: { ours: Measured; theirs: Measured }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ ours: await measure(ours, mine), theirs: await measure(theirs, other) })
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => medianOf(rounds.map(of))
  const speed = middle((round) => round.ours.perSecond / round.theirs.perSecond)
  const cpu = middle((round) => round.theirs.cpuMicros / round.ours.cpuMicros)
  return [
    name,
    figure(middle((round) => round.ours.perSecond)),
    figure(middle((round) => round.theirs.perSecond)),
    speed.toFixed(2),
    figure(middle((round) => round.ours.cpuMicros)),
    figure(middle((round) => round.theirs.cpuMicros)),
    cpu.toFixed(2),
    `${figure(middle((round) => round.ours.p99Ms))} / ${figure(middle((round) => round.theirs.p99Ms))}`,
    `${aim} (${least})`,
  ]
}

const HEAD = [
  'read',
  'answers/s',
  'baseline/s',
  'ratio',
  'µs CPU',
  'baseline µs',
  'ratio by CPU',
  'p99 ms',
  'aim (least)',
]

async function run(databaseUrl: string, database: Database): Promise<void> {
  const { tokens, ids } = await publishedOf(database)
  const [first = ''] = tokens
  const card = `/api/v1/builder?token=${first}`
  const nobody = `/api/v1/scan?token=0x${'12'.repeat(20)}`
  await using cached = await startServer({ kind: 'cached', databaseUrl })
  await using uncached = await startServer({ kind: 'uncached', databaseUrl })
  await using row = await startServer({ kind: 'row', databaseUrl, ids })
  const many = tokens.map((token) => `/api/v1/builder?token=${token}`)
  const bareOf = (paths: readonly string[]) =>
    startServer({ kind: 'bare', databaseUrl, from: cached.url, paths })
  await using bareCard = await bareOf([card])
  await using bareCards = await bareOf(many)
  await using bareNobody = await bareOf([nobody])
  const hot = { ours: cached, expected: 200, aim: 0.85, least: 0.65 }
  const rows: string[][] = [HEAD]
  rows.push(await contend({ name: 'cached Partner Card', ...hot, theirs: bareCard, paths: [card] }))
  rows.push(await contend({ name: `cached, ${many.length} cards`, ...hot, theirs: bareCards, paths: many }))
  rows.push(await contend({ name: 'cached unpublished scan', ...hot, theirs: bareNobody, paths: [nobody] }))
  rows.push(
    await contend({
      ...{ name: 'uncached Partner Card', aim: 0.8, least: 0.5, expected: 200 },
      ...{ ours: uncached, theirs: row, paths: many },
    }),
  )
  console.log(tableOf(rows))
}

async function publishedOf(database: Database) {
  const rows = await database
    .selectFrom('tokens')
    .innerJoin('projects', 'projects.id', 'tokens.project_id')
    .where('projects.state', '=', 'published')
    .orderBy('tokens.address')
    .select(['tokens.address', 'projects.id'])
    .limit(TOKENS)
    .execute()
  return { tokens: rows.map(({ address }) => address), ids: rows.map(({ id }) => id) }
}

function medianOf(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

const dataDir = join(tmpdir(), `svc-bench-reads-${process.pid}`)
try {
  await using server = await openServer(dataDir)
  await using catalogue = await openCatalogue(SIZE, server)
  await run(catalogue.url, catalogue.database)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
