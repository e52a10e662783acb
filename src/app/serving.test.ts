import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#test/postgres/database.ts'
import { readConfig } from './config.ts'
import { findFreePort } from './instance/address.ts'
import { registerPipelines } from './pipelines/pipelines.ts'
import { openService, type Service } from './service.ts'
import { listen, listenForMonitoring } from './serving.ts'

const stack = new AsyncDisposableStack()
let databaseUrl: string
beforeAll(async () => {
  databaseUrl = stack.use(await openTestDatabase()).url
})
afterAll(() => stack.disposeAsync())

async function openOn(port: number): Promise<Service> {
  const settings = readConfig({ LOG_LEVEL: 'silent', BASE_URL: `http://127.0.0.1:${port}` })
  const config = { ...settings, port, monitoringPort: port }
  const service = await openService({ config, databaseUrl, sandboxControlUrl: undefined, maxConnections: 4 })
  return stack.use(service)
}

type Answer = {
  readonly status: number | undefined
  readonly connection: string | undefined
  readonly body: string
}

/** Asks on one connection, which is kept while the server keeps it. */
function onOneConnection(port: number): (path: string) => Promise<Answer> {
  const agent = stack.adopt(new Agent({ keepAlive: true, maxSockets: 1 }), (open) => open.destroy())
  return async (path) => {
    const request = get({ host: '127.0.0.1', port, path, agent })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, connection: answer.headers.connection, body: await text(answer) }
  }
}

test.each([
  ['serve', listen],
  ['work', listenForMonitoring],
] as const)(
  '%s that is told to stop is not ready at once, answers what arrives on open connections, and ends them',
  async (_, listenOn) => {
    const port = await findFreePort()
    const stop = new AbortController()
    const service = await openOn(port)
    await registerPipelines(service)
    const listening = await listenOn(stop.signal, service)
    const [probe, other] = [onOneConnection(port), onOneConnection(port)]
    await expect.poll(async () => (await probe('/readyz')).status).toBe(200)
    expect(await other('/healthz')).toMatchObject({ status: 200, body: '{"status":"ok"}' })
    stop.abort()
    expect(await probe('/readyz')).toMatchObject({ status: 503, connection: 'keep-alive' })
    const ended = listening?.[Symbol.asyncDispose]()
    const [readiness, health] = await Promise.all([probe('/readyz'), other('/healthz')])
    expect(readiness).toMatchObject({ status: 503, connection: 'close' })
    expect(health).toMatchObject({ status: 200, connection: 'close' })
    expect(JSON.parse(health.body)).toMatchObject({
      status: 'degraded',
      message: expect.stringMatching(/is stopping/),
    })
    await ended
    await expect(other('/healthz')).rejects.toThrow(/ECONNREFUSED/)
  },
)

test.each([
  ['serve', listen],
  ['work', listenForMonitoring],
] as const)('health of %s says that no pipeline is registered, until one is', async (_, listenOn) => {
  const port = await findFreePort()
  const service = await openOn(port)
  await service.database.deleteFrom('pipelines').execute()
  const stop = new AbortController()
  await using _listening = await listenOn(stop.signal, service)
  const probe = onOneConnection(port)
  const health = async () => (await probe('/healthz')).body
  await expect.poll(health).toMatch(/"degraded".*has no pipelines/)
  expect((await probe('/readyz')).status).toBe(200)
  await registerPipelines(service)
  await expect.poll(health).toBe('{"status":"ok"}')
})
