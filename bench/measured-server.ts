import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Number of PostgreSQL connections in one server's pool. */
export const POOL = 24

/**
 * The plan of a measured server, which runs in a separate process. `cached` and `uncached` are the service. `bare` is
 * node:http with the answers of another server to `paths`. `empty` is node:http with a status and no body. `row` is
 * Fastify with a primary-key query of four short columns; `stored` is the same with the stored evidence of a card.
 */
export type ServerPlan = {
  readonly kind: 'cached' | 'uncached' | 'bare' | 'empty' | 'row' | 'stored'
  readonly databaseUrl: string
  readonly port: number
  readonly from?: string
  readonly paths?: readonly string[]
  readonly ids?: readonly string[]
  /** Environment variables of the service, in addition to those of every measured server. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A running server to measure, in a process of its own. */
export type MeasuredServer = AsyncDisposable & {
  readonly kind: ServerPlan['kind']
  readonly url: string
  readonly child: ChildProcess
}

/** Starts a server on a free port. Resolves when it listens. */
export async function startServer(plan: Omit<ServerPlan, 'port'>): Promise<MeasuredServer> {
  const port = await findFreePort()
  const child = fork(join(import.meta.dirname, 'reads-server.ts'), [JSON.stringify({ ...plan, port })], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await once(child, 'message')
  return {
    kind: plan.kind,
    url: `http://127.0.0.1:${port}`,
    child,
    [Symbol.asyncDispose]: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** The processor time that a server has used so far, in milliseconds. */
export async function cpuMsOf({ child }: MeasuredServer): Promise<number> {
  const answer = once(child, 'message')
  child.send('cpu')
  const [{ cpuMs }] = (await answer) as [{ cpuMs: number }]
  return cpuMs
}

let clients = 0

/** Sends so many requests for these paths in turn, each as another client. @throws Error for a failed answer */
export async function askInTurn(
  server: MeasuredServer,
  given: { readonly paths: readonly string[]; readonly answers: number; readonly headers?: object },
): Promise<void> {
  const { paths, answers, headers } = given
  for (let asked = 0; asked < answers; asked += 1) {
    clients += 1
    const client = `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
    const path = paths[asked % paths.length]
    const answer = await fetch(`${server.url}${path}`, { headers: { ...headers, 'x-forwarded-for': client } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}, expected 200`)
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string')
    throw new Error('No port: expected a listening TCP server')
  return address.port
}
