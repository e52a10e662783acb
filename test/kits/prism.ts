import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '#app/instance/address.ts'
import type { Answer, World } from '#test/world/world.ts'
import { serveWorld } from './serve-world.ts'

const ROOT = join(import.meta.dirname, '../..')
const PRISM = join(ROOT, 'tools/kits/node_modules/@stoplight/prism-cli/dist/index.js')
/** The media type in which Prism reports a violation; the service answers no such body. */
const REPORT = 'application/problem+json'

/** A proxy that compares every request and answer with the API description. */
export type CheckingProxy = AsyncDisposable & {
  /** Sends a request through the proxy. Returns the status, and the report of a violation. */
  readonly send: (asked: Through) => Promise<{ readonly status: number; readonly violation?: string }>
}
export type Through = {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Starts the proxy in front of a world. `change` may alter an answer before the proxy sees it. */
export async function openCheckingProxy(
  world: World,
  change: (answer: Answer) => Pick<Answer, 'text' | 'status' | 'headers'> = (answer) => answer,
): Promise<CheckingProxy> {
  await using stack = new AsyncDisposableStack()
  const served = stack.use(await serveWorld(world, change))
  const folder = stack.adopt(await mkdtemp(join(tmpdir(), 'svc-prism-')), (made) =>
    rm(made, { recursive: true }),
  )
  const document = join(folder, 'openapi.json')
  await writeFile(document, (await world.get('/openapi.json')).text)
  const base = await startPrism([document, served.url], stack)
  const open = stack.move()
  return {
    async send({ method = 'GET', path, headers = {}, body }) {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers,
        redirect: 'manual',
        ...(body === undefined ? {} : { body }),
      })
      const said = await answer.text()
      const isReport = answer.headers.get('content-type')?.startsWith(REPORT)
      return { status: answer.status, ...(isReport === true && { violation: said }) }
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function startPrism(between: readonly string[], stack: AsyncDisposableStack): Promise<string> {
  const port = await findFreePort()
  const args = [PRISM, 'proxy', ...between, '--port', String(port), '--errors']
  const prism = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  stack.defer(() => endOf(prism))
  const said: string[] = []
  const listens = Promise.withResolvers<void>()
  for (const stream of [prism.stdout, prism.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line)
      if (line.includes('Prism is listening')) listens.resolve()
    })
  prism.on('exit', () => listens.reject(new Error(`Prism ended:\n${said.join('\n')}`)))
  await listens.promise
  return `http://127.0.0.1:${port}`
}

async function endOf(prism: ChildProcess): Promise<void> {
  if (prism.exitCode !== null) return
  prism.kill()
  await once(prism, 'exit')
}
