import { expect, test } from 'vitest'
import { issueKey } from '#test/given/accounts.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { openHttpService } from '#test/service/http-service.ts'

test('[R145] the log of an answer names who asked: the client or the key, and the user agent, never the key itself', async () => {
  await using opened = await openTestDatabase()
  await using service = await openHttpService({ database: opened.database })
  const { id, key } = await issueKey(opened.database)
  const url = '/api/status'
  await service.get(url, { 'user-agent': 'wallet/2.1' })
  await service.get(url, { authorization: `Bearer ${key}`, 'user-agent': 'x'.repeat(900) })
  expect(service.lines).toMatchObject([
    { route: url, status: 200, client: '10.0.0.2', userAgent: 'wallet/2.1' },
    { route: url, status: 200, keyId: id, userAgent: 'x'.repeat(200) },
  ])
  expect(JSON.stringify(service.lines)).not.toContain(key)
  expect(service.lines[1]).not.toHaveProperty('client')
})
