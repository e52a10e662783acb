import { expect, test } from 'vitest'
import { AgentCallCounter, type CountCall } from '#accounts/agent-calls.ts'
import { openResponseCache } from '#surfaces/http/response-cache.ts'
import { storeListed } from '#test/given/listed-project.ts'
import { NOW, openHttpService } from '#test/service/http-service.ts'

const SILENT = { warn: () => {} }

async function openCounted() {
  let count: CountCall = () => {}
  const cache = openResponseCache(
    { bytes: 1_000_000, freshMs: 60_000, unannouncedMs: 60_000 },
    { timer: () => 0 },
  )
  const service = await openHttpService({ countCall: (call) => count(call), cache: cache as never })
  const counter = new AgentCallCounter({
    database: service.database,
    clock: { now: () => NOW },
    logger: SILENT,
  })
  count = counter.count
  await storeListed({ project: { slug: 'lumen', name: 'Lumen' } }, service.database)
  return { service, counter }
}

test('counts answered calls of a capability, cached or not, by the integration that they declare [contract GET /api/agent/stats]', async () => {
  const { service, counter } = await openCounted()
  await using _service = service
  await using _counter = counter
  expect((await service.get('/api/agent/stats?foo=1')).body).toMatchObject({
    collectedFrom: null,
    days: [],
    ignoredParameters: ['foo'],
  })
  const ask = (path: string, headers = {}) => service.get(`/api/agent${path}`, headers)
  await ask('/unknowns?project=lumen')
  await ask('/unknowns?project=lumen')
  await ask('?capability=unknowns&project=lumen', { 'x-svc-integration': 'bot/1' })
  await ask('/builder_status?project=lumen&integration=bot/1')
  await ask('/builder_status?project=lumen', { 'x-svc-integration': 'NOT A NAME' })
  for (const refused of ['/unknowns?project=never', '/buy?project=lumen', '/unknowns', ''])
    await ask(refused, { 'x-svc-integration': 'bot/1' })
  await counter.flush()
  const { body, text } = await service.get('/api/agent/stats')
  expect(body).toMatchObject({
    collectedFrom: NOW.slice(0, 10),
    days: [
      {
        date: NOW.slice(0, 10),
        calls: [
          { surface: 'rest', capability: 'builder_status', calls: 2 },
          { surface: 'rest', capability: 'unknowns', calls: 3 },
        ],
        integrations: [{ integration: 'bot/1', calls: 2 }],
      },
    ],
  })
  expect(text).not.toContain('lumen')
})
