import { expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#contract/ids.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { someAddress, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

test.each([
  ['an unpublished token', someAddress(), '', 'unpublished', 4663],
  ['the zero address', ZERO_ADDRESS, '', 'not_a_token', 4663],
  ['another chain', someAddress(), '&chain=8453', 'unsupported_chain', 8453],
  ['a chain beyond 31 bits', someAddress(), '&chain=2147483648', 'unsupported_chain', 2_147_483_648],
])(
  '%s is an answer, not an error [contract GET /api/v1/scan] [contract scan card found|reason]',
  async (_, address, chain, reason, chainId) => {
    const { status, body } = await service.get(`/api/v1/scan?token=${address}${chain}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ found: false, reason, chain_id: chainId, contract_address: address })
  },
)

test('a chain beyond 31 bits spoils no card that is read at the same moment', async () => {
  const { address } = await storeToken({ evidence: KNOWN }, service.database)
  const answers = await Promise.all(
    [
      `/api/v1/scan?token=${address}&chain=${Number.MAX_SAFE_INTEGER}`,
      `/api/v1/scan?token=${address}`,
      `/api/v1/builder?token=${address}`,
    ].map((path) => service.get(path)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.map(({ body }) => body['found'])).toEqual([false, true, undefined])
})

test('hidden and draft projects answer like an unpublished token', async () => {
  const hidden = await storeToken({ state: 'hidden', evidence: KNOWN }, service.database)
  const draft = await storeToken({ state: 'draft', evidence: KNOWN }, service.database)
  const none = { address: someAddress() }
  const texts = await Promise.all(
    [hidden, draft, none].map(async ({ address }) =>
      (await service.get(`/api/v1/scan?token=${address}`)).text.replaceAll(address, 'T'),
    ),
  )
  expect(new Set(texts).size).toBe(1)
})

test('[agents 59] the integration of one caller is never another’s [contract scan card project_link]', async () => {
  const { address } = await storeToken({ evidence: KNOWN }, service.database)
  const path = `/api/v1/scan?token=${address}`
  const alice = await service.get(path, { 'x-svc-integration': 'alice' })
  const none = await service.get(path)
  expect(alice.body['project_link']).toContain('utm_source=alice&')
  expect(none.body['project_link']).toContain('utm_source=svc_api&')
  expect(none.headers['etag']).not.toBe(alice.headers['etag'])
})

test.each([
  ['text/plain', 'text/plain; charset=utf-8', /^FACT Project: “Lumen”/],
  ['application/json;q=0.1, text/markdown', 'text/markdown; charset=utf-8', /^- \*\*FACT\*\* Project/],
  ['*/*', 'application/json; charset=utf-8', /^\{"contract_address"/],
  ['application/json;q=0.1', 'application/json; charset=utf-8', /^\{"contract_address"/],
])('[agents 46] the Partner Card accepted as %s', async (accept, type, text) => {
  const { address } = await storeToken({ evidence: KNOWN }, service.database)
  const answer = await service.get(`/api/v1/builder?token=${address}`, { accept })
  expect(answer.headers['content-type']).toBe(type)
  expect(String(answer.headers['vary'])).toMatch(/^accept,/)
  expect(answer.text).toMatch(text)
})

test('a refusal is JSON whatever the Accept header', async () => {
  const answer = await service.get(`/api/v1/builder?token=${someAddress()}`, { accept: 'text/plain' })
  expect([answer.status, answer.body['error']]).toEqual([404, 'not_found'])
})

test('logs the declared integration and the caller with the answer, and nothing else of the request', async () => {
  const path = `/api/v1/scan?token=${someAddress()}`
  await service.get(`${path}&integration=wallet/1.0`, { 'x-request-id': 'declared' })
  await service.get(`${path}&integration=<b>`, { 'x-request-id': 'undeclared' })
  const recorded = (requestId: string) =>
    service.lines.find((line) => 'requestId' in line && line.requestId === requestId)
  expect(recorded('declared')).toEqual({
    requestId: 'declared',
    method: 'GET',
    route: '/api/v1/scan',
    status: 200,
    ms: expect.any(Number),
    integration: 'wallet/1.0',
    client: expect.stringMatching(/^10\./),
    userAgent: 'lightMyRequest',
  })
  expect(recorded('undeclared')).toMatchObject({ integration: null })
})
