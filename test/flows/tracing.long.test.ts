import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { findFreePort } from '#app/instance/address.ts'
import { runNow, runWhenDue } from '#app/pipelines/pipelines.ts'
import { openTraced } from '#app/telemetry/tracing.ts'
import { HOUR_MS } from '#contract/time.ts'
import { issueKey } from '#test/given/accounts.ts'
import { forFile } from '#test/run/for-file.ts'
import { type ReceivedSpan, startOtlpReceiver } from '#test/servers/otlp-receiver.ts'
import { spawnService } from '#test/service/spawned-service.ts'
import { EXPORT_SECRET, SAMPLED } from '#test/service/traced.ts'
import { startReceiver } from '#test/webhooks/receiver.ts'
import { aSubscription } from '#test/webhooks/webhooks.ts'
import { worldSettings } from '#test/world/begin-world.ts'
import { openWorld } from '#test/world/world.ts'

const { signal } = new AbortController()
const WEBHOOK_SECRET = 'a-secret-of-a-webhook'
const world = await forFile(openWorld({ reading: ['lumen'] }))
const otlp = await forFile(startOtlpReceiver())
const webhooks = await forFile(startReceiver())

const tracing = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${EXPORT_SECRET}`,
})

/** Starts a process of the service on the world. */
function spawnOnWorld(name: 'serve' | 'work', env: Readonly<Record<string, string>>) {
  const { service, sandbox } = world
  return spawnService([name], {
    ...worldSettings(sandbox, service.config.dataDir),
    DATABASE_URL: service.databaseUrl.reveal(),
    ...env,
  })
}

const byId = (id: string | undefined) => otlp.spans.find(({ spanId }) => spanId === id)
const isDelivered = ({ name, attributes }: ReceivedSpan) =>
  name === 'deliver webhook' && attributes['http.response.status_code'] === 204
const instanceOf = (span: ReceivedSpan | undefined) => span?.resource['service.instance.id']

/** The span and those before it, up to the first of the trace. */
function chainOf(span: ReceivedSpan | undefined): readonly ReceivedSpan[] {
  return span === undefined ? [] : [...chainOf(byId(span.parentSpanId)), span]
}

test('a release that one process reads and evaluates, and another announces, is one trace', async () => {
  const { service } = world
  const url = `${webhooks.url}/hook?token=${WEBHOOK_SECRET}`
  await aSubscription({ url, now: service.clock.now() }, service.database)
  await world.act('release', 'lumen')
  await world.ask('/advance', { ms: HOUR_MS })
  await world.passClock(HOUR_MS)
  {
    const config = { ...service.config, tracing: readConfig({ BASE_URL: '', ...tracing() }).tracing }
    await using reading = await openTraced({ ...service, config })
    await runWhenDue({ name: 'collect:github', signal }, reading)
    await runNow({ name: 'evaluate', extent: 'due', signal }, reading)
  }
  const working = spawnOnWorld('work', tracing())
  await using stack = new AsyncDisposableStack()
  stack.defer(async () => void (await working.stop()))
  const release = () =>
    otlp.spans.find(
      (span) =>
        isDelivered(span) && byId(span.parentSpanId)?.attributes['svc.event.type'] === 'build.release',
    )
  await otlp.until(() => chainOf(release()).length === 5)
  const chain = chainOf(release())
  expect(chain.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^read github /),
    'evaluate project',
    'compare project with ledger',
    'append build.release',
    'deliver webhook',
  ])
  expect(new Set(chain.map(({ traceId }) => traceId)).size).toBe(1)
  const [reading, evaluation, ...announced] = chain
  expect(reading?.attributes).toMatchObject({
    'svc.provider': 'github',
    'svc.reading.outcome': expect.anything(),
  })
  expect(instanceOf(evaluation)).toBe(instanceOf(reading))
  expect(new Set(announced.map(instanceOf)).size).toBe(1)
  expect(instanceOf(announced[0])).not.toBe(instanceOf(reading))
  const causes = [reading?.spanId, ...(evaluation?.links.map((link) => link.split('/')[1]) ?? [])].map(byId)
  expect(causes.map((cause) => cause?.attributes['svc.stream'])).toContain('releases')
  const [sent] = webhooks.received.filter(({ body }) => body['type'] === 'build.release')
  expect(sent?.headers['traceparent']).toBe(`00-${announced[2]?.traceId}-${announced[2]?.spanId}-01`)
  expect(await working.stop()).toBe(0)
})

test('serve joins the trace of a caller, and exports it before it stops', async () => {
  const { key } = await issueKey(world.service.database, { tier: 1 })
  const port = await findFreePort()
  const serving = spawnOnWorld('serve', { PORT: `${port}`, ...tracing() })
  await serving.ready
  const headers = { authorization: `Bearer ${key}`, traceparent: SAMPLED }
  const answer = await fetch(`http://127.0.0.1:${port}/api/projects/lumen?secret=${key}`, { headers })
  expect(answer.status).toBe(200)
  await answer.body?.cancel()
  expect(await serving.stop()).toBe(0)
  const spans = otlp.spans.filter(({ traceId }) => traceId === SAMPLED.slice(3, 35))
  expect(spans).toMatchObject([
    {
      name: 'GET /api/projects/{slug}',
      parentSpanId: SAMPLED.slice(36, 52),
      attributes: { 'url.path': '/api/projects/lumen', 'svc.operation': 'project', 'svc.cache': 'computed' },
    },
  ])
  const exported = otlp.exports.map(({ body }) => body.toString('latin1')).join('\n')
  const { service, sandbox } = world
  const { WEBHOOK_MASTER_KEY, AGENT_CARD_KEYS } = worldSettings(sandbox, service.config.dataDir)
  for (const secret of [key, EXPORT_SECRET, WEBHOOK_SECRET, WEBHOOK_MASTER_KEY, AGENT_CARD_KEYS])
    expect(exported).not.toContain(secret)
  expect(new Set(otlp.exports.map(({ headers: sent }) => sent.authorization))).toEqual(
    new Set([`Bearer ${EXPORT_SECRET}`]),
  )
})

test('a process without an endpoint loads no package of OpenTelemetry besides that of its metrics', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'svc-modules-'))
  const preload = pathToFileURL(join(import.meta.dirname, '../run/module-log.ts')).href
  const loadedBy = async (name: 'serve' | 'work', env: Readonly<Record<string, string>>) => {
    const file = join(folder.path, `${name}-${Object.keys(env).length}`)
    const port = `${await findFreePort()}`
    const started = spawnOnWorld(name, {
      PORT: port,
      MODULE_LOG: file,
      NODE_OPTIONS: `--import ${preload}`,
      ...env,
    })
    await started.ready
    expect(await started.stop()).toBe(0)
    const packages = (await readFile(file, 'utf8')).match(/@opentelemetry\/[\w-]+/g)
    return [...new Set(packages)].toSorted()
  }
  // prom-client imports the API package, which has types and functions that do nothing.
  expect(await loadedBy('serve', {})).toEqual(['@opentelemetry/api'])
  expect(await loadedBy('work', {})).toEqual(['@opentelemetry/api'])
  expect(await loadedBy('serve', tracing())).toContain('@opentelemetry/sdk-trace')
})
