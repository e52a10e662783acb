import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Database } from '#records/database.ts'
import { getPublished } from './catalogue.ts'
import { cpuMsOf, type MeasuredServer, type ServerPlan, startServer } from './measured-server.ts'
import type { Variant } from './tracing-variants.ts'

const CONNECTIONS = 16
const CARDS = 800
/** Rounds before the first measured one. V8 compiles the code of an answer in them. */
const WARM = 20

/**
 * The processor time in microseconds that a server needs for a Partner Card, by round and variant. Rounds are short,
 * because the speed of a shared machine changes within seconds. Each server's time is taken over the whole round, so
 * that an export of traces counts whenever it happens.
 */
export async function measureRequests(
  input: {
    readonly kind: Extract<ServerPlan['kind'], 'cached' | 'uncached'>
    readonly databaseUrl: string
    readonly variants: readonly Variant[]
    readonly rounds: number
    readonly requests: number
  },
  database: Database,
): Promise<readonly (readonly number[])[]> {
  const { kind, databaseUrl, requests } = input
  const paths = await pathsOf(database)
  await using stack = new AsyncDisposableStack()
  const servers: MeasuredServer[] = []
  for (const { settings } of input.variants)
    servers.push(stack.use(await startServer({ kind, databaseUrl, settings })))
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  stack.defer(() => agent.destroy())
  const rounds: number[][] = []
  for (let round = 0; round < input.rounds + WARM; round += 1) {
    const before = await Promise.all(servers.map(cpuMsOf))
    for (const index of servers.keys()) {
      const server = servers[(round + index) % servers.length]
      if (server !== undefined) await ask({ url: server.url, paths, requests, round }, agent)
    }
    const after = await Promise.all(servers.map(cpuMsOf))
    const micros = after.map((ms, index) => (1000 * (ms - (before[index] ?? Number.NaN))) / requests)
    if (round >= WARM) rounds.push(micros)
  }
  return rounds
}

type Asked = {
  readonly url: string
  readonly paths: readonly string[]
  readonly requests: number
  readonly round: number
}

/** Requests cards, each as another client, so that no client reaches its limit. */
async function ask({ url, paths, requests, round }: Asked, agent: Agent): Promise<void> {
  let asked = 0
  const askOn = async () => {
    while (asked < requests) {
      asked += 1
      const client = `10.${round & 255}.${asked >> 8}.${asked & 255}`
      const path = paths[asked % paths.length] ?? ''
      const request = get(`${url}${path}`, { agent, headers: { 'x-forwarded-for': client } })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      const body = await text(response)
      if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${body}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, askOn))
}

async function pathsOf(database: Database): Promise<readonly string[]> {
  const projects = await getPublished(CARDS, database)
  return projects.map(({ address }) => `/api/v1/builder?token=${address}`)
}
