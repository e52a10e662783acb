import { beforeAll, describe, expect, test } from 'vitest'
import { legacyMessage, MODERN, mcpOf, modernMessage } from '#test/agents/mcp.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
const { send } = mcpOf(service)
beforeAll(async () => {
  await storeToken({ evidence: KNOWN, name: 'Lumen' }, service.database)
})

/** A call whose arguments need no records. */
const SEARCH = { name: 'search_projects', arguments: {} }
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`

test.each([
  ['[agents 1] without its version header', { 'mcp-protocol-version': null }, 400, -32020],
  ['[agents 2] without its method header', { 'mcp-method': null }, 400, -32020],
  ['[agents 2] with the method in other letters', { 'mcp-method': 'TOOLS/LIST' }, 400, -32020],
])('%s a message is refused', async (_case, headers, status, code) => {
  const { body, status: got } = await send(modernMessage('tools/list', {}, headers))
  expect([got, body.error?.code]).toEqual([status, code])
})

test('[agents 2] the letters of a header name do not count', async () => {
  const { headers, payload } = modernMessage('tools/list', {}, { 'mcp-method': null })
  const { status } = await send({ headers: { ...headers, 'Mcp-Method': 'tools/list' }, payload })
  expect(status).toBe(200)
})

test.each([
  ['get_evidence', 400],
  [base64('search_projects'), 200],
  ['  search_projects ', 200],
])('[agents 3] the name header %j answers %i', async (name, status) => {
  const { status: got, body } = await send(modernMessage('tools/call', SEARCH, { 'mcp-name': name }))
  expect(got).toBe(status)
  expect(body.error?.code).toBe(status === 400 ? -32020 : undefined)
})

test('[agents 4] the metadata of a message is required, the name of the client is not', async () => {
  const { headers } = modernMessage('tools/list')
  const bare = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const without = await send({ headers, payload: bare })
  expect([without.status, without.body.error?.code]).toEqual([400, -32602])
  expect((await send(modernMessage('tools/list'))).status).toBe(200)
})

test('[agents 5] another revision is refused with the one that is served', async () => {
  const other = '2099-01-01'
  const { headers, payload } = modernMessage('tools/list', {}, { 'mcp-protocol-version': other })
  const { status, body } = await send({ headers, payload: payload.replace(MODERN, other) })
  expect([status, body.error?.code]).toEqual([400, -32022])
  expect(body.error?.data).toMatchObject({ supported: expect.arrayContaining([MODERN]), requested: other })
})

test.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'tools/none'])(
  '[agents 6] %s does not exist in the newest revision',
  async (method) => {
    const { status, body } = await send(modernMessage(method))
    expect([status, body.error?.code]).toEqual([404, -32601])
  },
)

test('[agents 7] an older client gets the newest of the older revisions, and no session', async () => {
  const clientInfo = { name: 'test', version: '1' }
  const given = { protocolVersion: '2099-01-01', capabilities: {}, clientInfo }
  const { status, headers, body } = await send(legacyMessage('initialize', given))
  expect([status, body.result?.['protocolVersion']]).toEqual([200, '2025-11-25'])
  expect(headers).not.toHaveProperty('mcp-session-id')
  expect(body.result?.['capabilities']).toMatchObject({
    tools: { listChanged: false },
    prompts: { listChanged: false },
    completions: {},
    resources: { listChanged: false, subscribe: false },
  })
})

test('[agents 8] an older client may call without a handshake and without headers [contract POST /mcp]', async () => {
  const { status, headers, body } = await send(legacyMessage('tools/call', SEARCH))
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(body.result).toMatchObject({ content: [{ type: 'text' }] })
})

test.each([
  ['2025-06-18', 200],
  ['2025-01-01', 400],
])('an older message of the version %s answers %i', async (version, status) => {
  const { headers, payload } = legacyMessage('ping')
  const answer = await send({ headers: { ...headers, 'mcp-protocol-version': version }, payload })
  expect(answer.status).toBe(status)
  expect(answer.body.error?.code).toBe(status === 400 ? -32000 : undefined)
})

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'] as const)('[agents 9] %s is refused', async (method) => {
  const answer = await service.server.inject({ method, url: '/mcp' })
  expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST, OPTIONS'])
})

test('[agents 9] OPTIONS answers the preflight', async () => {
  const answer = await service.server.inject({ method: 'OPTIONS', url: '/mcp' })
  expect(answer.statusCode).toBe(204)
})

test.each([
  ['https://evil.example', 403],
  ['https://svc.example', 200],
  ['https://svc.example:8443', 403],
  ['http://svc.example', 403],
  ['null', 403],
  ['not an origin', 403],
  ['', 403],
])('[agents 10] a message from the origin %j answers %i', async (origin, status) => {
  expect((await send(modernMessage('tools/list', {}, { origin }))).status).toBe(status)
})

describe('[agents 11]', () => {
  const { headers, payload } = modernMessage('tools/list')
  const plain = { 'content-type': 'application/json' }
  test.each([
    ['another type', { ...headers, 'content-type': 'text/plain' }, payload, 415, -32600],
    ['broken JSON', headers, '{"jsonrpc"', 400, -32700],
    ['broken JSON of an older client', plain, '{"jsonrpc"', 400, -32700],
    ['an empty body', plain, '', 400, -32700],
    ['the id null', headers, payload.replace('"id":1', '"id":null'), 400, -32600],
    ['no message', plain, '{}', 400, -32600],
    ['null', plain, 'null', 400, -32600],
    ['a batch in the newest revision', headers, `[${payload}]`, 400, -32600],
    ['an empty batch', plain, '[]', 400, -32600],
  ])('%s is refused', async (_case, given, body, status, code) => {
    const answer = await send({ headers: given, payload: body })
    expect([answer.status, answer.body.error?.code, answer.body.id]).toEqual([status, code, null])
  })

  test('a body over the limit is 413', async () => {
    const answer = await send({ headers, payload: JSON.stringify({ padding: 'x'.repeat(65_536) }) })
    expect(answer.status).toBe(413)
  })

  test('bytes that are no UTF-8 are broken JSON', async () => {
    const sent = { method: 'POST', url: '/mcp', headers: plain } as const
    const answer = await service.server.inject({ ...sent, payload: Buffer.from([0x22, 0xff, 0x22]) })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, -32700])
  })
})

describe('[agents 12] a batch of an older client', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const headers = { 'content-type': 'application/json' }

  test('of too many messages is refused', async () => {
    const payload = JSON.stringify(Array.from({ length: 50 }, () => message))
    expect((await send({ headers, payload })).body.error?.code).toBe(-32600)
  })

  test('counts as many calls as it has messages', async () => {
    const payload = JSON.stringify(Array.from({ length: 20 }, (_, id) => ({ ...message, id })))
    const sent = { method: 'POST', url: '/mcp', headers, payload, remoteAddress: '10.7.7.7' } as const
    const statuses: number[] = []
    for (let batch = 0; batch < 7; batch += 1) statuses.push((await service.server.inject(sent)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  })

  test('answers each message once, also with equal ids and with a cancellation', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const { body } = await send({ headers, payload: JSON.stringify([message, cancelled, message]) })
    expect((body as unknown as readonly { id: number }[]).map(({ id }) => id)).toEqual([1, 1])
  })

  test('of notifications has no answer', async () => {
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const { status, text } = await send({ headers, payload: JSON.stringify([initialized, initialized]) })
    expect([status, text]).toEqual([202, ''])
  })
})

describe('[agents 23]', () => {
  test('the 121st call of a client in a minute is refused with retry-after', async () => {
    const statuses: number[] = []
    const sent = { method: 'POST', url: '/mcp', remoteAddress: '10.8.8.8', ...modernMessage('ping') } as const
    for (let call = 0; call < 121; call += 1) statuses.push((await service.server.inject(sent)).statusCode)
    expect(new Set(statuses.slice(0, 120))).toEqual(new Set([404]))
    const refused = await service.server.inject(sent)
    expect([statuses[120], refused.json().error]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('a key that is not valid is refused, and the caller told to remove the header', async () => {
    const { status, text } = await send(modernMessage('tools/list', {}, { 'x-api-key': 'svc_wrong' }))
    expect([status, /Remove the x-api-key header/.test(text)]).toEqual([401, true])
  })

  test('there is no sign-in to discover', async () => {
    const { status, body } = await service.get('/.well-known/oauth-protected-resource')
    expect([status, body['error']]).toEqual([404, 'not_found'])
  })
})

test('[agents 20] a subscription is acknowledged as empty and ends at once', async () => {
  const listen = modernMessage('subscriptions/listen', {
    notifications: { toolsListChanged: true, resourcesListChanged: true },
  })
  const { status, text } = await send(listen)
  expect(status).toBe(200)
  expect(text).toContain('notifications/subscriptions/acknowledged')
  expect(text).not.toContain('toolsListChanged')
})

test('[agents 17] the lists have the same bytes each time, and all six cacheable methods say how long they hold', async () => {
  const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']
  for (const method of lists) {
    const [first, second] = [await send(modernMessage(method)), await send(modernMessage(method))]
    expect(first.text).toBe(second.text)
    expect(first.body.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' })
  }
  const discovered = await send(modernMessage('server/discover'))
  expect(discovered.body.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' })
  const guide = await send(modernMessage('resources/read', { uri: 'svc://guide' }))
  expect(guide.body.result).toMatchObject({ ttlMs: 60_000, cacheScope: 'public' })
})
