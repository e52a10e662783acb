import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { OPERATIONS } from '#contract/operations/index.ts'
import { openDatabase } from '#records/database.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { type HttpService, openHttpService, someAddress, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
let card: string
beforeAll(async () => {
  const { address } = await storeToken({ evidence: KNOWN }, service.database)
  card = `/api/v1/builder?token=${address}`
})

const RATE = { 'ratelimit-limit': '120', 'ratelimit-policy': '120;w=60' }
const PATHS = Object.values(OPERATIONS).map(({ path }) => path.replace('{id}', `ship:${someAddress()}`))

test('[agents 56] an anonymous answer may be shared for a minute and has the budget, not the remaining requests [contract limit rate-headers]', async () => {
  const { headers } = await service.get(card)
  expect(headers).toMatchObject({
    ...RATE,
    'cache-control': 'public, max-age=60',
    'content-type': 'application/json; charset=utf-8',
    'x-api-version': '1',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    vary: 'accept, accept-encoding, authorization, min-position, x-api-key, x-svc-integration',
  })
  expect(headers['etag']).toMatch(/^"[\w-]{27}"$/)
  expect(headers).not.toHaveProperty('ratelimit-remaining')
  expect(headers).not.toHaveProperty('svc-sandbox')
})

test.each([
  [(etag: string) => etag],
  [(etag: string) => `W/${etag}`],
  [(etag: string) => `"x", ${etag}`],
  [() => '*'],
])('[agents 60] the same answer asked for again is 304 without a body', async (condition) => {
  const { headers } = await service.get(card)
  const again = await service.get(card, { 'if-none-match': condition(String(headers['etag'])) })
  expect([again.status, again.text]).toEqual([304, ''])
  expect(again.headers).toMatchObject({
    ...RATE,
    etag: headers['etag'],
    vary: headers['vary'],
    'cache-control': 'public, max-age=60',
  })
  expect(again.headers).not.toHaveProperty('content-type')
})

test('a different ETag gets the full answer', async () => {
  expect((await service.get(card, { 'if-none-match': '"other"' })).status).toBe(200)
})

test.each(PATHS)('[agents 60] HEAD of %s has the headers of GET and no body', async (url) => {
  const headers = { 'x-request-id': 'same' }
  // A client of its own for each path, so that none meets the limit a minute.
  const remoteAddress = `10.9.0.${PATHS.indexOf(url) + 1}`
  const got = await service.server.inject({ method: 'GET', url, headers, remoteAddress })
  const head = await service.server.inject({ method: 'HEAD', url, headers, remoteAddress })
  // The age counts the seconds since an answer was stored. HEAD of an export reads no records, so it has no position.
  const ofRecords = url.startsWith('/api/export/') ? ['svc-position'] : []
  const own = ['age', 'date', 'connection', 'transfer-encoding', 'ratelimit-remaining', ...ofRecords]
  const shared = ({ headers: all }: typeof got) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !own.includes(name)))
  expect([head.statusCode, head.body]).toEqual([got.statusCode, ''])
  expect(shared(head)).toEqual(shared(got))
})

test('repeats the caller’s request id when it is safe', async () => {
  const { headers, body } = await service.get('/api/nothing', { 'x-request-id': 'trace:1.a_B-c' })
  expect([headers['x-request-id'], body['requestId']]).toEqual(['trace:1.a_B-c', 'trace:1.a_B-c'])
})

test.each([['a b'], [''], ['x'.repeat(129)], ['<script>'], ['é']])(
  'request id %s is replaced',
  async (own) => {
    const { headers } = await service.get('/api', { 'x-request-id': own })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  },
)

