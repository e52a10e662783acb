import { expect, test } from 'vitest'
import { issueKey } from '#test/given/accounts.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { storeToken } from '#test/service/http-service.ts'

type Item = Readonly<Record<string, unknown>>

const service = await httpServiceOfFile()
const stored = await storeToken({ evidence: KNOWN }, service.database)

test.each([
  ['projects', () => '/api/projects?sort=newest'],
  ['scan cards', () => `/api/v1/scan?tokens=${stored.address}`],
])('claims=none omits the claims of every item of a list of %s, and nothing else', async (_, path) => {
  const { key } = await issueKey(service.database)
  const whole = await service.get(path(), { 'x-api-key': key })
  const items = whole.body['items'] as readonly Item[]
  expect(items.map(({ claims }) => typeof claims)).toEqual(['object'])
  const bare = await service.get(`${path()}&claims=none`, { 'x-api-key': key })
  expect(bare.body).toEqual({ ...whole.body, items: items.map(({ claims: _claims, ...rest }) => rest) })
})

test('claims=none omits the claims of a scan card', async () => {
  const { body } = await service.get(`/api/v1/scan?token=${stored.address}&claims=none`)
  expect(body).toMatchObject({ found: true, svc_status: 'SHIPPING' })
  expect(body).not.toHaveProperty('claims')
})

test.each(['/api/projects', '/api/v1/scan'])('%s refuses any other value of claims', async (path) => {
  const { status, body } = await service.get(`${path}?claims=all`)
  expect([status, body['message']]).toEqual([400, 'Invalid `claims`: expected one of none.'])
})
