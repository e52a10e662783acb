import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { get, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { runCommand } from '#test/service/run-command.ts'
import { type Spawned, spawnService } from '#test/service/spawned-service.ts'
import { CHECKOUT } from './deployed-files.ts'

const hasCaddy = await runCommand('which', 'caddy').then(
  () => true,
  () => false,
)
/** Caddy's own authority signs the certificates. It is not added to the authorities that the machine trusts. */
const OWN_CERTIFICATES = 'admin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects'

const STARTING = { timeout: 60_000, interval: 100 }

const stack = new AsyncDisposableStack()
let serving: Spawned
let serve: () => Promise<Spawned>
let ask: (path: string, options?: RequestOptions) => Promise<{ status: number | undefined; body: string }>
beforeAll(async () => {
  if (!hasCaddy) return
  const folder = await mkdtemp(join(tmpdir(), 'svc-proxy-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const { url } = stack.use(await openTestDatabase())
  const [port, securePort] = [await findFreePort(), await findFreePort()]
  const origin = `https://localhost:${securePort}`
  serve = async () => {
    const env = {
      DATABASE_URL: url,
      PORT: `${port}`,
      BASE_URL: origin,
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'warn',
    }
    const spawned = spawnService(['serve'], env)
    await spawned.ready
    return spawned
  }
  serving = await serve()
  stack.defer(async () => {
    await serving.stop('SIGKILL')
  })
  const file = join(folder, 'Caddyfile')
  const deployed = await readFile(join(CHECKOUT, 'deploy/compose/Caddyfile'), 'utf8')
  const tried = deployed
    .replace('admin off', OWN_CERTIFICATES)
    .replace('serve:4663', `127.0.0.1:${port}`)
    // A busy machine starts the service in more than ten seconds.
    .replace('lb_try_duration 10s', 'lb_try_duration 90s')
  await writeFile(file, tried)
  const { PATH = '' } = process.env
  const proxy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { PATH, HOME: folder, XDG_DATA_HOME: folder, SITE_ADDRESS: `localhost:${securePort}` },
    stdio: 'ignore',
  })
  stack.defer(async () => {
    proxy.kill()
    await once(proxy, 'exit')
  })
  const root = join(folder, 'caddy/pki/authorities/local/root.crt')
  const ca = await vi.waitFor(() => readFile(root, 'utf8'), STARTING)
  ask = async (path, options = {}) => {
    const request = get(`${origin}${path}`, { ca, agent: false, ...options })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, body: await text(answer) }
  }
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), STARTING)
})
afterAll(() => stack.disposeAsync())

test.skipIf(!hasCaddy)(
  '[R14] behind the deployed proxy, answers come over TLS and link to it, and metrics are not shown',
  async () => {
    const index = await ask('/api')
    expect(index).toMatchObject({ status: 200, body: expect.stringContaining('https://localhost:') })
    expect((await ask('/metrics')).status).toBe(404)
    await expect(ask('/api', { ca: undefined })).rejects.toThrow(/certificate/)
  },
)

test.skipIf(!hasCaddy)('while the one serve is replaced, no request through the proxy fails', async () => {
  expect((await ask('/api')).status).toBe(200)
  const stopped = serving.stop()
  const meanwhile = Array.from({ length: 20 }, () => ask('/api'))
  expect(await stopped).toBe(0)
  const after = Array.from({ length: 20 }, () => ask('/api'))
  serving = await serve()
  const statuses = (await Promise.all([...meanwhile, ...after])).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})
