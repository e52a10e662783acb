import { expect, test } from 'vitest'
import { httpServiceOfFile } from '#test/service/file-service.ts'

const service = await httpServiceOfFile()

test('the index starts with the agent contract and names the Partner Card as the read by contract [contract GET /api]', async () => {
  const { status, body } = await service.get('/api')
  expect(status).toBe(200)
  expect(Object.entries(body).slice(0, 2)).toEqual([
    ['agentContract', expect.objectContaining({ url: 'https://svc.example/api/agent' })],
    ['byContract', expect.objectContaining({ url: expect.stringContaining('/api/v1/builder?token=') })],
  ])
})

test('the agent contract names the parameters that it ignores [contract GET /api/agent] [contract agent contract query.ignoredParameters]', async () => {
  const { status, body } = await service.get('/api/agent?utm_source=mail&_=17')
  expect([status, body['query']]).toEqual([200, { ignoredParameters: ['utm_source', '_'] }])
})

test('the address of a read names in braces what must be given', async () => {
  const { body } = await service.get('/api')
  const urls = (body['reads'] as { url: string }[]).map(({ url }) => url.replace('https://svc.example', ''))
  expect(urls).toEqual(
    expect.arrayContaining([
      '/api/projects',
      '/api/projects/{slug}',
      '/api/v1/builder?token={token}',
      '/api/v1/scan?token={token}',
      '/api/projects/{slug}/diff?from={from}&to={to}',
    ]),
  )
})
