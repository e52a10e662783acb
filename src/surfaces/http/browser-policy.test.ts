import { beforeAll, expect, test } from 'vitest'
import { KNOWN } from '#test/given/card-evidence.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
let badge: string
beforeAll(async () => {
  const { slug } = await storeToken({ evidence: KNOWN }, service.database)
  badge = `/badge/${slug}.svg`
})

test.each([
  [
    'text/html',
    () => '/developers/changelog',
    /^default-src 'self'; .*frame-ancestors 'none'$/,
    'strict-origin-when-cross-origin',
  ],
  ['image/svg+xml', () => badge, /^default-src 'none'.*sandbox$/, undefined],
])('[R151] %s has a content security policy', async (type, path, policy, referrer) => {
  const { status, headers } = await service.get(path())
  expect([status, headers['content-type']]).toEqual([200, `${type}; charset=utf-8`])
  expect(headers['content-security-policy']).toMatch(policy)
  expect(headers['referrer-policy']).toBe(referrer)
})

test('[R151] an answer that no browser shows as a document has no policy', async () => {
  expect((await service.get('/api/projects')).headers).not.toHaveProperty('content-security-policy')
})
