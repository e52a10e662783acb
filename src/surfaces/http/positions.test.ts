import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReadSources, type ReadSources } from '#records/standbys/read-sources.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { type HttpService, NOW, openHttpService, storeToken } from '#test/http-service.ts'
import type { Computed } from './compute.ts'
import { openResponseCache } from './response-cache.ts'

let opened: TestDatabase
let sources: ReadSources
let service: HttpService
let card: string
beforeAll(async () => {
  opened = await openTestDatabase()
  sources = openReadSources({
    primary: opened,
    standbys: [],
    throughPooler: false,
    lagLimitMs: 30_000,
    changed: () => {},
  })
  const cache = openResponseCache<Computed>(
    { bytes: 1_000_000, freshMs: 60_000, unannouncedMs: 60_000 },
    { timer: () => performance.now() },
  )
  service = await openHttpService({ database: opened.database, sources, cache })
  const { address } = await storeToken({}, opened.database)
  card = `/api/v1/builder?token=${address}`
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await sources[Symbol.asyncDispose]()
  await opened[Symbol.asyncDispose]()
})

const moveHead = (head: number) =>
  opened.database.updateTable('ledger_state').set({ head, last_run_at: NOW }).execute()

test('an answer states the position of its snapshot, also when the process has not seen it yet', async () => {
  await moveHead(3)
  const { headers } = await service.get('/api/changes')
  expect(headers).toMatchObject({ 'svc-position': '3' })
  expect(headers['access-control-expose-headers']).toContain('svc-position')
})

test('an answer of one statement states a position that it has reached', async () => {
  await moveHead(5)
  await service.get('/api/changes', { 'min-position': '5' })
  const { headers } = await service.get(card, { 'min-position': '5' })
  expect(headers).toMatchObject({ 'svc-position': '5' })
})

test('a refusal that is cached states its position too', async () => {
  const unknown = `/api/v1/builder?token=0x${'9'.repeat(40)}`
  const { status, headers } = await service.get(unknown)
  expect([status, headers['svc-position']]).toEqual([404, String(sources.primary.position)])
})

test('health, which reads no records, states none and reaches any position', async () => {
  const { status, headers } = await service.get('/healthz', { 'min-position': '999' })
  expect(status).toBe(200)
  expect(headers).not.toHaveProperty('svc-position')
})

test('a position that no server has reached is 503, and to be retried', async () => {
  const answer = await service.get('/api/changes', { 'min-position': '6' })
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBe('1')
  expect(answer.body).toMatchObject({ error: 'unavailable', retryable: true })
})

test('a cached answer is not older than the position that is asked for', async () => {
  const before = await service.get('/api/status')
  await moveHead(8)
  const { status, headers } = await service.get('/api/status', { 'min-position': '8' })
  expect([before.headers['svc-position'], status, headers['svc-position']]).toEqual(['5', 200, '8'])
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
