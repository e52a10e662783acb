import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { figure, medianOf, tableOf, timed } from './figures.ts'
import { cpuMsOf, startServer } from './measured-server.ts'
import type { Attack } from './pipelining-attacker.ts'
import { openCatalogue, openServer } from './server.ts'

/**
 * Measures how long other callers wait while 2,000 connections send pipelined requests and never read: on the service,
 * and on a bare `node:http` server. The bare server shows which part of the wait the service does not cause.
 */
const SIZE = { projects: 40, events: 400, seed: 'pipelining' }
const CONNECTIONS = 2_000
const ROUNDS = Number(process.env['ROUNDS'] ?? '5')
const SERVERS = ['cached', 'empty'] as const
const ALONE_MS = 1_000 * Number(process.env['SECONDS'] ?? '3')
/** How long callers are measured after the last connection has sent its requests. */
const AFTER_MS = 1_000
const PAUSE_MS = 2

const CALLERS = { kept: 'keeps its connection', fresh: 'opens a connection a request' } as const

type Asking = { readonly url: string; readonly path: string; readonly kept: boolean }

/**
 * Sends one request after the other until the end, as another client every 50 requests. Returns the duration of each
 * answer.
 */
async function askUntil({ url, path, kept }: Asking, end: Promise<unknown>): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: kept })
  const durations: number[] = []
  let isOver = false
  const over = end.then(() => {
    isOver = true
  })
  while (!isOver) {
    const client = Math.floor(durations.length / 50)
    const headers = { 'x-forwarded-for': `10.${kept ? 1 : 2}.${client >> 8}.${client & 255}` }
    const { ms } = await timed(async () => {
      const sent = request(`${url}${path}`, { agent, headers }).end()
      const [response] = await once(sent, 'response')
      response.resume()
      await once(response, 'end')
    })
    durations.push(ms)
    await wait(PAUSE_MS)
  }
  await over
  agent.destroy()
  return durations
}

type Waits = { readonly p50: number; readonly p95: number }

/** The waits of callers that keep their connection, and of callers that open a connection for each request. */
async function measure(target: Pick<Asking, 'url' | 'path'>, end: Promise<unknown>) {
  const [kept, fresh] = await Promise.all([
    askUntil({ ...target, kept: true }, end),
    askUntil({ ...target, kept: false }, end),
  ])
  return { kept: waitsOf(kept), fresh: waitsOf(fresh) }
}

type Plan = {
  readonly kind: (typeof SERVERS)[number]
  readonly databaseUrl: string
  readonly path: string
  readonly requests: number
}

/** One round on a server of its own: first the callers alone, then the callers beside the attack. */
async function round({ kind, databaseUrl, path, requests }: Plan) {
  await using server = await startServer({ kind, databaseUrl })
  const target = { url: server.url, path }
  await measure(target, wait(ALONE_MS))
  const alone = await measure(target, wait(ALONE_MS))
  const attacker = fork(join(import.meta.dirname, 'pipelining-attacker.ts'))
  await once(attacker, 'message')
  const plan: Attack = { port: Number(new URL(server.url).port), path, connections: CONNECTIONS, requests }
  const before = await cpuMsOf(server)
  const sent = once(attacker, 'message').then(() => wait(AFTER_MS))
  attacker.send(plan)
  const beside = await measure(target, sent)
  const cpuMs = (await cpuMsOf(server)) - before
  attacker.disconnect()
  await once(attacker, 'exit')
  return { alone, beside, cpuMs }
}

function waitsOf(durations: readonly number[]): Waits {
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

type Round = Awaited<ReturnType<typeof round>>

async function run(target: Pick<Plan, 'databaseUrl' | 'path'>): Promise<void> {
  const rows = [['requests', 'server', 'caller', 'wait', 'alone, ms', 'beside, ms', 'ratio', 'processor, ms']]
  for (const requests of [17, 50]) {
    const rounds = { cached: [] as Round[], empty: [] as Round[] }
    for (let done = 0; done < ROUNDS; done += 1) {
      for (const kind of SERVERS) rounds[kind].push(await round({ ...target, kind, requests }))
    }
    for (const kind of SERVERS) rows.push(...rowsOf(rounds[kind]).map((row) => [`${requests}`, kind, ...row]))
  }
  console.log(tableOf(rows))
}

function rowsOf(rounds: readonly Round[]): readonly (readonly string[])[] {
  const cpuMs = figure(medianOf(rounds.map((one) => one.cpuMs)))
  return (['kept', 'fresh'] as const).flatMap((caller) =>
    (['p50', 'p95'] as const).map((wait) => {
      const alone = medianOf(rounds.map((one) => one.alone[caller][wait]))
      const beside = medianOf(rounds.map((one) => one.beside[caller][wait]))
      return [CALLERS[caller], wait, figure(alone), figure(beside), (beside / alone).toFixed(2), cpuMs]
    }),
  )
}

const dataDir = join(tmpdir(), `svc-bench-pipelining-${process.pid}`)
try {
  await using server = await openServer(dataDir)
  await using catalogue = await openCatalogue(SIZE, server)
  const { address } = await catalogue.database
    .selectFrom('tokens')
    .innerJoin('projects', 'projects.id', 'tokens.project_id')
    .where('projects.state', '=', 'published')
    .select('tokens.address')
    .orderBy('tokens.address')
    .executeTakeFirstOrThrow()
  await run({ databaseUrl: catalogue.url, path: `/api/v1/builder?token=${address}` })
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