describe('[agents 63] errors are never cacheable', () => {
  test.each([
    ['an unknown address', '/api/nope', 404, 'not_found'],
    ['a page that is not there', '/index.html', 404, 'not_found'],
    ['a malformed token', '/api/v1/builder?token=1', 400, 'invalid_token'],
    ['another chain', `/api/v1/builder?token=${someAddress()}&chain=1`, 400, 'unsupported_chain'],
    ['an unpublished contract', `/api/v1/builder?token=${someAddress()}`, 404, 'not_found'],
    ['a list without a key', `/api/v1/scan?tokens=${someAddress()}`, 401, 'key_required'],
    ['broken percent-encoding', '/api/evidence/%zz', 400, 'invalid_parameter'],
  ])('%s', async (_, path, status, error) => {
    const answer = await service.get(path)
    expect([answer.status, answer.body['error']]).toEqual([status, error])
    expect(answer.body).toMatchObject({ retryable: false, requestId: answer.headers['x-request-id'] })
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'x-api-version': '1',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(answer.headers).not.toHaveProperty('etag')
  })
})

test.each([
  [
    { 'x-api-key': 'svc_bad' },
    'This API key is not valid. Remove the x-api-key header to call without a key.',
  ],
  [{ authorization: 'Bearer svc_bad' }, 'This API key is not valid.'],
])('refuses an unknown key: %o', async (headers, message) => {
  const { status, body } = await service.get('/api/status', headers)
  expect([status, body['error'], body['message']]).toEqual([401, 'invalid_key', message])
})

