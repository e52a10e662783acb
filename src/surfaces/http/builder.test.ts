import { afterAll, beforeAll, expect, test } from 'vitest'
import { KNOWN, RELEASE } from '#test/card-evidence.ts'
import { type HttpService, openHttpService, someAddress, storeToken } from '#test/http-service.ts'

let service: HttpService
beforeAll(async () => {
  service = await openHttpService()
})
afterAll(() => service[Symbol.asyncDispose]())

test('a published token answers its Partner Card', async () => {
  const { address, slug } = await storeToken({ evidence: KNOWN }, service.database)
  const { status, body } = await service.get(
    `/api/v1/builder?token=${address.toUpperCase().replace('0X', '0x')}`,
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({
    contract_address: address,
    status: 'active',
    svc_status: 'SHIPPING',
    svc_project_url: `https://svc.example/projects/${slug}`,
    latest_meaningful_ship: { title: 'v2.4.0', evidence_id: RELEASE },
    last_commit: null,
    last_code_activity: {
      summary: 'code changes, week starting 2026-11-16 (to 2026-11-19)',
      commits_30d: 41,
    },
    latest_change: null,
    latest_change_state: 'unavailable',
    as_of: '2026-11-19T12:00:00.000Z',
  })
})

test.each([['draft'], ['hidden'], ['never seen']])(
  'a %s project answers 404 with scan_url',
  async (state) => {
    const address =
      state === 'never seen'
        ? someAddress()
        : (await storeToken({ state: state as 'draft', evidence: KNOWN }, service.database)).address
    const { status, body } = await service.get(`/api/v1/builder?token=${address}`, { 'x-request-id': 'same' })
    expect(status).toBe(404)
    expect(body).toEqual({
      error: 'not_found',
      message: 'No project is published for this contract.',
      requestId: 'same',
      retryable: false,
      scan_url: `https://svc.example/api/v1/scan?token=${address}`,
    })
  },
)
