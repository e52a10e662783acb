import { createServer } from 'node:http'
import { fastify } from 'fastify'
import pg from 'pg'
import { readConfig } from '#app/config.ts'
import { openSources } from '#app/instance/standbys.ts'
import { openService, type Service } from '#app/service.ts'
import { buildService, listen, openServiceCallers } from '#app/serving.ts'
import { openTraced } from '#app/telemetry/tracing.ts'
import { POOL, type ServerPlan } from './measured-server.ts'

async function start(plan: ServerPlan): Promise<void> {
  if (plan.kind === 'bare') return startBare(plan)
  if (plan.kind === 'empty') return startEmpty(plan)
  if (plan.kind === 'row') return startQuery(plan, ROW)
  if (plan.kind === 'stored') return startQuery(plan, STORED)
  const config = readConfig({
    PORT: `${plan.port}`,
    NODE_ENV: 'production',
    TRUSTED_PROXIES: '1',
    BASE_URL: 'https://svc.example',
    ...plan.settings,
  })
  const { databaseUrl } = plan
  const opened = await openService({
    config,
    databaseUrl,
    sandboxControlUrl: undefined,
    maxConnections: POOL,
  })
  const service = await openTraced(opened)
  await (plan.kind === 'cached' ? listen(new AbortController().signal, service) : listenUncached(service))
}

async function listenUncached(service: Service): Promise<void> {
  const sources = openSources(service)
  const server = buildService({ callers: await openServiceCallers(service), sources }, service)
  await server.listen({ host: '127.0.0.1', port: service.config.port })
}

const SENT_BY_NODE = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])

async function startBare({ port, from = '', paths = [] }: ServerPlan): Promise<void> {
  const answers = new Map<string | undefined, { head: string[]; status: number; bytes: Buffer }>()
  for (const [index, path] of paths.entries()) {
    const client = `10.250.${index >> 8}.${index & 255}`
    const headers = { 'accept-encoding': 'identity', 'x-forwarded-for': client }
    const answer = await fetch(`${from}${path}`, { headers })
    const head = [...answer.headers].filter(([name]) => !SENT_BY_NODE.has(name)).flat()
    answers.set(path, { head, status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) })
  }
  const server = createServer((request, response) => {
    const answer = answers.get(request.url)
    if (answer === undefined) throw new Error('Unknown path: expected a path of the plan')
    response.writeHead(answer.status, answer.head)
    response.end(answer.bytes)
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
}

async function startEmpty({ port }: ServerPlan): Promise<void> {
  const server = createServer((_request, response) => response.end())
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
}

const ROW = 'select id, slug, name, state from projects where id = $1'
const STORED = 'select evidence from cards where project_id = $1'

async function startQuery({ port, databaseUrl, ids = [] }: ServerPlan, query: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL })
  const app = fastify()
  let asked = 0
  app.get('/*', async () => {
    asked += 1
    const { rows } = await pool.query(query, [ids[asked % ids.length]])
    return rows[0]
  })
  await app.listen({ host: '127.0.0.1', port })
}

const plan = JSON.parse(process.argv[2] ?? '{}') as ServerPlan
await start(plan)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000, rssMb: process.memoryUsage.rss() / 1e6 })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
