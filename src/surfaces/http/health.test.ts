import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpService, openHttpService } from '#test/http-service.ts'

let service: HttpService
let isFull = false
beforeAll(async () => {
  service = await openHttpService({ isFull: () => isFull })
})
afterAll(() => service[Symbol.asyncDispose]())

test('R16: health says that the database is full, and that it has room again', async () => {
  expect(await service.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  isFull = true
  const { status, body, headers } = await service.get('/healthz')
  expect([status, body['error'], body['retryable']]).toEqual([503, 'unavailable', true])
  expect(body['message']).toMatch(/no disk or memory left/)
  expect(headers['retry-after']).toBe('30')
  isFull = false
  expect((await service.get('/healthz')).status).toBe(200)
})
