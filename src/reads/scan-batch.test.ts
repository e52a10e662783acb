import { beforeAll, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#contract/ids.ts'
import { issueKey } from '#test/given/accounts.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { someAddress, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
let keyed: Record<string, string>
beforeAll(async () => {
  const { key } = await issueKey(service.database, { tier: 2 })
  keyed = { authorization: `Bearer ${key}` }
})

test('[agents 45] a list of tokens answers one card for each input, in order, with repetitions', async () => {
  const lumen = await storeToken({ evidence: KNOWN, name: 'Lumen' }, service.database)
  const quarry = await storeToken({ name: 'Quarry' }, service.database)
  const hidden = await storeToken({ state: 'hidden', evidence: KNOWN }, service.database)
  const asked = [quarry.address, someAddress(), lumen.address, ZERO_ADDRESS, quarry.address, hidden.address]
  const { status, body } = await service.get(`/api/v1/scan?tokens=${asked.join()}&integration=wallet`, keyed)
  expect(status).toBe(200)
  const items = body['items'] as readonly Record<string, unknown>[]
  expect(items.map((item) => item['contract_address'])).toEqual(asked)
  expect(items.map((item) => [item['found'], item['reason']])).toEqual([
    [true, undefined],
    [false, 'unpublished'],
    [true, undefined],
    [false, 'not_a_token'],
    [true, undefined],
    [false, 'unpublished'],
  ])
  const single = await service.get(`/api/v1/scan?token=${lumen.address}&integration=wallet`)
  expect(items[2]).toEqual(single.body)
})

test.each([1, 2_147_483_648])('answers found false for the other chain %i', async (chain) => {
  const { address } = await storeToken({ evidence: KNOWN }, service.database)
  const { body } = await service.get(`/api/v1/scan?tokens=${address}&chain=${chain}`, keyed)
  expect(body).toMatchObject({ items: [{ found: false, reason: 'unsupported_chain', chain_id: chain }] })
})

test('[agents 45] each refusal of the partner reads has its own status and code [contract error code batch_too_large|key_required|not_found] [contract limit scan-tokens]', async () => {
  const token = someAddress()
  const thirtyOne = Array.from({ length: 31 }, () => token).join()
  for (const [path, headers, status, code] of [
    [`/api/v1/builder?token=${token}&chain=1`, {}, 400, 'unsupported_chain'],
    [`/api/v1/builder?token=${token}`, {}, 404, 'not_found'],
    ['/api/v1/scan?token=HOOD', {}, 400, 'invalid_token'],
    [`/api/v1/scan?tokens=${token}`, {}, 401, 'key_required'],
    [`/api/v1/scan?tokens=${thirtyOne}`, keyed, 400, 'batch_too_large'],
  ] as const) {
    const answer = await service.get(path, headers)
    expect([path, answer.status, answer.body['error']]).toEqual([path, status, code])
    const scanUrl = code === 'not_found' ? `https://svc.example/api/v1/scan?token=${token}` : undefined
    expect(answer.body['scan_url']).toBe(scanUrl)
  }
})

const fine = someAddress()
test.each([
  ['without a key', `tokens=${fine}`, {}, 401, 'key_required', { parameter: 'tokens' }],
  [
    'a malformed item, which is named',
    `tokens=${fine},HOOD,0x`,
    undefined,
    400,
    'invalid_token',
    { parameter: 'tokens', index: 1, given: 'HOOD' },
  ],
  ['an empty item', `tokens=${fine},`, undefined, 400, 'invalid_token', { index: 1, given: '' }],
  ['an empty list', 'tokens=', undefined, 400, 'invalid_token', { index: 0 }],
  [
    'more than thirty',
    `tokens=${Array.from({ length: 31 }, () => fine).join()}`,
    undefined,
    400,
    'batch_too_large',
    { parameter: 'tokens', given: 31, max: 30 },
  ],
  ['token and tokens', `token=${fine}&tokens=${fine}`, undefined, 400, 'invalid_parameter', {}],
  ['neither', '', {}, 400, 'invalid_token', { parameter: 'token' }],
] as const)('%s is refused', async (_, query, headers, status, code, detail) => {
  const answer = await service.get(`/api/v1/scan?${query}`, headers ?? keyed)
  expect([answer.status, answer.body['error']]).toEqual([status, code])
  expect(answer.body['detail']).toMatchObject(detail)
})

test('answers thirty tokens [contract limit scan-tokens]', async () => {
  const tokens = Array.from({ length: 30 }, () => fine).join()
  const { status, body } = await service.get(`/api/v1/scan?tokens=${tokens}`, keyed)
  expect([status, body['items']]).toEqual([200, expect.objectContaining({ length: 30 })])
})
