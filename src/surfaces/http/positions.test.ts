import { expect, test } from 'vitest'
import { openReadSources } from '#records/standbys/read-sources.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { forFile } from '#test/run/for-file.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'
import { storeAnswered } from '#test/service/read-requests.ts'
import { openSubscriber } from '#test/webhooks/subscriptions.ts'
import type { Computed } from './compute.ts'
import { openResponseCache } from './response-cache.ts'

const opened = await fileDatabase()
const sources = await forFile(
  openReadSources({
    primary: opened,
    standbys: [],
    throughPooler: false,
    lagLimitMs: 30_000,
    changed: () => {},
  }),
)
const cache = openResponseCache<Computed>(
  { bytes: 1_000_000, freshMs: 60_000, unannouncedMs: 60_000 },
  { timer: () => performance.now() },
)
const service = await httpServiceOfFile({ database: opened.database, sources, cache })
const paths = await storeAnswered(opened.database)

/** Moves the head of the ledger by one. Returns the new head. */
async function moveOn(): Promise<number> {
  const { head } = await opened.database
    .updateTable('ledger_state')
    .set((of) => ({ head: of('head', '+', 1), last_run_at: NOW }))
    .returning('head')
    .executeTakeFirstOrThrow()
  return head
}

/** The reads whose answers depend on no record. */
const WITHOUT_RECORDS: readonly string[] = [
  'agent',
  'agentCard',
  'aiCatalog',
  'apiCatalog',
  'changelogFeed',
  'guide',
  'health',
  'index',
  'openapi',
  'openapi30',
  'readiness',
  'receiptSchema',
  'securityText',
  'serverCard',
]

test('each answer from records states the position of its snapshot, and no other states one', async () => {
  const stated: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(paths)) {
    const head = String(await moveOn())
    const { status, headers } = await service.get(path)
    stated[name] = [status, headers['svc-position']]
    expect(headers['access-control-expose-headers']).toContain('svc-position')
    expected[name] = [200, WITHOUT_RECORDS.includes(name) ? undefined : head]
  }
  expect(stated).toEqual(expected)
})

test('answers about webhooks of an account state the position of their snapshot', async () => {
  const { send, create } = await openSubscriber(service)
  const { id } = await create()
  for (const path of ['', `/${id}`, `/${id}/deliveries`]) {
    const head = await moveOn()
    const { status, headers } = await send(`GET /api/webhooks${path}`)
    expect([path, status, headers['svc-position']]).toEqual([path, 200, String(head)])
  }
})

test('a refusal that is cached states its position too', async () => {
  const head = await moveOn()
  const unknown = `/api/v1/builder?token=0x${'9'.repeat(40)}`
  const { status, headers } = await service.get(unknown)
  expect([status, headers['svc-position']]).toEqual([404, String(head)])
})

test('health, which reads no records, states none and reaches any position', async () => {
  const { status, headers } = await service.get('/healthz', { 'min-position': '999' })
  expect(status).toBe(200)
  expect(headers).not.toHaveProperty('svc-position')
})

test('a position that no server has reached is 503, and to be retried', async () => {
  const head = await moveOn()
  const answer = await service.get('/api/changes', { 'min-position': String(head + 1) })
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBe('1')
  expect(answer.body).toMatchObject({ error: 'unavailable', retryable: true })
})

test.each([
  ['an answer', '/api/status?one', 200],
  ['a refusal of a card', `/api/v1/builder?token=0x${'8'.repeat(40)}`, 404],
  ['a refusal on a snapshot', `/api/agent/builder_status?contract=0x${'8'.repeat(40)}`, 404],
])('%s from the cache is not older than the position that is asked for', async (_, path, status) => {
  cache.drop()
  const before = String(await moveOn())
  const positionOf = async (headers = {}) => {
    const answer = await service.get(path, headers)
    expect(answer.status).toBe(status)
    return answer.headers['svc-position']
  }
  expect(await positionOf()).toBe(before)
  const after = String(await moveOn())
  expect([await positionOf(), await positionOf({ 'min-position': after })]).toEqual([before, after])
})

test.each([
  ['', 'empty'],
  ['-1', 'below 0'],
  ['1.5', 'not whole'],
  ['0x10', 'not decimal'],
  ['c1.5', 'a cursor'],
  ['9'.repeat(16), 'past what is exact'],
  ['1, 2', 'given twice'],
])('min-position %j is refused: %s', async (value) => {
  const answer = await service.get('/api/changes', { 'min-position': value })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    error: 'invalid_parameter',
    detail: { parameter: 'min-position' },
  })
})
