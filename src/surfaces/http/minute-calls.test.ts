import { expect, test } from 'vitest'
import { issueKey } from '#test/given/accounts.ts'
import { openCallRegistry } from '#test/service/call-registry.ts'
import { openHttpService } from '#test/service/http-service.ts'

const CHECK = 'POST /api/check'
const body = { note: 1 }

test('a limit of a minute is 429 with the seconds to wait, for a client and for an account; other calls go on', async () => {
  await using service = await openHttpService({ registry: openCallRegistry() })
  const { key } = await issueKey(service.database)
  const other = await issueKey(service.database)
  const ask = (url: string) =>
    service.server.inject({ method: 'POST', url, remoteAddress: '203.0.113.30', payload: body })
  const thirty = Array.from({ length: 30 }, async () => {
    const answers = [await service.send(CHECK, { key, body }), await ask('/api/check')] as const
    return [answers[0].status, answers[1].statusCode]
  })
  expect(new Set((await Promise.all(thirty)).flat())).toEqual(new Set([200]))
  const keyed = await service.send(CHECK, { key, body })
  const anonymous = await ask('/api/check')
  expect([keyed.status, anonymous.statusCode]).toEqual([429, 429])
  for (const refused of [keyed.body, anonymous.json()])
    expect(refused).toMatchObject({
      error: 'rate_limited',
      retryable: true,
      detail: { call: 'validate', limit: 30, windowSeconds: 60 },
      retryAfterSeconds: expect.any(Number),
    })
  const wait = Number(anonymous.headers['retry-after'])
  expect([Number.isInteger(wait), wait >= 1, wait <= 60]).toEqual([true, true, true])
  expect(anonymous.headers).toMatchObject({ 'cache-control': 'no-store', 'ratelimit-limit': '120' })
  expect((await ask('/api/none')).statusCode).toBe(404)
  expect((await service.send('GET /api/notes', { key })).status).toBe(200)
  expect((await service.send(CHECK, { key: other.key, body })).status).toBe(200)
})