describe('[agents 42] [agents 63] methods that an address does not accept [contract error code method_not_allowed]', () => {
  const bodies = [
    ['broken JSON', 'application/json', '{"a":'],
    ['XML', 'text/xml', '<a/>'],
    ['no type', undefined, 'abc'],
    ['1 MB', 'application/json', 'x'.repeat(1_000_000)],
  ] as const
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    test.each(bodies)(`${method} with %s is 405`, async (_, type, payload) => {
      const headers = type === undefined ? {} : { 'content-type': type }
      const answer = await service.server.inject({
        method,
        url: card,
        headers,
        payload,
        remoteAddress: '10.8.0.1',
      })
      expect([answer.statusCode, answer.json().error]).toEqual([405, 'method_not_allowed'])
      expect(answer.headers).toMatchObject({
        allow: 'GET, HEAD, OPTIONS',
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
      })
    })
  }
  test('a write to an unknown address is 404 whatever its body', async () => {
    const answer = await service.server.inject({
      method: 'POST',
      url: '/api/nope',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    expect(answer.statusCode).toBe(404)
  })
})

test('[agents 62] a preflight names the headers for keys', async () => {
  const answer = await service.server.inject({
    method: 'OPTIONS',
    url: card,
    headers: {
      origin: 'https://partner.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,x-api-key',
    },
  })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  const allowed = String(answer.headers['access-control-allow-headers']).split(', ')
  expect(allowed).toEqual(expect.arrayContaining(['authorization', 'x-api-key', 'x-svc-integration']))
  const exposed = String(answer.headers['access-control-expose-headers']).split(', ')
  expect(exposed).toEqual(
    expect.arrayContaining([
      'ratelimit-limit',
      'ratelimit-policy',
      'ratelimit-remaining',
      'retry-after',
      'x-request-id',
      'etag',
    ]),
  )
  expect(answer.headers).not.toHaveProperty('ratelimit-limit')
})

test('[agents 62] a browser may read the rate limits of a refusal [contract limit rate-headers]', async () => {
  for (const [path, headers] of [
    ['/api/nope', {}],
    ['/api/v1/builder?token=1', {}],
    ['/api', { 'x-api-key': 'svc_x' }],
  ] as const) {
    const answer = await service.get(path, headers)
    const exposed = String(answer.headers['access-control-expose-headers']).split(', ')
    const limits = ['ratelimit-limit', 'ratelimit-policy', 'ratelimit-remaining', 'retry-after']
    expect([answer.status >= 400, exposed]).toEqual([true, expect.arrayContaining(limits)])
  }
})

describe('the minute’s budget', () => {
  const ask = (remoteAddress: string, url = '/api') => service.server.inject({ url, remoteAddress })
  async function spend(address: string): Promise<void> {
    await Promise.all(Array.from({ length: 120 }, () => ask(address)))
  }

  test('[agents 61] [agents 63] the 121st request is refused with retry-after [contract error envelope retryAfterSeconds] [contract error code rate_limited] [contract limit anonymous-minute]', async () => {
    await spend('192.0.2.1')
    const answer = await ask('192.0.2.1')
    const { retryable, retryAfterSeconds } = answer.json()
    expect([answer.statusCode, answer.json().error, retryable]).toEqual([429, 'rate_limited', true])
    expect(answer.headers).toMatchObject({
      ...RATE,
      'retry-after': `${retryAfterSeconds}`,
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
    expect(Number.isInteger(retryAfterSeconds) && retryAfterSeconds >= 1 && retryAfterSeconds <= 60).toBe(
      true,
    )
    expect((await ask('192.0.2.2')).statusCode).toBe(200)
    expect((await ask('192.0.2.1', '/healthz')).statusCode).toBe(200)
  })

  test('an IPv6 client is its /64', async () => {
    await spend('2001:db8:1:2::1')
    expect((await ask('2001:db8:1:2:ffff::9')).statusCode).toBe(429)
    expect((await ask('2001:db8:1:3::1')).statusCode).toBe(200)
  })

  test('an IPv4 client is the same in IPv6 form', async () => {
    await spend('192.0.2.7')
    expect((await ask('::ffff:192.0.2.7')).statusCode).toBe(429)
  })

  test('a forwarded address counts only behind a trusted proxy', async () => {
    const behind = await openHttpService({ database: service.database, trustedProxies: 1 })
    const forwarded = (server: HttpService['server'], from: string) =>
      server.inject({ url: '/api', remoteAddress: '10.7.0.1', headers: { 'x-forwarded-for': from } })
    const direct = await Promise.all(
      Array.from({ length: 121 }, (_, index) => forwarded(service.server, `203.0.113.${index}`)),
    )
    const proxied = await Promise.all(
      Array.from({ length: 121 }, (_, index) => forwarded(behind.server, `198.51.100.1, 203.0.113.${index}`)),
    )
    await behind[Symbol.asyncDispose]()
    expect(direct.filter((answer) => answer.statusCode === 429)).toHaveLength(1)
    expect(proxied.filter((answer) => answer.statusCode === 429)).toHaveLength(0)
  })
})

test('a sandbox marks every answer', async () => {
  const sandboxed = await openHttpService({ database: service.database, sandbox: true })
  const answers = await Promise.all([
    sandboxed.get('/api'),
    sandboxed.get('/api/nope'),
    sandboxed.get('/a%zz'),
  ])
  await sandboxed[Symbol.asyncDispose]()
  expect(answers.map(({ headers }) => headers['svc-sandbox'])).toEqual(['1', '1', '1'])
})

test('[agents 63] a failure is 500 without detail, and is logged with its cause [contract error code internal_error]', async () => {
  const broken = await openHttpService()
  await broken.database.schema.dropTable('ledger_state').execute()
  const { status, body, headers, text } = await broken.get(card)
  const errors = [...broken.errors]
  await broken[Symbol.asyncDispose]()
  expect([status, body['error'], body['retryable']]).toEqual([500, 'internal_error', true])
  expect(headers['cache-control']).toBe('no-store')
  expect(text).not.toMatch(/ledger_state|stack|select|\.ts/)
  expect(errors).toEqual([expect.objectContaining({ requestId: body['requestId'], err: expect.any(Error) })])
})

test('without its database the service answers 503 with retry-after [contract error code unavailable]', async () => {
  const database = openDatabase('postgres://nobody@127.0.0.1:1/none', { maxConnections: 1 })
  const away = await openHttpService({ database, outage: () => 'away' })
  const answers = [await away.get('/readyz'), await away.get(card)]
  await away[Symbol.asyncDispose]()
  await database.destroy()
  for (const { status, body, headers } of answers) {
    expect([status, body['error'], body['retryable'], body['retryAfterSeconds']]).toEqual([
      503,
      'unavailable',
      true,
      5,
    ])
    expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
  }
})

test('refuses bytes that are not a request, and too large headers, with the envelope', async () => {
  await service.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.server.server.address() as AddressInfo
  const send = (bytes: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
    })
  expect(await send('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"error":"invalid_parameter"/)
  const huge = await send(`GET /api HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)
  expect(huge).toMatch(/^HTTP\/1\.1 413 [\s\S]*"error":"payload_too_large"/)
})
