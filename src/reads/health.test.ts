import { expect, test } from 'vitest'
import { type Database, openDatabase } from '#records/database.ts'
import { openGate } from '#surfaces/http/overload.ts'
import { openHttpService } from '#test/service/http-service.ts'

/** A database that cannot be reached: every statement fails. */
async function withoutDatabase(use: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase('postgres://nobody@127.0.0.1:1/none', { maxConnections: 1 })
  await use(database)
  await database.destroy()
}

test('[R100] 15,000 health checks ask the database nothing', async () => {
  await withoutDatabase(async (database) => {
    const service = await openHttpService({ database, outage: () => undefined })
    const answers = await Promise.all(Array.from({ length: 15_000 }, () => service.get('/healthz')))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {"status":"ok"}']),
    )
    expect(answers[0]?.headers).toMatchObject({ 'cache-control': 'no-store' })
    await service[Symbol.asyncDispose]()
  })
})

test('[R100] health checks take no place among computations, and answer when all places are taken', async () => {
  const gate = openGate(
    { computing: 1, ofCaller: 1, lateMs: 100, late: { computing: 1, ofCaller: 1 }, waitMs: 10_000 },
    { lateness: { ms: () => 0 } },
  )
  const service = await openHttpService({ gate })
  const asked = [...Array.from({ length: 1_000 }, () => '/healthz'), '/api/status']
  const answers = await Promise.all(asked.map((path) => service.get(path)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const full = Promise.withResolvers<void>()
  const working = gate.pass(() => full.promise, 'a')
  expect((await service.get('/healthz')).body).toEqual({ status: 'ok' })
  expect((await service.get('/api/status')).status).toBe(503)
  full.resolve()
  await working
  await service[Symbol.asyncDispose]()
})

test('[R100] readiness follows whether the database is reachable, at once [contract GET /readyz]', async () => {
  let reachable = false
  await withoutDatabase(async (database) => {
    const service = await openHttpService({ database, outage: () => (reachable ? undefined : 'away') })
    for (const [now, status] of [
      [false, 503],
      [true, 200],
      [false, 503],
    ] as const) {
      reachable = now
      const answer = await service.get('/readyz')
      expect(answer.status).toBe(status)
      if (status === 503) expect(answer.body).toMatchObject({ error: 'unavailable', retryAfterSeconds: 5 })
      else expect(answer.body).toEqual({ status: 'ready' })
    }
    await service[Symbol.asyncDispose]()
  })
})

test('a process without its database is alive and says why it is degraded [contract GET /healthz]', async () => {
  await withoutDatabase(async (database) => {
    const service = await openHttpService({ database, outage: () => 'away' })
    const { status, body } = await service.get('/healthz')
    expect([status, body['status']]).toEqual([200, 'degraded'])
    expect(body['message']).toMatch(/cannot be reached/)
    await service[Symbol.asyncDispose]()
  })
})

test('while standbys answer reads in place of the primary, a process is degraded and takes traffic', async () => {
  await using service = await openHttpService({ outage: () => 'read_only' })
  const { status, body } = await service.get('/healthz')
  expect([status, body['status']]).toEqual([200, 'degraded'])
  expect(body['message']).toMatch(/primary database cannot be reached: standbys answer reads/)
  expect(await service.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
})

test('a process whose database lacks migrations of its version is degraded and takes no traffic', async () => {
  await using service = await openHttpService({ outage: () => 'older' })
  const { status, body } = await service.get('/healthz')
  expect([status, body['status']]).toEqual([200, 'degraded'])
  expect(body['message']).toMatch(/lacks migrations of this version: run svc migrate/)
  expect((await service.get('/readyz')).status).toBe(503)
})

test('a process whose database has no pipelines is degraded and takes traffic', async () => {
  await using service = await openHttpService({ outage: () => 'no_pipelines' })
  expect(await service.get('/healthz')).toMatchObject({
    status: 200,
    body: { status: 'degraded', message: expect.stringMatching(/has no pipelines/) },
  })
  expect((await service.get('/readyz')).status).toBe(200)
})

test('[R16] [R150] health says that the database is full, reads are answered, and that it has room again', async () => {
  let outage: 'full' | undefined
  const service = await openHttpService({ outage: () => outage })
  expect(await service.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  outage = 'full'
  const { status, body } = await service.get('/healthz')
  expect([status, body['status']]).toEqual([200, 'degraded'])
  expect(body['message']).toMatch(/no disk or memory left/)
  expect((await service.get('/api/projects')).status).toBe(200)
  expect((await service.get('/readyz')).status).toBe(200)
  outage = undefined
  expect((await service.get('/healthz')).status).toBe(200)
  await service[Symbol.asyncDispose]()
})
