import { expect, test } from 'vitest'
import { REGISTRY } from '#surfaces/handlers.ts'
import { ask } from '#test/agents/a2a.ts'
import { mcpOf } from '#test/agents/mcp.ts'
import { issueKey } from '#test/given/accounts.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { forFile } from '#test/run/for-file.ts'
import type { ReceivedSpan } from '#test/servers/otlp-receiver.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { openHttpService, storeToken } from '#test/service/http-service.ts'
import { openTracedTest, SAMPLED } from '#test/service/traced.ts'

/** Texts that callers send and that no exported span may have. */
const SECRETS = { query: 'a-secret-of-a-query', body: 'a-secret-of-a-body' }
const traced = await forFile(openTracedTest())
const listening = await listeningServiceOfFile({ tracer: traced.tracer })
const stored = await storeToken({ evidence: KNOWN, name: 'Lumen' }, listening.service.database)
const { key } = await issueKey(listening.service.database, { tier: 2 })

function told({ name, kind, hasFailed, attributes }: ReceivedSpan) {
  expect({ kind, hasFailed }).toEqual({ kind: 2, hasFailed: false })
  const keys = ['http.response.status_code', 'svc.operation', 'svc.cache', 'svc.capability']
  return [name, ...keys.map((of) => attributes[of])]
}

test('a request has one span with its operation, its status and how the cache had its answer, and no secret', async () => {
  const { service, send } = listening
  const mcp = mcpOf(service)
  const card = `/api/v1/builder?token=${stored.address}&utm=${SECRETS.query}`
  await send(card, { headers: { traceparent: SAMPLED, authorization: `Bearer ${key}` } })
  await send(card, { headers: { 'x-request-id': 'a-request' } })
  await send(`/api/projects/nobody?q=${SECRETS.query}`)
  await send('/healthz')
  await send(`/no-such-path?q=${SECRETS.query}`)
  await mcp.call('lookup_token', { token: stored.address })
  await mcp.call('lookup_token', { token: stored.address })
  await mcp.call('lookup_token', { token: SECRETS.body })
  await ask(service, { text: 'Research Lumen' })
  await ask(service, { text: SECRETS.body })
  await traced.flush()
  const { spans, exports } = traced.receiver
  expect(spans.map(told)).toEqual([
    ['GET /api/v1/builder', 200, 'builder', 'computed', undefined],
    ['GET /api/v1/builder', 200, 'builder', 'hit', undefined],
    ['GET /api/projects/{slug}', 404, 'project', 'computed', undefined],
    ['POST /mcp', 200, 'mcp', 'computed', 'lookup_token'],
    ['POST /mcp', 200, 'mcp', 'hit', 'lookup_token'],
    ['POST /mcp', 200, 'mcp', undefined, undefined],
    ['POST /api/a2a', 200, 'a2a', 'computed', 'research_project'],
    ['POST /api/a2a', 200, 'a2a', 'computed', undefined],
  ])
  expect(spans[0]).toMatchObject({ traceId: SAMPLED.slice(3, 35), parentSpanId: SAMPLED.slice(36, 52) })
  expect(spans[1]).toMatchObject({ parentSpanId: undefined })
  expect(spans[1]?.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/v1/builder',
    'url.path': '/api/v1/builder',
    'svc.request.id': 'a-request',
  })
  const exported = exports.map(({ body }) => body.toString('latin1')).join('\n')
  for (const secret of [...Object.values(SECRETS), key]) expect(exported).not.toContain(secret)
})

test('the span of a request that fails inside the service is an error', async () => {
  await using own = await openTracedTest()
  const project = async () => {
    throw new Error('broken')
  }
  const registry = { ...REGISTRY, handlers: { ...REGISTRY.handlers, project } }
  await using service = await openHttpService({ tracer: own.tracer, registry })
  expect(await service.get('/api/projects/lumen')).toMatchObject({ status: 500 })
  await own.flush()
  expect(own.receiver.spans).toMatchObject([
    { hasFailed: true, attributes: { 'http.response.status_code': 500 } },
  ])
})
