import type { InjectOptions } from 'light-my-request'
import { beforeAll, describe, expect, test } from 'vitest'
import { KNOWN } from '#test/given/card-evidence.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
let card: string
beforeAll(async () => {
  const { address } = await storeToken({ evidence: KNOWN }, service.database)
  card = `/api/v1/builder?token=${address}`
})

describe('[R144] a page of another site', () => {
  const preflight = (url: string) =>
    service.server.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin: 'https://page.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,a2a-version',
      },
    })

  test('may ask by A2A', async () => {
    const { statusCode, headers } = await preflight('/api/a2a')
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, '*'])
    expect(headers['access-control-allow-methods']).toBe('GET, HEAD, POST, OPTIONS')
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    const allowed = String(headers['access-control-allow-headers']).split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['content-type', 'a2a-version', 'a2a-extensions']))
    const asked = await service.server.inject({
      method: 'POST',
      url: '/api/a2a',
      payload: '{"jsonrpc":"2.0","id":1,"method":"ListTasks"}',
      headers: {
        origin: 'https://page.example',
        'content-type': 'application/json',
        'a2a-version': '1.0',
      },
    })
    expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([200, '*'])
    expect(asked.json()).toMatchObject({ result: { tasks: [] } })
  })

  test.each(['/mcp', '/api/webhooks', '/api/receipts/validate', '/api/projects'])(
    'may send no message to %s',
    async (url) => {
      const { headers } = await preflight(url)
      expect(headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
    },
  )
})

describe('[R144] what is left of the minute of a caller without a key', () => {
  const message = { method: 'POST', payload: '{"jsonrpc":"2.0","id":1,"method":"ping"}' } as const
  const json = { 'content-type': 'application/json', 'a2a-version': '1.0' }
  const left = async (asked: InjectOptions) =>
    (await service.server.inject({ remoteAddress: '10.44.0.1', ...asked })).headers['ratelimit-remaining']

  test('is on answers that no cache may store, and on no others', async () => {
    const mcp = { ...message, url: '/mcp', headers: json }
    expect(await left(mcp)).toBe('119')
    expect(await left({ url: card })).toBeUndefined()
    expect(await left({ ...message, url: '/api/a2a', headers: json })).toBe('117')
    expect(await left({ ...mcp, payload: `[${message.payload},${message.payload}]` })).toBe('115')
    expect(await left({ url: '/api/projects' })).toBeUndefined()
    expect(await left({ url: '/api/projects/no-such-project' })).toBeUndefined()
    expect(await left({ url: '/api/export/ships' })).toBe('93')
  })
})
