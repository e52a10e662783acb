import { describe, expect, test } from 'vitest'
import { ask, call, messageOf, sendBytes } from '#test/agents/a2a.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { openHttpService } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

const HELLO = {
  jsonrpc: '2.0',
  id: 7,
  method: 'SendMessage',
  params: { message: messageOf([{ text: 'Hello' }]) },
}
const send = (message: unknown, headers?: Record<string, string>) =>
  sendBytes(service, JSON.stringify(message), headers)
const info = (reason: string) => [
  expect.objectContaining({
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'a2a-protocol.org',
  }),
]

describe('[agents 25] the version [contract POST /api/a2a]', () => {
  test.each(['', '0.3', '1.1', '1.0.1', 'abc', '1.0, 1.0', '1'])('%j is refused', async (version) => {
    const { status, id, error } = await send(HELLO, { 'a2a-version': version })
    expect([status, id, error?.code, error?.data]).toEqual([200, 7, -32009, info('VERSION_NOT_SUPPORTED')])
  })

  test('is 1.0 and in a header', async () => {
    expect((await send(HELLO)).result?.message).toMatchObject({ role: 'ROLE_AGENT' })
    const { statusCode, body } = await service.server.inject({
      method: 'POST',
      url: '/api/a2a?A2A-Version=1.0',
      payload: JSON.stringify(HELLO),
      headers: { 'content-type': 'application/json' },
    })
    expect([statusCode, JSON.parse(body).error.code]).toEqual([200, -32009])
  })
})

test.each(['message/send', 'sendMessage', 'tasks/get', '', 'constructor', '__proto__', 'toString'])(
  '[agents 26] [agents 33] the method %j is not found',
  async (method) => {
    const { status, id, error } = await call(service, method)
    expect([status, id, error?.code]).toEqual([200, 7, -32601])
  },
)

describe('[agents 33] what is no request', () => {
  const invalid: readonly (readonly [string, unknown, unknown])[] = [
    ['a batch', [HELLO, HELLO], null],
    ['an empty batch', [], null],
    ['a text', 'SendMessage', null],
    ['null', null, null],
    ['another version of JSON-RPC', { ...HELLO, jsonrpc: '1.0' }, 7],
    ['no version of JSON-RPC', { ...HELLO, jsonrpc: undefined }, 7],
    ['a fraction as id', { ...HELLO, id: 1.5 }, null],
    ['an object as id', { ...HELLO, id: {} }, null],
    ['a truth value as id', { ...HELLO, id: true }, null],
    ['an id that JSON numbers cannot hold', { ...HELLO, id: 2 ** 60 }, null],
    ['a number as method', { ...HELLO, method: 1 }, 7],
    ['no method', { ...HELLO, method: undefined }, 7],
    ['a text as parameters', { ...HELLO, params: 'x' }, 7],
    ['null as parameters', { ...HELLO, params: null }, 7],
    ['neither version nor id', { method: 'SendMessage' }, null],
  ]
  test.each(invalid)('%s is -32600', async (_what, message, id) => {
    const answer = await send(message)
    expect([answer.status, answer.id, answer.error?.code]).toEqual([200, id, -32600])
  })

  test.each(['', '{', '{"jsonrpc":"2.0",}', '\u0000', 'undefined', '['.repeat(30_000)])(
    'bytes that are not JSON are -32700: %#',
    async (bytes) => {
      const { status, id, error } = await sendBytes(service, bytes)
      expect([status, id, error?.code]).toEqual([200, null, -32700])
    },
  )

  test('bytes that are not UTF-8 are -32700', async () => {
    const { id, error } = await sendBytes(service, Buffer.from('{"id":"\xff"}', 'latin1'))
    expect([id, error?.code]).toEqual([null, -32700])
  })

  test('a list of parameters is -32602', async () => {
    const { error } = await send({ ...HELLO, params: [HELLO.params] })
    expect(error).toMatchObject({ code: -32602, data: [{ fieldViolations: [{ field: 'params' }] }] })
  })

  test('without an id nothing is answered, whatever is asked', async () => {
    const { id: _id, ...notification } = HELLO
    for (const message of [
      notification,
      { ...notification, method: 'none' },
      { ...notification, params: {} },
    ]) {
      const { status, text } = await send(message, { 'a2a-version': '0.3' })
      expect([status, text]).toEqual([204, ''])
    }
  })

  test.each(['a', '', 0, -1, null, '__proto__'])('the id %j is answered as it is', async (id) => {
    const answer = await send({ ...HELLO, id })
    expect([answer.id, answer.error]).toEqual([id, undefined])
  })

  test('names of prototypes and deep values are harmless', async () => {
    const deep = `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`
    const message = `{"messageId":"m","role":"ROLE_USER","parts":[{"text":"Hello"}],"metadata":${deep},"__proto__":{"taskId":"x"}}`
    const { result } = await sendBytes(
      service,
      `{"jsonrpc":"2.0","id":7,"method":"SendMessage","params":{"message":${message}},"constructor":{}}`,
    )
    expect(result?.message.role).toBe('ROLE_AGENT')
  })
})

test('[agents 28] another type of the HTTP body is -32005', async () => {
  for (const type of ['text/plain', 'application/xml', 'application/json; charset=latin1']) {
    const { status, error } = await send(HELLO, { 'content-type': type })
    expect([type, status, error?.code, error?.data]).toEqual([
      type,
      200,
      -32005,
      info('CONTENT_TYPE_NOT_SUPPORTED'),
    ])
  }
})

test('[agents 34] the address has an optional slash at its end, and takes POST alone', async () => {
  const payload = JSON.stringify(HELLO)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'a2a-version': '1.0' }
  const slashed = await service.server.inject({ method: 'POST', url: '/api/a2a/', payload, headers })
  expect([slashed.statusCode, slashed.json().result.message.role]).toEqual([200, 'ROLE_AGENT'])
  expect(slashed.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
  })
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] as const) {
    const { statusCode, headers: got } = await service.server.inject({ method, url: '/api/a2a' })
    expect([method, statusCode, got['allow']]).toEqual([method, 405, 'POST, OPTIONS'])
  }
})

test('a refusal before the message is read keeps its status: too large, an invalid key, too many', async () => {
  expect((await sendBytes(service, ' '.repeat(65_537))).status).toBe(413)
  expect((await send(HELLO, { 'x-api-key': 'svc_x' })).status).toBe(401)
  const one = { method: 'POST', url: '/api/a2a', payload: '{}', remoteAddress: '10.77.0.1' } as const
  for (let sent = 0; sent < 120; sent += 1) await service.server.inject(one)
  const { statusCode, headers } = await service.server.inject(one)
  expect([statusCode, headers['retry-after'] === undefined]).toEqual([429, false])
})

test('a failure of the service is -32603 with the request id, and nothing of its cause', async () => {
  await using broken = await openHttpService()
  await broken.database.schema.dropTable('project_slugs').cascade().execute()
  const { status, id, error, text, headers } = await ask(broken, { text: 'Lumen' })
  expect([status, id, error?.code]).toEqual([200, 7, -32603])
  expect(error?.data).toEqual([
    { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: headers['x-request-id'] },
  ])
  expect(text).not.toMatch(/project_slugs|relation/)
  expect(broken.errors).toHaveLength(1)
})
