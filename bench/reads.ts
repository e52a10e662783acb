import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#records/database.ts'
import { figure, medianOf, tableOf } from './figures.ts'
import { cpuMsOf, type MeasuredServer, POOL, startServer } from './measured-server.ts'
import { findGenerators, type LoadGenerator, type LoadPlan } from './reads-load.ts'
import { expectRoom, openCatalogue, openServer } from './server.ts'

/** Measures the most frequent reads beside a minimal baseline of each, in turns within one run. */
const PROJECTS = Number(process.env['PROJECTS'] ?? '1000')
const SIZE = { projects: PROJECTS, events: 10 * PROJECTS, seed: 'reads' }
const CONNECTIONS = 32
/**
 * Duration of a round. Rounds are short and many, because the speed of a shared machine changes within seconds, and
 * both servers must run under the same conditions.
 */
const SECONDS = Number(process.env['SECONDS'] ?? '1')
const ROUNDS = Number(process.env['ROUNDS'] ?? '15')
/**
 * Duration of the warm-up. V8 compiles the code of an uncached answer for some seconds. The warm-up consists of short
 * runs too, because a connection serves 10,000 requests.
 */
const WARM_SECONDS = Number(process.env['WARM_SECONDS'] ?? '10')
const TOKENS = 800
/**
 * Number of PostgreSQL connections: the pools of the four servers that use it, and those of the services and this
 * process besides.
 */
const DATABASE_CONNECTIONS = 4 * POOL + 24
/** Share of a core from which a process counts as the bottleneck. */
const WHOLE_CORE = 0.9

type Measured = {
  readonly perSecond: number
  readonly cpuMicros: number
  readonly p99Ms: number
  /** The shares of a core that the server and the generator use. */
  readonly serverBusy: number
  readonly generatorBusy: number
}
type Contest = {
  readonly name: string
  /** The smallest allowed ratio to the baseline, by throughput and by processor time. */
  readonly aim: number
  readonly paths: readonly string[]
  readonly ours: MeasuredServer
  readonly theirs: MeasuredServer
}
async function measure(
  server: MeasuredServer,
  plan: Omit<LoadPlan, 'url'>,
  generator: LoadGenerator,
): Promise<Measured> {
  const before = await cpuMsOf(server)
  const result = await generator.run({ ...plan, url: server.url })
  const cpuMs = (await cpuMsOf(server)) - before
  const { requests, seconds, unexpected, p99Ms, cpuSeconds } = result
  const failed = Object.values(unexpected).reduce((sum, count) => sum + count, 0)
  if (failed > requests / 1000) {
    const named = JSON.stringify(unexpected)
    throw new Error(
      `The server ${server.kind} failed too often: ${named} of ${requests} requests, expected one in a thousand`,
    )
  }
  return {
    perSecond: requests / seconds,
    cpuMicros: (1000 * cpuMs) / requests,
    p99Ms,
    serverBusy: cpuMs / 1000 / seconds,
    generatorBusy: cpuSeconds / seconds,
  }
}

async function contend(
  { name, aim, paths, ours, theirs }: Contest,
  generator: LoadGenerator,
): Promise<string[]> {
  const plan = { paths, connections: CONNECTIONS, seconds: SECONDS }
  for (const server of [ours, theirs])
    for (let warm = 0; warm < WARM_SECONDS; warm += SECONDS) await measure(server, plan, generator)
  const rounds: { ours: Measured; theirs: Measured }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const mine = await measure(ours, plan, generator)
    rounds.push({ ours: mine, theirs: await measure(theirs, plan, generator) })
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => medianOf(rounds.map(of))
  return [
    name,
    generator.name,
    figure(middle((round) => round.ours.perSecond)),
    figure(middle((round) => round.theirs.perSecond)),
    middle((round) => round.ours.perSecond / round.theirs.perSecond).toFixed(2),
    figure(middle((round) => round.ours.cpuMicros)),
    figure(middle((round) => round.theirs.cpuMicros)),
    middle((round) => round.theirs.cpuMicros / round.ours.cpuMicros).toFixed(2),
    `${figure(middle((round) => round.ours.p99Ms))} / ${figure(middle((round) => round.theirs.p99Ms))}`,
    [limitOf(rounds.map((round) => round.ours)), limitOf(rounds.map((round) => round.theirs))].join(' / '),
    `${aim}`,
  ]
}

/** The bottleneck of runs: the generator or the server when it uses a whole core, otherwise the rest of the machine. */
function limitOf(runs: readonly Measured[]): string {
  if (medianOf(runs.map(({ generatorBusy }) => generatorBusy)) > WHOLE_CORE) return 'generator'
  return medianOf(runs.map(({ serverBusy }) => serverBusy)) > WHOLE_CORE ? 'server' : 'machine'
}

const HEAD = [
  'read',
  'asked by',
  'answers/s',
  'baseline/s',
  'ratio',
  'µs CPU',
  'baseline µs',
  'ratio by CPU',
  'p99 ms',
  'limited by',
  'aim',
]

async function run(databaseUrl: string, database: Database): Promise<void> {
  await expectRoom(DATABASE_CONNECTIONS, database)
  const { tokens, ids } = await publishedOf(database)
  const [first = ''] = tokens
  const card = [`/api/v1/builder?token=${first}`]
  const cards = tokens.map((token) => `/api/v1/builder?token=${token}`)
  const scan = [`/api/v1/scan?token=0x${'12'.repeat(20)}`]
  await using cached = await startServer({ kind: 'cached', databaseUrl })
  await using uncached = await startServer({ kind: 'uncached', databaseUrl })
  await using row = await startServer({ kind: 'row', databaseUrl, ids })
  await using stored = await startServer({ kind: 'stored', databaseUrl, ids })
  const bareOf = (paths: readonly string[]) =>
    startServer({ kind: 'bare', databaseUrl, from: cached.url, paths })
  await using bareCard = await bareOf(card)
  await using bareCards = await bareOf(cards)
  await using bareScan = await bareOf(scan)
  const hot = { ours: cached, aim: 0.75 }
  const contests: readonly Contest[] = [
    { name: 'cached Partner Card', ...hot, theirs: bareCard, paths: card },
    { name: `cached, ${cards.length} cards`, ...hot, theirs: bareCards, paths: cards },
    { name: 'cached unpublished scan', ...hot, theirs: bareScan, paths: scan },
    { name: 'uncached Partner Card', aim: 0.6, ours: uncached, theirs: row, paths: cards },
    { name: 'uncached, beside its stored evidence', aim: 0.6, ours: uncached, theirs: stored, paths: cards },
  ]
  for (const generator of await findGenerators()) {
    const rows: string[][] = [HEAD]
    for (const contest of contests) rows.push(await contend(contest, generator))
    console.log(`${tableOf(rows)}\n`)
  }
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

const dataDir = join(tmpdir(), `svc-bench-reads-${process.pid}`)
try {
  await using server = await openServer(dataDir)
  await using catalogue = await openCatalogue(SIZE, server)
  await run(catalogue.url, catalogue.database)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
